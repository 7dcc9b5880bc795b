#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads an input line by line, streaming: LF, CRLF and lone CR end a line, the last line may lack its end.
struct LineReader: ~Copyable {
    struct Line {
        /// The line without its end; valid until the next call.
        let bytes: ByteSlice
        /// Whether a line end followed; false only for the last line of an input.
        let isTerminated: Bool
        /// The offset in the file of its first byte.
        let offset: Int
    }

    let input: ByteInput
    private var position = 0
    /// The first CR of the window at or behind some earlier position, the window's end where there is none, or -1.
    private var nextReturn = -1

    init(_ input: ByteInput) { self.input = input }

    /// Skips a UTF-8 byte order mark; to be called first.
    mutating func skipByteOrderMark() throws(TraceError) {
        while input.count < 3, !input.atEnd { position -= try input.refill(keeping: position) }
        if ByteSlice(input.base, input.count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// The next line; nil at the end. Lines longer than the limit are an error of their own.
    mutating func next() throws(TraceError) -> Line? {
        var index = position
        while true {
            index = lineEnd(from: index)
            let base = input.base
            // A CR at the very end of the window may be half of a CRLF.
            let isCut = index >= input.count || base[index] == 0x0D && index + 1 >= input.count
            if !isCut || input.atEnd { break }
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
        if isTerminated {
            index += input.base[index] == 0x0D && index + 1 < input.count && input.base[index + 1] == 0x0A ? 2 : 1
        }
        position = index
        return line
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
    func place(_ line: Line, column: Int = 0) -> Place { input.place(of: line.offset + column - input.baseOffset) }
}
