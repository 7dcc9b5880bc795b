import Testing

@testable import TraceKit
@testable import trace_bench

/// The passes in SQL that ours are measured against: they must do the same work, or the figures would say nothing.
@Suite struct SQLPassesTests {
    /// What must be the same, as a count of rows that differ; tables with short names are those of the SQL.
    private static let differences: [(what: String, sql: String)] = [
        (
            "severity",
            "FROM view_update v LEFT JOIN u ON u.id = v.id WHERE coalesce(u.severity, -1) <> \(UpdateCodes.severity("v"))"
        ),
        (
            "update groups",
            """
            FROM update_group g LEFT JOIN groups s ON s.id = (SELECT min(id) FROM view_update WHERE group_id = g.id)
            WHERE (g.busy_ns, g.updates, g.accumulated) IS NOT (s.busy_ns, s.updates, s.is_accumulated)
            """
        ),
        (
            "driving cause, root, depth and path",
            """
            FROM view_update v JOIN chain c ON c.node = v.id LEFT JOIN cause_chain k ON k.id = v.chain_id
            WHERE c.driver IS NOT v.driving_cause_id OR k.id IS NOT NULL AND (c.path, c.depth) IS NOT (k.path, k.depth)
            """
        ),
        ("ends of windows", "FROM interaction i LEFT JOIN win w ON w.id = i.id WHERE i.end_ns IS NOT w.end_ns"),
        (
            "places",
            """
            FROM view_update v LEFT JOIN placed p ON p.id = v.id LEFT JOIN win w ON w.rank = p.win
            WHERE \(UpdateCodes.membership("v")) IS NOT p.membership OR v.interaction_id IS NOT w.id
            """
        ),
        (
            "verdicts",
            """
            FROM view_update v LEFT JOIN judged j ON j.id = v.id
            WHERE (\(UpdateCodes.reason("v")), \(UpdateCodes.verdict("v")))
                <> (coalesce(j.reason, 0), coalesce(j.verdict, 0))
            """
        ),
        (
            "sums of windows",
            """
            FROM interaction i JOIN win w ON w.id = i.id LEFT JOIN window_sum s ON s.win = w.rank
            WHERE (i.linked, i.temporal, i.checks, i.red, i.orange, i.gray, i.missed_deadline)
                IS NOT (s.linked, s.temporal, s.checks, s.red, s.orange, s.gray, s.missed_deadline)
            """
        ),
        (
            "verdicts of windows",
            """
            FROM interaction i JOIN win w ON w.id = i.id LEFT JOIN window_verdicts s ON s.win = w.rank
            WHERE (i.necessary, i.unnecessary, i.unknown, i.proven, i.likely, i.possible, i.wasted_ns)
                IS NOT (s.necessary, s.unnecessary, s.unknown, s.proven, s.likely, s.possible, s.wasted_ns)
            """
        ),
        (
            "percentiles of views",
            """
            FROM view v LEFT JOIN spread s ON s.view_id = v.id
            WHERE (v.median_ns, v.p95_ns, v.max_ns) IS NOT (s.median_ns, s.p95_ns, s.max_ns)
            """
        ),
        (
            "verdicts of views",
            """
            FROM view v LEFT JOIN view_verdicts s ON s.view_id = v.id
            WHERE s.view_id IS NOT NULL AND (v.interactions, v.necessary, v.unnecessary, v.unknown, v.wasted_ns)
                IS NOT (s.interactions, s.necessary, s.unnecessary, s.unknown, s.wasted_ns)
            """
        ),
        (
            "histogram",
            "FROM duration_bucket b LEFT JOIN histogram h ON h.id = b.id WHERE coalesce(h.updates, 0) <> b.updates"
        ),
        (
            "time slices",
            """
            FROM time_slice t LEFT JOIN slices s ON s.slice = t.slice
            WHERE (t.red, t.orange, t.gray, t.unterminated) IS NOT (s.red, s.orange, s.gray, s.unterminated)
            """
        ),
        (
            "signposts",
            """
            FROM signpost_sum t LEFT JOIN signposts_added s ON s.name_id = t.name_id
                AND s.subsystem_id IS t.subsystem_id AND s.category_id IS t.category_id
            WHERE (t.intervals, t.events, t.unpaired, t.total_ns, t.max_ns)
                IS NOT (s.intervals, s.events, s.unpaired, s.total_ns, s.max_ns)
            """
        ),
        (
            "chains",
            """
            FROM cause_chain k LEFT JOIN chain_sum s ON s.path = k.path
            WHERE (k.updates, k.total_ns, k.red, k.orange, k.gray, k.unnecessary, k.wasted_ns, k.goes_round) IS NOT
                (s.updates, s.total_ns, s.red, s.orange, s.gray, coalesce(s.unnecessary, 0), coalesce(s.wasted_ns, 0),
                s.goes_round)
            """
        ),
        (
            "causes",
            """
            FROM cause c LEFT JOIN cause_sum s ON s.node = c.id WHERE (c.updates, c.total_ns, c.wasted_ns)
                IS NOT (coalesce(s.updates, 0), coalesce(s.total_ns, 0), coalesce(s.wasted_ns, 0))
            """
        ),
        (
            "hitches",
            """
            FROM hitch h WHERE (h.overlapping_views IS NULL)
                IS NOT (h.id NOT IN (SELECT id FROM overlap))
            """
        ),
    ]

    /// How many findings of a rule the SQL comes to.
    private static let counts: [(rule: String, sql: String)] = [
        ("long-body", "FROM long_updates_of l JOIN view v ON v.id = l.view_id WHERE v.kind = 0"),
        ("long-representable", "FROM long_updates_of l JOIN view v ON v.id = l.view_id WHERE v.kind = 1"),
        ("unchanged-updates", "FROM wasted WHERE reason = 2"),
        ("repeated-updates", "FROM wasted WHERE reason = 4"),
        ("parent-only-updates", "FROM wasted WHERE reason = 7"),
        ("fan-out", "FROM fan_out"),
        ("accumulated-updates", "FROM accumulated"),
        ("over-budget", "FROM over_budget"),
        ("user-defaults-storm", "FROM storm WHERE kind = 2 AND peak >= 10"),
    ]

    @Test func `SQL comes to what the passes come to`() throws {
        try withTemporaryFolder { folder in
            let (lines, path) = ("\(folder)/trace.ndjson", "\(folder)/trace.sqlite")
            var size = BenchSize()
            size.records = 20_000
            try Generator.write(.ndjson, size, seed: 3, to: try ByteWriter(creating: lines))
            _ = try TracePipeline.load([lines], into: .file(path), TracePipeline.Options())
            let database = try TraceStore.open(path).database
            for statement in SQLPasses.statements { _ = try database.rows(statement.text) }
            #expect(try database.integer("SELECT count(*) FROM judged") ?? 0 > 10_000)
            for difference in Self.differences {
                let differing = try database.integer("SELECT count(*) \(difference.sql)")
                #expect(differing == 0, "\(difference.what)")
            }
            for count in Self.counts {
                let own = try database.integer("SELECT count(*) FROM finding WHERE rule = '\(count.rule)'")
                #expect(try database.integer("SELECT count(*) \(count.sql)") == own, "\(count.rule)")
            }
        }
    }

    /// A pass that SQL does not do would make ours look slow, one that ours do not do would make SQL look slow.
    @Test func `both sides name the same passes`() {
        let without: Set<String> = ["views", "hot-frames", "round-trips"]
        let ours = Set(AnalysisPasses.all.map { $0.name }).subtracting(without)
        #expect(Set(SQLPasses.statements.map(\.name)).subtracting(["settings"]) == ours)
    }
}
