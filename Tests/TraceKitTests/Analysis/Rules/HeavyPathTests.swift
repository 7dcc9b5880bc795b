import Testing

@testable import TraceKit

/// Stacks with their samples in, the path that holds most of them out.
@Suite struct HeavyPathTests {
    /// Stacks are given outermost first, `main/load/decode`, each with its number of samples.
    private func check(
        _ stacks: (String, Int)..., path words: String, samples count: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let samples = stacks.flatMap { stack, count in
            let frames = stack.split(separator: "/").reversed().map { "\"\($0)\"" }.joined(separator: ", ")
            return Array(repeating: "{\"start_ns\": 1, \"frames\": [\(frames)]}", count: count)
        }
        let records = try Traces.records(RuleTraces.document(("samples", samples)))
        let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
        let found = context.mainSamples.stacks(from: 0, to: 2, context)
        let path = HeavyPath(found.byStack, total: found.total, context)
        let frames = (path?.frames ?? []).map { context.name($0) }.joined(separator: "/")
        #expect(frames == words && path?.samples ?? 0 == count, "\(frames)", sourceLocation: sourceLocation)
    }

    @Test func `a path goes on as long as it holds half of the samples`() throws {
        try check(("main/load", 100), ("main/draw", 99), path: "main/load", samples: 100)
        try check(("main/load", 100), ("main/draw", 100), path: "main/draw", samples: 100)
        try check(("main/load", 100), ("main/draw", 50), ("main/wait", 51), path: "main", samples: 201)
        try check(("main/load", 99), ("main/draw", 50), ("main/wait", 51), path: "main", samples: 200)
        try check(("main/load", 100), ("main/draw", 50), ("main/wait", 50), path: "main/load", samples: 100)
    }

    @Test func `samples of callers and of what they call are added up`() throws {
        try check(("main/load/decode", 1), ("main/load", 1), ("main/draw", 1), path: "main/load", samples: 2)
        try check(("main/load/decode", 1), ("main/load", 1), path: "main/load/decode", samples: 1)
    }

    @Test func `of equal calls of one name the first binary's is taken`() throws {
        func path(_ binaries: String...) throws -> String {
            let samples = binaries.map { binary in
                "{\"start_ns\": 1, \"frames\": [\"in \(binary)\", \"load\", \"main\"], "
                    + "\"binaries\": [\"App\", \"\(binary)\", \"App\"]}"
            }
            let records = try Traces.records(RuleTraces.document(("samples", samples)))
            let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
            let found = context.mainSamples.stacks(from: 0, to: 2, context)
            let path = HeavyPath(found.byStack, total: found.total, context)
            return (path?.frames ?? []).map { context.name($0) }.joined(separator: "/")
        }
        #expect(try path("B", "A") == "main/load/in A")
        #expect(try path("A", "B") == "main/load/in A")
    }

    @Test func `two calls behind the getter of a body are named`() throws {
        let samples = Array(
            repeating: "{\"start_ms\": 1, \"frames\": [\"d\", \"c\", \"b\", \"Row.body.getter\", \"main\"]}", count: 3)
        let json = RuleTraces.document(
            ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 20_000)]), ("samples", samples))
        let finding = try #require(try RuleTraces.findings(json).first { $0.rule == "long-body" })
        #expect(finding.hint.hasPrefix("Take c → d out of Row.body"))
    }

    @Test func `without a call that holds enough there is no path`() throws {
        try check(("a", 1), ("b", 1), ("c", 1), path: "")
    }
}
