/// A part of the analysis as it would be done in SQL, inside SQLite, over the rows that an import has written.
///
/// Only what SQL says well is here: no chains of names, no windows, no verdicts, no findings; and sums are read, not
/// written back. It is less than half of what the passes do.
enum SQLPasses {
    static let statements: [(name: String, text: String)] = [
        (
            "severity",
            """
            SELECT CASE WHEN duration_ns > 16670000 THEN 2 WHEN duration_ns > 8300000 THEN 1 ELSE 0 END AS severity,
                count(*), sum(duration_ns)
            FROM view_update WHERE duration_ns IS NOT NULL AND (codes & 3) < 2 GROUP BY severity
            """
        ),
        (
            "percentiles of a view",
            """
            SELECT site_id, count(*), sum(duration_ns), max(CASE WHEN place = (n + 1) / 2 THEN duration_ns END),
                max(CASE WHEN place = (n * 95 + 99) / 100 THEN duration_ns END), max(duration_ns)
            FROM (SELECT site_id, duration_ns, row_number() OVER (PARTITION BY site_id ORDER BY duration_ns) AS place,
                    count(*) OVER (PARTITION BY site_id) AS n
                FROM view_update WHERE duration_ns IS NOT NULL AND (codes & 3) < 2)
            GROUP BY site_id
            """
        ),
        ("parents", "CREATE TEMP TABLE parent (child INTEGER PRIMARY KEY, parent INTEGER NOT NULL)"),
        ("parents", "INSERT INTO parent SELECT to_id, min(from_id) FROM edge GROUP BY to_id"),
        ("parents", "CREATE INDEX temp.child_of ON parent (parent)"),
        (
            "root and depth",
            """
            WITH RECURSIVE chain(node, root, depth) AS (
                SELECT DISTINCT p.parent, p.parent, 0 FROM parent p
                WHERE NOT EXISTS (SELECT 1 FROM parent q WHERE q.child = p.parent)
                UNION ALL SELECT p.child, chain.root, chain.depth + 1 FROM chain JOIN parent p ON p.parent = chain.node)
            SELECT root, count(*), max(depth) FROM chain GROUP BY root
            """
        ),
        (
            "repeats",
            """
            SELECT site_id, count(*) FROM (
                SELECT site_id, start_ns - lag(start_ns) OVER (PARTITION BY site_id, instance_id ORDER BY start_ns) AS gap
                FROM view_update WHERE (codes & 3) < 2 AND instance_id IS NOT NULL)
            WHERE gap < 16670000 GROUP BY site_id
            """
        ),
    ]
}
