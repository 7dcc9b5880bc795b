import Testing

@testable import TraceKit

/// Bytes to messages: lines, JSON values, JSON-RPC.
@Suite struct MessageTests {
    private func lines(_ text: String, piece: Int, limit: Int = 100) -> [String] {
        var rest = Array(text.utf8)[...]
        var lines = MessageLines(limit: limit) { buffer in
            let part = rest.prefix(min(piece, buffer.count))
            buffer.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
        var found: [String] = []
        while let line = lines.nextLine() {
            switch line {
            case .bytes(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: found.append("too long")
            }
        }
        return found
    }

    @Test(arguments: [1, 2, 3, 7, 64, 4096]) func `a line is a message, however the bytes come`(_ piece: Int) {
        #expect(lines("", piece: piece) == [])
        #expect(lines("\n\n \r\n\t\n", piece: piece) == [])
        #expect(lines("a\nbc\r\n\nd", piece: piece) == ["a", "bc", "d"])
        let long = String(repeating: "x", count: 101)
        #expect(lines("a\n\(long)\nb\n", piece: piece) == ["a", "too long", "b"])
        #expect(lines("\(long)\(long)\(long)\nb", piece: piece) == ["too long", "b"])
        #expect(lines(long, piece: piece) == ["too long"])
        #expect(lines(String(long.dropFirst()), piece: piece) == [String(long.dropFirst())])
        // The limit is that of the line without its end, whatever stands in it.
        let full = String(long.dropFirst())
        #expect(lines("\(full)\r\nb", piece: piece) == [full, "b"])
        #expect(lines("\(full)\rx\nb", piece: piece) == ["too long", "b"])
        #expect(lines(full + "\r", piece: piece) == [full])
        #expect(lines(String(repeating: "\t", count: 101) + "\nb", piece: piece) == ["too long", "b"])
        #expect(lines(String(repeating: "\t", count: 100) + "\r\nb", piece: piece) == ["b"])
    }

    @Test func `a value is written as it was read`() throws {
        let texts = [
            "null", "true", "[]", "{}", "-9223372036854775808", "0.5", "{\"a\":[1,{\"b\":\"c\"}],\"d\":null}",
            "\"\\n\\\"\"",
        ]
        for text in texts { #expect(try JSONValue.read(Array(text.utf8)).line == text) }
        #expect(try JSONValue.read(Array("3.0".utf8)).whole == 3)
        #expect(try JSONValue.read(Array("1e400".utf8)).whole == nil)
        for zero in ["0", "-0", "-0.0", "-0e9"] { #expect(try JSONValue.read(Array(zero.utf8)).line == "0", "\(zero)") }
        #expect(try JSONValue.read(Array("{\"a\":1,\"a\":2}".utf8))["a"] == .integer(2))
    }

    @Test func `a line end in a text does not end the message`() {
        #expect(!JSONValue.text("a\nb\u{2028}c\r").line.contains { $0.isNewline })
    }

    @Test func `what is no JSON, or too much of it, is refused`() {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let many = "[" + String(repeating: "0,", count: JSONValue.Limits.values) + "0]"
        for text in ["", "{", "{\"a\":}", "[1,]", "nul", "{} {}", "\u{FEFF}{}", deep, many] {
            #expect(throws: TraceError.self, "\(text.prefix(20))") { try JSONValue.read(Array(text.utf8)) }
        }
        #expect(throws: TraceError.self) { try JSONValue.read([0x22, 0xFF, 0x22]) }
    }

    private func message(_ text: String) throws -> RPCMessage { RPCMessage(try JSONValue.read(Array(text.utf8))) }

    /// `1 -32600`: the id and the code of what is refused.
    private func refusal(_ text: String) throws -> String? {
        guard case .invalid(let id, let error) = try message(text) else { return nil }
        return "\(id?.json.line ?? "null") \(error.code.rawValue)"
    }

    @Test func `requests, notifications and responses are told apart`() throws {
        let request = try message("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"m\"}")
        #expect(request == .request(RPCRequest(id: .text("x"), method: "m", params: .object([]))))
        let note = try message("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{}}")
        #expect(note == .notification(method: "m", params: .object([])))
        #expect(try message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}") == .response)
        #expect(try message("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}") == .response)
    }

    @Test(arguments: [
        ("1", "null -32600"), ("{}", "null -32600"), ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}", "1 -32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", "1 -32600"), ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}", "1 -32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}", "null -32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}", "null -32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}", "null -32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"m\",\"params\":[]}", "\"a\" -32602"),
    ]) func `what is no message says why, with the id where there is one`(_ text: String, _ expected: String) throws {
        #expect(try refusal(text) == expected)
    }
}
