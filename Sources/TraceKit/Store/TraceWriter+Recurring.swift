/// What recurs, recorded or inferred from the order of evaluations.
extension TraceWriter {
    func insertRecurring() throws(TraceError) {
        let (causes, links, null) = (results.recurring, results.links, FeedColumn.null)
        let (names, answers, verdicts) = (names, results.answers, results.recurringVerdicts)
        let (firstView, firstList, firstCause) = (base.view, base.list, base.recurring)
        func list(_ list: ListID) -> Int64 { list.isPresent ? firstList + Int64(list.rawValue) - 1 : null }
        func time(_ time: Int64) -> Int64 { time < 0 ? null : time }
        try insert(
            "recurring_cause", count: causes.count,
            [
                "id": .ids(from: firstCause),
                "trace_id": .constant(traceID),
                "label": .texts { causes[$0].label },
                "name_id": .batch { $0.names(names) { causes[$0].root } },
                "is_seen": .batch { $0.each { causes[$0].isSeen ? 1 : 0 } },
                "view_id": .batch { $0.each { firstView + Int64(causes[$0].view) } },
                "property_id": .batch { $0.each { list(causes[$0].property) } },
                "runs": .batch { $0.each { Int64(causes[$0].runs) } },
                "updates": .batch { $0.each { Int64(causes[$0].updates) } },
                "total_ns": .batch { $0.each { causes[$0].totalNs } },
                "first_ns": .batch { $0.each { time(causes[$0].first) } },
                "last_ns": .batch { $0.each { time(causes[$0].last) } },
                "period_ns": .batch { $0.each { time(causes[$0].periodNs) } },
                "necessary": .batch { $0.each { Int64(verdicts[$0].necessary) } },
                "unnecessary": .batch { $0.each { Int64(verdicts[$0].unnecessary) } },
                "unknown": .batch { $0.each { Int64(verdicts[$0].unknown) } },
                "wasted_ns": .batch { $0.each { verdicts[$0].wastedNs } },
                "answers": .batch { $0.each { answers.isEmpty ? null : answers[$0] ? 1 : 0 } },
            ])
        let first = try database.nextID("recurring_link")
        try insert(
            "recurring_link", count: links.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "cause_id": .batch { $0.each { firstCause + Int64(links[$0].cause) } },
                "view_id": .batch { $0.each { firstView + Int64(links[$0].view) } },
                "is_driver": .batch { $0.each { links[$0].isDriver ? 1 : 0 } },
                "property_id": .batch { $0.each { list(links[$0].property) } },
                "runs": .batch { $0.each { Int64(links[$0].runs) } },
                "bursts": .batch { $0.each { Int64(links[$0].bursts) } },
                "updates": .batch { $0.each { Int64(links[$0].updates) } },
                "total_ns": .batch { $0.each { links[$0].totalNs } },
            ])
    }

    func insertRuns() throws(TraceError) {
        let (runs, firstCause, null) = (results.runs, base.recurring, FeedColumn.null)
        try insert(
            "recurring_run", count: runs.count,
            [
                "id": .ids(from: base.run),
                "trace_id": .constant(traceID),
                "cause_id": .batch { $0.each { firstCause + Int64(runs[$0].cause) } },
                "start_ns": .batch { $0.each { runs[$0].start < 0 ? null : runs[$0].start } },
                "updates": .batch { $0.each { Int64(runs[$0].updates) } },
            ])
    }
}
