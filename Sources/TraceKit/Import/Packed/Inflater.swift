/// Decompresses one deflate stream (RFC 1951) on demand, in constant memory.
///
/// Decompressed bytes are in a buffer that begins with the preceding 32 KiB, because matches refer to them. Compressed
/// bytes are in another, with eight bytes after its end, because the loop looks ahead by a whole word.
final class Inflater {
    /// The state of the stream.
    fileprivate enum Phase { case head, stored(left: Int), codes, finished }

    private static let window = 32 << 10
    private static let pieceSize = 256 << 10
    /// The most bytes written by one turn of the loop: the longest match, and the excess of copying by words.
    private static let slack = 258 + 16
    private static let inputSize = 64 << 10
    private static let padding = 16

    private let source: any ByteStream
    private let name: String
    private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: inputSize + padding)
    /// The index of the next input byte, and the number of input bytes. Bits in `bits` come first.
    private var (inputPosition, inputCount) = (0, 0)
    /// Offset in the stream of the input's first byte.
    private var inputOffset = 0
    private var isInputAtEnd = false
    private var bits: UInt64 = 0
    private var bitCount = 0

    private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: window + pieceSize + slack)
    /// The number of decompressed bytes already returned, and of all in the buffer.
    private var (taken, outputCount) = (0, 0)
    private var phase = Phase.head
    private var isLastBlock = false
    private var literals = InflateTable(width: 11)
    private var distances = InflateTable(width: 9)
    /// The error to throw once everything before it was returned.
    private var failure: TraceError?
    private(set) var unpackedCount = 0
    /// Whether the input ended before the stream did.
    private(set) var isCut = false

    /// - Parameter offset: the offset of the stream in the file.
    init(_ source: any ByteStream, name: String, offset: Int = 0) {
        (self.source, self.name, inputOffset) = (source, name, offset)
        input.initialize(repeating: 0, count: Self.inputSize + Self.padding)
    }

    deinit {
        input.deallocate()
        output.deallocate()
    }

    /// Offset in the file of the next unused byte.
    var offset: Int { inputOffset + inputPosition - bitCount >> 3 }

    /// Writes up to `room` decompressed bytes to `target`, and returns their number; zero at the end of the stream.
    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        if taken == outputCount {
            if let failure { throw failure }
            makeRoom()
            do throws(TraceError) {
                try unpack()
            } catch {
                guard outputCount > taken else { throw error }
                failure = error
            }
        }
        let count = min(room, outputCount - taken)
        target.update(from: output + taken, count: count)
        taken += count
        unpackedCount += count
        return count
    }

    private func makeRoom() {
        guard outputCount > Self.window else { return }
        output.update(from: output + outputCount - Self.window, count: Self.window)
        (taken, outputCount) = (Self.window, Self.window)
    }

    /// Decompresses until the buffer is full or the stream ends.
    private func unpack() throws(TraceError) {
        let full = Self.window + Self.pieceSize
        while outputCount < full {
            switch phase {
            case .finished: return
            case .head: try readHead()
            case .stored(let left): try copyStored(left, full)
            case .codes:
                try decode(full)
            }
        }
    }

    // MARK: Input

    /// Reads more input, keeping the last eight bytes, because their bits may be given back.
    private func refill() throws(TraceError) {
        let keep = max(0, inputPosition - 8)
        if keep > 0 {
            input.update(from: input + keep, count: inputCount - keep)
            inputPosition -= keep
            inputCount -= keep
            inputOffset += keep
        }
        while !isInputAtEnd, inputCount - inputPosition < 16 {
            let got = try source.read(to: input + inputCount, Self.inputSize - inputCount)
            inputCount += got
            if got == 0 { isInputAtEnd = true }
        }
        (input + inputCount).initialize(repeating: 0, count: Self.padding)
    }

    /// Fills `bits` to at least `count` bits (up to 48).
    private func need(_ count: Int) throws(TraceError) {
        guard bitCount < count else { return }
        if inputCount - inputPosition < 8, !isInputAtEnd { try refill() }
        while bitCount < count {
            guard inputPosition < inputCount else { throw endTooEarly() }
            bits |= UInt64(input[inputPosition]) << UInt64(bitCount)
            inputPosition += 1
            bitCount += 8
        }
    }

    private func take(_ count: Int) throws(TraceError) -> Int {
        try need(count)
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    /// Moves to the next whole byte, and gives back bytes that were only read ahead.
    private func align() {
        bitCount -= bitCount & 7
        inputPosition -= bitCount >> 3
        (bits, bitCount) = (0, 0)
    }

    /// Returns the next byte after the end of the stream; nil at the end of the input.
    func byteBehind() throws(TraceError) -> UInt8? {
        if inputPosition == inputCount, !isInputAtEnd { try refill() }
        guard inputPosition < inputCount else { return nil }
        defer { inputPosition += 1 }
        return input[inputPosition]
    }

    /// The last four bytes of the input as a number, if it has ended: the decompressed size in a complete gzip file.
    var lastNumber: UInt32? {
        guard isInputAtEnd, inputCount >= 4 else { return nil }
        return (1...4).reduce(0) { $0 << 8 | UInt32(input[inputCount - $1]) }
    }

    /// Gives back the byte that `byteBehind` returned last.
    func giveBack() { inputPosition -= 1 }

    /// Begins another stream after the last one, or after the bytes read since.
    func restart() {
        (phase, isLastBlock) = (.head, false)
        (taken, outputCount) = (0, 0)
    }

    // MARK: Blocks

    private func readHead() throws(TraceError) {
        if isLastBlock {
            align()
            phase = .finished
            return
        }
        isLastBlock = try take(1) == 1
        switch try take(2) {
        case 0:
            align()
            let length = try take(16)
            guard try take(16) == ~length & 0xFFFF else { throw wrong("the length of a stored block") }
            align()
            phase = .stored(left: length)
        case 1:
            var lengths = [UInt8](repeating: 8, count: 288)
            for symbol in 144..<256 { lengths[symbol] = 9 }
            for symbol in 256..<280 { lengths[symbol] = 7 }
            try makeTables(lengths, [UInt8](repeating: 5, count: 32))
        case 2: try readCodes()
        default: throw wrong("the kind of a block")
        }
    }

    private func copyStored(_ left: Int, _ full: Int) throws(TraceError) {
        guard left > 0 else { return phase = .head }
        if inputPosition == inputCount { try refill() }
        let count = min(left, full - outputCount, inputCount - inputPosition)
        guard count > 0 else { throw endTooEarly() }
        (output + outputCount).update(from: input + inputPosition, count: count)
        inputPosition += count
        outputCount += count
        phase = .stored(left: left - count)
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads the codes of a block, whose lengths come before it, encoded themselves.
    private func readCodes() throws(TraceError) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let lengthCount = try take(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw wrong("the number of codes") }
        var small = [UInt8](repeating: 0, count: 19)
        for index in 0..<lengthCount { small[Self.order[index]] = UInt8(try take(3)) }
        var table = InflateTable(width: 7)
        guard table.build(small[...], mayBeIncomplete: false, InflateTable.plain) else { throw wrong("a code") }
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            try lookAhead(15)
            let entry = table.entries[Int(bits & 127)]
            guard entry != 0, Int(entry & 31) <= bitCount else { throw entry == 0 ? wrong("a code") : endTooEarly() }
            _ = try take(Int(entry & 31))
            let symbol = Int(entry >> 16)
            guard symbol > 15 else {
                lengths.append(UInt8(symbol))
                continue
            }
            guard symbol != 16 || !lengths.isEmpty else { throw wrong("a code") }
            let value = symbol == 16 ? lengths[lengths.count - 1] : 0
            let count = symbol == 18 ? try take(7) + 11 : symbol == 17 ? try take(3) + 3 : try take(2) + 3
            lengths += repeatElement(value, count: count)
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw wrong("a code") }
        try makeTables(Array(lengths[..<literalCount]), Array(lengths[literalCount...]))
    }

    /// Fills `bits` like `need`, except that the stream may end.
    private func lookAhead(_ count: Int) throws(TraceError) {
        if inputCount - inputPosition < 8, !isInputAtEnd { try refill() }
        while bitCount < count, inputPosition < inputCount { try need(bitCount + 8) }
    }

    private func makeTables(_ lengths: [UInt8], _ distanceLengths: [UInt8]) throws(TraceError) {
        guard literals.build(lengths[...], mayBeIncomplete: true, InflateTable.literalOrLength),
            distances.build(distanceLengths[...], mayBeIncomplete: true, InflateTable.distance)
        else { throw wrong("a code") }
        phase = .codes
    }

    // MARK: Codes

    /// The state of the decoding loop, kept in registers.
    private struct Cursor {
        var bits: UInt64
        var bitCount: Int
        var position: Int
        var count: Int
    }

    private enum Stop { case full, input, end, wrong, tooFar }

    /// Decodes until the block ends or the buffer is full.
    private func decode(_ full: Int) throws(TraceError) {
        while phase.isCodes, outputCount < full {
            if inputCount - inputPosition < 16, !isInputAtEnd { try refill() }
            var cursor = Cursor(bits: bits, bitCount: bitCount, position: inputPosition, count: outputCount)
            // Near the end, every code is checked to be completely in the stream.
            let isTail = inputCount - inputPosition < 16
            let stop = literals.entries.withUnsafeBufferPointer { literals in
                distances.entries.withUnsafeBufferPointer { distances in
                    isTail
                        ? run(literals, distances, &cursor, full, once: true)
                        : run(literals, distances, &cursor, full, once: false)
                }
            }
            guard cursor.position - cursor.bitCount >> 3 <= inputCount else { throw endTooEarly() }
            // Unused whole bytes are given back.
            let spare = cursor.bitCount >> 3
            cursor.position -= spare
            cursor.bitCount &= 7
            (bits, bitCount) = (cursor.bits & (1 << UInt64(cursor.bitCount) - 1), cursor.bitCount)
            (inputPosition, outputCount) = (cursor.position, cursor.count)
            switch stop {
            case .full, .input: continue
            case .end: phase = .head
            case .wrong: throw wrong("a code")
            case .tooFar: throw wrong("a distance")
            }
        }
    }

    /// Decodes codes one after the other; `once`: only one, because the input has no word left to look ahead.
    @inline(__always)
    private func run(
        _ literals: UnsafeBufferPointer<UInt32>, _ distances: UnsafeBufferPointer<UInt32>, _ cursor: inout Cursor,
        _ full: Int, once: Bool
    ) -> Stop {
        guard let literalTable = literals.baseAddress, let distanceTable = distances.baseAddress else { return .wrong }
        let (input, output, last) = (UnsafePointer(input), output, inputCount - 8)
        var (bits, bitCount, position, count) = (cursor.bits, cursor.bitCount, cursor.position, cursor.count)
        defer { cursor = Cursor(bits: bits, bitCount: bitCount, position: position, count: count) }
        while true {
            if once ? position > inputCount : position > last { return .input }
            bits |= Self.word(input + position) &<< UInt64(truncatingIfNeeded: bitCount)
            position &+= (63 &- bitCount) &>> 3
            bitCount |= 56
            var entry = literalTable[Int(truncatingIfNeeded: bits & 2047)]
            if entry & InflateTable.link != 0 { entry = Self.second(literalTable, entry, &bits, &bitCount) }
            Self.drop(entry & 31, &bits, &bitCount)
            if entry & InflateTable.literal != 0 {
                output[count] = UInt8(truncatingIfNeeded: entry &>> 16)
                count &+= 1
                if once || count >= full { return once ? .input : .full }
                // The bits suffice for two more codes.
                entry = literalTable[Int(truncatingIfNeeded: bits & 2047)]
                guard entry & InflateTable.literal != 0 else { continue }
                Self.drop(entry & 31, &bits, &bitCount)
                output[count] = UInt8(truncatingIfNeeded: entry &>> 16)
                count &+= 1
                if count >= full { return .full }
                continue
            }
            if entry & InflateTable.end != 0 { return .end }
            if entry &>> 16 == 0 { return .wrong }
            let length = Int(entry &>> 16) &+ Self.extra(entry, &bits, &bitCount)
            var code = distanceTable[Int(truncatingIfNeeded: bits & 511)]
            if code & InflateTable.link != 0 { code = Self.second(distanceTable, code, &bits, &bitCount) }
            if code &>> 16 == 0 { return .wrong }
            Self.drop(code & 31, &bits, &bitCount)
            let distance = Int(code &>> 16) &+ Self.extra(code, &bits, &bitCount)
            if distance > count { return .tooFar }
            Self.copy(output + count, distance, length)
            count &+= length
            if once { return .input }
            if count >= full { return .full }
        }
    }

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    private static func drop(_ count: UInt32, _ bits: inout UInt64, _ bitCount: inout Int) {
        bits &>>= UInt64(count)
        bitCount &-= Int(count)
    }

    /// Follows a link, whose bits are dropped, to its entry.
    @inline(__always)
    private static func second(
        _ table: UnsafePointer<UInt32>, _ link: UInt32, _ bits: inout UInt64, _ bitCount: inout Int
    ) -> UInt32 {
        drop(link & 31, &bits, &bitCount)
        let mask = UInt64(1) &<< UInt64(link &>> 8 & 31) &- 1
        return table[Int(link &>> 16) &+ Int(truncatingIfNeeded: bits & mask)]
    }

    /// Takes the extra bits of an entry.
    @inline(__always)
    private static func extra(_ entry: UInt32, _ bits: inout UInt64, _ bitCount: inout Int) -> Int {
        let width = entry &>> 8 & 31
        let value = Int(truncatingIfNeeded: bits & (UInt64(1) &<< UInt64(width) &- 1))
        drop(width, &bits, &bitCount)
        return value
    }

    /// Copies a match, which may overlap its target. Up to seven bytes after it are overwritten.
    @inline(__always)
    private static func copy(_ target: UnsafeMutablePointer<UInt8>, _ distance: Int, _ length: Int) {
        let source = target - distance
        if distance >= 8 {
            var index = 0
            repeat {
                let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
                UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
                index &+= 8
            } while index < length
        } else if distance == 1 {
            target.update(repeating: source[0], count: length)
        } else {
            for index in 0..<length { target[index] = source[index] }
        }
    }

    // MARK: Errors

    private var place: Place { Place(file: name, byte: offset) }

    private func endTooEarly() -> TraceError {
        isCut = true
        return TraceError(.input, "the packed data end too early", at: place, fix: "the file was cut: copy it again")
    }

    private func wrong(_ what: String) -> TraceError {
        TraceError(.input, "the packed data are damaged (\(what) is wrong)", at: place, fix: "copy the file again")
    }
}

extension Inflater.Phase {
    fileprivate var isCodes: Bool { if case .codes = self { true } else { false } }
}
