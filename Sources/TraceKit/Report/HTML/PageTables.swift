/// The SQL of a page's table; `:trace` is the id of the trace.
struct PageTableDefinition: Sendable {
    typealias Column = (name: String, encoding: PageColumn.Encoding)

    /// The first rows of a table, and the number of all.
    typealias Rows = (rows: [[Int64]], total: Int)

    let id: String
    /// Name columns hold texts, or text ids, which are looked up for drawn rows.
    let columns: [Column]
    /// Empty if Swift makes the rows.
    var sql = ""
    /// Makes at most the given number of rows from data read before.
    var rows: (@Sendable (PageBuilder, Int) throws(TraceError) -> Rows)?
    /// Makes rows from the sums over all updates, on the thread of the scan.
    var sums: (@Sendable (inout PageSums, Int) throws(TraceError) -> Rows)?
    /// Whether its rows are updates read by `PageUpdate`, which computes the columns only for drawn rows; SQLite would
    /// do it for all.
    var isOfUpdates = false
    /// Counts all rows and those over a deadline; nil = the table is never thinned, only cut at `limit`.
    var countSQL: String?
    /// The most rows read.
    var limit = 20_000
}

/// The tables of a page in reading order: tables that others refer to come last, and those computed from updates after
/// them. To add one, add its definition here.
enum PageTables {
    static let all: [PageTableDefinition] = [
        groups, interactions, recurring, hitches, hangs, signposts, complaints, causeLabels, causes, findings, samples,
        sampleThreads, frames, problemSamples, updates, updateProblems, problemUpdates, sliceEdges, slices, durations,
        links,
        interactionLinks, chainLabels,
        problemSpans, views, chains, steps,
    ]

    /// The tables that a timeline of a comparison draws or describes, and its flame graph.
    static let timeline = [
        groups, interactions, recurring, hitches, hangs, signposts, complaints, stacks, stackSamples, stackFrames,
        updates, views, chains, steps,
    ]

    /// Says whether a row is over a deadline, for thinning; not part of the page.
    static let longColumn = "long"

    /// Up to this number all rows are drawn; above, long ones are kept and gray ones thinned evenly.
    static let drawnUpdates = 60_000
    static let drawnGroups = 20_000
    /// From this many views on, a page draws half as much, because each view adds a name.
    static let manyViews = 10_000
    /// Views whose distribution is drawn: those in the largest table of the page, with some room for ties.
    static let viewsWithDurations = 600

    /// With very many views, only those that a drawn item or a finding refers to.
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

    /// Counts the selected updates and the long ones among them.
    static let countOfChosen = """
        SELECT count(*), coalesce(sum(\(UpdateCodes.severity("t")) > \(Severity.gray.sql)), 0)
        FROM temp.chosen_update c CROSS JOIN view_update t ON t.id = c.id
        WHERE t.start_ns IS NOT NULL AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql)
        """

    /// Read from the table itself, because the view `updates` would look up five texts per row.
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
                SELECT CAST(run_id AS INTEGER) AS run_id, max(start_ns + coalesce(duration_ns, 0)) AS end_ns
                FROM view_update WHERE trace_id = :trace AND run_id IS NOT NULL
                    AND EXISTS (SELECT 1 FROM recurring_run WHERE trace_id = :trace)
                GROUP BY 1
            ) e ON e.run_id = r.id
            WHERE r.trace_id = :trace AND r.start_ns IS NOT NULL ORDER BY r.start_ns, r.id
            """,
        countSQL: "SELECT count(*), 0 FROM recurring_run WHERE trace_id = :trace AND start_ns IS NOT NULL")

    private static let stallColumns: [PageTableDefinition.Column] = [
        ("start_ns", .delta), ("duration_ns", .plain), ("class", .name), ("text", .name), ("problem", .plain),
    ]

    /// Joins the problem of a hang, hitch, signpost or line.
    private static func problem(of column: String, _ id: String) -> String {
        """
        LEFT JOIN (SELECT \(column) AS row_id, min(problem_id) AS problem_id FROM problem_event
            WHERE trace_id = :trace AND is_own = 1 AND \(column) IS NOT NULL GROUP BY 1) e ON e.row_id = \(id)
        """
    }

    private static let hitches = PageTableDefinition(
        id: "hitches",
        columns: stallColumns,
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, narrative, e.problem_id
            FROM hitches \(problem(of: "hitch_id", "hitches.id"))
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """,
        countSQL: "SELECT count(*), 0 FROM hitches WHERE trace_id = :trace AND \(TargetRows.condition())")

    private static let hangs = PageTableDefinition(
        id: "hangs",
        columns: stallColumns,
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, overlapping_views, e.problem_id
            FROM hangs \(problem(of: "hang_id", "hangs.id"))
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """,
        countSQL: "SELECT count(*), 0 FROM hangs WHERE trace_id = :trace AND \(TargetRows.condition())")

    private static let signposts = PageTableDefinition(
        id: "signposts",
        columns: [
            ("start_ns", .delta), ("duration_ns", .plain), ("name", .name), ("text", .name), ("problem", .plain),
            (longColumn, .plain),
        ],
        sql: """
            SELECT p.start_ns, p.duration_ns, s.name_id, p.message_id, e.problem_id, \(isLongSignpost)
            FROM signpost p JOIN signpost_site s ON s.id = p.site_id \(problem(of: "signpost_id", "p.id"))
            WHERE p.trace_id = :trace ORDER BY p.id
            """,
        countSQL: """
            SELECT count(*), coalesce(sum(\(isLongSignpost)), 0) FROM signpost p WHERE p.trace_id = :trace
            """)

    /// Lines of the log in which a framework complains, with a time.
    private static let complaints = PageTableDefinition(
        id: "complaints",
        columns: [
            ("start_ns", .delta), ("duration_ns", .plain), ("name", .name), ("text", .name), ("problem", .plain),
        ],
        sql: """
            SELECT l.start_ns, -1, c.complaint, l.message, e.problem_id
            FROM logs l JOIN complaints c ON c.id = l.complaint_id \(problem(of: "log_id", "l.id"))
            WHERE \(timedComplaints) ORDER BY l.start_ns, l.id
            """,
        countSQL: "SELECT count(*), 0 FROM logs l WHERE \(timedComplaints)")

    private static let timedComplaints =
        "l.trace_id = :trace AND l.is_target = 1 AND l.complaint_id IS NOT NULL AND l.start_ns IS NOT NULL"

    /// Samples of running threads.
    static let samples = PageTableDefinition(
        id: "samples", columns: [("start_ns", .delta), ("stack", .plain), ("thread", .name)],
        rows: { page, _ in page.drawnSamples.samples }, limit: SampleChoice.mostSamples)

    /// Counts all samples, drawn or not.
    private static let sampleThreads = PageTableDefinition(
        id: "sample_threads", columns: [("thread", .name), ("samples", .plain)],
        rows: { page, _ in page.drawnSamples.threads }, limit: 1000)

    /// Frames of the drawn samples.
    static let frames = PageTableDefinition(
        id: "frames", columns: [("id", .delta), ("parent", .plain), ("name", .name), ("app", .plain)],
        rows: { page, _ in page.drawnSamples.frames }, limit: SampleChoice.mostFrames)

    /// Signposts as long as a frame are kept before others.
    private static let isLongSignpost = """
        coalesce(p.duration_ns > (SELECT red_ns FROM trace WHERE id = :trace), 0)
        """
}

/// The tables of the cause graph, and the links from the report's rows to the timeline.
extension PageTables {
    /// Chains that drawn items refer to.
    static let chains = PageTableDefinition(
        id: "chains", columns: [("id", .delta), ("step", .plain)],
        sql: """
            SELECT id, step_id FROM cause_chains
            WHERE trace_id = :trace AND id IN (SELECT id FROM temp.drawn_chain) ORDER BY id
            """,
        limit: 50_000)

    /// The drawn chains as a tree of names; parents precede their children.
    static let steps = PageTableDefinition(
        id: "steps", columns: [("id", .delta), ("parent", .plain), ("name", .name)],
        rows: { page, _ in page.drawn.stepRows(mostSteps) },
        limit: mostSteps)

    /// Not halved for many views: a drawn chain needs all of its steps.
    private static let mostSteps = 100_000

    /// Sums of updates by chain and view, exact even where updates were thinned.
    static let links = PageTableDefinition(
        id: "links", columns: linkColumns(["chain", "view"]) + [("unlabelled", .plain)],
        sums: { sums, _ in sums.chainRows() })

    /// The same by interaction, the costliest: a long trace may have more than fit on a page.
    static let interactionLinks = PageTableDefinition(
        id: "interaction_links", columns: linkColumns(["chain", "view", "interaction"]),
        sums: { sums, _ in sums.interactionRows() })

    private static func linkColumns(_ keys: [String]) -> [PageTableDefinition.Column] {
        (keys + ["updates", "total_ns", "red", "orange", "gray", "unnecessary", "wasted_ns"]).map { ($0, .plain) }
    }

    /// The labels of edges to the updates at the end of a chain, by text id; edges with only their ends are counted in
    /// the links.
    static let chainLabels = PageTableDefinition(
        id: "chain_labels", columns: [("chain", .plain), ("label", .name), ("edges", .plain)],
        sums: { sums, limit throws(TraceError) in try sums.chainLabels(limit) }, limit: 50_000)

    /// The labels of edges to causes, by name.
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

    /// The kind of node for each name, the most frequent first.
    static let causes = PageTableDefinition(
        id: "causes", columns: [("name", .name), ("kind", .name), ("origin", .name)],
        sql: """
            SELECT name, kind, origin FROM causes WHERE trace_id = :trace GROUP BY name, kind, origin
            ORDER BY name, count(*) DESC, kind, origin
            """)

    /// The problems of drawn updates: from which drawn row on, the rows belong to which; -1 is none.
    static let updateProblems = PageTableDefinition(
        id: "update_problems", columns: [("row", .delta), ("problem", .plain)], limit: drawnUpdates)

    /// The drawn samples of problems that have neither updates nor events, as runs of rows of `samples`.
    static let problemSamples = PageTableDefinition(
        id: "problem_samples", columns: [("first", .delta), ("last", .plain), ("problem", .plain)],
        rows: { page, _ in page.drawnSamples.ofProblems }, limit: SampleChoice.mostSamples)

    /// The number of updates of each problem, drawn or not.
    static let problemUpdates = PageTableDefinition(
        id: "problem_updates", columns: [("problem", .plain), ("updates", .plain)], limit: drawnUpdates)

    /// The times at which rows of a problem begin, by problem.
    static let problemSpans = PageTableDefinition(
        id: "problem_spans", columns: [("problem", .plain), ("start_ns", .delta), ("last_ns", .plain)],
        rows: { page, limit throws(TraceError) in try ProblemSpans.read(page.place, limit) },
        limit: 100_000)

    /// The timeline positions of the section of findings, row by row.
    static let findings = PageTableDefinition(
        id: "findings", columns: [("rule", .name), ("view", .name), ("interaction", .plain)],
        sql: "SELECT rule, view, interaction_id FROM findings WHERE trace_id = :trace ORDER BY id")

    /// The distribution of durations for the views with most total time: five bins up to the orange deadline, two
    /// between the deadlines, four above the red one; upper bounds are inclusive like deadlines.
    static let durations = PageTableDefinition(
        id: "durations", columns: [("view", .plain), ("bin", .plain), ("updates", .plain)],
        sums: { sums, _ in sums.durations(viewsWithDurations) })
}
