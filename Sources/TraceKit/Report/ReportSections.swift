/// The definition of a section, as SQL over the public views. `:trace` is the trace's id; names like `:longbodies` are
/// sums over its views (`ReportBuilder`).
struct SectionDefinition: Sendable {
    let id: String
    let title: String
    let columns: [ReportColumn]
    let sql: String
    let emptyNote: String
    /// The lane it reads, and the note for an input without it: no rows does not mean that all is well then.
    var lane: (name: Lane, absentNote: String)?
    /// Whether `--top` limits it (lists), or not (totals, which must be complete).
    var isLimited = true
    /// Rows shown in a brief report; nil = as in any list.
    var briefRows: Int?
    /// Whether it is left out if empty, because most traces have no such rows.
    var isOptional = false
    /// The lane that it is about; nil = any trace has it.
    var subject: ReportSubject?
    /// Whether it is shown only if its lane is the subject of the report.
    var isDetail = false
    /// Selects its row ids in order from plain tables. The statement's `:first` is the list of shown ids, so that other
    /// rows are not looked up.
    var firstSQL: String?
    /// Counts the rows without reading them, if possible.
    var countSQL: String?
    /// Counts the rows that are too small to list, by kind, most frequent first; and a statement that lists all.
    var smallerSQL: (counts: String, all: String)?
    /// Counts the source rows, if that is cheap; if there are none, the section is not queried.
    var sourceSQL: String?

    /// Whether its rows derive from view updates, alone or with others.
    var restsOnUpdates: Bool {
        subject == .updates || lane?.name == .updates
            || ["problems", "body-durations", "findings", "hangs", "hitches"].contains(id)
    }
}

/// The sections of a report in order. To add one, add its definition here.
enum ReportSections {
    static let all: [SectionDefinition] = [
        problems, bodyDurations, findings, interactionKinds, interactions, recurring, topCauses, longBodies, longOthers,
        unnecessaryByView,
        viewSummary,
        untimed, signposts, longestIntervals, nestedIntervals, overlappingIntervals, unpairedSignposts, sampleThreads,
        sampledBodies, hottestBySelf, hottestByTotal, callTree, hangs, hitches, logGroups, logs,
        metrics, processes, importSummary, rejects,
    ]

    static let bodyDurations = SectionDefinition(
        id: "body-durations", title: "Durations of view body updates", columns: bodyDurationColumns,
        sql: "SELECT over_ms, up_to_ms, severity, updates FROM body_durations WHERE trace_id = :trace ORDER BY id",
        emptyNote: "no view body update has a duration", isLimited: false, isOptional: true)

    static let bodyDurationColumns = [
        ReportColumn("over_ms", "Over ms", .milliseconds), ReportColumn("up_to_ms", "Up to ms", .milliseconds),
        ReportColumn("severity", "Severity", .word), ReportColumn("updates", "Updates", .count, hasBar: true),
    ]

    static let findings = SectionDefinition(
        id: "findings", title: "Findings, by time wasted or blocked",
        columns: [
            ReportColumn("severity", "Severity", .word), ReportColumn("title", "Finding", .name, smallest: 42),
            ReportColumn("rule", "Rule", .text, drop: 1, smallest: 20),
            ReportColumn("effort", "Effort", .text, drop: 2),
            ReportColumn("cost_ms", "Cost ms", .milliseconds, drop: 3, null: unknown),
            ReportColumn("problem_id", "Problem", .integer, drop: 4),
            ReportColumn("evidence", "Why", .note), ReportColumn("hint", "Fix", .note),
        ],
        sql: """
            SELECT severity, title, rule, effort, cost_ms, problem_id, evidence, hint FROM findings WHERE trace_id = :trace
            ORDER BY id
            """,
        emptyNote: "No findings",
        smallerSQL: (
            counts: """
            SELECT rule, count(*) FROM smaller_finding WHERE trace_id = :trace GROUP BY rule ORDER BY count(*) DESC, rule
            """,
            all: """
            SELECT rule, severity, title, "rows", cost_ms FROM all_findings WHERE trace_id = :trace
            ORDER BY coalesce(cost_ms, 0) DESC, rule, title
            """
        ))

    static let longBodies = SectionDefinition(
        id: "long-view-body-updates", title: "Long view body updates",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("severity", "Severity", .word),
            ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds),
            ReportColumn("hottest_frame", "Hottest app frame", .name, drop: 1, smallest: 32),
            ReportColumn("hottest_frame_source", "Source", .text, drop: 2),
            ReportColumn("in_frame", "In it", .percent, drop: 2),
            ReportColumn("phase", "Phase", .word, drop: 3), ReportColumn("instance", "Instance", .text, drop: 4),
            ReportColumn("source_id", "ID", .integer, drop: 5), ReportColumn("module", "Module", .text, drop: 6),
            ReportColumn("allocations", "Allocs", .count, drop: 7),
        ],
        sql: """
            SELECT view, severity, duration_ns / 1e6 AS duration_ms, start_ms, hottest_frame, hottest_frame_source,
                1.0 * hottest_frame_samples / body_samples AS in_frame, phase, instance, source_id, module, allocations
            FROM long_updates WHERE trace_id = :trace AND is_target = 1 AND kind = 'body' AND phase <> 'check'
            ORDER BY duration_ns DESC, start_ns, id
            """,
        emptyNote: "no view body update is long", lane: (.updates, "the input has no view updates"),
        subject: .updates,
        countSQL: "SELECT :longbodies", sourceSQL: "SELECT :longbodies")

    static let longOthers = SectionDefinition(
        id: "long-other-updates", title: "Long representable and other updates",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word),
            ReportColumn("severity", "Severity", .word), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("phase", "Phase", .word, drop: 1),
            ReportColumn("source_id", "ID", .integer, drop: 2), ReportColumn("module", "Module", .text, drop: 3),
        ],
        sql: """
            SELECT view, kind, severity, duration_ns / 1e6 AS duration_ms, start_ms, phase, source_id, module
            FROM long_updates WHERE trace_id = :trace AND is_target = 1 AND kind <> 'body' AND phase <> 'check'
            ORDER BY duration_ns DESC, start_ns, id
            """,
        emptyNote: "no representable or other update is long",
        lane: (.updates, "the input has no view updates"), subject: .updates,
        countSQL: "SELECT :longothers", sourceSQL: "SELECT :longothers")

    static let viewSummary = SectionDefinition(
        id: "views", title: "Views by total time",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word, drop: 1),
            ReportColumn("updates", "Updates", .count), ReportColumn("total_ms", "Total ms", .milliseconds),
            ReportColumn("median_ms", "Median ms", .milliseconds, drop: 2),
            ReportColumn("p95_ms", "P95 ms", .milliseconds, drop: 3), ReportColumn("max_ms", "Max ms", .milliseconds),
            ReportColumn("red", "Red", .count, needs: ["unterminated"]),
            ReportColumn("orange", "Orange", .count, needs: ["unterminated"]),
            ReportColumn("gray", "Gray", .count, drop: 4),
            ReportColumn("unterminated", "No end", .count, drop: 5), ReportColumn("module", "Module", .text, drop: 6),
        ],
        sql: """
            SELECT view, kind, updates, total_ms, median_ms, p95_ms, max_ms, red, orange, gray, unterminated, module
            FROM view_summary WHERE trace_id = :trace AND updates > 0
            ORDER BY total_ms DESC, view, module, kind
            """,
        emptyNote:
            "the lane of view updates is empty",
        lane: (.updates, "the input has no view updates"), subject: .updates, countSQL: "SELECT :updatedviews")

    /// The process of a row of `table`, if there are several or one is not analysed.
    static func processSQL(of table: String) -> String {
        "iif((SELECT \(severalProcesses) FROM processes p WHERE p.trace_id = :trace), \(table).process, NULL) AS process"
    }

    private static let severalProcesses = "count(*) > 1 OR min(is_target) = 0"

    /// - Parameter part: a condition on hangs, as SQL.
    static func hangsSQL(_ part: String = "") -> String {
        """
        SELECT class, duration_ms, start_ms, thread, \(processSQL(of: "h")),
            overlapping_views, main_thread_coverage, hottest_frames
        FROM hangs h WHERE h.trace_id = :trace\(part) AND \(TargetRows.condition())
        ORDER BY duration_ms DESC, start_ns, id
        """
    }

    static let hangs = SectionDefinition(
        id: "hangs", title: "Hangs",
        columns: [
            ReportColumn("class", "Class", .text), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("thread", "Thread", .text, drop: 3),
            ReportColumn("process", "Process", .name, drop: 1),
            ReportColumn("overlapping_views", "Updates during it", .name, drop: 1),
            ReportColumn("main_thread_coverage", "Running", .percent, drop: 2),
            ReportColumn("hottest_frames", "Hottest frames (samples)", .text, drop: 4, smallest: 24),
        ],
        sql: hangsSQL(),
        emptyNote: "no hang of the app was recorded",
        lane: (.hangs, "the input has no hangs lane: hangs were not recorded or not exported"))

    /// The app's hitches before the system's. `part`: a condition, as SQL.
    static func hitchesSQL(_ part: String = "") -> String {
        """
        SELECT class, duration_ms, start_ms, \(processSQL(of: "h")),
            overlapping_views, main_thread_coverage, app_ms, render_ms, narrative, hottest_frames
        FROM hitches h WHERE h.trace_id = :trace\(part)
            AND (h.class = 'system' OR \(TargetRows.condition()))
        ORDER BY is_target DESC, duration_ms DESC, start_ns, id
        """
    }

    static let hitches = SectionDefinition(
        id: "hitches", title: "Hitches",
        columns: [
            ReportColumn("class", "Class", .word), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds),
            ReportColumn("process", "Process", .name, drop: 1),
            ReportColumn("overlapping_views", "Updates during it", .name, drop: 1),
            ReportColumn("main_thread_coverage", "Running", .percent, drop: 2),
            ReportColumn("app_ms", "In the app ms", .milliseconds, drop: 2),
            ReportColumn("render_ms", "Rendering ms", .milliseconds, drop: 2),
            ReportColumn("narrative", "What Instruments says", .text, drop: 3),
            ReportColumn("hottest_frames", "Hottest frames (samples)", .text, drop: 4, smallest: 24),
        ],
        sql: hitchesSQL(),
        emptyNote: "no hitch of the app was recorded",
        lane: (.hitches, "the input has no hitches lane: hitches were not recorded or not exported"))

    /// One row per figure; repeated measurements of tests are averaged. For a histogram, the count and the mean of
    /// bucket centres.
    static let metrics = SectionDefinition(
        id: "metrics", title: "Context from MetricKit and XCTest",
        columns: [
            ReportColumn("source", "Source", .text), ReportColumn("name", "What", .name),
            ReportColumn("metric", "Figure", .text), ReportColumn("value", "Value", .change),
            ReportColumn("unit", "Unit", .text), ReportColumn("band", "Hitches", .word),
            ReportColumn("count", "Count", .count),
            ReportColumn("least", "Least", .change, drop: 3), ReportColumn("most", "Most", .change, drop: 2),
            ReportColumn("test", "Test", .text, drop: 1), ReportColumn("category", "Category", .text, drop: 4),
            ReportColumn("device", "Device", .text, drop: 5), ReportColumn("period", "Period", .text, drop: 6),
        ],
        sql: """
            SELECT source, name, metric, \(rounded("avg(value)")) AS value, unit,
                CASE WHEN unit = 'ms per s' AND name || metric LIKE '%hitch%' THEN \(HitchBand.sql("avg(value)")) END AS band,
                count(*) AS count, \(rounded("min(value)")) AS least, \(rounded("max(value)")) AS most, test, category, device, period
            FROM metrics WHERE trace_id = :trace
            GROUP BY source, test, name, category, metric, unit, device, period
            UNION ALL
            SELECT source, name, metric,
                \(rounded("sum((bucket_start + bucket_end) / 2 * count) / nullif(total(count), 0)")), unit, NULL, CAST(total(count) AS INTEGER),
                min(CASE WHEN count > 0 THEN bucket_start END), max(CASE WHEN count > 0 THEN bucket_end END),
                NULL, category, device, period
            FROM metric_buckets WHERE trace_id = :trace
            GROUP BY source, name, category, metric, unit, device, period
            ORDER BY source, test, name, category, metric, unit, device, period
            """,
        emptyNote: "the inputs hold no metrics", isOptional: true)

    /// Rounds to three fraction digits; more are kept for small values, as tests may measure microseconds in seconds.
    private static func rounded(_ number: String) -> String {
        "round(\(number), CASE WHEN abs(\(number)) < 0.1 THEN 9 ELSE 3 END)"
    }

    /// One row per property; a line with three properties counts for each. An empty list is `unchanged.`
    static let untimed = SectionDefinition(
        id: "body-evaluations-without-times", title: "Why bodies ran (lines of the console or log)",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("changed", "What changed", .text),
            ReportColumn("times", "Times", .count), ReportColumn("evaluations", "Of", .count),
            ReportColumn("verdict", "Verdict", .text, drop: 1),
        ],
        sql: """
            WITH lists AS MATERIALIZED (
                SELECT view, changed, count(*) AS times FROM updates WHERE trace_id = :trace AND membership = 'untimed'
                GROUP BY view, changed
            ), totals AS MATERIALIZED (
                SELECT view, sum(times) AS evaluations FROM lists GROUP BY view
            ), items AS (
                SELECT l.view, replace(j.value, char(1), ';') AS item, sum(l.times) AS times
                FROM lists l, json_each('[' || replace(json_quote(replace(l.changed, '\\;', char(1))), ';', '","') || ']') j
                GROUP BY l.view, item
            )
            SELECT view, iif(item = '', '(nothing)', item) AS changed, times, evaluations,
                iif(item = '', 'unnecessary, proven', NULL) AS verdict
            FROM items JOIN totals USING (view)
            ORDER BY evaluations DESC, view, times DESC, changed
            """,
        emptyNote: "no console lines", isOptional: true,
        sourceSQL: "SELECT :untimed")

    /// Only if there are several; otherwise the headline names the process.
    static let processes = SectionDefinition(
        id: "processes", title: "Processes",
        columns: [
            ReportColumn("process", "Process", .name), ReportColumn("analysed", "Analysed", .word),
            ReportColumn("updates", "Updates", .count), ReportColumn("signposts", "Signposts", .count),
            ReportColumn("hitches", "Hitches", .count), ReportColumn("hangs", "Hangs", .count),
            ReportColumn("samples", "Samples", .count), ReportColumn("logs", "Log lines", .count),
        ],
        sql: """
            SELECT process, iif(is_target, 'yes', 'no') AS analysed, updates, signposts, hitches, hangs,
                samples, logs
            FROM processes WHERE trace_id = :trace
            ORDER BY is_target DESC, updates + signposts + hitches + hangs + samples + logs DESC, process
            """,
        emptyNote: "no row names a process", isOptional: true,
        sourceSQL: "SELECT \(severalProcesses) FROM processes WHERE trace_id = :trace")

    static let importSummary = SectionDefinition(
        id: "import", title: "Import",
        columns: [
            ReportColumn("counter", "Counter", .text), ReportColumn("detail", "Detail", .text),
            ReportColumn("count", "Count", .count), ReportColumn("meaning", "Meaning", .text, drop: 1),
        ],
        sql: "SELECT counter, detail, count, meaning FROM import_counters WHERE trace_id = :trace ORDER BY id",
        emptyNote: "nothing was imported", isLimited: false)

    static let rejects = SectionDefinition(
        id: "rejects", title: "Rejected rows",
        columns: [
            ReportColumn("kind", "Kind", .word), ReportColumn("line", "Line", .integer),
            ReportColumn("column", "Column", .integer), ReportColumn("message", "Message", .text),
            ReportColumn("file", "File", .text, drop: 1),
        ],
        sql: """
            SELECT kind, line, "column", message, file FROM import_rejects WHERE trace_id = :trace ORDER BY id
            """,
        emptyNote: "no row was rejected")
}

/// The tables of a brief report: the problems and what they are found in.
enum BriefSections {
    static func shown(_ subject: ReportSubject) -> Set<String> {
        let own: Set<String>
        switch subject {
        case .updates: return ["problems", "interaction-kinds"]
        case .signposts: own = ["signposts", "longest-intervals", "hangs", "hitches"]
        case .samples: own = ["sampled-bodies", "hottest-functions", "call-tree", "hangs", "hitches"]
        case .logs: own = ["log-groups", "logs", "hangs", "hitches"]
        case .console: own = ["body-evaluations-without-times"]
        case .stalls: own = ["hangs", "hitches", "signposts"]
        case .metrics: own = ["metrics"]
        case .nothing: own = ["import", "rejects"]
        }
        return own.union(["problems", "processes"])
    }

    /// Rows shown in a brief report; nil = as in any list.
    static func rows(_ id: String) -> Int? {
        switch id {
        case "metrics", "logs", "import", "rejects": nil
        case "signposts", "log-groups", "body-evaluations-without-times": 10
        default: 5
        }
    }
}
