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
        _ page: PageBuilder, _ limit: Int
    ) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let widest = try widest(page)
        var starts = try starts(page.database, page.trace, page.pauses)
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

    /// What lies farther apart is not one span.
    static func widest(_ page: PageBuilder) throws(TraceError) -> Int64 {
        let sql = "SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(page.trace)"
        return max(16_670_000, (try page.database.integer(sql) ?? 0) / 1000)
    }

    /// Runs of updates, parted at the pauses in them.
    private static func starts(
        _ database: Database, _ trace: Int64, _ pauses: [PageBuilder.Pause]
    ) throws(TraceError) -> [Span] {
        let statement = try database.prepare(
            """
            SELECT r.problem_id, a.start_ns, iif(r.last_id = r.first_id, a.start_ns,
                (SELECT b.start_ns FROM view_update b WHERE b.id = r.last_id)), r.first_id, r.last_id
            FROM problem_update r JOIN view_update a ON a.id = r.first_id WHERE r.trace_id = ?1
            UNION ALL
            SELECT e.problem_id, coalesce(h.start_ns, i.start_ns, s.start_ns), coalesce(h.start_ns, i.start_ns, s.start_ns), 0, 0
            FROM problem_event e LEFT JOIN hang h ON h.id = e.hang_id LEFT JOIN hitch i ON i.id = e.hitch_id
            LEFT JOIN signpost s ON s.id = e.signpost_id WHERE e.trace_id = ?1
            """)
        try statement.bind([.integer(trace)])
        var starts: [Span] = []
        while try statement.step() {
            var (first, last) = (statement.whole(1), statement.whole(2))
            guard first >= 0, last >= first else { continue }
            let problem = statement.whole(0)
            if statement.integer(3) < statement.integer(4) {
                let end = last
                for pause in Self.pauses(pauses, in: statement.integer(3)...statement.integer(4)) {
                    last = pause.from
                    starts.append(Span(problem: problem, first: first, last: max(first, last)))
                    (first, last) = (pause.to, end)
                }
            }
            starts.append(Span(problem: problem, first: first, last: max(first, last)))
        }
        return starts
    }

    /// Those before an update of a run other than its first.
    private static func pauses(
        _ pauses: [PageBuilder.Pause], in updates: ClosedRange<Int64>
    ) -> ArraySlice<PageBuilder.Pause> {
        let first = pauses.firstPlace { $0.update > updates.lowerBound }
        return pauses[first..<pauses.firstPlace { $0.update > updates.upperBound }]
    }
}
