import Testing

@testable import TraceKit

/// Words follow the profile: what Instruments colours is long, and no frame waits for it.
@Suite struct DeadlineWordsTests {
    private static let trace = RuleTraces.document(
        ("interactions", ["{\"id\": 1, \"kind\": \"tap\", \"name\": \"Go\", \"start_ms\": 900}"]),
        (
            "updates",
            RuleTraces.updates(4, "Row", from: 10, at: 1_000_000, every: 30_000, lasting: 20_000, "\"cause\": 1")
                + RuleTraces.updates(
                    6, "Cell", from: 50, at: 1_500_000, every: 500, lasting: 450, "\"cause\": 1")
                + [RuleTraces.update(90, "Map", at: 1_700_000, lasting: 20_000, "\"kind\": \"representable\"")]
        ))

    private func report(_ deadlines: Deadlines) throws -> String {
        var options = AnalysisOptions()
        options.deadlines = deadlines
        let records = try Traces.records(Self.trace)
        let results = AnalysisPasses.run(records, options)
        return results.findings.map { "\($0.title): \($0.evidence)" }.joined(separator: "\n")
    }

    @Test func `an update is late for a frame with deadlines of a frame alone`() throws {
        let late = ["frame", "deadline"]
        for deadlines in [Deadlines.frame, try #require(Deadlines(refreshRate: 120))] {
            let text = try report(deadlines)
            #expect(
                text.contains("Row.body is too long for a frame: 4 of 4 updates missed the deadline: 4 red"), "\(text)")
        }
        let instruments = try report(.instruments)
        #expect(instruments.contains("Row.body is long: 4 of 4 updates were long: 4 red (> 1 ms)"), "\(instruments)")
        #expect(
            instruments.contains("Updating the bridged view Map is long: 1 of 1 update was long: 1 red"),
            "\(instruments)")
        #expect(instruments.contains("Many small Cell updates take long together"), "\(instruments)")
        #expect(!late.contains { instruments.contains($0) }, "\(instruments)")
        let own = try report(try #require(Deadlines(milliseconds: "5,10")))
        #expect(own.contains("Row.body is long: 4 of 4 updates missed the deadline: 4 red (> 10 ms)"), "\(own)")
    }

    @Test(arguments: [
        (16.666666, "16.67"), (8.333333, "8.33"), (8.3, "8.3"), (5, "5"), (0.5, "0.5"), (0.125, "0.125"),
        (0.000001, "1e-06"),
    ])
    func `deadlines are rounded`(_ value: Double, _ text: String) { #expect(Decimal.rounded(value) == text) }

    @Test func `a display's deadlines are rounded in findings`() throws {
        let text = try report(try #require(Deadlines(refreshRate: 120)))
        #expect(text.contains("(> 16.67 ms)") && text.contains("8.33 ms") && !text.contains("6666"), "\(text)")
    }
}
