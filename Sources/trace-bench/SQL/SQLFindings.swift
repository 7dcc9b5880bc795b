/// What the rules of the findings count. Their words are on our side only.
enum SQLFindings {
    static let statements: [(name: String, text: String)] = [
        (
            "findings",
            """
            CREATE TEMP TABLE long_updates_of AS
            SELECT view_id, sum(severity IS 2) AS red, sum(severity IS 1) AS orange,
                sum(phase = 1) AS creations, sum(duration_ns) AS total_ns,
                sum(duration_ns - 8300000) AS over_ns, max(duration_ns) AS longest_ns
            FROM u WHERE severity > 0 AND phase < 2 AND start_ns IS NOT NULL GROUP BY view_id
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE wasted AS
            SELECT view_id, reason, sum(n) AS updates, sum(ns) AS wasted_ns, max(ns) AS worst_ns,
                count(*) AS windows
            FROM (SELECT view_id, reason, win, count(*) AS n,
                sum(duration_ns) AS ns FROM judged WHERE reason IN (2, 4, 7) GROUP BY view_id, reason, win)
            GROUP BY view_id, reason HAVING sum(n) >= 3
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE wasted_drivers AS
            SELECT j.view_id, j.reason, n.label,
                count(*) AS updates FROM judged j JOIN node n ON n.id = j.driver
            WHERE j.reason IN (2, 4, 7) GROUP BY j.view_id, j.reason, n.label
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE fan_out AS
            SELECT label, view_id, sum(unnecessary) AS unnecessary, sum(updates) AS updates,
                count(*) AS windows, sum(ns) AS wasted_ns, max(ns) AS worst_ns
            FROM (SELECT n.label, j.view_id, j.win, count(*) AS updates, sum(j.reason = 5) AS unnecessary,
                sum((j.reason = 5) * j.duration_ns) AS ns
                FROM judged j JOIN node n ON n.id = j.driver GROUP BY n.label, j.view_id, j.win)
            WHERE unnecessary > 0 GROUP BY label, view_id HAVING sum(unnecessary) >= 3
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE share AS
            SELECT m.group_id, u.view_id, count(*) AS updates, sum(u.duration_ns) AS ns,
                sum(u.phase = 1) AS creations
            FROM groups g JOIN grouped m ON m.group_id = g.id JOIN u ON u.id = m.id WHERE g.is_accumulated AND
                u.phase < 2 GROUP BY m.group_id, u.view_id
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE accumulated AS
            SELECT s.view_id, 2 * s.creations_of_group > g.updates AS is_appearing, count(*) AS groups,
                sum(s.updates) AS updates, max(g.busy_ns) AS busiest_ns,
                sum(g.busy_ns - 8300000) AS over_ns
            FROM (SELECT *, sum(creations) OVER (PARTITION BY group_id) AS creations_of_group,
                    row_number() OVER (PARTITION BY group_id ORDER BY ns DESC,
                        (SELECT n.text FROM view v JOIN name n ON n.id = v.name_id WHERE v.id = view_id)) AS
                            place
                FROM share) s JOIN groups g ON g.id = s.group_id
            WHERE s.place = 1 GROUP BY 1, 2
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE over_budget AS
            SELECT kind, name_id, count(*) AS windows, sum(n) AS updates, min(n), max(n),
                sum(total_ns) AS total_ns, sum(wasted_ns) AS wasted_ns
            FROM (SELECT i.kind, i.name_id, j.win, count(*) AS n, sum(j.duration_ns) AS total_ns,
                sum((j.verdict = 2) * j.duration_ns) AS wasted_ns
                FROM judged j JOIN win w ON w.rank = j.win JOIN interaction i ON i.id = w.id JOIN view v ON
                    v.id = j.view_id
                WHERE v.kind = 0 AND j.reason <> 1 AND (i.kind IN (1,
                    3) OR i.kind = 0 AND (j.verdict = 2 OR j.reason = 9)) GROUP BY j.win)
            WHERE n >= CASE kind WHEN 0 THEN 20 WHEN 1 THEN 100 ELSE 51 END GROUP BY kind, name_id
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE storm AS
            SELECT c.kind, c.name_id, count(*) AS writes, max(c.second) AS peak, sum(o.updates) AS updates,
                sum(o.total_ns) AS total_ns
            FROM (SELECT id, kind, name_id, count(*) OVER (PARTITION BY kind,
                name_id ORDER BY start_ns RANGE BETWEEN 999999999 PRECEDING AND CURRENT ROW) AS second
                FROM cause WHERE kind IN (2, 3, 4, 5)) c LEFT JOIN own o ON o.node = c.id
            GROUP BY c.kind, c.name_id
            """
        ),
        (
            "findings",
            """
            CREATE TEMP TABLE quick AS
            SELECT id, view_id, start_ns,
                count(*) OVER (PARTITION BY view_id ORDER BY start_ns RANGE BETWEEN 999999999 PRECEDING AND
                    CURRENT ROW) AS second
            FROM (SELECT id, view_id, start_ns,
                start_ns - lag(end_ns) OVER (PARTITION BY view_id ORDER BY id) AS gap FROM u WHERE phase = 0
                    AND start_ns IS NOT NULL)
            WHERE gap < 1000000
            """
        ),
        ("findings", "SELECT view_id, max(second) FROM quick GROUP BY view_id HAVING max(second) > 50"),
        (
            "findings",
            """
            SELECT view_id, count(*) FROM (
                SELECT u.view_id, row_number() OVER (PARTITION BY coalesce(p.win, 0), u.view_id,
                    u.instance_id ORDER BY u.id) AS birth
                FROM u JOIN placed p ON p.id = u.id WHERE u.phase = 1 AND u.instance_id IS NOT NULL AND
                    p.membership < 3)
            WHERE birth > 1 GROUP BY view_id HAVING count(*) >= 3
            """
        ),
        (
            "findings",
            """
            SELECT u.view_id, coalesce(p.win, 0),
                count(*) FROM u JOIN placed p ON p.id = u.id JOIN view v ON v.id = u.view_id
            WHERE u.phase = 1 AND v.kind = 0 AND p.membership < 3 GROUP BY 1, 2 HAVING count(*) >= 100
            """
        ),
        (
            "findings",
            """
            SELECT m.group_id, u.view_id, u.instance_id,
                count(*) FROM u JOIN grouped m ON m.id = u.id JOIN view v ON v.id = u.view_id
            WHERE v.kind = 2 AND u.phase = 0 GROUP BY 1, 2,
                3 HAVING count(*) >= CASE WHEN u.instance_id IS NULL THEN 50 ELSE 5 END
            """
        ),
        (
            "findings",
            """
            SELECT view_id, count(*),
                max(start_ns) FROM u WHERE duration_ns IS NULL AND phase < 2 AND start_ns IS NOT NULL GROUP BY
                    view_id
            """
        ),
    ]
}
