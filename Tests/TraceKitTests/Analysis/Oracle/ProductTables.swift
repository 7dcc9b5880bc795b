@testable import TraceKit

/// What the product's public views say, in the cells of `OracleTables`.
enum ProductTables {
    static func lines(_ store: TraceStore) throws -> [String] {
        try [updates, groups, interactions, views, chains, causes].flatMap { try store.rows($0) }
    }

    /// A window by the ids of the source.
    private static let windowKey = """
        CASE WHEN i.kind = 'trace' THEN 'trace'
            WHEN i.node_id = i.id THEN 'record ' || coalesce(i.source_id, '@' || i.start_ns)
            WHEN i.node_id IS NOT NULL THEN 'gesture ' || coalesce(c.source_id, '@' || i.start_ns)
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
        LEFT JOIN causes d ON d.id = x.driving_cause_id
        LEFT JOIN cause_chains k ON k.id = u.chain_id
        """

    private static let groups = """
        SELECT 'group', \(groupKey), g.start_ns, \(ns("g.duration_ms")), g.thread, \(ns("g.busy_ms")), g.updates,
            g.severity, g.accumulated, g.derived
        FROM update_groups g
        """

    private static let interactions = """
        SELECT 'interaction', \(windowKey), CASE i.kind WHEN 'trace' THEN NULL ELSE i.start_ns END,
            CASE i.kind WHEN 'trace' THEN NULL ELSE \(ns("i.end_ms")) END,
            CASE i.kind WHEN 'trace' THEN NULL ELSE \(ns("i.duration_ms")) END, i.updates, i.linked, i.temporal,
            i.checks, i.red, i.orange, i.gray, i.unterminated, i.necessary, i.unnecessary, i.unknown,
            \(ns("i.wasted_ms")), i.proven, i.likely, i.possible, i.missed_deadline
        FROM interactions i
        LEFT JOIN causes c ON c.id = i.node_id
        """

    private static let views = """
        SELECT 'view', module, view, kind, updates, \(ns("total_ms")), \(ns("median_ms")), \(ns("p95_ms")),
            \(ns("max_ms")), red, orange, gray, unterminated, checks, untimed, necessary, unnecessary, unknown,
            \(ns("wasted_ms")), proven, likely, possible, interactions
        FROM view_summary
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
        WHERE id NOT IN (SELECT id FROM interactions)
        """
}
