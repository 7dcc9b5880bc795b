import Testing

@testable import TraceKit

/// Samples in, those of the main thread in an interval out.
@Suite struct MainSamplesTests {
    private func check(
        _ samples: (start: Int, more: String)..., total: Int, withStack: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let texts = samples.map { "{\"start_ns\": \($0.start), \($0.more)}" }
        let records = try Traces.records(RuleTraces.document(("samples", texts)))
        let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
        let stacks = context.mainSamples.stacks(from: 1_000, to: 1_400, context)
        #expect(stacks.total == total, sourceLocation: sourceLocation)
        #expect(stacks.byStack.values.reduce(0, +) == withStack, sourceLocation: sourceLocation)
    }

    private let main = "\"frames\": [\"f\", \"main\"]"

    @Test func `an interval holds its first nanosecond and not the one behind its last`() throws {
        try check((999, main), (1_000, main), (1_399, main), (1_400, main), total: 2, withStack: 2)
        try check((998, main), (999, main), total: 0, withStack: 0)
        try check((1_400, main), (1_401, main), (1_402, main), total: 0, withStack: 0)
        try check((1_000, main), total: 1, withStack: 1)
    }

    @Test func `samples without frames count, those of other threads do not`() throws {
        try check((1_000, "\"thread\": \"main\""), (1_001, main), total: 2, withStack: 1)
        try check((1_000, "\"thread\": \"worker\", \(main)"), total: 0, withStack: 0)
    }

    @Test func `a sample says whether its thread ran, or nothing`() throws {
        let states = ["", ", \"state\": \"Running\"", ", \"state\": \"running\"", ", \"state\": \"Blocked\""]
        let texts = states.enumerated().map { "{\"start_ns\": \($0), \"frames\": [\"f\"]\($1)}" }
        let records = try Traces.records(RuleTraces.document(("samples", texts)))
        var running = RunningStates(records.names)
        #expect((0..<4).map { running.contains(records.samples[$0].state) } == [true, true, true, false])
    }
}
