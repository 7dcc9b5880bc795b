/// Sections about interactions, causes and unnecessary work.
extension ReportSections {
    /// The text of an unknown number.
    static let unknown = "–"

    static let interactionKinds = SectionDefinition(
        id: "interaction-kinds", title: "Interactions, by hangs and hitches, then time wasted",
        columns: [
            ReportColumn("kind", "Kind", .word), ReportColumn("name", "Name", .name),
            ReportColumn("interactions", "Number", .count),
            ReportColumn("first_ms", "First at ms", .milliseconds, drop: 4),
            ReportColumn("updates", "Updates", .count), ReportColumn("necessary", "Needed", .count, drop: 5),
            ReportColumn("unnecessary", "Unnec.", .count, needs: ["unknown"], null: unknown),
            ReportColumn("unknown", "Unknown", .count, drop: 5),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, needs: ["unknown"], null: unknown),
            ReportColumn("red", "Red", .count, drop: 2),
            ReportColumn("orange", "Orange", .count, drop: 2),
            ReportColumn("hang_ms", "Hang ms", .milliseconds, drop: 1),
            ReportColumn("hitch_ms", "Hitch ms", .milliseconds, drop: 1),
            ReportColumn("longest_ms", "Longest ms", .milliseconds, drop: 3),
        ],
        sql: """
            SELECT kind, name, interactions, first_ms, updates, necessary, unnecessary, unknown, wasted_ms, red, orange, hang_ms,
                hitch_ms, longest_ms
            FROM interaction_kinds
            WHERE trace_id = :trace
            ORDER BY coalesce(hang_ms, 0) + coalesce(hitch_ms, 0) DESC, wasted_ms DESC, longest_ms DESC, first_ms, kind, name
            """,
        emptyNote: "no interaction was recorded", briefRows: 9, isOptional: true, subject: .updates)

    static let recurring = SectionDefinition(
        id: "recurring-causes", title: "Recurring causes, by time",
        columns: [
            ReportColumn("label", "Cause", .name), ReportColumn("view", "View", .name, drop: 2),
            ReportColumn("runs", "Runs", .count), ReportColumn("updates", "Updates", .count),
            ReportColumn("total_ms", "Total ms", .milliseconds),
            ReportColumn("period_ms", "Period ms", .milliseconds, drop: 3),
            ReportColumn("updates_per_second", "Updates/s", .milliseconds, drop: 1),
            ReportColumn("main_thread_share", "Main thread %", .milliseconds, drop: 1),
            ReportColumn("unnecessary", "Unnec.", .count, drop: 4, null: unknown),
            ReportColumn("answers", "In interactions", .integer, drop: 5),
        ],
        sql: """
            SELECT label, view, runs, updates, nullif(total_ms, 0) AS total_ms, period_ms, updates_per_second, main_thread_share, unnecessary, answers
            FROM recurring r WHERE trace_id = :trace ORDER BY r.total_ms DESC, updates DESC, label, id
            """,
        emptyNote: "no cause recurs", isOptional: true)

    static let interactions = SectionDefinition(
        id: "interactions", title: "Interactions, by time wasted",
        columns: [
            ReportColumn("id", "ID", .integer), ReportColumn("kind", "Kind", .word),
            ReportColumn("name", "Name", .name),
            ReportColumn("start_ms", "Start ms", .milliseconds, drop: 4),
            ReportColumn("updates", "Updates", .count), ReportColumn("necessary", "Needed", .count, drop: 5),
            ReportColumn("unnecessary", "Unnec.", .count, needs: ["unknown"], null: unknown),
            ReportColumn("unknown", "Unknown", .count, drop: 5),
            ReportColumn("proven", "Proven", .count, drop: 7), ReportColumn("likely", "Likely", .count, drop: 7),
            ReportColumn("possible", "Possible", .count, drop: 7),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, needs: ["unknown"], null: unknown),
            // Short updates may miss a deadline together.
            ReportColumn("red", "Red", .count, drop: 1, needs: ["deadline"]),
            ReportColumn("orange", "Orange", .count, drop: 1, needs: ["deadline", "red"]),
            ReportColumn("checks", "Checks", .count, drop: 8),
            ReportColumn("hitch_ms", "Hitch ms", .milliseconds, drop: 3),
            ReportColumn("hitch_ratio", "Hitch ms/s", .milliseconds, drop: 6),
            ReportColumn("hitch_band", "XCTest band", .word, drop: 6),
            ReportColumn("longest_ms", "Group ms", .milliseconds, drop: 2),
            ReportColumn("deadline", "Deadline", .word),
        ],
        sql: """
            SELECT id, kind, name, start_ms, updates, necessary, unnecessary, unknown, proven, likely, possible, wasted_ms,
                red, orange, checks, hitch_ms, hitch_ratio, hitch_band,
                longest_ms, CASE WHEN longest_ms > t.red_ms THEN 'red' WHEN longest_ms > t.orange_ms THEN 'orange'
                    WHEN unterminated > 0 THEN 'not judged' WHEN updates > 0 THEN t.met END AS deadline
            FROM interactions i JOIN (SELECT orange_ns / 1e6 AS orange_ms, red_ns / 1e6 AS red_ms,
                    iif(profile = 'instruments', 'gray', 'met') AS met FROM traces
                WHERE id = :trace) t
            WHERE i.trace_id = :trace AND kind <> 'trace' ORDER BY coalesce(wasted_ms, 0) DESC, longest_ms DESC, start_ns, id
            """,
        emptyNote: "no interaction is recorded: the whole recording is one window", briefRows: 9, subject: .updates)

    static let topCauses = SectionDefinition(
        id: "top-causes", title: "Top causes",
        columns: [
            ReportColumn("chain", "Chain of causes", .name, smallest: 44), ReportColumn("updates", "Updates", .count),
            ReportColumn("unnecessary", "Unnec.", .count, null: unknown),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, null: unknown),
            ReportColumn("total_ms", "Total ms", .milliseconds, drop: 1), ReportColumn("red", "Red", .count, drop: 2),
            ReportColumn("orange", "Orange", .count, drop: 2), ReportColumn("route", "Route", .word, drop: 1),
            ReportColumn("root_cause", "Root cause", .text, drop: 3),
        ],
        sql: """
            SELECT chain, updates, unnecessary, wasted_ms, total_ms, red, orange,
                CASE WHEN goes_round THEN 'app-system-app' END AS route, root_cause
            FROM cause_chains
            WHERE trace_id = :trace:first ORDER BY coalesce(wasted_ms, 0) DESC, total_ms DESC, id
            """,
        emptyNote: "no update has a chain of causes", lane: (.updates, "the input has no view updates"),
        subject: .updates,
        // The text of a chain takes much longer to read than its sums.
        firstSQL: """
            SELECT id FROM cause_chain WHERE trace_id = :trace
            ORDER BY wasted_ns / 1e6 DESC, total_ns / 1e6 DESC, id
            """,
        countSQL: "SELECT count(*) FROM cause_chain WHERE trace_id = :trace")

    static let unnecessaryByView = SectionDefinition(
        id: "unnecessary-updates-by-view", title: "Unnecessary updates by view",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word, drop: 3),
            ReportColumn("in_interactions", "Updates", .count), ReportColumn("necessary", "Needed", .count, drop: 1),
            ReportColumn("unnecessary", "Unnec.", .count, needs: ["unknown"]),
            ReportColumn("unknown", "Unknown", .count, drop: 1),
            ReportColumn("proven", "Proven", .count, drop: 2), ReportColumn("likely", "Likely", .count, drop: 2),
            ReportColumn("possible", "Possible", .count, drop: 2),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, needs: ["unknown"]),
            ReportColumn("interactions", "Interactions", .count, drop: 4),
        ],
        sql: """
            SELECT view, kind, necessary + unnecessary + unknown AS in_interactions, necessary, unnecessary, unknown, proven,
                likely, possible, wasted_ms, interactions
            FROM view_summary WHERE trace_id = :trace AND unnecessary > 0 ORDER BY wasted_ms DESC, view, module, kind
            """,
        emptyNote: "no update inside an interaction is known to be unnecessary",
        lane: (.updates, "the input has no view updates"),
        subject: .updates, countSQL: "SELECT :wastefulviews")
}
