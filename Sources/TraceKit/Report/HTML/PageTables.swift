/// A table of the page as SQL, in which `:trace` stands for the id of the trace.
struct PageTableDefinition: Sendable {
    typealias Column = (name: String, encoding: PageColumn.Encoding)

    /// The first rows of a table, and how many there are.
    typealias Rows = (rows: [[Int64]], total: Int)

    let id: String
    /// A column of names holds texts, or the ids of texts: these are looked up for the rows that are drawn.
    let columns: [Column]
    /// Empty where Swift makes the rows, or reads them as updates.
    var sql = ""
    /// At most so many rows, from what was read before.
    var rows: (@Sendable (PageBuilder, Int) throws(TraceError) -> Rows)?
    /// The same of what was added up over all updates, by the thread that did so.
    var sums: (@Sendable (inout PageSums, Int) throws(TraceError) -> Rows)?
    /// Whether its rows are updates as `PageUpdate` reads them. SQLite would work their columns out for every row,
    /// Swift does for those that are drawn.
    var isOfUpdates = false
    /// Counts all rows and those over a deadline; nil = the table is never thinned, `limit` cuts it.
    var countSQL: String?
    /// The most rows taken.
    var limit = 20_000
}

/// The tables of a page, in the order in which they are read: what others refer to comes last, and what rests on the updates
/// behind these. Adding one is one
/// definition here.
enum PageTables {
    static let all: [PageTableDefinition] = [
        groups, interactions, recurring, hitches, hangs, signposts, causeLabels, causes, findings, samples,
        sampleThreads, frames, updates, durations, links, interactionLinks, chainLabels, problemSpans, views, chains,
        steps,
    ]

    /// What a timeline draws, and what is said about its items.
    static let timeline = [groups, interactions, recurring, hitches, hangs, signposts, updates, views, chains, steps]

    /// Column that says whether a row is over a deadline, for thinning; it is not part of the page.
    static let longColumn = "long"

    /// All rows are drawn up to this number; above it long ones are kept and the gray ones are thinned evenly.
    static let drawnUpdates = 60_000
    static let drawnGroups = 20_000
    /// From this many views on a page draws half as much: each costs it a name.
    static let manyViews = 10_000
    /// Views whose durations are drawn: as many as a table of the page has rows, and some that cost the same.
    static let viewsWithDurations = 600

    /// Of very many those that something drawn, or a finding, refers to.
    private static let views = PageTableDefinition(
        id: "views", columns: [("id", .delta), ("view", .name), ("module", .name), ("kind", .name)],
        sql: """
            SELECT view_id, view, module, kind FROM view_summary
            WHERE trace_id = :trace AND (
                :views < \(manyViews) OR view_id IN (SELECT id FROM temp.drawn_view)
                OR view IN (SELECT view FROM findings WHERE trace_id = :trace))
            ORDER BY view_id
            """,
        limit: .max)

    /// How many updates are chosen, and how many of them are long.
    static let countOfChosen = """
        SELECT count(*), coalesce(sum(\(UpdateCodes.severity("t")) > \(Severity.gray.sql)), 0)
        FROM temp.chosen_update c CROSS JOIN view_update t ON t.id = c.id
        WHERE t.start_ns IS NOT NULL AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql)
        """

    /// Read from the table itself: a million rows of the view `updates` would be a million times five texts.
    static let updates = PageTableDefinition(
        id: "updates",
        columns: [
            ("id", .delta), ("start_ns", .delta), ("duration_ns", .plain), ("view", .plain), ("flags", .plain),
            ("interaction", .plain), ("chain", .plain),
        ],
        isOfUpdates: true,
        countSQL: "SELECT :updates, :long",
        limit: drawnUpdates)

    private static let groups = PageTableDefinition(
        id: "groups",
        columns: [
            ("id", .delta), ("start_ns", .delta), ("duration_ns", .plain), ("busy_ns", .plain), ("updates", .plain),
            ("accumulated", .plain), ("label", .name), (longColumn, .plain),
        ],
        sql: """
            SELECT id, start_ns, coalesce(duration_ns, busy_ns), busy_ns, updates, accumulated, label_id,
                severity > \(Severity.gray.sql)
            FROM update_group WHERE trace_id = :trace ORDER BY start_ns, id
            """,
        countSQL: """
            SELECT count(*), coalesce(sum(severity > \(Severity.gray.sql)), 0) FROM update_group WHERE trace_id = :trace
            """,
        limit: drawnGroups)

    private static let interactions = PageTableDefinition(
        id: "interactions",
        columns: [
            ("id", .plain), ("start_ns", .delta), ("end_ns", .plain), ("kind", .name), ("name", .name),
            ("missed", .plain), ("longest_ns", .plain),
        ],
        sql: """
            SELECT id, start_ns, CAST(round(end_ms * 1e6) AS INTEGER), kind, name, missed_deadline,
                CAST(round(longest_ms * 1e6) AS INTEGER)
            FROM interactions
            WHERE trace_id = :trace ORDER BY start_ns, id
            """,
        countSQL: "SELECT count(*), 0 FROM interactions WHERE trace_id = :trace")

    /// Runs of recurring causes, from their start to the end of their last update.
    private static let recurring = PageTableDefinition(
        id: "recurring",
        columns: [
            ("start_ns", .delta), ("duration_ns", .plain), ("name", .name), ("text", .name), ("updates", .plain),
        ],
        sql: """
            SELECT r.start_ns, max(0, coalesce(e.end_ns, r.start_ns) - r.start_ns), c.label, n.text, r.updates
            FROM recurring_run r JOIN recurring_cause c ON c.id = r.cause_id
            JOIN view v ON v.id = c.view_id JOIN name n ON n.id = v.name_id
            LEFT JOIN (
                SELECT run_id, max(start_ns + coalesce(duration_ns, 0)) AS end_ns FROM view_update
                WHERE trace_id = :trace AND run_id IS NOT NULL
                    AND EXISTS (SELECT 1 FROM recurring_run WHERE trace_id = :trace)
                GROUP BY run_id
            ) e ON e.run_id = r.id
            WHERE r.trace_id = :trace AND r.start_ns IS NOT NULL ORDER BY r.start_ns, r.id
            """,
        countSQL: "SELECT count(*), 0 FROM recurring_run WHERE trace_id = :trace AND start_ns IS NOT NULL")

    private static let hitches = PageTableDefinition(
        id: "hitches",
        columns: [("start_ns", .delta), ("duration_ns", .plain), ("class", .name), ("text", .name)],
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, narrative FROM hitches
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """,
        countSQL: "SELECT count(*), 0 FROM hitches WHERE trace_id = :trace AND \(TargetRows.condition())")

    private static let hangs = PageTableDefinition(
        id: "hangs",
        columns: [("start_ns", .delta), ("duration_ns", .plain), ("class", .name), ("text", .name)],
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, overlapping_views FROM hangs
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """,
        countSQL: "SELECT count(*), 0 FROM hangs WHERE trace_id = :trace AND \(TargetRows.condition())")

    private static let signposts = PageTableDefinition(
        id: "signposts",
        columns: [
            ("start_ns", .delta), ("duration_ns", .plain), ("name", .name), ("text", .name), (longColumn, .plain),
        ],
        sql: """
            SELECT p.start_ns, p.duration_ns, s.name_id, p.message_id, \(isLongSignpost)
            FROM signpost p JOIN signpost_site s ON s.id = p.site_id
            WHERE p.trace_id = :trace ORDER BY p.id
            """,
        countSQL: """
            SELECT count(*), coalesce(sum(\(isLongSignpost)), 0) FROM signpost p WHERE p.trace_id = :trace
            """)

    /// Of threads that run.
    static let samples = PageTableDefinition(
        id: "samples", columns: [("start_ns", .delta), ("stack", .plain), ("thread", .name)],
        rows: { page, _ in page.drawnSamples.samples }, limit: SampleChoice.mostSamples)

    /// Of all samples, drawn or not.
    private static let sampleThreads = PageTableDefinition(
        id: "sample_threads", columns: [("thread", .name), ("samples", .plain)],
        rows: { page, _ in page.drawnSamples.threads }, limit: 1000)

    /// Of the samples that are drawn.
    static let frames = PageTableDefinition(
        id: "frames", columns: [("id", .delta), ("parent", .plain), ("name", .name), ("app", .plain)],
        rows: { page, _ in page.drawnSamples.frames }, limit: SampleChoice.mostFrames)

    /// Those that are as long as a frame are kept before others.
    private static let isLongSignpost = """
        coalesce(p.duration_ns > (SELECT red_ns FROM trace WHERE id = :trace), 0)
        """
}

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
