import Testing

@testable import TraceKit

/// Exports of traces that have nothing for the target: an error instead of an empty file.
@Suite struct EmptyExportTests {
    private static let targets = ["perfetto", "speedscope", "mermaid", "dot"]

    /// Traces with one lane each, and the targets that show it.
    private static let traces: [(name: String, json: String, targets: Set<String>)] = [
        (
            "updates", Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}"),
            ["perfetto"]
        ),
        ("untimed", Traces.updates("{\"id\": 1, \"view\": \"Row\", \"changed\": [\"x\"]}"), []),
        ("hangs", Traces.document("hangs", ["{\"start_ns\": 5, \"duration_ns\": 900000000}"]), ["perfetto"]),
        ("logs", Traces.document("logs", ["{\"start_ns\": 5, \"message\": \"hello\"}"]), []),
        ("small", SmallTrace.json, ["perfetto", "mermaid", "dot"]),
        (
            "samples",
            Traces.document("samples", ["{\"start_ns\": 5, \"weight_ns\": 1000000, \"frames\": [\"f\"]}"]),
            ["speedscope"]
        ),
    ]

    private func export(_ store: TraceStore, _ target: String) throws(TraceError) -> String {
        var text = ""
        try TraceExporters.write(store, trace: 1, as: target) {
            text += $0
            return true
        }
        return text
    }

    @Test(arguments: traces.map(\.name)) func `a trace with nothing for a target is an error, with something a file`(
        _ name: String
    ) throws {
        let trace = try #require(Self.traces.first { $0.name == name })
        let store = try Traces.store(trace.json)
        for target in Self.targets {
            guard !trace.targets.contains(target) else {
                let text = try export(store, target)
                #expect(text.contains(target == "mermaid" ? "-->" : target == "dot" ? "->" : "\"name\""), "\(text)")
                continue
            }
            var written = ""
            let error = #expect(throws: TraceError.self, "\(target)") { written = try export(store, target) }
            let fix = try #require(error?.diagnostic.fix)
            #expect(error?.kind == .input && written.isEmpty)
            // The fix names every target that shows the trace, and no other.
            for other in Self.targets where other != target {
                #expect(fix.contains("--to \(other)") == trace.targets.contains(other), "\(target): \(fix)")
            }
            #expect(fix.contains("--to json"), "\(fix)")
        }
    }

    @Test func `our own formats have every trace`() throws {
        for trace in Self.traces {
            for target in ["json", "ndjson", "csv"] {
                #expect(try !export(try Traces.store(trace.json), target).isEmpty, "\(trace.name)")
            }
        }
    }

    @Test func `figures of MetricKit are shown by no target`() throws {
        let loaded = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/metrickit"], into: .temporary, TracePipeline.Options())
        for target in Self.targets + ["json", "ndjson", "csv"] {
            let error = #expect(throws: TraceError.self) { try export(loaded.store, target) }
            #expect(error?.diagnostic.fix?.contains("trace-analyze query") == true)
            #expect(error?.diagnostic.fix?.contains("--to") == false)
        }
        // Read for an export alone, without a database.
        let read = try TracePipeline.exported(
            ["\(Repository.root)/SampleTraces/metrickit"], as: "json", TracePipeline.Options())
        #expect(throws: TraceError.self) { try TraceExporters.write(read.source, as: "json") { _ in true } }
    }
}
