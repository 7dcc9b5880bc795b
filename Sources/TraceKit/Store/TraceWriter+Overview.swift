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
