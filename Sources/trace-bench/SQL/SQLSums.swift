/// What the passes add up.
enum SQLSums {
    static let statements: [(name: String, text: String)] = [
        (
            "view-summary",
            """
            SELECT view_id, sum(phase < 2 AND start_ns IS NOT NULL),
                sum(CASE WHEN phase < 2 AND start_ns IS NOT NULL THEN duration_ns END),
                sum(phase < 2 AND severity IS 2), sum(phase < 2 AND severity IS 1),
                    sum(phase < 2 AND severity IS 0), sum(phase = 2),
                sum(phase < 2 AND start_ns IS NULL)
            FROM u GROUP BY view_id
            """
        ),
        (
            "view-summary",
            """
            CREATE TEMP TABLE spread AS
            SELECT view_id, max(CASE WHEN place = (n + 1) / 2 THEN duration_ns END) AS median_ns,
                max(CASE WHEN place = (n * 95 + 99) / 100 THEN duration_ns END) AS p95_ns,
                    max(duration_ns) AS max_ns
            FROM (SELECT view_id, duration_ns,
                row_number() OVER (PARTITION BY view_id ORDER BY duration_ns) AS place,
                    count(*) OVER (PARTITION BY view_id) AS n
                FROM u WHERE duration_ns IS NOT NULL AND phase < 2)
            GROUP BY view_id
            """
        ),
        (
            "overview",
            """
            CREATE TEMP TABLE histogram AS
            SELECT b.id, count(*) AS updates FROM u JOIN view v ON v.id = u.view_id
                JOIN duration_bucket b ON b.id = (SELECT id FROM duration_bucket c WHERE u.duration_ns >
                    c.over_ns ORDER BY c.over_ns DESC LIMIT 1)
            WHERE v.kind = 0 AND u.phase < 2 AND u.duration_ns IS NOT NULL GROUP BY b.id
            """
        ),
        (
            "overview",
            """
            CREATE TEMP TABLE slices AS
            SELECT min(239, CAST(u.start_ns * 240.0 / t.duration_ns AS INTEGER)) AS slice,
                sum(u.severity IS 2) AS red, sum(u.severity IS 1) AS orange,
                sum(u.severity IS 0) AS gray, sum(u.severity IS NULL) AS unterminated
            FROM u CROSS JOIN trace t WHERE u.phase < 2 AND u.start_ns IS NOT NULL GROUP BY slice
            """
        ),
        (
            "signpost-summary",
            """
            CREATE TEMP TABLE signposts_added AS
            SELECT name_id, subsystem_id, category_id, count(duration_ns) AS intervals,
                sum(duration_ns IS NULL AND pairing = 0) AS events,
                sum(pairing <> 0) AS unpaired, sum(duration_ns) AS total_ns, max(duration_ns) AS max_ns
            FROM signpost JOIN signpost_site s ON s.id = site_id GROUP BY name_id, subsystem_id, category_id
            """
        ),
        (
            "summaries",
            """
            CREATE TEMP TABLE window_verdicts AS
            SELECT win, sum(verdict = 1) AS necessary, sum(verdict = 2) AS unnecessary,
                sum(verdict = 3) AS unknown,
                sum(reason = 2) AS proven, sum(reason = 4) AS likely, sum(reason IN (5, 7)) AS possible,
                    sum((verdict = 2) * duration_ns) AS wasted_ns
            FROM judged GROUP BY win
            """
        ),
        (
            "summaries",
            """
            CREATE TEMP TABLE view_verdicts AS
            SELECT view_id, count(DISTINCT win) AS interactions, sum(verdict = 1) AS necessary,
                sum(verdict = 2) AS unnecessary, sum(verdict = 3) AS unknown,
                sum(reason = 2) AS proven, sum(reason = 4) AS likely, sum(reason IN (5, 7)) AS possible,
                    sum((verdict = 2) * duration_ns) AS wasted_ns
            FROM judged GROUP BY view_id
            """
        ),
        (
            "summaries",
            """
            CREATE TEMP TABLE chain_sum AS
            SELECT c.path, c.depth, count(*) AS updates, coalesce(sum(u.duration_ns), 0) AS total_ns,
                sum(u.severity IS 2) AS red, sum(u.severity IS 1) AS orange,
                sum(u.severity IS 0) AS gray, sum(j.verdict = 2) AS unnecessary,
                    sum((j.verdict = 2) * u.duration_ns) AS wasted_ns, max(c.route = 3) AS goes_round
            FROM u JOIN chain c ON c.node = u.id LEFT JOIN judged j ON j.id = u.id
            WHERE u.phase < 2 AND u.start_ns IS NOT NULL GROUP BY c.path
            """
        ),
        (
            "summaries",
            """
            CREATE TEMP TABLE own AS
            SELECT p.parent AS node, count(*) AS updates, sum(u.duration_ns) AS total_ns,
                sum((j.verdict = 2) * u.duration_ns) AS wasted_ns
            FROM parent p JOIN u ON u.id = p.child LEFT JOIN judged j ON j.id = u.id
            WHERE u.phase < 2 AND u.start_ns IS NOT NULL GROUP BY p.parent
            """
        ),
        (
            "summaries",
            """
            CREATE TEMP TABLE cause_sum AS
            WITH RECURSIVE up(node, updates, total_ns, wasted_ns) AS (
                SELECT node, updates, total_ns, wasted_ns FROM own
                UNION ALL SELECT p.parent, up.updates, up.total_ns,
                    up.wasted_ns FROM up JOIN parent p ON p.child = up.node)
            SELECT node, sum(updates) AS updates, sum(total_ns) AS total_ns,
                sum(wasted_ns) AS wasted_ns FROM up GROUP BY node
            """
        ),
        ("hangs-and-hitches", "CREATE INDEX temp.u_start ON u (start_ns, end_ns, phase, view_id)"),
        (
            "hangs-and-hitches",
            """
            CREATE TEMP TABLE overlap AS
            SELECT h.id, u.view_id, sum(min(u.end_ns, h.start_ns + h.duration_ns) - max(u.start_ns,
                h.start_ns)) AS overlap_ns
            FROM (SELECT id, start_ns, duration_ns FROM hitch UNION ALL SELECT -id, start_ns,
                duration_ns FROM hang) h
                JOIN u ON u.start_ns > h.start_ns - (SELECT max(duration_ns) FROM u) AND u.start_ns <
                    h.start_ns + h.duration_ns
            WHERE u.phase < 2 AND u.end_ns > h.start_ns GROUP BY h.id, u.view_id
            """
        ),
        (
            "hangs-and-hitches",
            """
            SELECT h.id FROM hitch h WHERE NOT EXISTS (SELECT 1 FROM overlap o WHERE o.id = h.id) AND NOT
                EXISTS (
                SELECT 1 FROM groups g WHERE g.start_ns < h.start_ns + h.duration_ns AND g.end_ns > h.start_ns)
            """
        ),
    ]
}
