/// The tables of the cause graph, and what links the report's rows to their places.
extension PageTables {
    /// Those that what is drawn refers to.
    static let chains = PageTableDefinition(
        id: "chains", columns: [("id", .delta), ("step", .plain)],
        sql: """
            SELECT id, step_id FROM cause_chains
            WHERE trace_id = :trace AND id IN (SELECT id FROM temp.drawn_chain) ORDER BY id
            """,
        limit: 50_000)

    /// The drawn chains as a tree of names; a parent stands before its children.
    static let steps = PageTableDefinition(
        id: "steps", columns: [("id", .delta), ("parent", .plain), ("name", .name)],
        rows: { page, _ in page.drawn.stepRows(mostSteps) },
        limit: mostSteps)

    /// Also where a page draws half as much: those of a chain that is drawn are all there.
    private static let mostSteps = 100_000

    /// The sums of updates with one chain and of one view: exact also where updates were thinned.
    static let links = PageTableDefinition(
        id: "links", columns: linkColumns(["chain", "view"]) + [("unlabelled", .plain)],
        sums: { sums, _ in sums.chainRows() })

    /// The same for each interaction, of which a long trace may have more than a page holds: the costliest.
    static let interactionLinks = PageTableDefinition(
        id: "interaction_links", columns: linkColumns(["chain", "view", "interaction"]),
        sums: { sums, _ in sums.interactionRows() })

    private static func linkColumns(_ keys: [String]) -> [PageTableDefinition.Column] {
        (keys + ["updates", "total_ns", "red", "orange", "gray", "unnecessary", "wasted_ns"]).map { ($0, .plain) }
    }

    /// The words of the edges that lead to the updates at the end of a chain, by the ids of texts; those that have nothing but
    /// their ends stand with the links.
    static let chainLabels = PageTableDefinition(
        id: "chain_labels", columns: [("chain", .plain), ("label", .name), ("edges", .plain)],
        sums: { sums, limit throws(TraceError) in try sums.chainLabels(limit) }, limit: 50_000)

    /// The words of the edges that lead to causes, by name.
    static let causeLabels = PageTableDefinition(
        id: "cause_labels", columns: [("name", .name), ("label", .name), ("edges", .plain)],
        sql: """
            SELECT n.text, label, sum(edges) FROM (
                SELECT name_id, 'update' AS label, count(*) AS edges FROM cause
                WHERE trace_id = :trace AND cause_id IS NOT NULL GROUP BY name_id
                UNION ALL
                SELECT g.name_id, l.text, g.edges FROM (
                    SELECT c.name_id, e.label_id, count(*) AS edges FROM edge e JOIN cause c ON c.id = e.to_id
                    WHERE e.trace_id = :trace GROUP BY c.name_id, e.label_id) g
                JOIN name l ON l.id = g.label_id)
            JOIN name n ON n.id = name_id GROUP BY n.text, label ORDER BY n.text, sum(edges) DESC, label
            """)

    /// What kind of node a name is, the most frequent first.
    static let causes = PageTableDefinition(
        id: "causes", columns: [("name", .name), ("kind", .name), ("origin", .name)],
        sql: """
            SELECT name, kind, origin FROM causes WHERE trace_id = :trace GROUP BY name, kind, origin
            ORDER BY name, count(*) DESC, kind, origin
            """)

    /// When what problems are about begins, by problem.
    static let problemSpans = PageTableDefinition(
        id: "problem_spans", columns: [("problem", .plain), ("start_ns", .delta), ("last_ns", .plain)],
        rows: { page, limit throws(TraceError) in try ProblemSpans.read(page, limit) },
        limit: 100_000)

    /// The places of the section of findings, row by row.
    static let findings = PageTableDefinition(
        id: "findings", columns: [("rule", .name), ("view", .name), ("interaction", .plain)],
        sql: "SELECT rule, view, interaction_id FROM findings WHERE trace_id = :trace ORDER BY id")

    /// How the durations of the views that take longest spread: five bins up to the orange deadline, two between the deadlines, four above
    /// the red one, each bin's end included as deadlines are.
    static let durations = PageTableDefinition(
        id: "durations", columns: [("view", .plain), ("bin", .plain), ("updates", .plain)],
        sums: { sums, _ in sums.durations(viewsWithDurations) })
}
