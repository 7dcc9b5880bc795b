import Foundation
import Testing

@testable import TraceKit

/// Files in, traces out: one rule for every format.
@Suite struct TraceGroupingTests {
    private static let updates = "view,start_ms,duration_ms\nRow,0,12\n"
    private static let document = #"{"format": "tracekit", "version": 1, "updates": [{"view": "A", "start_ns": 1}]}"#
    private static let lines = #"{"record": "update", "view": "A", "start_ns": 1}"# + "\n"

    private static func export(_ schema: String) -> String {
        """
        <?xml version="1.0"?>
        <trace-query-result><node xpath='//trace-toc[1]/run[1]/data[1]/table[1]'><schema name="\(schema)">
        <col><mnemonic>time</mnemonic><name>Time</name><engineering-type>sample-time</engineering-type></col></schema>
        </node></trace-query-result>
        """
    }

    /// The numbers of files of each trace, and what is told.
    private func traces(
        _ files: [(path: String, text: String)], _ inputs: [String], oneTrace: Bool = false
    ) throws -> (files: [Int], told: [String]) {
        try withTemporaryFolder { folder in
            for file in files {
                let path = "\(folder)/\(file.path)"
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try file.text.write(toFile: path, atomically: true, encoding: .utf8)
            }
            var options = TracePipeline.Options()
            options.isOneTrace = oneTrace
            options.importing.takesUnreadableLanes = true
            let loaded = try TracePipeline.load(inputs.map { "\(folder)/\($0)" }, into: .temporary, options)
            let counts = try loaded.store.rows("SELECT source_file FROM traces ORDER BY id")
            return (
                counts.map { $0.split(whereSeparator: \.isNewline).count },
                loaded.diagnostics.filter { $0.level == .note }.map(\.message)
            )
        }
    }

    @Test func `two files of any format are two traces, and that is said`() throws {
        for text in [Self.updates, Self.document, Self.lines] {
            let found = try traces([("a", text), ("b", text + "\n")], ["a", "b"])
            #expect(found.files == [1, 1], "\(text)")
            #expect(found.told == ["2 files are read as 2 traces (as parts of one trace: --one-trace)"], "\(text)")
        }
        let other = Self.export("hitches")
        #expect(try traces([("a", other), ("b", other)], ["a", "b"]).files == [1, 1])
    }

    @Test func `tables of one recording are one trace, and that is said`() throws {
        let signposts = "name,category,start_ms\nLoad,POI,1\n"
        let found = try traces([("updates.csv", Self.updates), ("s.csv", signposts)], ["updates.csv", "s.csv"])
        #expect(found.files == [2])
        #expect(found.told == ["2 files are read as 1 trace (each by itself: a command for each)"])
        let exports = [("a.xml", Self.export("hitches")), ("b.xml", Self.export("potential-hangs"))]
        #expect(try traces(exports, ["a.xml", "b.xml"]).files == [2])
        let apart = [("x/updates.csv", Self.updates), ("y/s.csv", signposts)]
        #expect(try traces(apart, ["x/updates.csv", "y/s.csv"]).files == [1, 1])
    }

    @Test func `tables of a directory are one trace, documents in it a trace each`() throws {
        let tables = [("d/a.csv", Self.updates), ("d/b.csv", Self.updates)]
        let found = try traces(tables, ["d"])
        #expect(found.files == [2] && found.told.isEmpty)
        #expect(try traces([("d/a.json", Self.document), ("d/b.json", Self.document + "\n")], ["d"]).files == [1, 1])
        #expect(try traces(tables + [("e/a.csv", Self.updates)], ["d", "e"]).files == [2, 1])
    }

    @Test func `with one-trace everything is one trace`() throws {
        #expect(try traces([("a", Self.updates), ("b", Self.lines)], ["a", "b"], oneTrace: true).files == [2])
    }

    @Test func `tables of several recordings in one folder are not guessed apart`() throws {
        let files = [
            ("a-h.xml", Self.export("hitches")), ("a-p.xml", Self.export("potential-hangs")),
            ("b-h.xml", Self.export("hitches")),
        ]
        let error = #expect(throws: TraceError.self) { try traces(files, files.map { $0.0 }) }
        #expect(error?.kind == .usage && error?.diagnostic.message.contains("both hold hitches") == true)
    }
}
