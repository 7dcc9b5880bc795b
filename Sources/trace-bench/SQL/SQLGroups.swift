/// Severities and update groups: runs of updates on a thread with gaps of at most 1 ms.
enum SQLGroups {
    static let statements: [(name: String, text: String)] = [
        (
            "severity",
            """
            CREATE TEMP TABLE u (id INTEGER PRIMARY KEY, view_id INTEGER, phase INTEGER, thread_id INTEGER,
                instance_id INTEGER,
                changed_id INTEGER, start_ns INTEGER, duration_ns INTEGER, end_ns INTEGER, severity INTEGER)
            """
        ),
        (
            "severity",
            """
            INSERT INTO u SELECT p.id, s.view_id, p.codes & 3, s.thread_id, instance_id, changed_id, start_ns, duration_ns,
                start_ns + coalesce(duration_ns, 0),
                CASE WHEN duration_ns > 16670000 THEN 2 WHEN duration_ns > 8300000 THEN 1 WHEN duration_ns >= 0
                    THEN 0 END
            FROM view_update p JOIN update_site s ON s.id = p.codes >> 13
            """
        ),
        ("update-groups", "CREATE TEMP TABLE grouped (id INTEGER PRIMARY KEY, group_id INTEGER, own_ns INTEGER)"),
        (
            "update-groups",
            """
            INSERT INTO grouped
            SELECT id, first_value(id) OVER (PARTITION BY thread_id, place ORDER BY id), own_ns
            FROM (
                SELECT id, thread_id,
                    sum(latest IS NULL OR start_ns - latest > 1000000) OVER (PARTITION BY thread_id ORDER BY
                        id) AS place,
                    CASE WHEN duration_ns IS NOT NULL THEN max(0, end_ns - max(start_ns, coalesce(latest,
                        0))) END AS own_ns
                FROM (
                    SELECT id, thread_id, start_ns, duration_ns, end_ns, max(end_ns) OVER (
                        PARTITION BY thread_id ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS
                            latest
                    FROM u WHERE start_ns IS NOT NULL))
            """
        ),
        (
            "update-groups",
            """
            CREATE TEMP TABLE groups AS
            SELECT g.group_id AS id, min(u.start_ns) AS start_ns, max(u.end_ns) AS end_ns,
                sum(g.own_ns) AS busy_ns, sum(u.phase < 2) AS updates,
                sum(g.own_ns) > 8300000 AS is_long,
                    sum(g.own_ns) > 8300000 AND max(u.severity) = 0 AS is_accumulated
            FROM grouped g JOIN u ON u.id = g.id GROUP BY g.group_id
            """
        ),
    ]
}
