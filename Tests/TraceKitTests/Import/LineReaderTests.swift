import Testing

@testable import TraceKit

/// Bytes in, lines with their offsets out, however the bytes come.
@Suite struct LineReaderTests {
    private func lines(_ input: ByteInput) throws -> [String] {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        var lines: [String] = []
        while let line = try reader.next() {
            let place = reader.place(line)
            lines.append("\(line.offset) \(place.line ?? 0) \(line.bytes.text)\(line.isTerminated ? "" : " (open)")")
        }
        return lines
    }

    @Test func `LF, CRLF and a lone CR end a line, wherever the bytes are cut`() throws {
        let text = "a\r\nbcd\re\n\nf\r\r\n\rg"
        // Places count line feeds.
        let expected = ["0 1 a", "3 2 bcd", "7 2 e", "9 3 ", "10 4 f", "12 4 ", "14 5 ", "15 5 g (open)"]
        #expect(try lines(ByteInput(bytes: Array(text.utf8), name: "t")) == expected)
        for size in 1...7 { #expect(try lines(inputInPieces(text, size: size)) == expected, "in pieces of \(size)") }
    }

    @Test func `a byte order mark is no part of the first line`() throws {
        for size in 1...5 { #expect(try lines(inputInPieces("\u{FEFF}a\nb\n", size: size)) == ["3 1 a", "5 2 b"]) }
        #expect(try lines(ByteInput(bytes: [], name: "t")) == [])
    }
}
