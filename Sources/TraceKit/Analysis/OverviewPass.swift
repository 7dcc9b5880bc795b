/// Computes the histogram of body durations and the time slices, which reports show first, without another scan of all
/// updates.
enum OverviewPass: AnalysisPass {
    static let name = "overview"
    static let reads: Results = [.processes, .severity]
    static let writes: Results = .overview

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.bodyDurations = bodyDurations(records, results)
        results.length = records.metadata.durationNs ?? records.lastEnd ?? 0
        results.coveredNs = records.metadata.sliceSpans?.nanoseconds ?? results.length
        results.slices = slices(records, results)
    }

    private static func bodyDurations(_ records: TraceRecords, _ results: AnalysisResults) -> [Int] {
        let updates = records.updates
        let (keys, roles, severities) = (updates.view.buffer, results.role.buffer, results.severity.buffer)
        let isBody = Scratch(repeating: false, count: records.views.count)
        for (key, view) in records.views.buffer.enumerated() {
            isBody[key] = view.kind == .body && !view.kindWord.isPresent
        }
        let buckets = DurationBuckets(orangeNs: results.deadlines.orangeNs, redNs: results.deadlines.redNs)
        let finder = DurationBuckets.Finder(buckets)
        let counts = Scratch(repeating: 0, count: buckets.limits.count + 1)
        for row in severities.indices
        where isBody[Int(keys[row])] && roles[row] == .counted && severities[row] != AnalysisResults.noSeverity {
            counts[finder.bucket(ofDuration: results.leastDuration(row, updates))] += 1
        }
        let all = (0..<counts.count).map { counts[$0] }
        return all.allSatisfy { $0 == 0 } ? [] : all
    }

    private static func slices(_ records: TraceRecords, _ results: AnalysisResults) -> [TimeSlice] {
        let (starts, roles) = (records.updates.start.buffer, results.role.buffer)
        let severity = results.severity.buffer
        guard results.length > 0 else { return [] }
        let counts = CountTable(TimeSlice.count)
        let scale = Double(TimeSlice.count) / Double(results.length)
        for row in starts.indices where roles[row] == .counted {
            // A stated length may be shorter than the recording, by more than an integer holds.
            let slice = Int(min(Double(TimeSlice.count - 1), Double(starts[row]) * scale))
            counts.add(slice, SeverityCounts.kind(severity[row]))
        }
        return (0..<TimeSlice.count).map { TimeSlice(severities: SeverityCounts(counts, $0)) }
    }
}
