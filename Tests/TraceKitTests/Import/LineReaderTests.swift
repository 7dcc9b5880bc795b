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

    @Test func `a line beyond the limit comes as its beginning, and the next one is read`() throws {
        let most = ByteInput.Limits.line
        for (end, next) in [("\n", 2), ("\r\n", 2), ("\r", 1)] {
            var bytes = Array("a\(end)".utf8)
            bytes += [UInt8](repeating: 0x62, count: most) + Array("\(end)b".utf8)
            bytes += [UInt8](repeating: 0x62, count: most) + Array("\(end)c".utf8)
            for piece in end == "\n" ? [1 << 20, 100 << 20] : [1 << 20] {
                let input = ByteInput(bytes: bytes, name: "t", piece: piece)
                var reader = LineReader(input)
                var lines: [String] = []
                while let line = try reader.next() {
                    let text = line.isTooLong ? "too long" : "\(line.bytes.count)"
                    lines.append("\(text) \(reader.place(line).line ?? 0) \(line.isTerminated)")
                }
                let last = next == 1 ? 1 : 3
                #expect(
                    lines == [
                        "1 1 true", "\(most) \(next) true", "too long \(last) true", "1 \(next == 1 ? 1 : 4) false",
                    ])
                #expect(input.count <= most + 2 * piece)
            }
        }
        let endless = ByteInput(bytes: [UInt8](repeating: 0x61, count: 3 * most / 2), name: "t", piece: 1 << 20)
        var reader = LineReader(endless)
        let line = try #require(try reader.next())
        #expect(
            line.isTooLong && !line.isTerminated && line.bytes.text.hasPrefix("aaa") && reader.place(line).byte == 0)
        #expect(try reader.next() == nil)
    }

    @Test func `a byte order mark is no part of the first line`() throws {
        for size in 1...5 { #expect(try lines(inputInPieces("\u{FEFF}a\nb\n", size: size)) == ["3 1 a", "5 2 b"]) }
        #expect(try lines(ByteInput(bytes: [], name: "t")) == [])
    }
}
