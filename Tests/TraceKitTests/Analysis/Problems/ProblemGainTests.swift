import Testing

@testable import TraceKit

/// What mending a problem alone would give, docs/analysis.md, section 7.
@Suite struct ProblemGainTests {
    private static let tap = "{\"id\": 900, \"kind\": \"tap\", \"name\": \"Buy\", \"start_ms\": 1000}"
    private static let cause =
        "{\"id\": 901, \"cause\": 900, \"kind\": \"observable\", \"name\": \"Cart.items\", \"start_ms\": 1000}"

    private static func gains(_ json: String) throws -> [String] {
        try Traces.store(json).rows("SELECT words FROM problem_gains WHERE trace_id = 1 ORDER BY problem_id")
    }

    /// Rows of a tap, 2 ms apart and 3 ms long, of which nothing but the first had changed.
    private static func rows(_ count: Int, _ last: String...) -> String {
        let rows = (0..<count).map { index in
            let changed = index == 0 ? "[\"_item\"]" : "[]"
            return "{\"id\": \(1 + index), \"view\": \"Row\", \"instance\": \"r\(index)\", \"cause\": 901, "
                + "\"start_us\": \(1_000_000 + 2_000 * index), \"duration_us\": 3000, \"changed\": \(changed)}"
        }
        return RuleTraces.document(("interactions", [tap]), ("causes", [cause]), ("updates", rows + last))
    }

    @Test func `updates that were not due would not run, and their group would be as short as what remains`() throws {
        #expect(
            try Self.gains(Self.rows(12)) == [
                #"12 → 1 updates per tap "Buy"; longest group 25.0 → 3.0 ms (RED → gray)"#
            ])
    }

    @Test func `what nothing else causes would not run either, unless it was necessary`() throws {
        func child(_ id: Int, of parent: Int, _ changed: String, also: String = "") -> String {
            """
            {"id": \(id), "view": "Badge", "instance": "b\(id)", "causes": [\(parent)\(also)], "start_us": \(1_100_000 + id * 10), \
            "duration_us": 1\(changed)}
            """
        }
        // Of the row that was due; of one that was not; of both; with a change of its own.
        #expect(
            try Self.gains(
                Self.rows(
                    12, child(101, of: 1, ""), child(102, of: 2, ""), child(103, of: 2, "", also: ", 1"),
                    child(104, of: 2, ", \"changed\": [\"_count\"]"))
            ).map { $0.split(separator: ";")[0] } == [#"16 → 4 updates per tap "Buy""#])
    }

    @Test func `without a function a hang lacks what that calls, other functions of the app included`() throws {
        func samples(_ times: ClosedRange<Int>, _ frames: String) -> [String] {
            times.map {
                "{\"start_ms\": \($0), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": [\(frames), \"App.start()\", \"main\"]}"
            }
        }
        let json = RuleTraces.document(
            ("hangs", ["{\"start_ms\": 0, \"duration_ms\": 400}"]),
            (
                "samples",
                samples(0...199, "\"read\", \"Library.load()\"")
                    + samples(200...359, "\"Book.init(from:)\", \"Library.load()\"")
                    + samples(360...399, "\"Store.open()\"")
            ))
        #expect(try Self.gains(json) == ["about 400.0 → 40.0 ms of hangs without it"])
    }

    @Test func `slow bodies that are due promise nothing`() throws {
        let slow = RuleTraces.updates(
            9, "Row", from: 1, at: 1_000, every: 40_000, lasting: 30_000,
            "\"cause\": 901, \"instance\": \"r#\", \"changed\": [\"_item\"]")
        let json = RuleTraces.document(("interactions", [Self.tap]), ("causes", [Self.cause]), ("updates", slow))
        let store = try Traces.store(json)
        #expect(try store.database.integer("SELECT count(*) FROM problems") ?? 0 > 0)
        #expect(try store.rows("SELECT words FROM problem_gains") == [])
    }

    /// By SQL alone, on the sample: the worst interaction without its problem's unnecessary rows of one cause and view, and the
    /// longest of its groups as the union of what remains.
    @Test func `the sample's promises are what SQL finds`() throws {
        let store = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        let rows = try store.rows(
            """
            WITH gone AS (
                SELECT u.id, p.id AS problem_id FROM problems p JOIN problem_updates r ON r.problem_id = p.id
                JOIN updates u ON u.id = r.update_id
                WHERE p.kind = 'fan-out' AND r.is_of_cause AND u.verdict = 'unnecessary' AND u.view = p.view
            ), counted AS (
                SELECT p.id AS problem_id, i.kind, i.name, i.id, i.updates, (SELECT count(*) FROM gone g JOIN updates u ON u.id = g.id
                    WHERE g.problem_id = p.id AND u.interaction_id = i.id) AS gone
                FROM problems p JOIN interactions i ON i.trace_id = p.trace_id WHERE p.kind = 'fan-out'
            ), named AS (
                SELECT problem_id, kind, name, max(updates) AS before, max(updates - gone) AS after, sum(gone) AS gone
                FROM counted GROUP BY 1, 2, 3
            )
            SELECT problem_id, kind, name, before, after FROM named n
            WHERE gone = (SELECT max(gone) FROM named m WHERE m.problem_id = n.problem_id) ORDER BY 1
            """)
        #expect(
            try store.rows(
                """
                SELECT problem_id, kind, name, updates_before, updates_after FROM problem_gains
                WHERE updates_before IS NOT NULL ORDER BY problem_id
                """) == rows)
        #expect(rows.count == 2)
        #expect(
            try store.rows("SELECT words FROM problem_gains ORDER BY problem_id") == [
                "about 44 → 0 long bodies without these calls; longest body 21.7 → 5.3 ms (RED → gray)",
                "about 312.7 → 0.0 ms of hangs without it",
                #"about 104 → 1 updates per tap "Favorite"; longest group 74.5 → 1.7 ms (RED → gray)"#,
                #"about 15 → 2 updates per keystroke "Search"; longest group 14.4 → 2.1 ms (ORANGE → gray)"#,
            ])
    }

    /// By SQL alone: the samples of formatters in each long body, a millisecond each.
    @Test func `a costly call takes its samples out of each long body`() throws {
        let store = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        let rows = try store.rows(
            """
            WITH RECURSIVE costly(id) AS (
                SELECT id FROM stack_frames WHERE trace_id = 1 AND is_app = 0 AND (frame GLOB '*Formatter*' OR frame GLOB 'icu::*')
                UNION SELECT f.id FROM stack_frames f JOIN costly c ON f.caller_id = c.id
            ), bodies AS (
                SELECT u.duration_ms, u.duration_ms - (SELECT coalesce(sum(s.weight_ms), 0) FROM samples s
                    WHERE s.thread = 'main' AND s.start_ns >= u.start_ns AND s.start_ns < u.start_ns + u.duration_ns
                        AND u.severity <> 'gray' AND s.stack_id IN (SELECT id FROM costly)) AS left_ms
                FROM updates u WHERE u.view = 'LandmarkRow' AND u.kind = 'body' AND u.phase <> 'check'
            )
            SELECT sum(duration_ms > 8.3), sum(left_ms > 8.3), round(max(duration_ms), 1), round(max(left_ms), 1) FROM bodies
            """)
        #expect(
            try store.rows(
                """
                SELECT long_before, long_after, round(longest_before_ms, 1), round(longest_after_ms, 1)
                FROM problem_gains WHERE long_before IS NOT NULL
                """) == rows)
    }

    @Test func `the turns of a loop but the first are promised at best`() throws {
        // The body writes what it reads: each turn has the state, then the body.
        let causes = (0..<60).map { turn in
            let before = turn == 0 ? 900 : 1_000 + turn - 1
            return "{\"id\": \(2_000 + turn), \"cause\": \(before), \"kind\": \"state\", \"name\": \"Meter.width\", "
                + "\"start_ms\": \(1_000 + turn * 5)}"
        }
        let bodies = (0..<60).map { turn in
            "{\"id\": \(1_000 + turn), \"view\": \"Meter\", \"instance\": \"m\", \"cause\": \(2_000 + turn), "
                + "\"start_ms\": \(1_000 + turn * 5), \"duration_ms\": 3, \"changed\": [\"_width\"]}"
        }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("causes", causes), ("updates", bodies))
        #expect(
            try Traces.store(json).rows(
                """
                SELECT p.kind, g.updates_before, g.updates_after, g.certainty FROM problem_gains g
                JOIN problems p ON p.id = g.problem_id
                """) == ["update-loop|60|1|at best"])
    }

    @Test func `generations of a view after its first are promised at best, with what they create`() throws {
        // Each keystroke's tick makes every row again, and each row its badge.
        var rows: [String] = []
        for tick in 0..<6 {
            for row in 0..<3 {
                let (id, start) = (1_000 + tick * 20 + row * 2, 1_000 + tick * 10 + row)
                rows.append(
                    "{\"id\": \(id), \"view\": \"Row\", \"instance\": \"r\(row)\", \"phase\": \"creation\", \"cause\": 901, "
                        + "\"start_ms\": \(start), \"duration_us\": 300}")
                rows.append(
                    "{\"id\": \(id + 1), \"view\": \"Badge\", \"phase\": \"creation\", \"cause\": \(id), "
                        + "\"start_ms\": \(start), \"duration_us\": 100}")
            }
        }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("causes", [Self.cause]), ("updates", rows))
        #expect(
            try Traces.store(json).rows(
                """
                SELECT p.kind, g.updates_before, g.updates_after, g.certainty FROM problem_gains g
                JOIN problems p ON p.id = g.problem_id WHERE p.kind = 'identity-churn'
                """) == ["identity-churn|36|6|at best"])
    }
}
