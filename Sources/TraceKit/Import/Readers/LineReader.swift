/// The non-empty lines of the head of an input, without their ends and without a byte order mark.
struct HeadLines: Sequence, IteratorProtocol {
    private var rest: ByteSlice

    init(_ head: ByteSlice) { rest = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head }

    mutating func next() -> ByteSlice? {
        while rest.count > 0 {
            let line = rest.prefix(rest.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.count)
            rest = rest.dropFirst(line.count + 1)
            if !line.isEmpty { return line }
        }
        return nil
    }
}

/// A copy of the last lines that a reader has passed, because its window has moved on when the input ends.
private final class LinesBefore {
    private static let most = 4096
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private var bytes: [UInt8] = []

    /// Adds the bytes before the next line in the window.
    func append(_ base: UnsafePointer<UInt8>, _ count: Int) {
        guard count > 0 else { return }
        let added = min(count, Self.most)
        if bytes.count > Self.most { bytes.removeFirst(bytes.count - Self.most) }
        bytes += UnsafeBufferPointer(start: base + count - added, count: added)
    }

    /// Whether a line continues where this one ends, apart from numbers.
    func hasLonger(_ line: ByteSlice) -> Bool {
        let shape = Self.shape(line.buffer)
        guard !shape.isEmpty else { return false }
        let lines = bytes.suffix(Self.most).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        return lines.contains { other in
            let other = Self.shape(other)
            return other.count > shape.count && other.starts(with: shape)
        }
    }

    /// The bytes with one placeholder for each number.
    private static func shape(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var shape: [UInt8] = []
        for byte in bytes {
            if !digits.contains(byte) { shape.append(byte) } else if shape.last != 0 { shape.append(0) }
        }
        return shape
    }
}

/// Reads an input line by line, streaming: LF, CRLF and lone CR end a line, the last line may lack its end.
struct LineReader: ~Copyable {
    struct Line {
        /// The line without its end; valid until the next call.
        let bytes: ByteSlice
        /// Whether a line end followed; false only for the last line of an input.
        let isTerminated: Bool
        /// The offset in the file of its first byte.
        let offset: Int
        /// Whether the line is longer than the limit; `bytes` then has only its beginning.
        var isTooLong = false

        /// The problem of a line that is too long.
        static var tooLong: RowProblem {
            RowProblem(.tooLong, "the line is longer than \(ByteInput.Limits.line >> 20) MB")
        }
    }

    let input: ByteInput
    private var position = 0
    /// The first CR in the window at or after some earlier position, the window's end if there is none, or -1.
    private var nextReturn = -1
    /// The place and the beginning of the last line that was too long, which the window has moved past.
    private var longPlace: Place?
    private let longBeginning = Column<UInt8>()
    private let before = LinesBefore()

    init(_ input: ByteInput) { self.input = input }

    /// Skips a UTF-8 byte order mark; must be called first.
    mutating func skipByteOrderMark() throws(TraceError) {
        while input.count < 3, !input.atEnd { position -= try input.refill(keeping: position) }
        if ByteSlice(input.base, input.count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// Reads the next line; nil at the end. Only the beginning of lines longer than the limit is kept.
    mutating func next() throws(TraceError) -> Line? {
        var index = position
        while true {
            index = lineEnd(from: index)
            let base = input.base
            // A CR at the very end of the window may be half of a CRLF.
            let isCut = index >= input.count || base[index] == 0x0D && index + 1 >= input.count
            if index - position > ByteInput.Limits.line { return try longLine(from: index) }
            if !isCut || input.atEnd { break }
            before.append(input.base, position)
            let moved = try input.refill(keeping: position)
            index -= moved
            position -= moved
            nextReturn = -1
        }
        if position >= input.count { return nil }
        let isTerminated = index < input.count
        let line = Line(
            bytes: ByteSlice(input.base + position, index - position), isTerminated: isTerminated,
            offset: input.baseOffset + position)
        if isTerminated { index += lineEndLength(at: index) }
        position = index
        return line
    }

    /// Whether the last line of an input, which has no end, is truncated compared with earlier ones: `12 m` below `9
    /// ms`. It must be the line returned last.
    func looksCut(_ line: Line) -> Bool {
        guard !line.isTerminated, !line.isTooLong else { return false }
        before.append(input.base, line.offset - input.baseOffset)
        return before.hasLonger(line.bytes)
    }

    /// Puts back the line returned last, unless it is too long, because the window has moved past that.
    mutating func unread(_ line: Line) { position = line.offset - input.baseOffset }

    /// Skips a line that has no end before `scanned` (or ends there), without keeping it.
    private mutating func longLine(from scanned: Int) throws(TraceError) -> Line {
        let offset = input.baseOffset + position
        longPlace = input.place(of: position)
        longBeginning.removeAll()
        longBeginning.append(contentsOf: input.base + position, count: Self.keptOfLong)
        for _ in 0..<ByteInput.padding { longBeginning.append(0) }
        position = scanned
        while position >= input.count || input.base[position] == 0x0D && position + 1 >= input.count, !input.atEnd {
            position -= try input.refill(keeping: position)
            nextReturn = -1
            position = lineEnd(from: position)
        }
        let isTerminated = position < input.count
        if isTerminated { position += lineEndLength(at: position) }
        return Line(
            bytes: ByteSlice(longBeginning.base, Self.keptOfLong), isTerminated: isTerminated, offset: offset,
            isTooLong: true)
    }

    private static let keptOfLong = 1024

    /// The length of a line end: one for CR or LF, two for both.
    private func lineEndLength(at index: Int) -> Int {
        input.base[index] == 0x0D && index + 1 < input.count && input.base[index + 1] == 0x0A ? 2 : 1
    }

    /// The index of the first CR or LF, or the end of the window. The C library checks many bytes at a time. Most logs
    /// have no CR, so it is not searched again in every line.
    private mutating func lineEnd(from first: Int) -> Int {
        let (base, count) = (input.base, input.count)
        func find(_ byte: Int32) -> Int {
            memchr(base + first, byte, count - first).map { UnsafeMutableRawPointer(base).distance(to: $0) } ?? count
        }
        if nextReturn < first { nextReturn = find(0x0D) }
        return min(nextReturn, find(0x0A))
    }

    /// The offset in the file of the next line.
    var nextOffset: Int { input.baseOffset + position }

    /// Leaves the input at the next line, for another reader.
    func leave() { input.consume(upTo: position) }

    /// The place of a byte of the line returned last.
    func place(_ line: Line, column: Int = 0) -> Place {
        if line.isTooLong, let longPlace { return longPlace }
        return input.place(of: line.offset + column - input.baseOffset)
    }
}
