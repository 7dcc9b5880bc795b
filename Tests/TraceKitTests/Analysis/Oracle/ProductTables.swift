@testable import TraceKit

/// What the product's public views say, in the cells of `OracleTables`.
enum ProductTables {
    static func lines(_ store: TraceStore) throws -> [String] {
        try [updates, groups, interactions, views, chains, causes].flatMap { try store.rows($0) }
            + [hitches, hangs].flatMap { sql in
                try store.rows(sql).map { row in
                    var cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                    cells[5] = plain(cells[5] == "-" ? [] : cells[5].split(separator: ", ").map(String.init))
                    return cells.joined(separator: "|")
                }
            }
    }

    /// Overlapping views as one text. Which of two equally long ones stands first, and is the fifth, is left open.
    static func plain(_ views: [String]) -> String {
        let lengths = views.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        return "\(lengths) \(views.count < 5 ? views.sorted() : [])"
    }

    private static func stalls(_ word: String, _ table: String, _ name: String) -> String {
        """
        SELECT '\(word)', h.start_ns, \(ns("h.duration_ms")), h.\(name),
            CASE WHEN i.id IS NULL THEN NULL ELSE \(windowKey) END, h.overlapping_views,
            CASE WHEN h.main_thread_coverage IS NOT NULL THEN printf('%.12g', h.main_thread_coverage) END
        FROM \(table) h
        LEFT JOIN interactions i ON i.id = h.interaction_id
        LEFT JOIN causes c ON c.id = i.node_id
        LEFT JOIN view_update s ON s.id = i.node_id
        WHERE h.is_target = 1
        """
    }

    private static let hitches = stalls("hitch", "hitches", "class")
    private static let hangs = stalls("hang", "hangs", "class")

    /// A window by the ids of the source.
    private static let windowKey = """
        CASE WHEN i.kind = 'trace' THEN 'trace'
            WHEN i.node_id = i.id THEN 'record ' || coalesce(i.source_id, '@' || i.start_ns)
            WHEN c.id IS NOT NULL THEN 'gesture ' || coalesce(c.source_id, '@' || i.start_ns)
            WHEN s.id IS NOT NULL THEN 'scroll ' || coalesce(s.source_id, '@' || i.start_ns)
            ELSE 'signpost @' || i.start_ns END
        """
    private static let groupKey = "coalesce(g.source_id, '@' || g.thread || ' ' || g.start_ns)"

    private static func ns(_ column: String) -> String { "CAST(round(\(column) * 1e6) AS INTEGER)" }

    private static let updates = """
        SELECT 'update', u.allocations, u.severity, \(groupKey), CASE WHEN i.id IS NULL THEN NULL ELSE \(windowKey) END,
            u.membership, u.verdict, u.reason, u.confidence, u.driving_cause, d.source_id, u.root_cause, k.chain
        FROM updates u
        JOIN view_update x ON x.id = u.id
        LEFT JOIN update_groups g ON g.id = u.group_id
        LEFT JOIN interactions i ON i.id = u.interaction_id
        LEFT JOIN causes c ON c.id = i.node_id
        LEFT JOIN view_update s ON s.id = i.node_id
        LEFT JOIN causes d ON d.id = x.driving_cause_id
        LEFT JOIN cause_chains k ON k.id = u.chain_id
        WHERE u.is_target = 1
        """

    private static let groups = """
        SELECT 'group', \(groupKey), g.start_ns, \(ns("g.duration_ms")), g.thread, \(ns("g.busy_ms")), g.updates,
            g.severity, g.accumulated, g.derived
        FROM update_groups g
        WHERE g.is_target = 1
        """

    private static let interactions = """
        SELECT 'interaction', \(windowKey), i.start_ns, \(ns("i.end_ms")), \(ns("i.duration_ms")), i.updates, i.linked,
            i.temporal, i.checks, i.red, i.orange, i.gray, i.unterminated, i.necessary, i.unnecessary, i.unknown,
            \(ns("i.wasted_ms")), i.proven, i.likely, i.possible, i.missed_deadline, \(ns("i.hitch_ms")),
            CASE WHEN i.hitch_ratio IS NOT NULL THEN printf('%.12g', i.hitch_ratio) END
        FROM interactions i
        LEFT JOIN causes c ON c.id = i.node_id
        LEFT JOIN view_update s ON s.id = i.node_id
        """

    private static let views = """
        SELECT 'view', module, view, kind, updates, \(ns("total_ms")), \(ns("median_ms")), \(ns("p95_ms")),
            \(ns("max_ms")), red, orange, gray, unterminated, checks, untimed, necessary, unnecessary, unknown,
            \(ns("wasted_ms")), proven, likely, possible, interactions
        FROM view_summary
        WHERE updates + checks + untimed > 0
        """

    private static let chains = """
        SELECT 'chain', root_cause, chain, depth, updates, \(ns("total_ms")), red, orange, gray, unnecessary,
            \(ns("wasted_ms"))
        FROM cause_chains
        """

    /// Without the interactions, which have rows of their own.
    private static let causes = """
        SELECT 'cause', source_id, name, start_ns, fan_out, updates, \(ns("total_ms")), \(ns("wasted_ms"))
        FROM causes
        WHERE id NOT IN (SELECT id FROM interactions) AND process IS NULL
        """
}
