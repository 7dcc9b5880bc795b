/// The nine rules of verdicts, as far as possible on whole sets.
enum SQLVerdicts {
    static let statements: [(name: String, text: String)] = [
        (
            "unnecessary-updates",
            """
            CREATE TEMP TABLE judged (id INTEGER PRIMARY KEY, win INTEGER, view_id INTEGER, driver INTEGER,
                instance_id INTEGER, group_id INTEGER, changed INTEGER, reason INTEGER, verdict INTEGER,
                    duration_ns INTEGER)
            """
        ),
        (
            "unnecessary-updates",
            """
            INSERT INTO judged
            SELECT p.id, p.win, u.view_id, c.driver, u.instance_id, m.group_id, l.kind,
                CASE WHEN u.phase = 1 THEN 1 WHEN l.kind IN (2, 3) THEN l.kind END, NULL,
                    coalesce(u.duration_ns, 0)
            FROM placed p JOIN u ON u.id = p.id JOIN chain c ON c.node = p.id JOIN grouped m ON m.id = p.id
                LEFT JOIN (SELECT id, CASE WHEN text = '' THEN 2 WHEN text = '@self' THEN 7
                    WHEN text IN ('@dependencies', '@self;@dependencies',
                        '@dependencies;@self') THEN 8 ELSE 3 END AS kind
                    FROM property_list) l ON l.id = u.changed_id
            WHERE p.win IS NOT NULL AND u.phase < 2
            """
        ),
        (
            "unnecessary-updates",
            """
            UPDATE judged SET reason = 4 WHERE reason IS NULL AND id IN (SELECT id FROM (
                SELECT id, lead(id) OVER (PARTITION BY group_id, view_id,
                    instance_id ORDER BY id) AS later FROM judged WHERE instance_id IS NOT NULL)
                WHERE later IS NOT NULL)
            """
        ),
        (
            "unnecessary-updates",
            """
            CREATE TEMP TABLE fan AS
            SELECT win, driver, view_id, min(id) AS first, count(DISTINCT coalesce(instance_id,
                -id)) AS instances
            FROM judged WHERE reason IS NULL AND driver IS NOT NULL GROUP BY win, driver,
                view_id HAVING instances >= 3
            """
        ),
        ("unnecessary-updates", "CREATE INDEX temp.fan_of ON fan (win, driver, view_id)"),
        (
            "unnecessary-updates",
            """
            UPDATE judged SET reason = CASE id WHEN f.first THEN 6 ELSE 5 END FROM fan f
            WHERE judged.reason IS NULL AND f.win = judged.win AND f.driver = judged.driver AND f.view_id =
                judged.view_id
            """
        ),
        (
            "unnecessary-updates",
            """
            UPDATE judged SET reason = 6 WHERE reason IS NULL AND id IN (
                SELECT min(id) FROM judged WHERE driver IS NOT NULL GROUP BY win, driver HAVING count(*) = 1)
            """
        ),
        (
            "unnecessary-updates",
            """
            UPDATE judged SET reason = coalesce(reason, changed, 9),
                verdict = CASE coalesce(reason, changed,
                    9) WHEN 9 THEN 3 WHEN 2 THEN 2 WHEN 4 THEN 2 WHEN 5 THEN 2 WHEN 7 THEN 2 ELSE 1 END
            """
        ),
    ]
}
