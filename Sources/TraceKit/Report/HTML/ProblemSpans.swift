/// When what problems are about begins. Starts that a range could hardly tell apart, a frame or a thousandth of the trace after
/// each other, are one span.
enum ProblemSpans {
    private struct Span {
        let problem: Int64
        let first: Int64
        var last: Int64
    }

    /// Updates that follow each other and are about one problem, or an event of another lane.
    struct Run {
        let problem: Int64
        /// When its first row begins, and its last.
        let first: Int64
        let last: Int64
        /// Nil where it is one row.
        let updates: ClosedRange<Int64>?
    }

    /// Problem, first and last start of a row each, in order of time, at most so many, and how many there are.
    static func read(
        _ page: PageBuilder, _ limit: Int
    ) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let widest = try widest(page.place)
        var starts: [Span] = []
        for run in page.problemRuns { append(run, partedAt: page.updates?.pauses ?? [], to: &starts) }
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
    static func widest(_ page: PageBuilder.Place) throws(TraceError) -> Int64 {
        let sql = "SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(page.trace)"
        return max(16_670_000, (try page.database.integer(sql) ?? 0) / 1000)
    }

    static func runs(_ page: PageBuilder.Place) throws(TraceError) -> [Run] {
        let statement = try page.database.prepare(
            """
            SELECT r.problem_id, a.start_ns, iif(r.last_id = r.first_id, a.start_ns,
                (SELECT b.start_ns FROM view_update b WHERE b.id = r.last_id)), r.first_id, r.last_id
            FROM problem_update r JOIN view_update a ON a.id = r.first_id WHERE r.trace_id = ?1
            UNION ALL
            SELECT e.problem_id, coalesce(h.start_ns, i.start_ns, s.start_ns), coalesce(h.start_ns, i.start_ns, s.start_ns), 0, 0
            FROM problem_event e LEFT JOIN hang h ON h.id = e.hang_id LEFT JOIN hitch i ON i.id = e.hitch_id
            LEFT JOIN signpost s ON s.id = e.signpost_id WHERE e.trace_id = ?1
            """)
        try statement.bind([.integer(page.trace)])
        var runs: [Run] = []
        while try statement.step() {
            let (first, last) = (statement.whole(1), statement.whole(2))
            guard first >= 0, last >= first else { continue }
            let (from, to) = (statement.integer(3), statement.integer(4))
            runs.append(
                Run(problem: statement.whole(0), first: first, last: last, updates: from < to ? from...to : nil))
        }
        return runs
    }

    private static func append(_ run: Run, partedAt pauses: [UpdateScan.Pause], to spans: inout [Span]) {
        var first = run.first
        if let updates = run.updates {
            for pause in Self.pauses(pauses, in: updates) {
                spans.append(Span(problem: run.problem, first: first, last: max(first, pause.from)))
                first = pause.to
            }
        }
        spans.append(Span(problem: run.problem, first: first, last: max(first, run.last)))
    }

    /// Those before an update of a run other than its first.
    private static func pauses(
        _ pauses: [UpdateScan.Pause], in updates: ClosedRange<Int64>
    ) -> ArraySlice<UpdateScan.Pause> {
        let first = pauses.firstPlace { $0.update > updates.lowerBound }
        return pauses[first..<pauses.firstPlace { $0.update > updates.upperBound }]
    }
}
