/// The cause graph as tables, the chosen parents, and one recursion from the roots down that carries driving cause,
/// depth, route and path along.
enum SQLChains {
    static let statements: [(name: String, text: String)] = [
        (
            "cause-chains",
            """
            CREATE TEMP TABLE node (id INTEGER PRIMARY KEY, label TEXT, start_ns INTEGER, is_update INTEGER,
                step INTEGER, source_id)
            """
        ),
        (
            "cause-chains",
            """
            INSERT INTO node
            SELECT i.id, i.label, i.start_ns, 0, 0, i.source_id FROM interaction i
            UNION ALL SELECT c.id, n.text, c.start_ns, c.kind = 12,
                CASE c.origin WHEN 0 THEN 1 WHEN 1 THEN 2 ELSE 0 END, c.source_id
            FROM cause c JOIN name n ON n.id = c.name_id
            UNION ALL SELECT u.id, CASE s.kind WHEN 0 THEN n.text || '.body' ELSE n.text END, u.start_ns, 1,
                CASE WHEN s.kind = 0 AND coalesce(m.text, '') NOT IN ('SwiftUI', 'SwiftUICore', 'UIKit',
                    'UIKitCore', 'AppKit') THEN 3 ELSE 0 END,
                u.source_id
            FROM view_update u JOIN update_site s ON s.id = u.codes >> 13 JOIN name n ON n.id = s.name_id
                LEFT JOIN name m ON m.id = s.module_id
            """
        ),
        ("cause-chains", "CREATE TEMP TABLE link (to_id INTEGER, from_id INTEGER, at_ns INTEGER)"),
        (
            "cause-chains",
            """
            INSERT INTO link
            SELECT id, cause_id, NULL FROM view_update WHERE cause_id IS NOT NULL
            UNION ALL SELECT id, cause_id, NULL FROM cause WHERE cause_id IS NOT NULL
            UNION ALL SELECT to_id, from_id, at_ns FROM edge
            """
        ),
        ("cause-chains", "CREATE INDEX temp.link_to ON link (to_id, from_id)"),
        ("cause-chains", "CREATE TEMP TABLE parent (child INTEGER PRIMARY KEY, parent INTEGER NOT NULL)"),
        (
            "cause-chains",
            """
            INSERT INTO parent SELECT to_id, from_id FROM link GROUP BY to_id HAVING count(*) = 1
            """
        ),
        (
            "cause-chains",
            """
            INSERT INTO parent SELECT to_id, from_id FROM (
                SELECT l.to_id, l.from_id, row_number() OVER (PARTITION BY l.to_id ORDER BY
                    coalesce(l.at_ns, s.start_ns) > coalesce(t.start_ns, 9223372036854775807),
                    CASE WHEN coalesce(l.at_ns, s.start_ns) > coalesce(t.start_ns, 9223372036854775807)
                        THEN coalesce(l.at_ns, s.start_ns) ELSE -coalesce(l.at_ns, s.start_ns) END,
                    s.source_id IS NULL, s.source_id, s.id) AS place
                FROM link l JOIN node s ON s.id = l.from_id JOIN node t ON t.id = l.to_id
                WHERE l.to_id NOT IN (SELECT child FROM parent))
            WHERE place = 1
            """
        ),
        ("cause-chains", "CREATE INDEX temp.child_of ON parent (parent)"),
        (
            "cause-chains",
            """
            CREATE TEMP TABLE chain (node INTEGER PRIMARY KEY, root INTEGER, driver INTEGER, depth INTEGER,
                route INTEGER, path TEXT)
            """
        ),
        (
            "cause-chains",
            """
            WITH RECURSIVE walk(node, root, driver, depth, route, path) AS (
                SELECT id, id, NULL, 1, step = 1, label FROM node WHERE id NOT IN (SELECT child FROM parent)
                UNION ALL
                SELECT n.id, w.root, CASE WHEN p.is_update THEN w.driver ELSE p.id END, w.depth + 1,
                    CASE WHEN w.route = 3 OR w.route = 2 AND n.step IN (1, 3) THEN 3 WHEN n.step = 1 THEN 1
                        WHEN w.route = 1 AND n.step = 2 THEN 2 ELSE w.route END,
                    w.path || ' → ' || n.label
                FROM walk w JOIN node p ON p.id = w.node JOIN parent e ON e.parent = w.node JOIN node n ON n.id
                    = e.child)
            INSERT INTO chain SELECT * FROM walk
            """
        ),
        (
            "cause-chains",
            """
            SELECT l.from_id, count(DISTINCT l.to_id) FROM link l JOIN u ON u.id = l.to_id
            WHERE u.phase < 2 AND u.start_ns IS NOT NULL GROUP BY l.from_id
            """
        ),
    ]
}
