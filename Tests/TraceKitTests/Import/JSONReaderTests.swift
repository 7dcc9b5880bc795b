import Foundation
import Testing

@testable import TraceKit

/// JSON text in; the strings and numbers it holds, or the exact error, out.
@Suite struct JSONReaderTests {
    /// Reads one value and the end of the file; every token as text, containers as brackets.
    private static func tokens(_ input: ByteInput) throws(TraceError) -> String {
        var reader = JSONReader(input)
        try reader.skipByteOrderMark()
        let text = try value(&reader)
        try reader.expectEnd()
        return text
    }

    private static func value(_ reader: inout JSONReader) throws(TraceError) -> String {
        switch try reader.peekKind() {
        case .object:
            var items: [String] = []
            try reader.enterObject()
            while let key = try reader.nextKey() {
                let name = key.text
                items.append("\(name): \(try value(&reader))")
            }
            return "{\(items.joined(separator: ", "))}"
        case .array:
            var items: [String] = []
            try reader.enterArray()
            while try reader.nextElement() { items.append(try value(&reader)) }
            return "[\(items.joined(separator: ", "))]"
        case .string: return "'\(try reader.string().text)'"
        case .number: return try reader.number().text
        case .bool: return "\(try reader.bool())"
        case .null:
            try reader.null()
            return "null"
        case nil: throw reader.unexpected("a value")
        }
    }

    /// The same outcome whether the bytes come at once or in pieces of any size that cuts every token.
    private func check(_ json: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        func outcome(_ input: ByteInput) -> String {
            do throws(TraceError) { return try Self.tokens(input) } catch { return error.diagnostic.text }
        }
        #expect(outcome(ByteInput(bytes: Array(json.utf8), name: "t.json")) == expected, sourceLocation: sourceLocation)
        for size in [1, 2, 3, 5, 7] {
            let pieces = outcome(inputInPieces(json, size: size, name: "t.json"))
            #expect(pieces == expected, "in pieces of \(size)", sourceLocation: sourceLocation)
        }
    }

    @Test func `every kind of value is read`() {
        check(
            "{\"a\": [1, -2.5e3, true, false, null, \"x\", {}, []]}", "{a: [1, -2.5e3, true, false, null, 'x', {}, []]}"
        )
        check(" \n\t\r 17 ", "17")
        check(
            "[nullse]",
            "t.json:1:2: error: expected null, found 'nullse]'\n  fix: correct the JSON at this place")
        check("\"\"", "''")
        check("[[[]], {\"\": {}}]", "[[[]], {: {}}]")
    }

    @Test func `a byte order mark at the beginning is skipped`() { check("\u{FEFF}[1]", "[1]") }

    @Test func `escapes are undone`() {
        check(#""\" \\ \/ \b \f \n \r \t A""#, "'\" \\ / \u{8} \u{c} \n \r \t A'")
        check(#""\u00e9 \u20AC \ud83d\ude00""#, "'é € 😀'")
        check(#"{"k\u00f6nig": 1}"#, "{könig: 1}")
        check(#""nul\u0000byte""#, "'nul\u{0}byte'")
        check(
            "\"a long string without anything special, then é and \\u0041\"",
            "'a long string without anything special, then é and A'")
    }

    @Test func `a surrogate without its partner becomes the replacement character`() {
        check(#""\ud83d""#, "'\u{FFFD}'")
        check(#""\ud83dx\ude00""#, "'\u{FFFD}x\u{FFFD}'")
        check(#""\ud83d\ud83d\ude00""#, "'\u{FFFD}😀'")
    }

    @Test func `errors say what was expected, what stands there, and where`() {
        let fix = "\n  fix: correct the JSON at this place"
        let early = "\n  fix: the file ends too early; export it again"
        check("[1 2]", "t.json:1:4: error: expected ',' or ']', found '2]'\(fix)")
        check("{\"a\": 1,\n \"b\" 2}", "t.json:2:6: error: expected ':' after the key, found '2}'\(fix)")
        check("{\"a\": 1 \"b\": 2}", "t.json:1:9: error: expected ',' or '}', found '\"b\":'\(fix)")
        check("{a: 1}", "t.json:1:2: error: expected a key in double quotes, found 'a:'\(fix)")
        check("[1,]", "t.json:1:4: error: expected a value after ',', found ']'\(fix)")
        check("[,1]", "t.json:1:2: error: expected a value, found ',1]'\(fix)")
        check("[1] 2", "t.json:1:5: error: expected the end of the file, found '2'\(fix)")
        check("[01]", "t.json:1:2: error: expected a number, found '01]'\(fix)")
        check("[truth]", "t.json:1:2: error: expected true or false, found 'truth]'\(fix)")
        check("[nul", "t.json:1:2: error: expected null, found 'nul'\(fix)")
        check("[\"\t\"]", "t.json:1:3: error: a control character inside a string must be escaped\(fix)")
        check(#"["\x"]"#, "t.json:1:4: error: '\\' must be followed by one of \" \\ / b f n r t u\(fix)")
        check(#"["\u12g4"]"#, "t.json:1:5: error: '\\u' must be followed by four hexadecimal digits\(fix)")
        check("", "t.json:1:1: error: expected a value, found the end of the file\(early)")
        check("[1,\n", "t.json:2:1: error: expected a value, found the end of the file\(early)")
        check("{\"a\": ", "t.json:1:7: error: expected a value, found the end of the file\(early)")
        check("[\"ab", "t.json:1:5: error: the string that begins here or before does not end\(early)")
    }

    @Test func `bytes that are no UTF-8 are refused at their place`() {
        let bytes: [UInt8] = [0x5B, 0x22, 0x61, 0xC3, 0x28, 0x22, 0x5D]
        #expect {
            try Self.tokens(ByteInput(bytes: bytes, name: "t.json"))
        } throws: { error in
            (error as? TraceError)?.diagnostic.message == "this byte is not valid UTF-8"
                && (error as? TraceError)?.diagnostic.place == Place(file: "t.json", line: 1, column: 4, byte: 3)
        }
    }

    @Test func `nesting is followed to 512 levels and not further`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func refusal(_ json: String) -> String? {
            do throws(TraceError) {
                var reader = JSONReader(ByteInput(bytes: Array(json.utf8), name: "t.json"))
                try reader.skipValue()
                return nil
            } catch { return error.diagnostic.message }
        }
        #expect(refusal(nested(512)) == nil)
        #expect(refusal(nested(513)) == "nested deeper than 512 levels")
        #expect(refusal(String(repeating: "{\"a\":", count: 100_000)) == "nested deeper than 512 levels")
    }

    @Test func `a string may be longer than the window, but not without end`() throws {
        let long = String(repeating: "é", count: 400_000)
        #expect(try Self.tokens(inputInPieces("[\"\(long)\"]", size: 65_536)) == "['\(long)']")
        let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20)
        #expect {
            try Self.tokens(inputInPieces([UInt8(ascii: "\"")] + endless, size: 65_536))
        } throws: { error in
            (error as? TraceError)?.diagnostic.message == "a single value is longer than 16 MB"
        }
    }

    @Test func `a value that is skipped is checked as strictly as one that is read`() throws {
        for json in ["{\"a\": [1, {\"b\": tru}]}", "[1, 2", "[\"\\x\"]", "{\"a\": 1,}", "[1.]", "{\"a\" 1}", "[1]]"] {
            var reader = JSONReader(ByteInput(bytes: Array(json.utf8), name: "t.json"))
            do throws(TraceError) {
                try reader.skipValue()
                try reader.expectEnd()
                #expect(Bool(false), "\(json) was taken")
            } catch {
                #expect(error.kind == .input)
            }
        }
        var reader = JSONReader(ByteInput(bytes: Array("[[1, {\"a\": []}], \"x\", null] 5".utf8), name: "t.json"))
        try reader.skipValue()
        #expect(try reader.number().text == "5")
    }
}
