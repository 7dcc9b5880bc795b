/// Sections about the time profile. With view updates they are shown on request.
extension ReportSections {
    /// Shares are relative to the samples of running threads.
    private static let runningSamples = """
        (SELECT sum(running_samples) FROM sample_threads WHERE trace_id = :trace AND \(TargetRows.condition()))
        """

    static let sampleThreads = SectionDefinition(
        id: "threads", title: "Threads by samples",
        columns: [
            ReportColumn("thread", "Thread", .name), ReportColumn("process", "Process", .text, drop: 1),
            ReportColumn("running_samples", "Running", .count),
            ReportColumn("share", "Share", .percent), ReportColumn("cpu_ms", "CPU ms", .milliseconds),
            ReportColumn("busy", "Busy", .percent, drop: 1), ReportColumn("samples", "Samples", .count, drop: 2),
            ReportColumn("first_ms", "First ms", .milliseconds, drop: 3),
            ReportColumn("last_ms", "Last ms", .milliseconds, drop: 3),
        ],
        sql: """
            SELECT thread, process, running_samples, 1.0 * running_samples / \(runningSamples) AS share, cpu_ms, busy,
                samples, first_ms, last_ms
            FROM sample_threads WHERE trace_id = :trace AND \(TargetRows.condition())
            ORDER BY running_samples DESC, samples DESC, process, thread
            """,
        emptyNote: "no sample was recorded", isOptional: true, subject: .samples, isDetail: true)

    static let sampledBodies = SectionDefinition(
        id: "sampled-bodies", title: "Views by samples in their bodies",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("samples", "Samples", .count),
            ReportColumn("recording_share", "Recording", .percent),
            ReportColumn("hitch_share", "Hitches", .percent, drop: 1),
            ReportColumn("hang_share", "Hangs", .percent, drop: 1),
            ReportColumn("largest_function", "Mostly in", .name, drop: 2),
            ReportColumn("family", "Costly calls", .word, drop: 3),
            ReportColumn("total_ms", "Ms", .milliseconds, drop: 4),
        ],
        sql: """
            SELECT view, samples, recording_share, hitch_share, hang_share, largest_function, family, total_ms
            FROM sampled_bodies WHERE trace_id = :trace ORDER BY id
            """,
        emptyNote: "no body is in the samples of the main thread", isOptional: true, subject: .samples, isDetail: true)

    static let hottestBySelf = hottest(
        id: "hottest-functions", title: "Hottest functions by samples in themselves", order: "self_samples",
        condition: "HAVING sum(self_samples) > 0")

    static let hottestByTotal = hottest(
        id: "hottest-functions-by-total", title: "Hottest functions by samples with what they call",
        order: "total_samples",
        condition: "")

    private static func hottest(id: String, title: String, order: String, condition: String) -> SectionDefinition {
        let (first, second) = order == "self_samples" ? ("self", "total") : ("total", "self")
        return SectionDefinition(
            id: id, title: title,
            columns: [
                ReportColumn("function", "Function", .name),
                ReportColumn("\(first)_share", first == "self" ? "Self" : "Total", .percent),
                ReportColumn("\(first)_samples", "Samples", .count),
                ReportColumn("\(first)_ms", first == "self" ? "Self ms" : "Total ms", .milliseconds, drop: 3),
                ReportColumn("\(second)_share", second == "self" ? "Self" : "Total", .percent, drop: 1),
                ReportColumn("source", "Source", .text, drop: 1),
                ReportColumn("binary", "Binary", .text, drop: 2), ReportColumn("thread", "Thread", .text, drop: 4),
                ReportColumn("\(second)_samples", "\(second == "self" ? "Self" : "Total") samples", .count, drop: 6),
                ReportColumn("\(second)_ms", second == "self" ? "Self ms" : "Total ms", .milliseconds, drop: 6),
            ],
            sql: """
                SELECT function, 1.0 * sum(\(first)_samples) / \(runningSamples) AS \(first)_share,
                    sum(\(first)_samples) AS \(first)_samples, sum(\(first)_ms) AS \(first)_ms,
                    1.0 * sum(\(second)_samples) / \(runningSamples) AS \(second)_share, max(source) AS source, binary,
                    CASE WHEN count(*) = 1 THEN max(thread) ELSE count(*) || ' threads' END AS thread,
                    sum(\(second)_samples) AS \(second)_samples, sum(\(second)_ms) AS \(second)_ms
                FROM functions WHERE trace_id = :trace AND \(TargetRows.condition()) GROUP BY function, binary \(condition)
                ORDER BY \(first)_samples DESC, \(second)_samples DESC, function, binary
                """,
            emptyNote: "no sample has a call stack", isOptional: true, subject: .samples, isDetail: true)
    }

    /// Frames that pass nearly everything to one callee are skipped.
    static let callTree = SectionDefinition(
        id: "call-tree", title: "Call tree, heaviest paths from 2 % on",
        columns: [
            ReportColumn("call", "Call", .name, smallest: 40), ReportColumn("share", "Total", .percent),
            ReportColumn("source", "Source", .text, drop: 1),
            ReportColumn("total_samples", "Samples", .count),
            ReportColumn("total_ms", "Total ms", .milliseconds, drop: 3),
            ReportColumn("self_samples", "Self", .count, drop: 1), ReportColumn("thread", "Thread", .text, drop: 2),
            ReportColumn("process", "Process", .text, drop: 3),
            ReportColumn("binary", "Binary", .text, drop: 4),
            ReportColumn("self_ms", "Self ms", .milliseconds, drop: 5),
            ReportColumn("level", "Level", .integer, drop: 6), ReportColumn("id", "Call ID", .integer, drop: 7),
        ],
        sql: """
            SELECT replace(printf('%*s', min(level, 20), ''), ' ', '· ') || function AS call,
                1.0 * total_samples / \(runningSamples) AS share, source, total_samples, total_ms, self_samples, thread, process, binary,
                self_ms, level, id
            FROM call_tree WHERE trace_id = :trace AND \(TargetRows.condition()) AND NOT passes_on AND total_samples * 50 >= \(runningSamples)
            ORDER BY id
            """,
        emptyNote: "no path holds 2 % of the samples", isLimited: false, isOptional: true, subject: .samples,
        isDetail: true)
}
