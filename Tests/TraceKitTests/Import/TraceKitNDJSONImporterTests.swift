import Foundation
import Testing

@testable import TraceKit

/// Lines in, records and rejects out.
@Suite struct TraceKitNDJSONImporterTests {
    private static let update =
        "{\"record\": \"update\", \"id\": 3, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 7}"

    /// Reads the lines and expects these rejects, as `kind line:column message`.
    @discardableResult
    private func check(
        _ text: String, imported: Int, rejects expected: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TraceRecords {
        let records = try Self.records(ByteInput(bytes: Array(text.utf8), name: "t.ndjson"))
        let rejects = records.rejects.map {
            "\($0.kind.rawValue) \($0.place.line ?? 0):\($0.place.column ?? 0) \($0.message)"
        }
        #expect(rejects == expected, sourceLocation: sourceLocation)
        #expect(records.counters.count(.rowsImported) == imported, sourceLocation: sourceLocation)
        return records
    }

    private static func records(_ input: ByteInput) throws -> TraceRecords {
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(input, by: TraceKitNDJSONImporter.self)
        return try assembly.finish()
    }

    // MARK: What is read

    @Test func `every kind of record, in any order, with keys in any order`() throws {
        let records = try check(
            """
            {"from": 2, "to": 3, "record": "edge", "changed": ["a"]}
            \(Self.update)
            {"record": "sample", "start_ns": 9, "weight_ns": 1, "frames": ["leaf", "main"]}
            {"record": "hang", "start_ns": 1, "duration_ns": 2}
            {"record": "hitch", "start_ns": 1, "duration_ns": 2, "system": true}
            {"record": "signpost", "name": "Load", "start_ns": 1, "signpost_id": 17216892719917625070}
            {"record": "group", "id": 9, "start_ns": 1}
            {"record": "cause", "id": 2, "cause": 1, "kind": "state", "name": "x"}
            {"kind": "tap", "id": 1, "start_ns": 1, "record": "interaction"}
            {"record": "trace", "name": "late", "app": "Landmarks"}

            """, imported: 9)
        #expect(records.metadata.name == "late" && records.metadata.app == "Landmarks")
        #expect(records.updates.count == 1 && records.causes.count == 1 && records.edges.count == 2)
        #expect(records.signposts[0].signpostID == 17_216_892_719_917_625_070)
        #expect(records.damage == nil)
    }

    @Test func `blank lines, CRLF, lone CR, a byte order mark and a missing last line end`() throws {
        let other = Self.update.replacingOccurrences(of: "3", with: "4")
        try check("\u{FEFF}\n  \n\(Self.update)\n\n\t\n\(other)", imported: 2)
        try check("\(Self.update)\r\n\r\n\(other)\r\n", imported: 2)
        try check("\(Self.update)\r\(other)\r", imported: 2)
        try check("  \(Self.update)  \n", imported: 1)
    }

    @Test func `unknown keys are kept out and counted`() throws {
        let records = try check(
            "{\"record\": \"update\", \"view\": \"Row\", \"start_ns\": 5, \"colour\": [1, {\"a\": 2}], \"from\": 3}\n",
            imported: 1)
        #expect(records.counters.count(.unknownKey, "update.colour") == 1)
        #expect(records.counters.count(.unknownKey, "update.from") == 1)
    }

    @Test func `escapes and names that are hostile`() throws {
        let name = "<script>\u{202E}\\u0000|`%\\\"\\ud83d\\ude00é"
        let records = try check(
            "{\"\\u0072ecord\": \"update\", \"view\": \"\(name)\", \"start_ns\": 5}\n", imported: 1)
        #expect(records.names.text(records.views[0].name) == "<script>\u{202E}\0|`%\"\u{1F600}é")
    }

    @Test func `keys and texts that repeat are not taken for others`() throws {
        // A reader that expects what came last must see every difference: escapes, prefixes, spaces, other orders.
        let views = [
            "a", "ab", "a", "", "a\\\\", "a\\", "\\\"", "\\u0061", "abcdefghijklmnop", "abcdefghijklmnopq", "a",
        ]
        let lines = views.enumerated().map { number, view in
            number % 2 == 0
                ? "{\"record\": \"update\", \"view\": \"\(view)\", \"start_ns\": \(number)}"
                : "{\"start_ns\":\(number),\"view\":\"\(view)\" , \"record\" :\"update\"}"
        }
        // `a\` alone leaves its string open: that line, and no other, is rejected.
        let records = try Self.records(ByteInput(bytes: Array(lines.joined(separator: "\n").utf8), name: "t"))
        let names = (0..<records.updates.count).map {
            records.names.text(records.views[Int(records.updates.view[$0])].name) ?? "-"
        }
        #expect(names == ["a", "ab", "a", "", "a\\", "\"", "a", "abcdefghijklmnop", "abcdefghijklmnopq", "a"])
        #expect(records.rejects.map(\.place.line) == [6])
    }

    @Test func `values point at themselves though they were expected`() throws {
        let line = "{\"record\": \"updte\", \"view\": \"A\"}"
        let reject = "unknown record 'updte'; did you mean 'update'?"
        try check(
            "\(Self.update)\n\(line)\n\(line)\n", imported: 1,
            rejects: ["unknown-record 2:12 \(reject)", "unknown-record 3:12 \(reject)"])
    }

    @Test func `a pipe is read as it grows, in pieces of any size`() throws {
        let text = "\(Self.update)\n{\"record\": \"upd\n{\"record\": \"hang\", \"start_ns\": 1, \"duration_ns\": 2}\n"
        for size in [1, 2, 3, 7, 8, 16, 64] {
            let records = try Self.records(inputInPieces(text, size: size))
            #expect(records.updates.count == 1 && records.hangs.count == 1 && records.rejects.count == 1)
            #expect(records.rejects.first?.place.line == 2, "in pieces of \(size)")
        }
    }

    // MARK: What is refused

    @Test func `a broken line is one reject and the next line is read`() throws {
        let bad = [
            ("{\"record\": \"update\", }", "malformed 2:22 expected a value after ',', found '}'"),
            ("{\"record\": \"update\"", "malformed 2:20 expected ',' or '}', found the end of the line"),
            ("{\"record\": \"upd", "malformed 2:16 a control character inside a string must be escaped"),
            ("{\"record\": \"a\\", "malformed 2:15 '\\' must be followed by one of \" \\ / b f n r t u"),
            ("{\"record\": tru}", "malformed 2:12 expected true or false, found 'tru}'"),
            ("{\"record\":", "malformed 2:11 expected a value, found the end of the line"),
            ("{\"record\"", "malformed 2:10 expected ':' after the key, found the end of the line"),
            ("{", "malformed 2:2 expected a key in double quotes, found the end of the line"),
            ("[1, 2]", "malformed 2:1 expected an object, found '[1'"),
            ("starting up …", "malformed 2:1 expected an object, found 'starting'"),
            ("{\"record\": \"hang\"} {", "malformed 2:20 expected the end of the line, found '{'"),
            ("{\"a\": [[{\"b\": [1,", "malformed 2:18 expected a value, found the end of the line"),
            ("{\"id\": 01}", "malformed 2:8 expected a number, found '01}'"),
        ]
        let other = Self.update.replacingOccurrences(of: "3", with: "4")
        for (line, reject) in bad {
            for end in ["\n", "\r\n"] {
                try check("\(Self.update)\(end)\(line)\(end)\(other)\(end)", imported: 2, rejects: [reject])
            }
        }
    }

    @Test func `a line that is not UTF-8 is a reject of its own kind`() throws {
        let bytes = Array("\(Self.update)\n{\"record\": \"".utf8) + [0xFF] + Array("\"}\n".utf8)
        let records = try Self.records(ByteInput(bytes: bytes, name: "t.ndjson"))
        #expect(records.rejects.map(\.kind) == [.invalidUTF8])
        #expect(records.rejects.first?.place.column == 13)
    }

    @Test func `a line beyond the limit is one reject, and the next line is read`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.ndjson"
            let pieces = String(repeating: ",\"k\":\"\(String(repeating: "y", count: 1 << 20))\"", count: 66)
            let text = "\(Self.update)\n{\"record\":\"update\"\(pieces)}\n\(Self.update.replacing("3", with: "4"))\n"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let records = try Self.records(ByteInput(path: path))
            #expect(records.updates.count == 2 && records.damage == nil)
            #expect(
                records.rejects.map { "\($0.place.line ?? 0) \($0.message)" } == ["2 the line is longer than 64 MB"])
        }
    }

    @Test func `values that do not fit and fields that are missing`() throws {
        let hang = "{\"record\": \"hang\", \"start_ns\": 1, \"duration_ns\": 1}"
        try check(
            "\(Self.update)\n{\"record\": \"hang\", \"start_ns\": \"x\", \"duration_ns\": 1}\n\(hang)\n", imported: 2,
            rejects: ["wrong-type 2:32 'start' must be a number, found 'x'"])
        try check(
            "\(Self.update)\n{\"record\": \"hang\", \"start_ns\": 1}\n\(hang)\n", imported: 2,
            rejects: ["missing-field 2:1 the duration is missing"])
        try check(
            "\(Self.update)\n\(Self.update)\n", imported: 1,
            rejects: ["duplicate-id 2:28 the id 3 was used before; ids are unique over all records"])
    }

    @Test func `a record that is missing or none of ours says what to write`() throws {
        try check(
            "\(Self.update)\n{\"record\": \"updte\", \"view\": \"A\"}\n", imported: 1,
            rejects: ["unknown-record 2:12 unknown record 'updte'; did you mean 'update'?"])
        let words = "trace, interaction, cause, update, edge, group, signpost, hitch, hang, sample, log"
        try check(
            "\(Self.update)\n{\"record\": \"banana\"}\n{\"view\": \"A\"}\n{\"record\": 7}\n", imported: 1,
            rejects: [
                "unknown-record 2:12 unknown record 'banana'; known: \(words)",
                "missing-field 3:1 'record' is missing; it is one of \(words)",
                "unknown-record 4:12 unknown record '7'; known: \(words)",
            ])
    }

    @Test func `edges to nowhere are rejected with their line`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.ndjson"
            try "\(Self.update)\n\n{\"record\": \"edge\", \"from\": 3, \"to\": 99}\n"
                .write(toFile: path, atomically: true, encoding: .utf8)
            let records = try Self.records(ByteInput(path: path))
            #expect(records.rejects.map(\.kind) == [.danglingReference])
            #expect(records.rejects.first?.place.line == 3)
        }
    }

    // MARK: Cut inputs

    @Test func `a last line that is cut is rejected and marks the trace`() throws {
        let records = try check(
            "\(Self.update)\n{\"record\": \"update\", \"id\": 4, \"vie", imported: 1,
            rejects: ["malformed 2:35 the string that begins here or before does not end"])
        #expect(records.metadata.truncatedAt?.line == 2 && records.damage != nil)
    }

    @Test func `every prefix keeps the complete lines and accounts for all`() throws {
        let text = "\(Self.update)\r\n{\"record\": \"cause\", \"id\": 8, \"name\": \"é\\n\", \"start_us\": 1.5}\n"
        for length in 1...text.utf8.count {
            let input = ByteInput(bytes: Array(text.utf8.prefix(length)), name: "t.ndjson")
            guard let records = try? Self.records(input) else {
                #expect(length < Self.update.utf8.count, "prefix of \(length)")
                continue
            }
            #expect(records.updates.count == 1, "prefix of \(length)")
            #expect((records.damage == nil) == records.rejects.isEmpty, "prefix of \(length)")
        }
    }

    @Test func `every change of one byte is survived`() throws {
        let text = Array("\(Self.update)\n{\"record\": \"hang\", \"start_ns\": 1, \"duration_ns\": 2}\n".utf8)
        for place in text.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
                var changed = text
                changed[place] = byte
                _ = try? Self.records(ByteInput(bytes: changed, name: "t.ndjson"))
            }
        }
    }

    @Test func `a value beyond the limit is one reject and the next line is read`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.ndjson"
            let long = String(repeating: "x", count: ByteInput.Limits.token + 1_000_000)
            let other = Self.update.replacingOccurrences(of: "3", with: "4")
            try "\(Self.update)\n{\"record\": \"update\", \"view\": \"\(long)\", \"start_ns\": 1}\n\(other)\n"
                .write(toFile: path, atomically: true, encoding: .utf8)
            let records = try Self.records(ByteInput(path: path))
            #expect(records.updates.count == 2 && records.damage == nil)
            #expect(records.rejects.map(\.kind) == [.tooLong])
            #expect(records.rejects.first?.message == "a single value is longer than 16 MB")
            #expect(records.rejects.first?.place.line == 2 && records.rejects.first?.place.column == 30)
        }
    }

    // MARK: Recognising

    private func isRecognized(_ text: String) -> Bool {
        let input = ByteInput(bytes: Array(text.utf8), name: "x")
        return (try? TraceAssembly.importer(for: input).name) == TraceKitNDJSONImporter.name
    }

    @Test func `lines with our records are recognised, whatever stands around them`() {
        #expect(isRecognized("\(Self.update)\n"))
        #expect(isRecognized("\u{FEFF}\r\n \(Self.update)"))
        #expect(isRecognized("{\"causes\": [1], \"format\": 1, \"record\": \"update\"}\n"))
        #expect(isRecognized("starting …\n{\"broken\n\(Self.update)\n"))
        #expect(isRecognized("{\"record\": \"update\", \"view\": \"cut"))
        #expect(isRecognized("{\"record\": \"updats\"}\n"))
    }

    @Test func `other JSON is not`() {
        #expect(!isRecognized("{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\n\(Self.update)\n]}"))
        #expect(!isRecognized("{\n\"updates\": [\n\(Self.update)\n]}"))
        #expect(!isRecognized("[\(Self.update)]"))
        #expect(!isRecognized("{\"a\": {\"record\": \"update\"}}\n"))
        #expect(!isRecognized("{\"record\": {\"update\": 1}}\n"))
        #expect(!isRecognized("{\"timestamp\": \"2024\", \"record\": \"something else\"}\n"))
        #expect(!isRecognized("{}"))
    }
}
