import Testing

@testable import TraceKit

/// Interactions with many updates in, findings about budgets out.
@Suite struct OverBudgetRuleTests {
    private func interaction(_ kind: String) -> (String, [String]) {
        ("interactions", ["{\"id\": 900, \"kind\": \"\(kind)\", \"name\": \"X\", \"start_ms\": 1000}"])
    }

    private func check(
        _ kind: String, _ count: Int, _ more: String = "", find: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectFindings(
            OverBudgetRule.self, interaction(kind), ("updates", RuleTraces.updates(count, "Row", every: 2_000, more)),
            find: find, sourceLocation: sourceLocation)
    }

    @Test func `a tap has twenty unrelated updates before it concerns`() throws {
        try check("tap", 19, find: [])
        try check(
            "tap", 20,
            find: [
                "medium Far more is updated during Tap \"X\" than should be | 1 tap with 20 unrelated body updates "
                    + "(expected: 1 to 3; concern from 20 on), 10.0 ms; most: Row 20"
            ])
    }

    @Test func `what a tap leads to is its doing, what only runs meanwhile is not said to be`() throws {
        try check(
            "tap", 21, "\"cause\": 900",
            find: [
                "medium Tap \"X\" updates far more than it should | 1 tap with 20 unrelated body updates "
                    + "(expected: 1 to 3; concern from 20 on), 10.0 ms; most: Row 20; driven by Tap \"X\" 20"
            ])
    }

    @Test func `taps of other names are counted by themselves`() throws {
        let taps = (
            "interactions",
            ["X", "Y"].enumerated().map { index, name in
                "{\"id\": \(900 + index), \"kind\": \"tap\", \"name\": \"\(name)\", \"start_s\": \(index + 1)}"
            }
        )
        let updates =
            RuleTraces.updates(20, "Row", every: 2_000)
            + RuleTraces.updates(25, "Row", from: 50, at: 2_000_000, every: 2_000)
        try expectFindings(
            OverBudgetRule.self, taps, ("updates", updates),
            find: [(name: "X", count: 20, ms: "10.0"), ("Y", 25, "12.5")].map { tap in
                "medium Far more is updated during Tap \"\(tap.name)\" than should be | 1 tap with \(tap.count) unrelated body "
                    + "updates (expected: 1 to 3; concern from 20 on), \(tap.ms) ms; most: "
                    + "Row \(tap.count)"
            })
    }

    @Test func `a view with a single update is named too`() throws {
        try expectFindings(
            OverBudgetRule.self, interaction("tap"),
            ("updates", RuleTraces.updates(19, "Row", every: 2_000) + RuleTraces.updates(1, "Map", from: 50)),
            find: [
                "medium Far more is updated during Tap \"X\" than should be | 1 tap with 20 unrelated body updates "
                    + "(expected: 1 to 3; concern from 20 on), 10.0 ms; most: Row 19, Map 1"
            ])
    }

    @Test func `updates that are due do not count for a tap`() throws {
        try check("tap", 60, "\"changed\": [\"_own\"]", find: [])
        try check("tap", 60, "\"phase\": \"creation\"", find: [])
    }

    @Test func `a keystroke has fifty updates besides the field's`() throws {
        try check("type", 50, "\"changed\": [\"_own\"]", find: [])
        try check(
            "type", 51, "\"changed\": [\"_own\"]",
            find: [
                "high Far more is updated during Type \"X\" than should be | 1 keystroke with 51 body updates "
                    + "(expected: 1, of the field itself; concern from 51 on), 25.5 ms; most: Row 51"
            ])
    }

    @Test func `a scroll has thirty updates a frame, first appearances left out`() throws {
        func scroll(_ count: Int, every us: Int, _ more: String = "", find: String...) throws {
            try expectFindings(
                OverBudgetRule.self, interaction("scroll"),
                ("updates", RuleTraces.updates(count, "Row", every: us, more)), find: find)
        }
        // All in one frame.
        try scroll(29, every: 100)
        try scroll(150, every: 100, "\"phase\": \"creation\"")
        try scroll(
            30, every: 100,
            find:
                "medium Far more is updated during Scroll \"X\" than should be | 1 scroll with 30 body updates a frame "
                + "(expected: 1 or 2, of the rows that come into view; concern from 30 on), 15.0 ms; most: Row 30")
        // Rows that come into view while it goes on.
        try scroll(385, every: 10_000)
    }

    @Test func `an instance appears with five runs of its body at most`() throws {
        try check("appear", 5, "\"instance\": \"a\"", find: [])
        try check("appear", 60, "\"instance\": \"a#\"", find: [])
        try check(
            "appear", 6, "\"instance\": \"a\"",
            find: [
                "low Far more is updated during Appear \"X\" than should be | 1 appearance with 6 body runs of one instance "
                    + "(expected: 1 to 2; concern from 6 on), 3.0 ms; most: Row 6"
            ])
    }
}
