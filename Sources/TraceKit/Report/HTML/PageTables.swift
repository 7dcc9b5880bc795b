/// A table of the page as SQL. `:trace` stands for the trace's id, `:updates` for the condition of `--view` and the like
/// over the view `updates u`.
struct PageTableDefinition: Sendable {
    typealias Column = (name: String, encoding: PageColumn.Encoding)

    let id: String
    let columns: [Column]
    /// Empty where the rows are taken from the sums.
    var sql = ""
    /// The rows from the sums over all updates.
    var rows: (@Sendable (PageSums) -> [[Int64]])?
    /// Counts all rows and those over a deadline; nil = the table is never thinned, `limit` cuts it.
    var countSQL: String?
    /// The most rows taken.
    var limit = 20_000
}

/// The tables of a page, in order. Adding one is one definition here.
enum PageTables {
    static let all: [PageTableDefinition] = [
        views, durations, updates, groups, interactions, hitches, hangs, signposts, steps, chains, links,
        interactionLinks, chainLabels, causeLabels, causes, findings,
    ]

    /// What a timeline draws, and what is said about its items.
    static let timeline = [
        views, updates, groups, interactions, hitches, hangs, signposts, steps, chains,
    ]

    /// Column that says whether a row is over a deadline, for thinning; it is not part of the page.
    static let longColumn = "long"

    /// All rows are drawn up to this number; above it every long one is kept and the gray ones are thinned evenly.
    static let drawnUpdates = 100_000
    static let drawnGroups = 50_000
    /// Gray rows that stay even where long ones fill the page.
    static let leastGray = 20_000
    /// Long rows above this number are thinned evenly too: a page that does not open helps nobody.
    static let mostLong = 300_000

    /// What `PageSums` adds up.
    static let summedUpdates = """
        SELECT s.view_id, t.chain_id, t.interaction_id, t.duration_ns, \(UpdateCodes.severity("t")),
            \(UpdateCodes.verdict("t"))
        FROM view_update t JOIN update_site s ON s.id = \(UpdateCodes.site("t"))
        WHERE t.trace_id = :trace AND \(UpdateCodes.phase("t")) <> \(UpdatePhase.check.sql)
            AND t.start_ns IS NOT NULL AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql):updates
        """

    private static let views = PageTableDefinition(
        id: "views", columns: [("id", .delta), ("view", .name), ("module", .name), ("kind", .name)],
        sql: "SELECT view_id, view, module, kind FROM view_summary WHERE trace_id = :trace ORDER BY view_id",
        limit: 200_000)

    private static let isLong = "\(UpdateCodes.severity("t")) > \(Severity.gray.sql)"

    /// Read from the table itself: a million rows of the view `updates` would be a million times five texts.
    private static let updates = PageTableDefinition(
        id: "updates",
        columns: [
            ("id", .delta), ("start_ns", .delta), ("duration_ns", .plain), ("view", .plain), ("flags", .plain),
            ("interaction", .plain), ("chain", .plain), (longColumn, .plain),
        ],
        sql: """
            SELECT t.id, t.start_ns, t.duration_ns, s.view_id,
                \(UpdateCodes.phase("t")) | (\(UpdateCodes.verdict("t")) << 2) | (\(UpdateCodes.reason("t")) << 4),
                t.interaction_id, t.chain_id, \(isLong)
            FROM view_update t JOIN update_site s ON s.id = \(UpdateCodes.site("t")) WHERE t.trace_id = :trace AND t.start_ns IS NOT NULL
                AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql):updates ORDER BY t.id
            """,
        countSQL: """
            SELECT count(*), coalesce(sum(\(isLong)), 0) FROM view_update t
            WHERE t.trace_id = :trace AND t.start_ns IS NOT NULL AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql):updates
            """,
        limit: drawnUpdates)

    private static let groups = PageTableDefinition(
        id: "groups",
        columns: [
            ("id", .delta), ("start_ns", .delta), ("duration_ns", .plain), ("busy_ns", .plain), ("updates", .plain),
            ("accumulated", .plain), ("label", .name), (longColumn, .plain),
        ],
        sql: """
            SELECT id, start_ns, CAST(round(coalesce(duration_ms, busy_ms) * 1e6) AS INTEGER),
                CAST(round(busy_ms * 1e6) AS INTEGER), updates, accumulated, label, severity IN ('orange', 'red')
            FROM update_groups WHERE trace_id = :trace ORDER BY start_ns, id
            """,
        countSQL: """
            SELECT count(*), coalesce(sum(severity IN ('orange', 'red')), 0) FROM update_groups WHERE trace_id = :trace
            """,
        limit: drawnGroups)

    private static let interactions = PageTableDefinition(
        id: "interactions",
        columns: [
            ("id", .plain), ("start_ns", .delta), ("end_ns", .plain), ("kind", .name), ("name", .name),
            ("missed", .plain),
        ],
        sql: """
            SELECT id, start_ns, CAST(round(end_ms * 1e6) AS INTEGER), kind, name, missed_deadline FROM interactions
            WHERE trace_id = :trace ORDER BY start_ns, id
            """)

    private static let hitches = PageTableDefinition(
        id: "hitches",
        columns: [("start_ns", .delta), ("duration_ns", .plain), ("class", .name), ("text", .name)],
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, narrative FROM hitches
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """)

    private static let hangs = PageTableDefinition(
        id: "hangs",
        columns: [("start_ns", .delta), ("duration_ns", .plain), ("class", .name), ("text", .name)],
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), class, overlapping_views FROM hangs
            WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY start_ns, id
            """)

    private static let signposts = PageTableDefinition(
        id: "signposts",
        columns: [("start_ns", .delta), ("duration_ns", .plain), ("name", .name), ("text", .name)],
        sql: """
            SELECT start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), name, message FROM
                (SELECT * FROM signposts WHERE trace_id = :trace ORDER BY duration_ms DESC, start_ns, id LIMIT 20000)
            ORDER BY start_ns, id
            """)
}
