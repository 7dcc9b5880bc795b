/// The time spans in which rows of problems begin. Starts that a selection could hardly separate, within a frame or a
/// thousandth of the trace, form one span.
enum ProblemSpans {
    private struct Span {
        let problem: Int64
        let first: Int64
        var last: Int64
    }

    /// Rows of problem, first and last start by time, at most the given number, and the number of all.
    static func read(
        _ page: PageBuilder.Place, _ limit: Int
    ) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let length = try page.database.integer("SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(page.trace)")
        let widest = max(16_670_000, (length ?? 0) / 1000)
        var spans: [Span] = []
        func add(_ start: Span) {
            if let last = spans.last, last.problem == start.problem, start.first >= last.first,
                start.first <= last.last.addingSaturating(widest)
            {
                spans[spans.count - 1].last = max(last.last, start.last)
            } else {
                spans.append(start)
            }
        }
        let starts = try page.database.prepare(starts(page.trace))
        while try starts.step() {
            add(Span(problem: starts.whole(0), first: starts.whole(1), last: starts.whole(1)))
        }
        let found = spans.sorted { ($0.problem, $0.first, $0.last) < ($1.problem, $1.first, $1.last) }
        spans = []
        for span in found { add(span) }
        spans.sort { ($0.first, $0.problem, $0.last) < ($1.first, $1.problem, $1.last) }
        return (spans.prefix(limit).map { [$0.problem, $0.first, $0.last] }, spans.count)
    }

    /// SQL for problems and the starts of their rows: updates in runs of consecutive ids, and events of other lanes.
    private static func starts(_ trace: Int64) -> String {
        """
        SELECT r.problem_id, CAST(u.start_ns AS INTEGER) FROM problem_update r
        CROSS JOIN view_update u ON u.id BETWEEN r.first_id AND r.last_id
        WHERE r.trace_id = \(trace) AND r.is_own = 1 AND u.start_ns IS NOT NULL
        UNION ALL
        SELECT e.problem_id, coalesce(h.start_ns, i.start_ns, s.start_ns, l.start_ns) AS start
        FROM problem_event e LEFT JOIN hang h ON h.id = e.hang_id LEFT JOIN hitch i ON i.id = e.hitch_id
        LEFT JOIN signpost s ON s.id = e.signpost_id LEFT JOIN log l ON l.id = e.log_id
        WHERE e.trace_id = \(trace) AND e.is_own = 1 AND start IS NOT NULL
        """
    }
}
