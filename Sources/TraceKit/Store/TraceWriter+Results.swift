/// The trace at a glance.
extension TraceWriter {
    /// From the first bucket with updates to the last.
    func insertDurations() throws(TraceError) {
        let counts = results.bodyDurations
        guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }) else {
            return
        }
        let buckets = DurationBuckets(orangeNs: results.deadlines.orangeNs, redNs: results.deadlines.redNs)
        let limits = buckets.limits
        let firstID = try database.nextID("duration_bucket")
        try insert(
            "duration_bucket", count: last - first + 1,
            [
                "id": .ids(from: firstID),
                "trace_id": .constant(traceID),
                "over_ns": .integers { buckets.lowerLimit(of: first + $0) },
                "up_to_ns": .integers { first + $0 < limits.count ? limits[first + $0] : nil },
                "severity": .integers { buckets.severity(of: first + $0).rawValue },
                "updates": .integers { counts[first + $0] },
            ])
    }

    func insertSlices() throws(TraceError) {
        let slices = results.slices
        let used = slices.indices.filter { slices[$0].severities.total > 0 }
        let length = results.length
        let first = try database.nextID("time_slice")
        try insert(
            "time_slice", count: used.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "slice": .integers { used[$0] },
                "start_ns": .integers { Int64(Double(length) / Double(TimeSlice.count) * Double(used[$0])) },
                "red": .integers { slices[used[$0]].severities.red },
                "orange": .integers { slices[used[$0]].severities.orange },
                "gray": .integers { slices[used[$0]].severities.gray },
                "unterminated": .integers { slices[used[$0]].severities.unterminated },
            ])
    }

    func insertSignpostSums() throws(TraceError) {
        let sums = results.signposts
        try insert(
            "signpost_sum", count: sums.count,
            [
                "id": .ids(from: base.signpostSum),
                "trace_id": .constant(traceID),
                "name_id": .names { sums[$0].name },
                "subsystem_id": .names { sums[$0].subsystem },
                "category_id": .names { sums[$0].category },
                "process_id": .names { sums[$0].process },
                "intervals": .integers { sums[$0].intervals },
                "events": .integers { sums[$0].events },
                "open": .integers { sums[$0].open },
                "without_begin": .integers { sums[$0].withoutBegin },
                "total_ns": .integers { sums[$0].totalNs },
                "median_ns": .counts { sums[$0].medianNs },
                "p95_ns": .counts { sums[$0].p95Ns },
                "max_ns": .counts { sums[$0].maxNs },
                "covered_ns": .integers { sums[$0].coveredNs },
                "overlap_ns": .integers { sums[$0].overlapNs },
                "most_at_once": .integers { sums[$0].mostAtOnce },
            ])
    }

    func insertSignpostNests() throws(TraceError) {
        let (nests, firstSum) = (results.signpostNests, base.signpostSum)
        let first = try database.nextID("signpost_nest")
        try insert(
            "signpost_nest", count: nests.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "inner_id": .integers { firstSum + Int64(nests[$0].inner) },
                "outer_id": .integers { firstSum + Int64(nests[$0].outer) },
                "intervals": .integers { nests[$0].intervals },
                "total_ns": .integers { nests[$0].totalNs },
            ])
    }
}

/// The sums over the samples of the Time Profiler.
extension TraceWriter {
    func insertSampleThreads() throws(TraceError) {
        let threads = results.sampleThreads
        try insert(
            "sample_thread", count: threads.count,
            [
                "id": .ids(from: base.sampleThread),
                "trace_id": .constant(traceID),
                "process_id": .names { threads[$0].process },
                "thread_id": .names { threads[$0].thread },
                "samples": .integers { threads[$0].samples },
                "running": .integers { threads[$0].running.samples },
                "cpu_ns": .integers { threads[$0].running.timeNs },
                "first_ns": .integers { threads[$0].firstNs },
                "last_ns": .integers { threads[$0].lastNs },
            ])
    }

    func insertFunctions() throws(TraceError) {
        let (functions, firstThread) = (results.functions, base.sampleThread)
        let sources = records.stacks.sources
        func source(_ row: Int) -> StackTable.Source? {
            sources[StackTable.Function(frame: functions[row].frame, binary: functions[row].binary)]
        }
        let first = try database.nextID("function_sum")
        try insert(
            "function_sum", count: functions.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "sample_thread_id": .integers { firstThread + Int64(functions[$0].thread) },
                "frame_id": .names { functions[$0].frame },
                "binary_id": .names { functions[$0].binary },
                "is_app": .flags { functions[$0].isApp },
                "file_id": .names { source($0)?.file ?? .none },
                "line": .integers { source($0)?.line },
                "self_samples": .integers { functions[$0].own.samples },
                "total_samples": .integers { functions[$0].total.samples },
                "self_ns": .integers { functions[$0].own.timeNs(in: functions[$0].total) },
                "total_ns": .integers { functions[$0].total.timeNs },
            ])
    }

    func insertCalls() throws(TraceError) {
        let (calls, stacks, firstThread) = (results.calls, records.stacks, base.sampleThread)
        let nodes = stacks.nodes
        let first = try database.nextID("call_sum")
        try insert(
            "call_sum", count: calls.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "caller_id": .integers { calls[$0].caller.map { first + Int64($0) } },
                "sample_thread_id": .integers { firstThread + Int64(calls[$0].thread) },
                "frame_id": .names { nodes[calls[$0].node].frame },
                "binary_id": .names { nodes[calls[$0].node].binary },
                "is_app": .flags { nodes[calls[$0].node].isApp },
                "file_id": .names { stacks.source(of: nodes[calls[$0].node])?.file ?? .none },
                "line": .integers { stacks.source(of: nodes[calls[$0].node])?.line },
                "depth": .integers { calls[$0].depth },
                "level": .integers { calls[$0].level },
                "passes_on": .flags { calls[$0].passesOn },
                "self_samples": .integers { calls[$0].own.samples },
                "total_samples": .integers { calls[$0].total.samples },
                "self_ns": .integers { calls[$0].own.timeNs(in: calls[$0].total) },
                "total_ns": .integers { calls[$0].total.timeNs },
            ])
    }
}

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
