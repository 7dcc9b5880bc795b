import Testing

@testable import TraceKit

/// What all rules read.
@Suite struct RuleContextTests {
    private func context(_ updates: String...) throws -> RuleContext {
        let records = try Traces.records(RuleTraces.document(("updates", updates)))
        return RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
    }

    @Test func `a name of 200 characters is whole, a longer one is cut to 200`() throws {
        let context = try context(RuleTraces.update(1, "Row", at: 0, lasting: 1))
        #expect(context.short(String(repeating: "n", count: 200)) == String(repeating: "n", count: 200))
        #expect(context.short(String(repeating: "ñ", count: 200)) == String(repeating: "ñ", count: 200))
        #expect(context.short(String(repeating: "n", count: 201)) == String(repeating: "n", count: 199) + "…")
    }

    @Test func `an update without an end lasts no time`() throws {
        let context = try context(
            RuleTraces.update(1, "Row", at: 0, lasting: nil), RuleTraces.update(2, "Row", at: 1, lasting: 1))
        #expect((0..<2).map { context.duration($0) } == [0, 1_000])
    }

    @Test func `time on a deadline has met it`() throws {
        let context = try context(RuleTraces.update(1, "Row", at: 0, lasting: 1))
        let severities = [8_300_000, 8_300_001, 16_670_000, 16_670_001].map { context.severity(ofTime: $0) }
        #expect(severities == [.low, .medium, .medium, .high])
    }

    @Test func `what was analysed is gone when nobody holds it`() throws {
        weak var seen: TraceRecords?
        weak var results: AnalysisResults?
        do {
            let records = try Traces.records(SmallTrace.json)
            let found = AnalysisPasses.run(records, AnalysisOptions())
            (seen, results) = (records, found)
            #expect(found.findings.count > 0)
        }
        #expect(seen == nil && results == nil)
    }
}
