import Foundation
import Testing

@testable import TraceKit

/// Encodings and document types that no reader takes: they are named before a format is looked for.
@Suite struct WideEncodingTests {
    private static func encode(_ text: String, _ name: String) -> [UInt8] {
        let isBig = name.hasSuffix("BE")
        let units =
            name.hasPrefix("UTF-16")
            ? text.utf16.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            : text.unicodeScalars.map { scalar in
                (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (24 - 8 * $0)) }
            }
        return units.flatMap { isBig ? $0 : $0.reversed() }
    }

    private static func refusal(_ bytes: [UInt8]) -> String? {
        let input = ByteInput(bytes: bytes, name: "x")
        do throws(TraceError) {
            _ = try TraceAssembly.importer(for: input)
            return nil
        } catch { return error.diagnostic.message }
    }

    @Test(arguments: DamageTests.fixtures)
    func `every format is refused by the name of its encoding, with and without a mark`(_ fixture: String) throws {
        let text = try String(contentsOfFile: "\(Repository.root)/\(fixture)", encoding: .utf8)
        for name in ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
            for mark in ["", "\u{FEFF}"] {
                let bytes = Self.encode(mark + text, name)
                #expect(
                    Self.refusal(bytes) == "the encoding \(name) is not read; expected UTF-8", "\(name) \(mark.count)")
                let input = ByteInput(bytes: bytes, name: "x")
                #expect(try TraceAssembly.wideTrace(input, ImportOptions()) != nil)
            }
        }
        #expect(Self.refusal(Array(text.utf8)) == nil && Self.refusal(Array("\u{FEFF}\(text)".utf8)) == nil)
    }

    @Test func `names beyond ASCII hide no encoding, and zeros alone are none`() throws {
        for name in ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
            let bytes = Self.encode("view,Größe,start_ns\nZeile😀,1,2\n", name)
            #expect(Self.refusal(bytes) == "the encoding \(name) is not read; expected UTF-8")
            // A note beside exports is no trace in any encoding.
            let note = ByteInput(bytes: Self.encode("remember the milk", name), name: "x")
            #expect(try TraceAssembly.wideTrace(note, ImportOptions()) == nil)
        }
        for bytes in [[], [0], [0, 0, 0], [0x7B], [0x7B, 0], [0xFF], [0xFE], [UInt8](repeating: 0, count: 300)] {
            #expect(Self.refusal(bytes)?.contains("encoding") != true, "\(bytes)")
        }
    }

    @Test func `a document type gives its error wherever it stands`() throws {
        let table = Xctrace.table("hitches", "start duration", "<s>1</s><d>5</d>")
        let body = table.replacing("<?xml version=\"1.0\"?>", with: "")
        let message = "a document type declaration is not read"
        for type in [
            "<!DOCTYPE trace-query-result>", "<!doctype a>",
            "<!-- <a> -->\n<?pi?>\n<!DoCtYpE a SYSTEM \"b\" [<!ENTITY c '<d>'>]>",
        ] {
            for text in [
                type + body, "<?xml version=\"1.0\"?>\n\(type)" + body, "\u{FEFF} \(type)" + body,
                table.replacing("<row>", with: "\(type)<row>"), table.replacing("</node>", with: "\(type)</node>"),
                table + type,
            ] {
                let text = text.hasPrefix("\u{FEFF}") ? text.replacing("\u{FEFF} ", with: "\u{FEFF}") : text
                let bytes = Array(text.utf8)
                let error = #expect(throws: TraceError.self) {
                    var assembly = TraceAssembly(ImportOptions())
                    let input = ByteInput(bytes: bytes, name: "x")
                    try assembly.read(input, by: try TraceAssembly.importer(for: input))
                }
                #expect(error?.diagnostic.message == message, "\(text)")
                let start = try #require(text.lowercased().firstRange(of: "<!doctype")).lowerBound
                #expect(error?.diagnostic.place?.byte == text.utf8.distance(from: text.startIndex, to: start))
            }
        }
        #expect(Self.refusal(Array("<!DOCTYPE svg [<!-- -->]><svg/>".utf8)) == message)
        #expect(
            Self.refusal(Array("<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\">".utf8))
                == "\(message); this looks like a property list of Apple, not like an export of xctrace")
        #expect(
            Self.refusal(Array("<!doctype html>\n<html>".utf8))
                == "\(message); this looks like a page, not like an export of xctrace")
    }
}
