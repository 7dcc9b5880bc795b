/// Sections about signposts. Details are for traces whose subject they are; with view updates, sums are enough.
extension ReportSections {
    private static let sumColumns = [
        ReportColumn("name", "Name", .name), ReportColumn("intervals", "Intervals", .count),
        ReportColumn("total_ms", "Total ms", .milliseconds),
        ReportColumn("median_ms", "Median ms", .milliseconds, drop: 4),
        ReportColumn("p95_ms", "P95 ms", .milliseconds, drop: 1), ReportColumn("max_ms", "Max ms", .milliseconds),
        ReportColumn("events", "Events", .count, drop: 6), ReportColumn("open", "Open", .count, drop: 6),
        ReportColumn("without_begin", "No begin", .count, drop: 7), ReportColumn("process", "Process", .text, drop: 3),
        ReportColumn("category", "Category", .text, drop: 2), ReportColumn("subsystem", "Subsystem", .text, drop: 5),
    ]

    static let signposts = SectionDefinition(
        id: "signposts", title: "Signposts",
        columns: sumColumns + [ReportColumn("unpaired", "Unpaired", .count, drop: 9)],
        sql: """
            SELECT name, intervals, total_ms, median_ms, p95_ms, max_ms, events, open, without_begin, process, category,
                subsystem, unpaired
            FROM signpost_summary WHERE trace_id = :trace AND \(TargetRows.condition())
            ORDER BY total_ms DESC, name, subsystem, category, process, id
            """,
        emptyNote: "no signpost was recorded", isOptional: true, subject: .signposts)

    static let longestIntervals = SectionDefinition(
        id: "longest-intervals", title: "Longest signpost intervals",
        columns: [
            ReportColumn("name", "Name", .name), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("message", "Message", .text, drop: 1),
            ReportColumn("thread", "Thread", .text, drop: 2), ReportColumn("process", "Process", .text, drop: 1),
            ReportColumn("signpost_id", "Signpost ID", .text, drop: 4),
        ],
        sql: """
            SELECT name, duration_ms, start_ms, message, thread, \(processSQL(of: "s")), signpost_id FROM signposts s
            WHERE trace_id = :trace AND duration_ms IS NOT NULL AND \(TargetRows.condition()):first
            ORDER BY duration_ms DESC, start_ns, id
            """,
        emptyNote: "no signpost interval has both its ends", subject: .signposts, isDetail: true,
        firstSQL: """
            SELECT id FROM signpost WHERE trace_id = :trace AND duration_ns IS NOT NULL AND site_id IN (
                SELECT id FROM signpost_site i WHERE i.trace_id = :trace AND \(TargetRows.bareCondition("i")))
            ORDER BY duration_ns DESC, start_ns, id
            """,
        countSQL: "SELECT sum(intervals) FROM signpost_summary WHERE trace_id = :trace AND \(TargetRows.condition())")

    private static let nestingColumns = [
        ReportColumn("name", "Name", .name), ReportColumn("inside", "Inside", .name),
        ReportColumn("intervals", "Intervals", .count), ReportColumn("of_intervals", "Of", .count, drop: 2),
        ReportColumn("total_ms", "Total ms", .milliseconds),
        ReportColumn("inside_total_ms", "Of ms", .milliseconds, drop: 1),
        ReportColumn("process", "Process", .text, drop: 1),
    ]

    static let nestedIntervals = SectionDefinition(
        id: "nested-intervals", title: "Signpost intervals inside others", columns: nestingColumns,
        sql: """
            SELECT name, inside, intervals, of_intervals, total_ms, inside_total_ms, \(processSQL(of: "s"))
            FROM signpost_nesting s WHERE trace_id = :trace AND inner_id IN (
                SELECT id FROM signpost_summary WHERE trace_id = :trace AND \(TargetRows.condition()))
            ORDER BY total_ms DESC, name, inside, s.process, id
            """,
        emptyNote: "no interval lies within another one", isOptional: true, subject: .signposts, isDetail: true)

    static let overlappingIntervals = SectionDefinition(
        id: "overlapping-intervals", title: "Signposts whose own intervals overlap",
        columns: [
            ReportColumn("name", "Name", .name), ReportColumn("intervals", "Intervals", .count),
            ReportColumn("most_at_once", "Most at once", .count),
            ReportColumn("total_ms", "Total ms", .milliseconds, drop: 2),
            ReportColumn("covered_ms", "Running ms", .milliseconds, drop: 1),
            ReportColumn("overlap_ms", "Overlap ms", .milliseconds), ReportColumn("overlap", "Overlap", .percent),
            ReportColumn("process", "Process", .text, drop: 1),
        ],
        sql: """
            SELECT name, intervals, most_at_once, total_ms, covered_ms, overlap_ms, overlap_ms / covered_ms AS overlap,
                \(processSQL(of: "s"))
            FROM signpost_summary s WHERE trace_id = :trace AND overlap_ms > 0 AND \(TargetRows.condition())
            ORDER BY overlap_ms DESC, name, subsystem, category, s.process, id
            """,
        emptyNote: "no two intervals of one signpost overlap", isOptional: true, subject: .signposts, isDetail: true)

    static let unpairedSignposts = SectionDefinition(
        id: "unpaired-signposts", title: "Signposts without one of their ends",
        columns: [
            ReportColumn("name", "Name", .name), ReportColumn("has", "Has", .word),
            ReportColumn("start_ms", "At ms", .milliseconds), ReportColumn("thread", "Thread", .text, drop: 2),
            ReportColumn("process", "Process", .text, drop: 1), ReportColumn("message", "Message", .text, drop: 1),
            ReportColumn("signpost_id", "Signpost ID", .text, drop: 4),
        ],
        sql: """
            SELECT name, unpaired AS has, start_ms, thread, \(processSQL(of: "s")), message, signpost_id
            FROM signposts s WHERE trace_id = :trace AND unpaired IS NOT NULL AND \(TargetRows.condition()) ORDER BY start_ns, id
            """,
        emptyNote: "every interval has both its ends", isOptional: true, subject: .signposts, isDetail: true,
        countSQL: unpairedCount, sourceSQL: unpairedCount)

    private static let unpairedCount =
        "SELECT sum(unpaired) FROM signpost_summary WHERE trace_id = :trace AND \(TargetRows.condition())"

    // MARK: Part of the trace

    /// `:signposts` is the condition on `signposts s`: the selected ones are counted again.
    static let zoomedSignposts = [zoomedSignpostSums, zoomedIntervals]

    private static let zoomedSignpostSums = SectionDefinition(
        id: "signposts", title: "Signposts", columns: sumColumns,
        sql: """
            SELECT name, count(duration_ms) AS intervals, total(duration_ms) AS total_ms,
                max(CASE WHEN place = (number * 50 + 99) / 100 THEN duration_ms END) AS median_ms,
                max(CASE WHEN place = (number * 95 + 99) / 100 THEN duration_ms END) AS p95_ms, max(duration_ms) AS max_ms,
                sum(duration_ms IS NULL AND unpaired IS NULL) AS events, sum(unpaired IS 'begin') AS open,
                sum(unpaired IS 'end') AS without_begin, process, category, subsystem
            FROM (SELECT s.*, row_number() OVER own AS place, count(*) OVER (PARTITION BY s.name, s.subsystem, s.category,
                    s.process, s.duration_ms IS NULL) AS number
                FROM signposts s WHERE s.trace_id = :trace:signposts
                WINDOW own AS (PARTITION BY s.name, s.subsystem, s.category, s.process, s.duration_ms IS NULL
                    ORDER BY s.duration_ms))
            GROUP BY name, subsystem, category, process ORDER BY total_ms DESC, name, subsystem, category, process
            """,
        emptyNote: "no signpost is in this part of the trace")

    private static let zoomedIntervals = SectionDefinition(
        id: "signpost-intervals", title: "Signpost intervals and events",
        columns: [
            ReportColumn("name", "Name", .name), ReportColumn("start_ms", "Start ms", .milliseconds),
            ReportColumn("duration_ms", "Duration ms", .milliseconds), ReportColumn("what", "What", .word, drop: 1),
            ReportColumn("signpost_id", "Signpost ID", .text, drop: 3),
            ReportColumn("thread", "Thread", .text, drop: 2),
            ReportColumn("message", "Message", .text, drop: 1), ReportColumn("process", "Process", .text, drop: 4),
            ReportColumn("category", "Category", .text, drop: 5),
            ReportColumn("subsystem", "Subsystem", .text, drop: 6),
        ],
        sql: """
            SELECT s.name, s.start_ms, s.duration_ms, CASE WHEN s.unpaired IS NOT NULL THEN s.unpaired || ' only'
                    WHEN s.duration_ms IS NULL THEN 'event' ELSE 'interval' END AS what,
                s.signpost_id, s.thread, s.message, s.process, s.category, s.subsystem
            FROM signposts s WHERE s.trace_id = :trace:signposts ORDER BY s.start_ns, s.id
            """,
        emptyNote: "no signpost is in this part of the trace", isLimited: false)
}
