import Testing

@testable import TraceKit

/// Interactions and updates in, the place of every update out (docs/analysis.md, section 4).
@Suite struct WindowPassTests {
    private static let second = 1_000_000_000

    private func tap(_ id: Int, _ start: Int, _ duration: Int? = nil) -> String {
        "{\"id\": \(id), \"kind\": \"tap\", \"start_ns\": \(start)"
            + "\(duration.map { ", \"duration_ns\": \($0)" } ?? "")}"
    }

    private func updates(_ intervals: (start: Int, duration: Int)..., more: String = "") -> (String, [String]) {
        (
            "updates",
            intervals.enumerated().map { index, interval in
                "{\"id\": \(index + 1), \"view\": \"Row\", \"start_ns\": \(interval.start), "
                    + "\"duration_ns\": \(interval.duration)\(more.isEmpty ? "" : ", \(more)")}"
            }
        )
    }

    /// The window and membership of each update, in order of time.
    private func check(_ json: String, places expected: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let sql = """
            SELECT u.membership || coalesce(' ' || i.source_id, '')
            FROM updates u LEFT JOIN interactions i ON i.id = u.interaction_id ORDER BY u.start_ns, u.id
            """
        #expect(try Traces.store(json).rows(sql) == expected, sourceLocation: sourceLocation)
    }

    private func check(_ json: String, ends expected: Int..., sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let rows = try Traces.store(json).rows("SELECT end_ns FROM interaction ORDER BY start_ns, id")
        #expect(rows == expected.map { "\($0)" }, sourceLocation: sourceLocation)
    }

    // MARK: Ends

    @Test func `without work a window ends after 250 ms`() throws {
        try check(
            RuleTraces.document(("interactions", [tap(9, 0)]), updates((300_000_000, 1))), ends: 250_000_000)
    }

    @Test func `work that starts less than 250 ms after the work so far extends the window`() throws {
        let taps = ("interactions", [tap(9, 0)])
        try check(RuleTraces.document(taps, updates((249_999_999, 5))), ends: 500_000_004)
        try check(RuleTraces.document(taps, updates((250_000_000, 5))), ends: 250_000_000)
        try check(RuleTraces.document(taps, updates((0, 10), (250_000_009, 5))), ends: 500_000_014)
        try check(RuleTraces.document(taps, updates((0, 10), (250_000_010, 5))), ends: 250_000_010)
    }

    @Test func `work counts from its latest end, and only the main thread's`() throws {
        let taps = ("interactions", [tap(9, 0)])
        try check(RuleTraces.document(taps, updates((0, 100_000_000), (10, 10))), ends: 350_000_000)
        try check(
            RuleTraces.document(taps, updates((0, 100_000_000), more: "\"thread\": \"worker\"")), ends: 250_000_000)
    }

    @Test func `a window ends with its record, however quiet it is`() throws {
        let work = updates((0, 2 * Self.second))
        try check(RuleTraces.document(("interactions", [tap(9, 0, 80)]), work), ends: 80)
        try check(RuleTraces.document(("interactions", [tap(9, 0, 0)]), work), ends: 0)
        try check(RuleTraces.document(("interactions", [tap(9, 0, Self.second)]), updates((0, 1))), ends: Self.second)
    }

    @Test func `a window ends where a later one starts, not where an equal one does`() throws {
        try check(
            RuleTraces.document(("interactions", [tap(8, 0), tap(9, 0), tap(10, 1_000)]), updates((0, 1))), ends: 1_000,
            1_000, 250_001_000)
    }

    // MARK: Places

    @Test func `a window holds its first nanosecond and not the one behind its last`() throws {
        try check(
            RuleTraces.document(
                ("interactions", [tap(9, 1_000, 500)]), updates((999, 1), (1_000, 1), (1_499, 1), (1_500, 1))),
            places: "launch", "temporal 9", "temporal 9", "unattributed")
    }

    @Test func `the latest window holds an update, of equal starts the lowest id`() throws {
        try check(
            RuleTraces.document(
                ("interactions", [tap(9, 0), tap(8, 1_000), tap(7, 1_000, 20)]),
                updates((999, 1), (1_000, 1), (1_020, 1))),
            places: "temporal 9", "temporal 7", "temporal 8")
    }

    @Test func `an interaction inside of a longer one takes what starts in it and gives back the rest`() throws {
        let signposts = [
            "{\"name\": \"Load\", \"subsystem\": \"app\", \"category\": \"net\", \"start_ns\": 0, \"duration_ns\": 5000}"
        ]
        var options = AnalysisOptions()
        options.interactionSignposts = [SignpostFilter(subsystem: "app", category: "net")]
        let json = RuleTraces.document(
            ("interactions", [tap(9, 1_000, 50)]), ("signposts", signposts),
            updates((900, 1), (1_010, 1), (1_060, 1), (5_000, 1)))
        let store = try Traces.store(json, analysis: options)
        #expect(
            try store.rows(
                "SELECT u.membership, i.kind FROM updates u LEFT JOIN interactions i ON i.id = u.interaction_id ORDER BY u.start_ns"
            )
                == ["temporal|signpost", "temporal|tap", "temporal|signpost", "unattributed|-"])
    }

    // MARK: Recurring causes

    /// Ticks with one update each, and the taps of somebody, each with an update of its own.
    private func ticks(_ starts: [Int], taps: [Int], taking ms: Int = 1) -> String {
        let causes = starts.enumerated().map {
            "{\"id\": \(100 + $0), \"name\": \"Clock.now\", \"kind\": \"state\", \"start_ms\": \($1)}"
        }
        let updates = starts.enumerated().map {
            "{\"view\": \"Clock\", \"start_ms\": \($1), \"duration_ms\": \(ms), \"cause\": \(100 + $0)}"
        }
        let own = taps.map { "{\"view\": \"Row\", \"start_ms\": \($0 + 5), \"duration_ms\": 1}" }
        return RuleTraces.document(
            ("interactions", taps.enumerated().map { tap($0 + 1, $1 * 1_000_000) }), ("causes", causes),
            ("updates", updates + own))
    }

    private func places(_ json: String) throws -> [String] {
        try Traces.store(json).rows(
            "SELECT view, membership, count(*) FROM updates GROUP BY view, membership ORDER BY 1, 2")
    }

    @Test func `what comes again and again is in no interaction, whatever goes on meanwhile`() throws {
        let json = ticks(Array(stride(from: 0, to: 8_000, by: 100)), taps: [1_000, 3_000, 5_000])
        #expect(try places(json) == ["Clock|recurring|80", "Row|temporal|3"])
        // Nor does it keep one open.
        let ends = try Traces.store(json).rows("SELECT round(end_ms - start_ms) FROM interactions")
        #expect(ends == ["256.0", "256.0", "256.0"])
        #expect(try Traces.store(json).rows("SELECT runs, answers FROM recurring") == ["80|0"])
    }

    @Test func `what comes only when somebody taps belongs to the taps`() throws {
        let taps = [1_000, 3_000, 5_000, 6_000]
        let json = ticks(taps.map { $0 + 2 }, taps: taps)
        #expect(try places(json) == ["Clock|temporal|4", "Row|temporal|4"])
        #expect(try Traces.store(json).rows("SELECT runs, answers FROM recurring") == ["4|1"])
    }

    @Test func `each run of a recurring cause is judged by itself`() throws {
        let json = ticks(Array(stride(from: 0, to: 800, by: 100)), taps: [50])
        let sql = "SELECT verdict, reason, count(*) FROM updates WHERE membership = 'recurring' GROUP BY 1, 2"
        #expect(try Traces.store(json).rows(sql) == ["necessary|expected|8"])
        #expect(
            try Traces.store(json).rows("SELECT necessary, unnecessary, wasted_ms FROM recurring") == ["8|0|0.0"])
    }

    @Test func `what is reachable from a window is in it at whatever time, of several in the latest`() throws {
        let causes = [
            "{\"id\": 20, \"name\": \"a\", \"start_ns\": 5, \"cause\": 8}",
            "{\"id\": 21, \"name\": \"b\", \"start_ns\": 5, \"causes\": [8, 9]}",
        ]
        let updates = [
            "{\"id\": 1, \"view\": \"Row\", \"start_ns\": 900000000, \"duration_ns\": 1, \"cause\": 20}",
            "{\"id\": 2, \"view\": \"Row\", \"start_ns\": 900000001, \"duration_ns\": 1, \"cause\": 21}",
            "{\"id\": 3, \"view\": \"Row\", \"start_ns\": 900000002, \"duration_ns\": 1, \"cause\": 2}",
            "{\"id\": 4, \"view\": \"Row\", \"start_ns\": 900000003, \"duration_ns\": 1}",
        ]
        try check(
            RuleTraces.document(
                ("interactions", [tap(8, 0), tap(9, 10)]), ("causes", causes), ("updates", updates)),
            places: "linked 8", "linked 9", "linked 9", "unattributed")
    }

    @Test func `of windows that start together the lowest id links`() throws {
        let updates = ["{\"id\": 1, \"view\": \"Row\", \"start_ns\": 900, \"duration_ns\": 1, \"causes\": [9, 8]}"]
        try check(
            RuleTraces.document(("interactions", [tap(9, 0), tap(8, 0)]), ("updates", updates)), places: "linked 8")
    }

    @Test func `without interactions the whole trace is one window`() throws {
        let json = RuleTraces.document(updates((0, 1), (999, 2)))
        try check(json, ends: 1_001)
        try check(json, places: "temporal", "temporal")
        try check(RuleTraces.document(updates((0, 0))), ends: 0)
        try check(RuleTraces.document(("updates", [])), ends: 0)
        #expect(try Traces.store(json).rows("SELECT kind, start_ms, updates FROM interactions") == ["trace|0.0|2"])
    }

    // MARK: Sums

    @Test func `a window misses a deadline by an update, or by a group of its updates`() throws {
        func isMissed(_ intervals: (start: Int, duration: Int)...) throws -> [String] {
            let updates = intervals.enumerated().map { index, interval in
                "{\"id\": \(index + 1), \"view\": \"Row\", \"start_ns\": \(interval.start), "
                    + "\"duration_ns\": \(interval.duration)}"
            }
            return try Traces.store(RuleTraces.document(("interactions", [tap(9, 0)]), ("updates", updates)))
                .rows("SELECT missed_deadline FROM interactions")
        }
        #expect(try isMissed((0, 8_300_000)) == ["0"])
        #expect(try isMissed((0, 8_300_001)) == ["1"])
        #expect(try isMissed((0, 4_000_000), (4_000_000, 4_300_000)) == ["0"])
        #expect(try isMissed((0, 4_000_000), (4_000_000, 4_300_001)) == ["1"])
    }

    @Test func `a hitch belongs to the window that holds its start, hitches of the system to no ratio`() throws {
        let hitches = [999, 1_000, 1_499, 1_500].map { "{\"start_ns\": \($0), \"duration_ns\": 3}" }
        let store = try Traces.store(
            RuleTraces.document(
                ("interactions", [tap(9, 1_000, 500)]), updates((0, 1)),
                ("hitches", hitches + ["{\"start_ns\": 1200, \"duration_ns\": 70, \"system\": true}"])))
        #expect(
            try store.rows("SELECT start_ns, interaction_id IS NOT NULL FROM hitches ORDER BY start_ns")
                == ["999|0", "1000|1", "1200|1", "1499|1", "1500|0"])
        #expect(try store.rows("SELECT hitch_ms, hitch_ratio FROM interactions") == ["6e-06|12.0"])
    }

    @Test func `a hang belongs to the window that holds its start`() throws {
        let hangs = [999, 1_000, 1_499, 1_500].map {
            "{\"start_ns\": \($0), \"duration_ns\": 3, \"kind\": \"Hang\"}"
        }
        let store = try Traces.store(
            RuleTraces.document(("interactions", [tap(9, 1_000, 500)]), updates((0, 1)), ("hangs", hangs)))
        #expect(
            try store.rows("SELECT interaction_id IS NOT NULL FROM hangs ORDER BY start_ns") == ["0", "1", "1", "0"])
    }

    @Test func `5 ms of hitches a second are good, 10 a warning, more is critical`() throws {
        func band(_ hitch: Int) throws -> [String] {
            try Traces.store(
                RuleTraces.document(
                    ("interactions", [tap(9, 0, Self.second)]), updates((0, Self.second)),
                    ("hitches", ["{\"start_ns\": 5, \"duration_ns\": \(hitch)}"]))
            ).rows("SELECT hitch_band FROM interactions")
        }
        #expect(try band(5_000_000) == ["good"])
        #expect(try band(5_000_001) == ["warning"])
        #expect(try band(10_000_000) == ["warning"])
        #expect(try band(10_000_001) == ["critical"])
    }

    @Test func `a window without length has no ratio, nor has a trace without a hitch lane`() throws {
        let taps = ("interactions", [tap(9, 0, 0)])
        #expect(
            try Traces.store(RuleTraces.document(taps, updates((0, 1)), ("hitches", []))).rows(
                "SELECT hitch_ms, hitch_ratio, hitch_band FROM interactions") == ["0.0|-|-"])
        let long = ("interactions", [tap(9, 0, 100)])
        #expect(
            try Traces.store(RuleTraces.document(long, updates((0, 1)))).rows(
                "SELECT hitch_ms, hitch_ratio, hitch_band FROM interactions") == ["-|-|-"])
    }
}
