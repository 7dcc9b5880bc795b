/// Writes the overview of the trace.
extension TraceWriter {
    /// The buckets from the first with updates to the last.
    func insertDurations() throws(TraceError) {
        let counts = results.bodyDurations
        guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }) else {
            return
        }
        let buckets = DurationBuckets(orangeNs: results.deadlines.orangeNs, redNs: results.deadlines.redNs)
        let limits = buckets.limits
        try insert(
            "duration_bucket", count: last - first + 1,
            [
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
        try insert(
            "time_slice", count: used.count,
            [
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
        let (nests, firstSum) = (results.signpostNests, firstIDs["signpost_sum"])
        try insert(
            "signpost_nest", count: nests.count,
            [
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
                "process_id": .names { threads[$0].process },
                "thread_id": .names { threads[$0].thread },
                "samples": .integers { threads[$0].samples },
                "running": .integers { threads[$0].running.samples },
                "cpu_ns": .integers { threads[$0].running.timeNs },
                "first_ns": .times { threads[$0].firstNs },
                "last_ns": .times { threads[$0].lastNs },
            ])
    }

    func insertFunctions() throws(TraceError) {
        let (functions, firstThread) = (results.functions, firstIDs["sample_thread"])
        let sources = records.stacks.sources
        func source(_ row: Int) -> StackTable.Source? {
            sources[StackTable.Function(frame: functions[row].frame, binary: functions[row].binary)]
        }
        try insert(
            "function_sum", count: functions.count,
            [
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
        let (calls, stacks, firstThread) = (results.calls, records.stacks, firstIDs["sample_thread"])
        let first = firstIDs["call_sum"]
        let nodes = stacks.nodes
        try insert(
            "call_sum", count: calls.count,
            [
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

/// Writes recurring causes, recorded or inferred from the order of evaluations.
extension TraceWriter {
    func insertRecurring() throws(TraceError) {
        let (causes, links) = (results.recurring, results.links)
        let (answers, verdicts) = (results.answers, results.recurringVerdicts)
        let (firstView, firstList, firstCause) = (
            firstIDs["view"], firstIDs["property_list"], firstIDs["recurring_cause"]
        )
        func list(_ list: ListID) -> Int64? { list.isPresent ? firstList + Int64(list.rawValue) - 1 : nil }
        try insert(
            "recurring_cause", count: causes.count,
            [
                "label": .texts { causes[$0].label },
                "name_id": .names { causes[$0].root },
                "is_seen": .flags { causes[$0].isSeen },
                "view_id": .integers { firstView + Int64(causes[$0].view) },
                "property_id": .integers { list(causes[$0].property) },
                "runs": .integers { causes[$0].runs },
                "updates": .integers { causes[$0].updates },
                "total_ns": .integers { causes[$0].totalNs },
                "first_ns": .counts { causes[$0].first },
                "last_ns": .counts { causes[$0].last },
                "period_ns": .counts { causes[$0].periodNs },
                "necessary": .integers { verdicts[$0].necessary },
                "unnecessary": .integers { verdicts[$0].unnecessary },
                "unknown": .integers { verdicts[$0].unknown },
                "wasted_ns": .integers { verdicts[$0].wastedNs },
                "answers": .integers { answers.isEmpty ? nil : answers[$0] ? 1 : 0 },
            ])
        try insert(
            "recurring_link", count: links.count,
            [
                "cause_id": .integers { firstCause + Int64(links[$0].cause) },
                "view_id": .integers { firstView + Int64(links[$0].view) },
                "is_driver": .flags { links[$0].isDriver },
                "property_id": .integers { list(links[$0].property) },
                "runs": .integers { links[$0].runs },
                "bursts": .integers { links[$0].bursts },
                "updates": .integers { links[$0].updates },
                "total_ns": .integers { links[$0].totalNs },
            ])
    }

    func insertRuns() throws(TraceError) {
        let (runs, firstCause) = (results.runs, firstIDs["recurring_cause"])
        try insert(
            "recurring_run", count: runs.count,
            [
                "cause_id": .integers { firstCause + Int64(runs[$0].cause) },
                "start_ns": .counts { runs[$0].start },
                "updates": .integers { runs[$0].updates },
            ])
    }
}
