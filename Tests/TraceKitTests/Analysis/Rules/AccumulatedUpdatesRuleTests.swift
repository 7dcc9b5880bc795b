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
                "medium Many small Row updates miss the frame together | 2 short updates ran in 1 group of 8.3 ms, past 8.3 ms; of Row: 2"
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
                "high Many small Row updates miss the frame together | 3 short updates ran in 1 group of 18.0 ms, past 8.3 ms; of Row: 2",
                "medium Many small Cell updates miss the frame together | 2 short updates ran in 1 group of 12.0 ms, past 8.3 ms; of Cell: 1",
            ])
    }

    @Test func `a view with more time stays named, of equal names the first module's`() throws {
        func statement(_ updates: (view: String, module: String, duration: Int)...) throws -> String {
            let texts = updates.enumerated().map { index, update in
                RuleTraces.update(
                    index + 1, update.view, at: index * 7_000, lasting: update.duration,
                    "\"group\": 7, \"module\": \"\(update.module)\"")
            }
            let findings = try RuleTraces.findings(RuleTraces.document(("updates", texts)))
            return findings.first { $0.rule == "accumulated-updates" }?.sql ?? ""
        }
        #expect(try statement(("Row", "A", 6_001), ("Cell", "A", 6_000)).contains("view = 'Row'"))
        #expect(try statement(("Row", "A", 6_000), ("Cell", "A", 6_001)).contains("view = 'Cell'"))
        #expect(try statement(("Row", "B", 6_000), ("Row", "A", 6_000)).contains("module = 'A'"))
        #expect(try statement(("Row", "A", 6_000), ("Row", "B", 6_000)).contains("module = 'A'"))
    }

    @Test func `of one name and module the first kind is named`() throws {
        func statement(_ kinds: String...) throws -> String {
            let texts = kinds.enumerated().map { index, kind in
                RuleTraces.update(
                    index + 1, "Row", at: index * 7_000, lasting: 6_000, "\"group\": 7, \"kind\": \"\(kind)\"")
            }
            let findings = try RuleTraces.findings(RuleTraces.document(("updates", texts)))
            return findings.first { $0.rule == "accumulated-updates" }?.sql ?? ""
        }
        let sql = try statement("layout", "body")
        #expect(sql.contains("kind = 'body'"), "\(sql)")
        #expect(try statement("body", "layout") == sql)
    }

    @Test(arguments: [(2, 2, "Many small"), (2, 3, "Many small"), (3, 2, "First appea"), (1, 0, "")])
    func `a group is a first screen where more than half of it are first appearances`(
        _ creations: Int, _ others: Int, _ title: String
    ) throws {
        let updates =
            RuleTraces.updates(creations, "Row", every: 7_000, lasting: 6_000, "\"group\": 7, \"phase\": \"creation\"")
            + RuleTraces.updates(others, "Row", from: 50, at: 1_500_000, lasting: 6_000, "\"group\": 7")
        let findings = try RuleTraces.findings(RuleTraces.document(Self.hang, ("updates", updates)))
        let found = findings.filter { $0.rule == "accumulated-updates" }
        #expect(found.map { $0.title.hasPrefix(title) } == (title.isEmpty ? [] : [true]))
    }

    private static let hang = ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 300}"])

    private static func firstScreen(_ count: Int, lasting duration: Int = 6_000) -> (String, [String]) {
        (
            "updates",
            RuleTraces.updates(
                count, "Row", every: duration + 1_000, lasting: duration, "\"group\": 7, \"phase\": \"creation\"")
        )
    }

    @Test func `a first screen is told apart and weighs little`() throws {
        try expectFindings(
            AccumulatedUpdatesRule.self, Self.hang, Self.firstScreen(3),
            find: [
                "low First appearances of Row miss the frame together | 3 short updates ran in 1 group of 18.0 ms, past 8.3 ms; of Row: 3"
            ])
    }

    @Test func `a first screen that nobody waits for is no finding`() throws {
        try expectFindings(AccumulatedUpdatesRule.self, Self.firstScreen(3), find: [])
        try expectFindings(AccumulatedUpdatesRule.self, Self.firstScreen(12, lasting: 8_300), find: [])
        let long = try RuleTraces.findings(RuleTraces.document(Self.firstScreen(13, lasting: 8_300)))
        #expect(long.map(\.title) == ["First appearances of Row miss the frame together"])
        // One late frame for what appears once is none either, but from 100 ms on.
        let hitch = ("hitches", ["{\"start_ms\": 1010, \"duration_ms\": 9, \"system\": false}"])
        let found = try [Self.firstScreen(3), Self.firstScreen(13, lasting: 8_300)].map { screen in
            try RuleTraces.findings(RuleTraces.document(hitch, screen)).count { $0.rule == "accumulated-updates" }
        }
        #expect(found == [0, 1])
    }

    @Test func `a node of a framework is told by the view of the app above it`() throws {
        let parent = RuleTraces.update(900, "StatsCard", at: 990_000, lasting: 1_000)
        let nodes = RuleTraces.updates(
            30, "DisplayList.Item", every: 700, lasting: 600, "\"group\": 7, \"kind\": \"other\", \"cause\": 900")
        let found = try RuleTraces.findings(RuleTraces.document(("updates", [parent] + nodes)))
            .filter { $0.rule == "accumulated-updates" }
        #expect(found.map(\.title) == ["Many small updates below StatsCard miss the frame together"])
        #expect(found.first?.hint.hasPrefix("DisplayList.Item is SwiftUI's own work") == true)
        let alone = RuleTraces.updates(
            30, "DisplayList.Item", every: 700, lasting: 600, "\"group\": 7, \"kind\": \"other\"")
        let unknown = try RuleTraces.findings(RuleTraces.document(("updates", alone)))
        #expect(unknown.first?.hint.contains("does not say which view of the app") == true)
    }
}
