import Testing

@testable import TraceKit

/// Update groups in, findings about many small updates out.
@Suite struct AccumulatedUpdatesRuleTests {
    private func group(_ durations: Int...) -> [String] {
        var start = 0
        return durations.enumerated().map { index, duration in
            defer { start += duration }
            return RuleTraces.update(index + 1, "Row", at: start, lasting: duration, "\"group\": 7")
        }
    }

    @Test func `a group on the deadline is fine, one past it is found`() throws {
        try expectFindings(AccumulatedUpdatesRule.self, ("updates", group(4_000, 4_300)), find: [])
        try expectFindings(
            AccumulatedUpdatesRule.self, ("updates", group(4_000, 4_301)),
            find: [
                "medium Many small Row updates miss the frame together | 1 update group took 8.3 ms, past 8.3 ms, "
                    + "though "
                    + "none of the 2 updates in it does alone; of Row: 2"
            ])
    }

    @Test func `a group with a long update is that update's matter`() throws {
        try expectFindings(AccumulatedUpdatesRule.self, ("updates", group(9_000, 4_000)), find: [])
    }

    @Test func `the view with the most time is named, of equal ones the first by name`() throws {
        try expectFindings(
            AccumulatedUpdatesRule.self,
            (
                "updates",
                [
                    RuleTraces.update(1, "Row", at: 0, lasting: 6_000, "\"group\": 7"),
                    RuleTraces.update(2, "Cell", at: 6_000, lasting: 6_000, "\"group\": 7"),
                    RuleTraces.update(3, "Row", at: 20_000, lasting: 8_000, "\"group\": 8"),
                    RuleTraces.update(4, "Cell", at: 28_000, lasting: 8_000, "\"group\": 8"),
                    RuleTraces.update(5, "Row", at: 36_000, lasting: 2_000, "\"group\": 8"),
                ]
            ),
            find: [
                "high Many small Row updates miss the frame together | 1 update group took 18.0 ms, past 8.3 ms, "
                    + "though "
                    + "none of the 3 updates in it does alone; of Row: 2",
                "medium Many small Cell updates miss the frame together | 1 update group took 12.0 ms, past 8.3 ms, "
                    + "though "
                    + "none of the 2 updates in it does alone; of Cell: 1",
            ])
    }

    @Test func `a first screen is told apart and weighs little`() throws {
        try expectFindings(
            AccumulatedUpdatesRule.self,
            (
                "updates",
                RuleTraces.updates(
                    3, "Row", every: 7_000, lasting: 6_000,
                    "\"group\": 7, \"phase\": "
                        + "\"creation\"")
            ),
            find: [
                "low First appearances of Row and others miss the frame together | 1 update group took 18.0 ms, past "
                    + "8.3 "
                    + "ms, though none of the 3 updates in it does alone; of Row: 3"
            ])
    }
}
