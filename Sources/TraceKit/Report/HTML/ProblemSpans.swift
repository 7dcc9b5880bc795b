/// When what problems are about begins. Starts that a range could hardly tell apart, a frame or a thousandth of the trace after
/// each other, are one span.
enum ProblemSpans {
    private struct Span {
        let problem: Int64
        let first: Int64
        var last: Int64
    }

    /// Problem, first and last start of a row each, in order of time, at most so many, and how many there are.
    static func read(
        _ database: Database, _ trace: Int64, _ limit: Int
    ) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let duration = try database.integer("SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(trace)") ?? 0
        let widest = max(16_670_000, duration / 1000)
        var starts = try starts(database, trace)
        starts.sort { ($0.problem, $0.first, $0.last) < ($1.problem, $1.first, $1.last) }
        var spans: [Span] = []
        for start in starts {
            if let span = spans.last, span.problem == start.problem,
                start.first <= span.last.addingSaturating(widest)
            {
                spans[spans.count - 1].last = max(span.last, start.last)
            } else {
                spans.append(start)
            }
        }
        spans.sort { ($0.first, $0.problem, $0.last) < ($1.first, $1.problem, $1.last) }
        return (spans.prefix(limit).map { [$0.problem, $0.first, $0.last] }, spans.count)
    }

    private static func starts(_ database: Database, _ trace: Int64) throws(TraceError) -> [Span] {
        let statement = try database.prepare(
            """
            SELECT r.problem_id, a.start_ns, iif(r.last_id = r.first_id, a.start_ns,
                (SELECT b.start_ns FROM view_update b WHERE b.id = r.last_id))
            FROM problem_update r JOIN view_update a ON a.id = r.first_id WHERE r.trace_id = ?1
            UNION ALL
            SELECT e.problem_id, coalesce(h.start_ns, i.start_ns, s.start_ns), coalesce(h.start_ns, i.start_ns, s.start_ns)
            FROM problem_event e LEFT JOIN hang h ON h.id = e.hang_id LEFT JOIN hitch i ON i.id = e.hitch_id
            LEFT JOIN signpost s ON s.id = e.signpost_id WHERE e.trace_id = ?1
            """)
        try statement.bind([.integer(trace)])
        var starts: [Span] = []
        while try statement.step() {
            let span = Span(problem: statement.whole(0), first: statement.whole(1), last: statement.whole(2))
            if span.first >= 0, span.last >= span.first { starts.append(span) }
        }
        return starts
    }
}
