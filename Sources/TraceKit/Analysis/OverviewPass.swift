/// The trace at a glance: how long view bodies take, and when what began. Reports show both first, without looking at
/// every update again.
enum OverviewPass: AnalysisPass {
    static let name = "overview"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.bodyDurations = bodyDurations(records, results)
        results.length = records.metadata.durationNs ?? records.lastEnd ?? 0
        results.slices = slices(records, results)
    }

    private static func bodyDurations(_ records: TraceRecords, _ results: AnalysisResults) -> [Int] {
        let updates = records.updates
        let isBody = records.views.map { $0.kind == .body && !$0.kindWord.isPresent }
        let buckets = DurationBuckets(orangeNs: results.deadlines.orangeNs, redNs: results.deadlines.redNs)
        var counts = [Int](repeating: 0, count: buckets.limits.count + 1)
        for row in 0..<updates.count
        where isBody[Int(updates.view[row])] && updates.phase[row] != .check
            && updates.duration[row] != UpdateColumns.unterminated
        {
            counts[buckets.bucket(ofDuration: updates.duration[row])] += 1
        }
        return counts.allSatisfy { $0 == 0 } ? [] : counts
    }

    private static func slices(_ records: TraceRecords, _ results: AnalysisResults) -> [TimeSlice] {
        let updates = records.updates
        guard results.length > 0 else { return [] }
        var slices = [TimeSlice](repeating: TimeSlice(), count: TimeSlice.count)
        let scale = Double(TimeSlice.count) / Double(results.length)
        for row in 0..<updates.count where updates.isCounted(row) {
            // A stated length may be shorter than what was recorded, and by more than an integer holds.
            let slice = Int(min(Double(TimeSlice.count - 1), Double(updates.start[row]) * scale))
            slices[slice].severities.add(results.severity[row])
        }
        return slices
    }
}
