import Testing

@testable import TraceKit

/// What a report says of causes that recur, beside interactions.
@Suite struct RecurringReportTests {
    /// A tap on a row, and a timer whose views had nothing that changed.
    private static func tapAndTimer(_ ticks: Int) -> String {
        let causes = (0..<ticks).map {
            "{\"id\": \(100 + $0), \"kind\": \"observable\", \"name\": \"Feed.tick\", \"start_ms\": \($0 * 250)}"
        }
        let updates = (0..<ticks).map {
            "{\"view\": \"Price\", \"changed\": [\($0 % 4 == 0 ? "\"price\"" : "")], \"start_ms\": \($0 * 250 + 1), \"duration_ms\": 2, \"cause\": \(100 + $0)}"
        }
        let taps = ["{\"id\": 1, \"kind\": \"tap\", \"name\": \"Lap\", \"start_ms\": 600}"]
        let own = "{\"view\": \"Lap\", \"changed\": [], \"start_ms\": 610, \"duration_ms\": 3, \"cause\": 1}"
        return RuleTraces.document(("interactions", taps), ("causes", causes), ("updates", updates + [own]))
    }

    private func report(_ json: String, all: Bool = false) throws -> Report {
        var options = ReportBuilder.Options()
        options.isBrief = !all
        return try ReportBuilder.build(try Traces.store(json), traces: [1], options)
    }

    @Test func `the first screen says beside interactions how much of recurring work was not needed`() throws {
        let answer = try #require(try report(Self.tapAndTimer(40)).traces.first?.answer)
        #expect(
            ReportWords.costs(answer).hasPrefix(
                "1 of 1 update in interactions unnecessary (3.0 ms, proven); of timers and other recurring causes 30 of 40"
            ),
            "\(ReportWords.costs(answer))")
        #expect(answer.waste.unnecessary == 1)
        // Where of interactions nothing can be said, it is a sentence of its own.
        var alone = answer
        (alone.waste.necessary, alone.waste.unnecessary, alone.waste.unknown) = (0, 0, 0)
        #expect(
            ReportWords.costs(alone).hasPrefix("30 of 40 updates of timers and other recurring causes unnecessary;"),
            "\(ReportWords.costs(alone))")
        // Without a timer nothing of it.
        let without = try #require(try report(Self.tapAndTimer(0)).traces.first?.answer)
        #expect(!ReportWords.costs(without).contains("recurring"))
    }

    @Test func `a section has a row a cause, in the brief report it is left out`() throws {
        let section = try #require(
            try report(Self.tapAndTimer(40), all: true).traces.first?.sections.first { $0.id == "recurring-causes" })
        #expect(section.rows.map { $0[0].text } == ["Feed.tick"] && section.rows[0][2].count == 40)
        #expect(
            try report(Self.tapAndTimer(40)).traces.first?.sections.contains { $0.id == "recurring-causes" } == false)
        #expect(
            try report(Self.tapAndTimer(0), all: true).traces.first?.sections.contains { $0.id == "recurring-causes" }
                == false)
    }
}
