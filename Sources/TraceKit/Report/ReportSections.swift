/// What a section shows, as SQL over the public views. `:trace` stands for the trace's id.
struct SectionDefinition: Sendable {
    let id: String
    let title: String
    let columns: [ReportColumn]
    let sql: String
    let emptyNote: String
    /// Whether `--top` limits it (lists of things) or not (accounts, which would be wrong if they were cut).
    var isLimited = true
}

/// The sections of a report, in order. Adding one is one definition here.
enum ReportSections {
    static let all: [SectionDefinition] = [longBodies, longOthers, viewSummary, hangs, hitches, importSummary, rejects]

    static let longBodies = SectionDefinition(
        id: "long-view-body-updates", title: "Long view body updates",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("severity", "Severity", .word),
            ReportColumn("duration_ms", "Duration ms", .milliseconds), ReportColumn("start_ms", "Start ms", .milliseconds),
            ReportColumn("phase", "Phase", .word, drop: 1), ReportColumn("instance", "Instance", .text, drop: 2),
            ReportColumn("source_id", "ID", .integer, drop: 3), ReportColumn("module", "Module", .text, drop: 4),
            ReportColumn("allocations", "Allocs", .count, drop: 5),
        ],
        sql: """
            SELECT view, severity, duration_ms, start_ms, phase, instance, source_id, module, allocations
            FROM long_updates WHERE trace_id = :trace AND kind = 'body' AND phase <> 'check'
            ORDER BY duration_ns DESC, start_ns, id
            """,
        emptyNote: "no view body update missed a deadline")

    static let longOthers = SectionDefinition(
        id: "long-other-updates", title: "Long representable and other updates",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word),
            ReportColumn("severity", "Severity", .word), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("phase", "Phase", .word, drop: 1),
            ReportColumn("source_id", "ID", .integer, drop: 2), ReportColumn("module", "Module", .text, drop: 3),
        ],
        sql: """
            SELECT view, kind, severity, duration_ms, start_ms, phase, source_id, module
            FROM long_updates WHERE trace_id = :trace AND kind <> 'body' AND phase <> 'check'
            ORDER BY duration_ns DESC, start_ns, id
            """,
        emptyNote: "no representable or other update missed a deadline")

    static let viewSummary = SectionDefinition(
        id: "views", title: "Views by total time",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word, drop: 2),
            ReportColumn("updates", "Updates", .count), ReportColumn("total_ms", "Total ms", .milliseconds),
            ReportColumn("median_ms", "Median ms", .milliseconds, drop: 1),
            ReportColumn("p95_ms", "P95 ms", .milliseconds, drop: 3), ReportColumn("max_ms", "Max ms", .milliseconds),
            ReportColumn("red", "Red", .count), ReportColumn("orange", "Orange", .count),
            ReportColumn("gray", "Gray", .count, drop: 4),
            ReportColumn("unterminated", "No end", .count, drop: 5), ReportColumn("module", "Module", .text, drop: 6),
        ],
        sql: """
            SELECT view, kind, updates, total_ms, median_ms, p95_ms, max_ms, red, orange, gray, unterminated, module
            FROM view_summary WHERE trace_id = :trace AND updates > 0
            ORDER BY total_ms DESC, view, module, kind
            """,
        emptyNote: "the trace holds no view updates")

    static let hangs = SectionDefinition(
        id: "hangs", title: "Hangs",
        columns: [
            ReportColumn("class", "Class", .text), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("thread", "Thread", .text, drop: 1),
        ],
        sql: """
            SELECT class, duration_ms, start_ms, thread FROM hangs WHERE trace_id = :trace
            ORDER BY duration_ms DESC, start_ns, id
            """,
        emptyNote: "no hang was recorded")

    static let hitches = SectionDefinition(
        id: "hitches", title: "Hitches",
        columns: [
            ReportColumn("class", "Class", .word), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("narrative", "What Instruments says", .text, drop: 1),
        ],
        sql: """
            SELECT class, duration_ms, start_ms, narrative FROM hitches WHERE trace_id = :trace
            ORDER BY duration_ms DESC, start_ns, id
            """,
        emptyNote: "no hitch was recorded")

    static let importSummary = SectionDefinition(
        id: "import", title: "Import",
        columns: [
            ReportColumn("counter", "Counter", .text), ReportColumn("detail", "Detail", .text),
            ReportColumn("count", "Count", .count), ReportColumn("meaning", "Meaning", .text, drop: 1),
        ],
        sql: "SELECT counter, detail, count, meaning FROM import_counters WHERE trace_id = :trace ORDER BY id",
        emptyNote: "nothing was imported", isLimited: false)

    static let rejects = SectionDefinition(
        id: "rejects", title: "Rows that were not taken",
        columns: [
            ReportColumn("kind", "Kind", .word), ReportColumn("line", "Line", .integer),
            ReportColumn("column", "Column", .integer), ReportColumn("message", "Message", .text),
            ReportColumn("file", "File", .text, drop: 1),
        ],
        sql: """
            SELECT kind, line, "column", message, file FROM import_rejects WHERE trace_id = :trace ORDER BY id
            """,
        emptyNote: "every row was taken")
}
