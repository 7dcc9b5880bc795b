/// The tables of the cause graph, and what links the report's rows to their places.
extension PageTables {
    /// The chains as a tree of names; a parent stands before its children.
    static let steps = PageTableDefinition(
        id: "steps", columns: [("id", .delta), ("parent", .plain), ("name", .name)],
        sql: "SELECT id, parent_id, name FROM chain_steps WHERE trace_id = :trace ORDER BY id", limit: 100_000)

    static let chains = PageTableDefinition(
        id: "chains", columns: [("id", .delta), ("step", .plain)],
        sql: "SELECT id, step_id FROM cause_chains WHERE trace_id = :trace ORDER BY id", limit: 100_000)

    /// The sums of updates with one chain and of one view: exact also where updates were thinned.
    static let links = linkTable("links", key: [("chain", "t.chain_id"), ("view", "t.view_id")])

    /// The same for each interaction, of which a long trace may have more than a page holds: the costliest.
    static let interactionLinks = linkTable(
        "interaction_links",
        key: [("chain", "t.chain_id"), ("view", "t.view_id"), ("interaction", "t.interaction_id")])

    private static func linkTable(_ id: String, key: [(name: String, sql: String)]) -> PageTableDefinition {
        let sums = ["updates", "total_ns", "red", "orange", "gray", "unnecessary", "wasted_ns"]
        let keys = key.map(\.sql).joined(separator: ", ")
        return PageTableDefinition(
            id: id, columns: (key.map(\.name) + sums).map { ($0, .plain) },
            sql: """
                SELECT \(keys), count(*), coalesce(sum(t.duration_ns), 0) AS total, coalesce(sum(t.severity = 2), 0),
                    coalesce(sum(t.severity = 1), 0), coalesce(sum(t.severity = 0), 0), coalesce(sum(t.verdict = 2), 0),
                    coalesce(sum(CASE t.verdict WHEN 2 THEN t.duration_ns END), 0) AS wasted
                FROM view_update t
                WHERE t.trace_id = :trace AND t.phase <> 2 AND t.start_ns IS NOT NULL AND t.chain_id IS NOT NULL:updates
                GROUP BY \(keys) ORDER BY wasted DESC, total DESC, \(keys)
                """)
    }

    /// The words of the edges that lead to the updates at the end of a chain.
    static let chainLabels = PageTableDefinition(
        id: "chain_labels", columns: [("chain", .plain), ("label", .name), ("edges", .plain)],
        sql: """
            SELECT t.chain_id, e.label, count(*) FROM effects e JOIN view_update t ON t.id = e.to_id
            WHERE e.trace_id = :trace AND t.chain_id IS NOT NULL GROUP BY t.chain_id, e.label
            ORDER BY t.chain_id, count(*) DESC, e.label
            """,
        limit: 100_000)

    /// The words of the edges that lead to causes, by name.
    static let causeLabels = PageTableDefinition(
        id: "cause_labels", columns: [("name", .name), ("label", .name), ("edges", .plain)],
        sql: """
            SELECT c.name, e.label, count(*) FROM effects e JOIN causes c ON c.id = e.to_id
            WHERE e.trace_id = :trace GROUP BY c.name, e.label ORDER BY c.name, count(*) DESC, e.label
            """)

    /// What kind of node a name is, the most frequent first.
    static let causes = PageTableDefinition(
        id: "causes", columns: [("name", .name), ("kind", .name), ("origin", .name)],
        sql: """
            SELECT name, kind, origin FROM causes WHERE trace_id = :trace GROUP BY name, kind, origin
            ORDER BY name, count(*) DESC, kind, origin
            """)

    /// The places of the section of findings, row by row.
    static let findings = PageTableDefinition(
        id: "findings", columns: [("rule", .name), ("view", .name), ("interaction", .plain)],
        sql: "SELECT rule, view, interaction_id FROM findings WHERE trace_id = :trace ORDER BY id")

    /// How the durations of a view spread: five bins up to the orange deadline, two between the deadlines, four above
    /// the red one, each bin's end included as deadlines are.
    static let durations = PageTableDefinition(
        id: "durations", columns: [("view", .plain), ("bin", .plain), ("updates", .plain)],
        sql: """
            SELECT t.view_id, CASE
                WHEN t.duration_ns <= d.orange_ns / 16 THEN 0 WHEN t.duration_ns <= d.orange_ns / 8 THEN 1
                WHEN t.duration_ns <= d.orange_ns / 4 THEN 2 WHEN t.duration_ns <= d.orange_ns / 2 THEN 3
                WHEN t.duration_ns <= d.orange_ns THEN 4 WHEN t.duration_ns <= (d.orange_ns + d.red_ns) / 2 THEN 5
                WHEN t.duration_ns <= d.red_ns THEN 6 WHEN t.duration_ns <= d.red_ns * 2 THEN 7
                WHEN t.duration_ns <= d.red_ns * 4 THEN 8 WHEN t.duration_ns <= d.red_ns * 8 THEN 9 ELSE 10 END AS bin,
                count(*)
            FROM view_update t JOIN traces d ON d.id = t.trace_id
            WHERE t.trace_id = :trace AND t.phase <> 2 AND t.start_ns IS NOT NULL
                AND t.duration_ns IS NOT NULL:updates
            GROUP BY t.view_id, bin ORDER BY t.view_id, bin
            """,
        limit: 200_000)
}
