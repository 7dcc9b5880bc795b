/// The ends of the interactions' windows, what is reachable from each, and the place of every update.
enum SQLWindows {
    static let statements: [(name: String, text: String)] = [
        (
            "interaction-windows",
            """
            CREATE TEMP TABLE win (rank INTEGER PRIMARY KEY, id INTEGER, start_ns INTEGER, explicit_ns INTEGER,
                next_ns INTEGER, end_ns INTEGER)
            """
        ),
        (
            "interaction-windows",
            """
            INSERT INTO win SELECT row_number() OVER (ORDER BY start_ns, id DESC), id, start_ns,
                start_ns + duration_ns,
                (SELECT min(start_ns) FROM interaction j WHERE j.start_ns > i.start_ns), NULL
            FROM interaction i
            """
        ),
        ("interaction-windows", "CREATE INDEX temp.win_start ON win (start_ns, rank)"),
        ("interaction-windows", "CREATE TEMP TABLE latest (id INTEGER PRIMARY KEY, win INTEGER)"),
        (
            "interaction-windows",
            """
            INSERT INTO latest
            SELECT id, (SELECT rank FROM win w WHERE w.start_ns <= u.start_ns ORDER BY w.start_ns DESC,
                w.rank DESC LIMIT 1)
            FROM u WHERE start_ns IS NOT NULL
            """
        ),
        (
            "interaction-windows",
            """
            CREATE TEMP TABLE settled AS
            WITH work AS (
                SELECT w.start_ns AS win_start, u.id, u.start_ns, u.end_ns, max(w.start_ns,
                    coalesce(max(u.end_ns) OVER (
                    PARTITION BY l.win ORDER BY u.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
                        w.start_ns)) AS so_far
                FROM latest l JOIN u ON u.id = l.id JOIN win w ON w.rank = l.win
                WHERE u.thread_id = (SELECT id FROM name WHERE text = 'main')),
            broken AS (SELECT win_start,
                min(id) AS first FROM work WHERE start_ns >= so_far + 250000000 GROUP BY win_start)
            SELECT k.win_start, max(k.end_ns) AS work_end FROM work k LEFT JOIN broken b ON b.win_start =
                k.win_start
            WHERE b.first IS NULL OR k.id < b.first GROUP BY k.win_start
            """
        ),
        (
            "interaction-windows",
            """
            UPDATE win SET end_ns = min(coalesce(next_ns, 9223372036854775807), coalesce(explicit_ns,
                9223372036854775807),
                250000000 + max(start_ns,
                    coalesce((SELECT work_end FROM settled s WHERE s.win_start = win.start_ns), 0)))
            """
        ),
        ("interaction-windows", "CREATE INDEX temp.link_from ON link (from_id, to_id)"),
        ("interaction-windows", "CREATE TEMP TABLE reached (node INTEGER PRIMARY KEY, win INTEGER)"),
        (
            "interaction-windows",
            """
            WITH RECURSIVE reach(node, win) AS (
                SELECT l.to_id, w.rank FROM win w JOIN link l ON l.from_id = w.id
                UNION SELECT l.to_id, r.win FROM reach r JOIN link l ON l.from_id = r.node)
            INSERT INTO reached SELECT node, max(win) FROM reach GROUP BY node
            """
        ),
        ("interaction-windows", "CREATE TEMP TABLE placed (id INTEGER PRIMARY KEY, win INTEGER, membership INTEGER)"),
        (
            "interaction-windows",
            """
            INSERT INTO placed
            SELECT u.id, CASE WHEN r.win IS NOT NULL THEN r.win WHEN u.start_ns < w.end_ns THEN w.rank END,
                CASE WHEN u.start_ns IS NULL THEN 4 WHEN r.win IS NOT NULL THEN 0 WHEN w.rank IS NULL THEN 2
                    WHEN u.start_ns < w.end_ns THEN 1 ELSE 3 END
            FROM u LEFT JOIN latest l ON l.id = u.id LEFT JOIN win w ON w.rank = l.win
                LEFT JOIN reached r ON r.node = u.id AND u.start_ns IS NOT NULL
            """
        ),
        (
            "interaction-windows",
            """
            CREATE TEMP TABLE window_sum AS
            SELECT p.win, sum(u.phase < 2 AND p.membership = 0) AS linked,
                sum(u.phase < 2 AND p.membership = 1) AS temporal,
                sum(u.phase = 2) AS checks, sum(u.phase < 2 AND u.severity IS 2) AS red,
                    sum(u.phase < 2 AND u.severity IS 1) AS orange,
                sum(u.phase < 2 AND u.severity IS 0) AS gray,
                    max(u.phase < 2 AND (u.severity > 0 OR g.is_long)) AS missed_deadline
            FROM placed p JOIN u ON u.id = p.id JOIN grouped m ON m.id = p.id JOIN groups g ON g.id = m.group_id
            WHERE p.win IS NOT NULL GROUP BY p.win
            """
        ),
        (
            "interaction-windows",
            """
            SELECT w.id, sum(h.duration_ns) FROM hitch h JOIN win w ON w.rank = (
                SELECT rank FROM win v WHERE v.start_ns <= h.start_ns ORDER BY v.start_ns DESC,
                    v.rank DESC LIMIT 1)
            WHERE h.start_ns < w.end_ns AND NOT h.is_system GROUP BY w.id
            """
        ),
    ]
}
