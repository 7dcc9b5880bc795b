import Testing

@testable import TraceKit

/// Causes and edges in, chains out (docs/analysis.md, section 3).
@Suite struct ChainPassTests {
    private func cause(_ id: Int, _ name: String, _ start: Int?, cause: Int? = nil) -> String {
        "{\"id\": \(id), \"name\": \"\(name)\"\(start.map { ", \"start_ns\": \($0)" } ?? "")"
            + "\(cause.map { ", \"cause\": \($0)" } ?? "")}"
    }

    private func edge(_ from: Int, _ to: Int, at time: Int?) -> String {
        "{\"from\": \(from), \"to\": \(to)\(time.map { ", \"at_ns\": \($0)" } ?? "")}"
    }

    private let row = ("updates", ["{\"id\": 50, \"view\": \"Row\", \"start_ns\": 100, \"duration_ns\": 5}"])

    private func check(
        _ causes: [String], _ edges: [String], chain: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let json = RuleTraces.document(("causes", causes), ("edges", edges), row)
        #expect(
            try Traces.store(json).rows("SELECT chain FROM cause_chains") == [chain], sourceLocation: sourceLocation)
    }

    // MARK: The parent

    @Test func `the latest edge counts that is not after the start, one at the start does`() throws {
        let causes = [cause(1, "a", 0), cause(2, "b", 0)]
        try check(causes, [edge(1, 50, at: 99), edge(2, 50, at: 100)], chain: "b → Row.body")
        try check(causes, [edge(1, 50, at: 99), edge(2, 50, at: 101)], chain: "a → Row.body")
        try check(causes, [edge(1, 50, at: 98), edge(2, 50, at: 99)], chain: "b → Row.body")
    }

    @Test func `where every edge is later the earliest counts`() throws {
        let causes = [cause(1, "a", 0), cause(2, "b", 0)]
        try check(causes, [edge(1, 50, at: 102), edge(2, 50, at: 101)], chain: "b → Row.body")
        try check(causes, [edge(1, 50, at: 101), edge(2, 50, at: 102)], chain: "a → Row.body")
    }

    @Test func `of edges at the same time the lowest id counts`() throws {
        let causes = [cause(2, "b", 0), cause(1, "a", 1)]
        try check(causes, [edge(2, 50, at: 90), edge(1, 50, at: 90)], chain: "a → Row.body")
        try check(causes, [edge(1, 50, at: 90), edge(2, 50, at: 90)], chain: "a → Row.body")
    }

    @Test func `an edge without a time has its source's start, one without any comes before all`() throws {
        try check(
            [cause(1, "a", 80), cause(2, "b", 0)], [edge(1, 50, at: nil), edge(2, 50, at: 79)], chain: "a → Row.body")
        try check(
            [cause(1, "a", 80), cause(2, "b", 0)], [edge(1, 50, at: nil), edge(2, 50, at: 81)], chain: "b → Row.body")
        try check(
            [cause(1, "a", nil), cause(2, "b", 0)], [edge(1, 50, at: nil), edge(2, 50, at: 1)], chain: "b → Row.body")
    }

    // MARK: The walk

    @Test func `a repeated node cuts the walk`() throws {
        let causes = [cause(1, "a", 1, cause: 2), cause(2, "b", 2, cause: 1)]
        try check(causes, [edge(1, 50, at: 50)], chain: "b → a → Row.body")
    }

    @Test func `equal paths are added up, checks and evidence left out`() throws {
        let updates = [
            "{\"id\": 50, \"view\": \"Row\", \"start_ns\": 100, \"duration_ns\": 8300000, \"cause\": 1}",
            "{\"id\": 51, \"view\": \"Row\", \"start_ns\": 200, \"duration_ns\": 8300001, \"cause\": 1}",
            "{\"id\": 52, \"view\": \"Row\", \"start_ns\": 300, \"duration_ns\": 16670001, \"cause\": 1}",
            "{\"id\": 53, \"view\": \"Row\", \"start_ns\": 400, \"cause\": 1}",
            "{\"id\": 54, \"view\": \"Row\", \"start_ns\": 500, \"duration_ns\": 7, \"phase\": \"check\", \"cause\": 1}",
            "{\"view\": \"Row\", \"changed\": [\"@self\"]}",
        ]
        let store = try Traces.store(RuleTraces.document(("causes", [cause(1, "a", 0)]), ("updates", updates)))
        #expect(
            try store.rows("SELECT chain, depth, updates, total_ms, red, orange, gray FROM cause_chains")
                == ["a → Row.body|2|4|33.270002|1|2|1"])
    }

    @Test func `chains share their steps`() throws {
        let updates = [
            "{\"id\": 50, \"view\": \"Row\", \"start_ns\": 100, \"duration_ns\": 5, \"cause\": 1}",
            "{\"id\": 51, \"view\": \"Map\", \"start_ns\": 200, \"duration_ns\": 5, \"cause\": 1}",
            "{\"id\": 52, \"view\": \"List\", \"start_ns\": 300, \"duration_ns\": 5, \"cause\": 2}",
        ]
        let store = try Traces.store(
            RuleTraces.document(
                ("causes", [cause(1, "a", 0), cause(2, "b", 1, cause: 1)]), ("updates", updates)))
        #expect(
            try store.rows(
                """
                SELECT s.name, p.name FROM chain_steps s LEFT JOIN chain_steps p ON p.id = s.parent_id
                ORDER BY s.name
                """) == ["List.body|b", "Map.body|a", "Row.body|a", "a|-", "b|a"])
    }

    @Test func `fan-out counts the updates that edges lead to, each once`() throws {
        let updates = [
            "{\"id\": 50, \"view\": \"Row\", \"start_ns\": 100, \"duration_ns\": 5, \"cause\": 1}",
            "{\"id\": 51, \"view\": \"Row\", \"start_ns\": 200, \"duration_ns\": 5, \"cause\": 1}",
            "{\"id\": 52, \"view\": \"Row\", \"start_ns\": 300, \"duration_ns\": 5, \"phase\": \"check\", \"cause\": 1}",
        ]
        let edges = [edge(1, 50, at: 1), edge(1, 50, at: 2), edge(1, 2, at: 3)]
        let store = try Traces.store(
            RuleTraces.document(
                ("causes", [cause(1, "a", 0), cause(2, "b", 0)]), ("updates", updates), ("edges", edges)))
        #expect(try store.rows("SELECT name, fan_out, updates FROM causes ORDER BY name") == ["a|2|2", "b|0|0"])
    }

    @Test func `the driving cause is the nearest node that is no view update`() throws {
        let json = RuleTraces.document(
            ("causes", [cause(1, "a", 0), cause(2, "b", 1, cause: 1)]),
            (
                "updates",
                [
                    "{\"id\": 50, \"view\": \"List\", \"start_ns\": 100, \"duration_ns\": 5, \"cause\": 2}",
                    "{\"id\": 51, \"view\": \"Row\", \"start_ns\": 101, \"duration_ns\": 5, \"cause\": 50}",
                    "{\"id\": 52, \"view\": \"Cell\", \"start_ns\": 102, \"duration_ns\": 5}",
                ]
            ))
        #expect(
            try Traces.store(json).rows("SELECT view, driving_cause, root_cause FROM updates ORDER BY start_ns")
                == ["List|b|a", "Row|b|a", "Cell|-|Cell.body"])
    }
}
