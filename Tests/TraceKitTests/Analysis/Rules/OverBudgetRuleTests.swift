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
                "medium Tap \"X\" updates far more than it should | 1 tap with 20 unrelated body updates each, 20 "
                    + "together "
                    + "(expected: 1 to 3; concern from 20 on), 10.0 ms; most: Row 20"
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
                "high Type \"X\" updates far more than it should | 1 keystroke with 51 body updates each, 51 together "
                    + "(expected: 1, of the field itself; concern from 51 on), 25.5 ms; most: Row 51"
            ])
    }

    @Test func `a scroll has a hundred updates, first appearances left out`() throws {
        try check("scroll", 99, find: [])
        try check("scroll", 150, "\"phase\": \"creation\"", find: [])
        try check(
            "scroll", 100,
            find: [
                "high Scroll \"X\" updates far more than it should | 1 scroll with 100 body updates each, 100 together "
                    + "(expected: 20 to 30 for 100 rows; concern from 100 on), 50.0 ms; most: Row 100"
            ])
    }

    @Test func `an instance appears with five runs of its body at most`() throws {
        try check("appear", 5, "\"instance\": \"a\"", find: [])
        try check("appear", 60, "\"instance\": \"a#\"", find: [])
        try check(
            "appear", 6, "\"instance\": \"a\"",
            find: [
                "low Appear \"X\" updates far more than it should | 1 appearance with 6 body runs of one instance "
                    + "each, 6 "
                    + "together (expected: 1 to 2; concern from 6 on), 3.0 ms; most: Row 6"
            ])
    }
}
