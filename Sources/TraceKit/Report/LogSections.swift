/// Sections about log lines.
extension ReportSections {
    private static let logColumns = [
        ReportColumn("start_ms", "At ms", .milliseconds), ReportColumn("level", "Level", .text),
        ReportColumn("message", "Message", .name, smallest: 44), ReportColumn("category", "Category", .text, drop: 2),
        ReportColumn("subsystem", "Subsystem", .text, drop: 3), ReportColumn("process", "Process", .text, drop: 1),
        ReportColumn("thread", "Thread", .text, drop: 4),
    ]

    private static let shown = "start_ms, level, message, category, subsystem, process, thread"

    /// Selects the times within a second of a hang or a red body. One sweep counts the open ones at each line, however
    /// many there are.
    private static let nearMoments = """
        moments(from_ns, to_ns) AS MATERIALIZED (
            SELECT start_ns - 1000000000, start_ns + duration_ms * 1e6 + 1000000000 FROM hangs
            WHERE trace_id = :trace AND is_target = 1
            UNION ALL
            SELECT start_ns - 1000000000, start_ns + duration_ns + 1000000000 FROM long_updates
            WHERE trace_id = :trace AND is_target = 1 AND kind = 'body' AND severity = 'red' AND phase <> 'check'
        ), points(at, step, id) AS (
            SELECT from_ns, 1, NULL FROM moments
            UNION ALL SELECT to_ns, -1, NULL FROM moments
            UNION ALL SELECT start_ns, 0, id FROM log WHERE trace_id = :trace
        ), lines(id, open) AS (
            SELECT id, sum(step) OVER (ORDER BY at, step DESC ROWS UNBOUNDED PRECEDING) FROM points
        )
        """

    /// The condition on lines `l`, in a statement with `nearMoments`.
    private static let isNear = """
        (NOT EXISTS (SELECT 1 FROM moments)
            OR l.id IN (SELECT id FROM lines WHERE open > 0 AND id IS NOT NULL))
        """

    /// Those lines, or all without any hang or red body. Ids follow time, so without hangs the first lines are the
    /// earliest.
    static let logs = SectionDefinition(
        id: "logs", title: "Log, within 1 s of hangs and red bodies (else all)", columns: logColumns,
        sql: """
            WITH \(nearMoments)
            SELECT \(shown) FROM logs l
            WHERE l.trace_id = :trace AND \(TargetRows.condition()) AND \(isNear)
            ORDER BY id
            """,
        emptyNote: "no such line was logged",
        lane: (.logs, "the input has no log: the table os-log was not recorded or not exported"), subject: .logs,
        countSQL: """
            WITH \(nearMoments)
            SELECT CASE WHEN EXISTS (SELECT 1 FROM moments) THEN (
                SELECT count(*) FROM log l WHERE l.trace_id = :trace AND \(TargetRows.bareCondition("l")) AND \(isNear))
            ELSE (SELECT coalesce(sum(lines), 0) FROM log_levels WHERE trace_id = :trace AND \(TargetRows.condition())) END
            """,
        sourceSQL: "SELECT EXISTS (SELECT 1 FROM log_levels WHERE trace_id = :trace AND \(TargetRows.condition()))")

    static let logGroups = SectionDefinition(
        id: "log-groups", title: "Lines of the log, by text",
        columns: [
            ReportColumn("count", "Lines", .count), ReportColumn("level", "Level", .text),
            ReportColumn("text", "Text", .name, smallest: 44), ReportColumn("first_ms", "First ms", .milliseconds),
            ReportColumn("median_ms", "Median ms", .milliseconds, drop: 1),
            ReportColumn("max_ms", "Max ms", .milliseconds, drop: 1),
            ReportColumn("category", "Category", .text, drop: 3),
            ReportColumn("subsystem", "Subsystem", .text, drop: 4),
            ReportColumn("process", "Process", .text, drop: 2),
        ],
        sql: """
            SELECT count, level, coalesce(text, '(all other lines)') AS text, first_ms, median_ms, max_ms, category, subsystem,
                \(processSQL(of: "g"))
            FROM log_groups g WHERE trace_id = :trace AND \(TargetRows.condition()) ORDER BY id
            """,
        emptyNote: "no line is a fault or an error, and none repeats", isOptional: true, subject: .logs,
        sourceSQL: "SELECT EXISTS (SELECT 1 FROM log_groups WHERE trace_id = :trace AND text IS NOT NULL)")

    /// `:logs` is the condition on `logs l`.
    static let zoomedLogs = SectionDefinition(
        id: "logs", title: "Log", columns: logColumns,
        sql: "SELECT \(shown) FROM logs l WHERE l.trace_id = :trace:logs ORDER BY start_ns, id",
        emptyNote: "no line was logged in this part of the trace")
}
