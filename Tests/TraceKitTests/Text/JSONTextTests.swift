import Foundation
import Testing

@testable import TraceKit

/// Values in, JSON text out.
@Suite struct JSONTextTests {
    private func check(_ value: SQLValue, _ json: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(JSONText.literal(value) == json, sourceLocation: sourceLocation)
    }

    @Test func `numbers are exact and never NaN`() {
        check(.integer(.max), "9223372036854775807")
        check(.real(8.3), "8.3")
        check(.real(5), "5")
        check(.real(1e-9), "1e-09")
        check(.real(.nan), "null")
        check(.real(.infinity), "9e999")
        check(.real(-.infinity), "-9e999")
        check(.real(.nan), "null")
        check(.null, "null")
    }

    @Test func `text is escaped for JSON and for a script element`() {
        check(.text("a\"b\\c"), #""a\"b\\c""#)
        check(.text("\n\r\t\u{0}\u{1F}\u{7F}\u{85}"), #""\n\r\t\u0000\u001f\u007f\u0085""#)
        check(.text("</script>\u{2028}"), #""\u003c/script>\u2028""#)
        check(.text("é😀"), "\"é😀\"")
        check(.blob([0, 255]), "\"00ff\"")
    }

    /// What is escaped, a character at a time.
    private static func plain(_ text: String) -> String {
        text.unicodeScalars.reduce("\"") { result, scalar in
            switch scalar {
            case "\"": result + "\\\""
            case "\\": result + "\\\\"
            case "\n": result + "\\n"
            case "\r": result + "\\r"
            case "\t": result + "\\t"
            case "#" where !result.hasSuffix("#"): result + "#"
            case "#", "<", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}"..<"\u{A0}":
                result + "\\u" + String(format: "%04x", scalar.value)
            default: result + String(scalar)
            }
        } + "\""
    }

    @Test func `every character and any mix of them is escaped as its plain definition says`() {
        for number in UInt32(0)...0x2100 {
            guard let scalar = Unicode.Scalar(number) else { continue }
            #expect(JSONText.quote("a\(scalar)") == Self.plain("a\(scalar)"))
        }
        let signs = ["#", "##", "a", "→", "\u{85}", "Â", "\u{2028}", "<", "\"", "\\", "\n", "é😀"]
        var random = SeededNumbers(5)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in signs.randomElement(using: &random) ?? ""
            }
            .joined()
            #expect(JSONText.quote(text) == Self.plain(text))
        }
    }

    @Test func `objects and arrays nest with two spaces a level`() throws {
        var json = JSONText()
        json.object { json in
            json.value("a", 1)
            json.array("list") { json in
                json.row([("x", .integer(1)), ("y", .null)])
                json.row([("x", .integer(2)), ("y", .text("z"))])
            }
            json.array("none") { _ in }
            json.object("deep") { $0.value("b", "c") }
        }
        #expect(
            json.text == """
                {
                  "a": 1,
                  "list": [
                    {"x": 1, "y": null},
                    {"x": 2, "y": "z"}
                  ],
                  "none": [],
                  "deep": {
                    "b": "c"
                  }
                }
                """)
        _ = try JSONSerialization.jsonObject(with: Data(json.text.utf8))
    }
}
