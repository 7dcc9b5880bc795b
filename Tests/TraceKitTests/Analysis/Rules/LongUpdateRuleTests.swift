import Testing

@testable import TraceKit

/// Updates in, findings about single long ones out.
@Suite struct LongUpdateRuleTests {
    /// A hang over all of it: somebody waited for what is long in it.
    private static let felt = ("hangs", ["{\"start_ms\": 0, \"duration_ms\": 2000}"])

    @Test func `a body on the deadline is fine, one past it is found`() throws {
        try expectFindings(
            LongBodyRule.self, ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 8_300)]), find: [])
        try expectFindings(
            LongBodyRule.self, ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 8_301)]), Self.felt,
            find: [
                "low Row.body is too long for a frame | 1 of 1 update missed the deadline: 1 orange (> 8.3 ms); "
                    + "longest "
                    + "8.3 ms; 0.0 ms of 8.3 ms lie past 8.3 ms"
            ])
    }

    @Test func `one red body is medium, three are high, three orange ones medium`() throws {
        try expectFindings(
            LongBodyRule.self, ("updates", RuleTraces.updates(2, "Row", every: 50_000, lasting: 17_000)),
            find: [
                "medium Row.body is too long for a frame | 2 of 2 updates missed the deadline: 2 red (> 16.67 ms); "
                    + "longest "
                    + "17.0 ms; 17.4 ms of 34.0 ms lie past 8.3 ms"
            ])
        try expectFindings(
            LongBodyRule.self,
            (
                "updates",
                RuleTraces.updates(3, "Row", every: 50_000, lasting: 17_000, "\"phase\": \"creation\"")
                    + [RuleTraces.update(9, "Row", at: 0, lasting: 10)]
            ),
            find: [
                "high Row.body is too long for a frame | 3 of 4 updates missed the deadline: 3 red (> 16.67 ms); "
                    + "longest "
                    + "17.0 ms; 26.1 ms of 51.0 ms lie past 8.3 ms; first appearances: all of them"
            ])
        let one = try RuleTraces.findings(
            RuleTraces.document(("updates", RuleTraces.updates(1, "Row", lasting: 17_000))))
        #expect(one.first { $0.rule == "long-body" }?.severity == .medium)
        let two = try RuleTraces.findings(
            RuleTraces.document(Self.felt, ("updates", RuleTraces.updates(2, "Row", every: 50_000, lasting: 9_000))))
        #expect(two.first { $0.rule == "long-body" }?.severity == .low)
        let orange = try RuleTraces.findings(
            RuleTraces.document(
                ("updates", RuleTraces.updates(3, "Row", every: 50_000, lasting: 9_000)), ("hitches", [])))
        #expect(orange.first { $0.rule == "long-body" }?.severity == .medium)
        // Whether a frame was late is not known, and one or two alone are no problem.
        func unknown(_ count: Int) throws -> Finding.Severity? {
            try RuleTraces.findings(
                RuleTraces.document(("updates", RuleTraces.updates(count, "Row", every: 50_000, lasting: 9_000)))
            ).first { $0.rule == "long-body" }?.severity
        }
        #expect(try unknown(3) == .low && unknown(2) == nil)
    }

    @Test func `a single red one and a single first appearance are told`() throws {
        let updates = [
            RuleTraces.update(1, "Row", at: 0, lasting: 17_000, "\"phase\": \"creation\""),
            RuleTraces.update(2, "Row", at: 50_000, lasting: 9_000),
        ]
        try expectFindings(
            LongBodyRule.self, ("updates", updates),
            find: [
                "medium Row.body is too long for a frame | 2 of 2 updates missed the deadline: 1 red (> 16.67 ms), "
                    + "1 orange (> 8.3 ms); longest 17.0 ms; 9.4 ms of 26.0 ms lie past 8.3 ms; first appearances: 1 of them"
            ])
    }

    @Test func `checks and updates without an end are no long bodies`() throws {
        try expectFindings(
            LongBodyRule.self,
            (
                "updates",
                [
                    RuleTraces.update(1, "Row", at: 0, lasting: 20_000, "\"phase\": \"check\""),
                    RuleTraces.update(2, "Row", at: 50_000, lasting: nil),
                ]
            ), find: [])
    }

    @Test func `views with the same name in two modules, or as two kinds, are told apart`() throws {
        try expectFindings(
            LongBodyRule.self,
            (
                "updates",
                [
                    RuleTraces.update(1, "Row", at: 0, lasting: 9_000, "\"module\": \"A\""),
                    RuleTraces.update(2, "Row", at: 50_000, lasting: 9_500, "\"module\": \"B\""),
                    RuleTraces.update(3, "Row", at: 90_000, lasting: 9_100),
                    RuleTraces.update(4, "Row", at: 150_000, lasting: 9_200, "\"kind\": \"layout\""),
                ]
            ), Self.felt,
            find: [
                "low Row.body is too long for a frame | 1 of 1 update missed the deadline: 1 orange (> 8.3 ms); "
                    + "longest "
                    + "9.5 ms; 1.2 ms of 9.5 ms lie past 8.3 ms",
                "low Row.body is too long for a frame | 1 of 1 update missed the deadline: 1 orange (> 8.3 ms); "
                    + "longest "
                    + "9.1 ms; 0.8 ms of 9.1 ms lie past 8.3 ms",
                "low Row.body is too long for a frame | 1 of 1 update missed the deadline: 1 orange (> 8.3 ms); "
                    + "longest "
                    + "9.0 ms; 0.7 ms of 9.0 ms lie past 8.3 ms",
            ])
    }

    @Test func `a bridged view past the deadline is a finding of its own`() throws {
        let kind = "\"kind\": \"representable\""
        try expectFindings(
            LongRepresentableRule.self, ("updates", [RuleTraces.update(1, "Map", at: 0, lasting: 8_300, kind)]),
            find: [])
        try expectFindings(
            LongRepresentableRule.self, ("updates", [RuleTraces.update(1, "Map", at: 0, lasting: 11_200, kind)]),
            Self.felt,
            find: [
                "low Updating the bridged view Map is too long for a frame | 1 of 1 update missed the deadline: 1 "
                    + "orange "
                    + "(> 8.3 ms); longest 11.2 ms; 2.9 ms of 11.2 ms lie past 8.3 ms"
            ])
    }

    @Test(arguments: ["layout", "gesture", "on-change", "action", "other", "text"])
    func `every other kind past the deadline is found`(_ kind: String) throws {
        let word = kind == "text" ? "other" : kind
        try expectFindings(
            LongOtherRule.self,
            ("updates", [RuleTraces.update(1, "Grid", at: 0, lasting: 8_300, "\"kind\": \"\(kind)\"")]), find: [])
        try expectFindings(
            LongOtherRule.self,
            ("updates", [RuleTraces.update(1, "Grid", at: 0, lasting: 9_300, "\"kind\": \"\(kind)\"")]), Self.felt,
            find: [
                "low Grid (\(word)) is too long for a frame | 1 of 1 update missed the deadline: 1 orange (> 8.3 ms); "
                    + "longest 9.3 ms; 1.0 ms of 9.3 ms lie past 8.3 ms"
            ])
    }

    @Test func `updates without an end are counted once for the trace, a body among them weighs more`() throws {
        try expectFindings(
            UnterminatedRule.self, ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 1)]), find: [])
        try expectFindings(
            UnterminatedRule.self,
            (
                "updates",
                [
                    RuleTraces.update(1, "Bridge", at: 0, lasting: nil, "\"kind\": \"other\""),
                    RuleTraces.update(2, "Row", at: 2_000, lasting: nil),
                    RuleTraces.update(3, "Row", at: 3_000, lasting: nil, "\"phase\": \"check\""),
                ]
            ),
            find: [
                "medium 2 updates without an end | Bridge 1, Row 1; the last began at 0.002 s; in no sum of times"
            ])
    }
}
