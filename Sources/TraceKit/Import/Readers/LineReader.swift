/// The lines of the head of an input without their ends and without empty ones, behind a byte order mark.
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

/// The last lines that a reader has passed, copied: its window has moved on when the input turns out to end.
private final class LinesBefore {
    private static let most = 4096
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private var bytes: [UInt8] = []

    /// Adds what precedes the next line in the window.
    func append(_ base: UnsafePointer<UInt8>, _ count: Int) {
        guard count > 0 else { return }
        let added = min(count, Self.most)
        if bytes.count > Self.most { bytes.removeFirst(bytes.count - Self.most) }
        bytes += UnsafeBufferPointer(start: base + count - added, count: added)
    }

    /// Whether a line goes on where this one ends, numbers apart.
    func hasLonger(_ line: ByteSlice) -> Bool {
        let shape = Self.shape(line.buffer)
        guard !shape.isEmpty else { return false }
        let lines = bytes.suffix(Self.most).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        return lines.contains { other in
            let other = Self.shape(other)
            return other.count > shape.count && other.starts(with: shape)
        }
    }

    /// The bytes with one mark for each number.
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
        /// Whether the line is longer than any may be: `bytes` then has but its beginning.
        var isTooLong = false

        /// What is wrong with a line that is too long.
        static var tooLong: RowProblem {
            RowProblem(.tooLong, "the line is longer than \(ByteInput.Limits.line >> 20) MB")
        }
    }

    let input: ByteInput
    private var position = 0
    /// The first CR of the window at or behind some earlier position, the window's end where there is none, or -1.
    private var nextReturn = -1
    /// Where the last line that was too long begins, and how: the window has moved past it.
    private var longPlace: Place?
    private let longBeginning = Column<UInt8>()
    private let before = LinesBefore()

    init(_ input: ByteInput) { self.input = input }

    /// Skips a UTF-8 byte order mark; to be called first.
    mutating func skipByteOrderMark() throws(TraceError) {
        while input.count < 3, !input.atEnd { position -= try input.refill(keeping: position) }
        if ByteSlice(input.base, input.count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// The next line; nil at the end. Of lines longer than the limit only the beginning is kept.
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

    /// Whether the last line of an input, which has no end, is the beginning of one like those before it: `12 m` below `9 ms`. The line was
    /// returned last.
    func looksCut(_ line: Line) -> Bool {
        guard !line.isTerminated, !line.isTooLong else { return false }
        before.append(input.base, line.offset - input.baseOffset)
        return before.hasLonger(line.bytes)
    }

    /// Puts the line that was returned last back; not one that is too long, which the window has moved past.
    mutating func unread(_ line: Line) { position = line.offset - input.baseOffset }

    /// Reads past a line that has no end before `scanned` (or has it there), without keeping it.
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

    /// One for CR or LF, two for both.
    private func lineEndLength(at index: Int) -> Int {
        input.base[index] == 0x0D && index + 1 < input.count && input.base[index + 1] == 0x0A ? 2 : 1
    }

    /// The first CR or LF, or the end of the window: the C library looks at many bytes at a time. Most logs have no CR, and
    /// it is not looked for anew in every line.
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

    /// The place of a byte of the line that was returned last.
    func place(_ line: Line, column: Int = 0) -> Place {
        if line.isTooLong, let longPlace { return longPlace }
        return input.place(of: line.offset + column - input.baseOffset)
    }
}
