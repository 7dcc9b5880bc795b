import Foundation
import Testing

@testable import TraceKit

/// An export of files in our own format is made of their records, without a database; it is the same trace as one of a database.
@Suite struct DirectExportTests {
    private static func text(_ source: ExportSource, _ shape: String) throws -> String {
        var text = ""
        try TraceExporters.write(source, as: shape) { piece in
            text += piece
            return true
        }
        return text
    }

    /// What an import of the text gives.
    private static func store(_ text: String) throws -> TraceStore {
        try withTemporaryFolder { folder in
            try text.write(toFile: "\(folder)/exported", atomically: true, encoding: .utf8)
            return try TraceDump.store("\(folder)/exported")
        }
    }

    @Test(
        arguments: [
            "landmarks-before.json", "xctrace/landmarks-before", "signposts/landmarks-before.default.log",
            "unified-log/landmarks-before.ndjson", "print-changes/landmarks-before.log",
            "chrome-trace/landmarks-before.json", "bundle/landmarks-before.trace",
        ], [nil, "key"])
    func `records and database give the same trace`(_ sample: String, _ key: String?) throws {
        var options = TracePipeline.Options()
        options.redactionKey = key
        let inputs = ["\(Repository.root)/SampleTraces/\(sample)"]
        let stored = try TracePipeline.load(inputs, into: .temporary, options)
        let trace = try #require(stored.traceIDs.first)
        let analysed = ExportSource(.stored(stored.store, trace))
        for shape in TraceExporters.names where TraceExporters.isOwnFormat(shape) {
            let direct = try TracePipeline.exported(inputs, as: shape, options)
            #expect(direct.diagnostics.map(\.message) == stored.diagnostics.map(\.message))
            let (left, right) = (try Self.text(direct.source, shape), try Self.text(analysed, shape))
            #expect(left.split(separator: "\n").first == right.split(separator: "\n").first, "\(shape)")
            let (records, database) = (try Self.store(left), try Self.store(right))
            for view in TraceDump.views + ["logs", "findings"] {
                let (first, second) = (try TraceDump.rows(records, view), try TraceDump.rows(database, view))
                #expect(first == second, "\(shape), \(view)")
            }
        }
    }

    @Test func `several traces are refused, with what to name instead`() throws {
        let sample = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let other = "\(Repository.root)/SampleTraces/landmarks-after.json"
        for target in ["ndjson", "perfetto"] {
            let error = #expect(throws: TraceError.self) {
                try TracePipeline.exported([sample, other], as: target, .init())
            }
            #expect(error?.kind == .usage && error?.diagnostic.message.hasSuffix("the input holds 2") == true)
        }
    }
}
