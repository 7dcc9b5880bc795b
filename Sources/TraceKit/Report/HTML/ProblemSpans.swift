/// The time spans in which rows of problems begin. Starts that a selection could hardly separate, within a frame or a
/// thousandth of the trace, form one span.
enum ProblemSpans {
    fileprivate struct Span {
        let problem: Int64
        let first: Int64
        var last: Int64
    }

    /// The rows of problems.
    struct Runs {
        /// Consecutive updates, by id.
        fileprivate(set) var updates: [(problem: Int64, first: Int64, last: Int64)] = []
        /// Events of another lane, each an instant.
        fileprivate var events: [Span] = []
    }

    /// Rows of problem, first and last start by time, at most the given number, and the number of all.
    static func read(
        _ page: PageBuilder, _ limit: Int
    ) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let widest = try widest(page.place)
        var starts = page.problemRuns.events
        if let updates = page.updates {
            for run in page.problemRuns.updates { append(run, updates, to: &starts) }
        }
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

    /// The largest gap inside a span.
    static func widest(_ page: PageBuilder.Place) throws(TraceError) -> Int64 {
        let sql = "SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(page.trace)"
        return max(16_670_000, (try page.database.integer(sql) ?? 0) / 1000)
    }

    static func runs(_ page: PageBuilder.Place) throws(TraceError) -> Runs {
        var runs = Runs()
        let updates = try page.database.prepare(
            "SELECT problem_id, first_id, last_id FROM problem_update WHERE trace_id = \(page.trace)")
        while try updates.step() {
            runs.updates.append((updates.whole(0), updates.whole(1), updates.whole(2)))
        }
        let events = try page.database.prepare(
            """
            SELECT e.problem_id, coalesce(h.start_ns, i.start_ns, s.start_ns)
            FROM problem_event e LEFT JOIN hang h ON h.id = e.hang_id LEFT JOIN hitch i ON i.id = e.hitch_id
            LEFT JOIN signpost s ON s.id = e.signpost_id WHERE e.trace_id = \(page.trace)
            """)
        while try events.step() {
            let start = events.whole(1)
            if start >= 0 { runs.events.append(Span(problem: events.whole(0), first: start, last: start)) }
        }
        return runs
    }

    private static func append(
        _ run: (problem: Int64, first: Int64, last: Int64), _ updates: UpdateScan, to spans: inout [Span]
    ) {
        var first = updates.starts[run.first]
        let last = updates.starts[run.last]
        guard first >= 0, last >= first else { return }
        if run.first < run.last {
            for pause in pauses(updates.pauses, in: run.first...run.last) {
                spans.append(Span(problem: run.problem, first: first, last: max(first, pause.from)))
                first = pause.to
            }
        }
        spans.append(Span(problem: run.problem, first: first, last: max(first, last)))
    }

    /// The gaps before updates of a run, except its first.
    private static func pauses(
        _ pauses: [UpdateScan.Pause], in updates: ClosedRange<Int64>
    ) -> ArraySlice<UpdateScan.Pause> {
        let first = pauses.firstPlace { $0.update > updates.lowerBound }
        return pauses[first..<pauses.firstPlace { $0.update > updates.upperBound }]
    }
}
