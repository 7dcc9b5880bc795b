import Testing

@testable import TraceKit

/// What accepted problems breach, and what others breach beside them.
@Suite struct AcceptedProblemTests {
    /// A slow `Map` (four red updates, 40 ms each) and a slow `Gallery` (three), in two taps; a hitch over one of each.
    private static let trace: String = {
        func updates(_ view: String, _ count: Int, from id: Int, at ms: Int) -> [String] {
            (0..<count).map {
                "{\"id\": \(id + $0), \"cause\": \(id / 100), \"view\": \"\(view)\", \"start_ms\": \(ms + 50 * $0), \"duration_ms\": 40}"
            }
        }
        return RuleTraces.document(
            (
                "interactions",
                [
                    "{\"id\": 1, \"kind\": \"tap\", \"name\": \"Find\", \"start_ms\": 1000}",
                    "{\"id\": 2, \"kind\": \"tap\", \"name\": \"Look\", \"start_ms\": 3000}",
                ]
            ),
            ("updates", updates("Map", 4, from: 100, at: 1001) + updates("Gallery", 3, from: 200, at: 3001)),
            (
                "hitches",
                ["{\"start_ms\": 1010, \"duration_ms\": 20}", "{\"start_ms\": 3010, \"duration_ms\": 30}"]
            ))
    }()

    private func outcomes(_ limits: String, accepted keys: String...) throws -> [String] {
        try result(limits, accepted: keys).outcomes.map { "\($0.state.rawValue) \($0.sentence)" }
    }

    private func result(
        _ limits: String, accepted keys: [String], of trace: String = AcceptedProblemTests.trace
    ) throws -> BudgetResult {
        let store = try Traces.store(trace)
        let figures = try FigureReader.read(store, trace: 1)
        let budget = try BudgetFile.read(Array("{\"version\": 1, \(limits)}".utf8), name: "b.json")
        var options = BudgetCheck.Options()
        options.accepted = keys.map { AcceptedNote(key: $0, words: "known", covers: { _ in true }) }
        return try BudgetCheck.run(budget, figures, baseline: nil, options) { problems throws(TraceError) in
            try FigureReader.read(store, trace: 1, leavingOut: problems)
        }
    }

    @Test func `what is left stands with a problem that nobody has accepted`() throws {
        let result = try result("\"trace\": {\"red\": 0}", accepted: ["long-body:Map"])
        #expect(result.groups.map(\.problem?.key) == ["long-body:Gallery"])
    }

    @Test func `what others breach beside an accepted problem stays a breach, and says what is left`() throws {
        #expect(
            try outcomes("\"trace\": {\"red\": 0}", accepted: "long-body:Map")
                == ["breached Whole trace: red is 7, the limit is 0; 3 without accepted problems"])
    }

    @Test func `a limit that holds without its rows is accepted`() throws {
        #expect(
            try outcomes("\"trace\": {\"red\": 3}", accepted: "long-body:Map")
                == ["accepted Whole trace: red is 7, the limit is 3; accepted: known"])
        #expect(
            try outcomes("\"trace\": {\"red\": 0}", accepted: "long-body:Map", "long-body:Gallery")
                == ["accepted Whole trace: red is 7, the limit is 0; accepted: known"])
        #expect(
            try outcomes("\"views\": {\"Map\": {\"red\": 1}, \"Gallery\": {\"red\": 1}}", accepted: "long-body:Map")
                .map { $0.prefix(16) } == ["breached Gallery", "accepted Map: re"])
    }

    @Test func `hitches over its updates are owed to it, others are not`() throws {
        #expect(
            try outcomes("\"trace\": {\"hitch_ms\": 10}", accepted: "long-body:Map")
                == ["breached Whole trace: hitch_ms is 50 ms, the limit is 10 ms; 30 ms without accepted problems"])
        #expect(
            try outcomes("\"trace\": {\"hitch_ms\": 30}", accepted: "long-body:Map")
                == ["accepted Whole trace: hitch_ms is 50 ms, the limit is 30 ms; accepted: known"])
    }

    /// A tap that fans out to rows that are slow too, and another view that is slow beside them; a hitch mostly over that one.
    private static let both = RuleTraces.document(
        ("interactions", ["{\"id\": 1, \"kind\": \"tap\", \"name\": \"Star\", \"start_ms\": 1000}"]),
        (
            "causes",
            ["{\"id\": 2, \"cause\": 1, \"kind\": \"observable\", \"name\": \"Model.all\", \"start_ms\": 1000}"]
        ),
        (
            "updates",
            RuleTraces.updates(
                5, "Row", from: 10, at: 1_001_000, every: 30_000, lasting: 20_000, "\"cause\": 2, \"instance\": \"#\"")
                + [RuleTraces.update(30, "Chart", at: 1_160_000, lasting: 40_000, "\"cause\": 1")]
        ), ("hitches", ["{\"start_ms\": 1135, \"duration_ms\": 60}"]))

    private func outcomesOfBoth(_ limits: String, accepted keys: String...) throws -> [String] {
        try result(limits, accepted: keys, of: Self.both).outcomes.map { "\($0.state.rawValue) \($0.sentence)" }
    }

    @Test func `slow code takes no update out of counts`() throws {
        let limit = "\"interactions\": {\"tap Star\": {\"updates_per_interaction\": 5}}"
        let outcome = try #require(try outcomesOfBoth(limit, accepted: "long-body:Chart").first)
        #expect(outcome.hasPrefix("breached Tap \"Star\": updates_per_interaction is 6, the limit is 5"), "\(outcome)")
        #expect(!outcome.contains("without accepted problems"), "\(outcome)")
        #expect(
            try outcomesOfBoth("\"trace\": {\"red\": 5}", accepted: "long-body:Chart")
                == ["accepted Whole trace: red is 6, the limit is 5; accepted: known"])
    }

    @Test func `a hitch is owed to the problem that fills most of it`() throws {
        #expect(
            try outcomesOfBoth("\"trace\": {\"hitch_ms\": 10}", accepted: "long-body:Row")
                == ["breached Whole trace: hitch_ms is 60 ms, the limit is 10 ms"])
        #expect(
            try outcomesOfBoth("\"trace\": {\"hitch_ms\": 10}", accepted: "long-body:Chart")
                == ["accepted Whole trace: hitch_ms is 60 ms, the limit is 10 ms; accepted: known"])
    }

    @Test func `a key that the trace has not accepts nothing`() throws {
        #expect(
            try outcomes("\"trace\": {\"red\": 0}", accepted: "long-body:Elsewhere")
                == ["breached Whole trace: red is 7, the limit is 0"])
    }

    @Test func `findings of an accepted problem are not new in a comparison`() throws {
        let before = try FigureReader.read(try Traces.store(RuleTraces.document(("updates", []))), trace: 1)
        let after = try FigureReader.read(try Traces.store(Self.trace), trace: 1)
        var statuses = FindingDiff.entries([before], [after], DiffLanes([after], [after])).filter {
            $0.finding.view == "Map"
        }
        #expect(!statuses.isEmpty && statuses.allSatisfy { $0.status == .new })
        let note = AcceptedNote(key: "long-body:Map", words: "known", covers: { _ in true })
        statuses = FindingDiff.entries([before], [after], DiffLanes([after], [after]), accepted: [note])
        #expect(statuses.filter { $0.finding.view == "Map" }.allSatisfy { $0.status == .accepted })
        #expect(statuses.filter { $0.finding.view == "Gallery" }.allSatisfy { $0.status == .new })
    }
}
