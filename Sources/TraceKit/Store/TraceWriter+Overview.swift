/// The trace at a glance.
extension TraceWriter {
    func insertOverview() throws(TraceError) {
        try insertDurations()
        try insertSlices()
    }

    /// From the first bucket with updates to the last.
    private func insertDurations() throws(TraceError) {
        let counts = results.bodyDurations
        guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }) else {
            return
        }
        let buckets = DurationBuckets(orangeNs: results.deadlines.orangeNs, redNs: results.deadlines.redNs)
        let firstID = try database.nextID("duration_bucket")
        try insert("duration_bucket", 6, count: last - first + 1) { row, column, out in
            let bucket = first + row
            switch column {
            case 0: out.integer(firstID + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(buckets.lowerLimit(of: bucket))
            case 3: bucket < buckets.limits.count ? out.integer(buckets.limits[bucket]) : out.null()
            case 4: out.integer(buckets.severity(of: bucket).rawValue)
            default: out.integer(counts[bucket])
            }
        }
    }

    private func insertSlices() throws(TraceError) {
        let slices = results.slices
        let used = slices.indices.filter { slices[$0].severities.total > 0 }
        let length = results.length
        let first = try database.nextID("time_slice")
        try insert("time_slice", 8, count: used.count) { row, column, out in
            let severities = slices[used[row]].severities
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(used[row])
            case 3: out.integer(Int64(Double(length) / Double(TimeSlice.count) * Double(used[row])))
            case 4: out.integer(severities.red)
            case 5: out.integer(severities.orange)
            case 6: out.integer(severities.gray)
            default: out.integer(severities.unterminated)
            }
        }
    }

    func insertSignpostSums() throws(TraceError) {
        let sums = results.signposts
        let first = try database.nextID("signpost_sum")
        try insert("signpost_sum", 10, count: sums.count) { row, column, out in
            let sum = sums[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.name(sum.name)
            case 3: out.name(sum.subsystem)
            case 4: out.name(sum.category)
            case 5: out.integer(sum.intervals)
            case 6: out.integer(sum.events)
            case 7: out.integer(sum.unpaired)
            case 8: out.integer(sum.totalNs)
            default: out.integer(sum.maxNs, none: -1)
            }
        }
    }
}
