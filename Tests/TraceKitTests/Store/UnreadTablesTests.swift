import Foundation
import Testing

@testable import TraceKit

/// A temporary database that lacks what nobody asks for tells the same of the rest.
@Suite struct UnreadTablesTests {
    private static let inputs = [
        "SampleTraces/landmarks-before.json", "SampleTraces/bundle/landmarks-before.trace",
    ].map { "\(Repository.root)/\($0)" }

    private func load(_ input: String, unread: Set<LongTable>) throws -> TracePipeline.Loaded {
        var options = TracePipeline.Options()
        options.unread = unread
        return try TracePipeline.load([input], into: .temporary, options)
    }

    /// A report on an input with all tables, which says these words, is the same as one without rows of samples.
    private func expectSameReport(_ input: String, saying words: String) throws {
        func report(_ unread: Set<LongTable>) throws -> String {
            let loaded = try load(input, unread: unread)
            return JSONReport.render(
                try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, .init()), RenderOptions())
        }
        let whole = try report([])
        #expect(whole.contains(words))
        #expect(try report([.samples, .stackFrames]) == whole)
    }

    @Test(arguments: inputs) func `a report shows the same samples without their rows`(input: String) throws {
        try expectSameReport(input, saying: "samples in")
    }

    /// Whose rows a trace holds is looked up in every lane.
    @Test func `a report on another process' samples needs no rows of them`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/other.json"
            try Data(
                """
                {"format": "tracekit", "version": 1, "trace": {"process": "App", "pid": 5}, "samples": [
                {"start_ns": 0, "weight_ns": 1000000, "thread": "main", "process": "Other (7)", "frames": ["leaf", "main"]}]}
                """.utf8
            ).write(to: URL(fileURLWithPath: path))
            try expectSameReport(path, saying: "no row belongs to App")
        }
    }

    @Test(arguments: inputs) func `figures are the same without frames`(input: String) throws {
        let whole = try load(input, unread: []).figures()
        #expect(whole[0].cpu != nil)
        func compared(_ figures: [TraceFigures]) throws -> String {
            JSONDiff.render(try DiffBuilder.build(before: whole, after: figures, DiffOptions()), RenderOptions())
        }
        #expect(try compared(load(input, unread: [.stackFrames]).figures()) == compared(whole))
    }

    @Test func `who asks for them all the same is told, not given nothing`() throws {
        let store = try load(Self.inputs[0], unread: Set(LongTable.allCases)).store
        for view in ["samples", "stack_frames"] {
            let error = #expect(throws: TraceError.self) { try store.rows("SELECT count(*) FROM \(view)") }
            #expect(error?.diagnostic.text.contains("no such table") == true)
        }
    }
}
