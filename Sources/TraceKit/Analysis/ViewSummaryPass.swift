/// Sums the updates of each view: counts by severity, total, median, 95th percentile and longest.
enum ViewSummaryPass: AnalysisPass {
    static let name = "view-summary"
    static let reads: Results = [.processes, .views, .severity]
    static let writes: Results = .viewSums

    /// Counted in addition to the severities, which are the first four kinds.
    private static let checks = 4
    private static let untimed = 5

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let updates = records.updates
        let (durations, roles) = (updates.duration.buffer, results.role.buffer)
        let (keys, viewOfKey, severity) = (updates.view.buffer, results.viewOfKey.buffer, results.severity.buffer)
        let counts = CountTable(results.views.count)
        let totals = Scratch<Int64>(repeating: 0, count: results.views.count)
        for row in durations.indices {
            let view = Int(viewOfKey[Int(keys[row])])
            switch roles[row] {
            case .check: counts.add(view, checks)
            case .untimed: counts.add(view, untimed)
            case .other: break
            case .counted:
                counts.add(view, SeverityCounts.kind(severity[row]))
                // Only hostile input reaches the limit, where the sum is clamped.
                totals[view] = totals[view].addingSaturating(max(0, durations[row]))
            }
        }
        results.viewSums = results.views.indices.map { view in
            let severities = SeverityCounts(counts, view)
            return ViewSummary(
                updates: severities.total, totalNs: totals[view], severities: severities,
                checks: counts.count(view, checks), untimed: counts.count(view, untimed))
        }
        addPercentiles(records, results)
    }

    /// A counting sort of the durations by view.
    private static func addPercentiles(_ records: TraceRecords, _ results: AnalysisResults) {
        let updates = records.updates
        let (durations, roles) = (updates.duration.buffer, results.role.buffer)
        let (keys, viewOfKey) = (updates.view.buffer, results.viewOfKey.buffer)
        let next = Scratch(repeating: 0, count: results.views.count + 1)
        for row in durations.indices where roles[row] == .counted && durations[row] != UpdateColumns.unterminated {
            next[Int(viewOfKey[Int(keys[row])]) + 1] += 1
        }
        for view in 0..<results.views.count { next[view + 1] += next[view] }
        let sorted = Column<Int64>.unset(count: next[results.views.count])
        let all = sorted.buffer
        for row in durations.indices where roles[row] == .counted && durations[row] != UpdateColumns.unterminated {
            let view = Int(viewOfKey[Int(keys[row])])
            all[next[view]] = durations[row]
            next[view] += 1
        }
        var first = 0
        for view in results.views.indices {
            let own = UnsafeMutableBufferPointer(rebasing: sorted.buffer[first..<next[view]])
            first = next[view]
            guard let spread = Percentile.spread(of: own) else { continue }
            results.viewSums[view].medianNs = spread.median
            results.viewSums[view].p95Ns = spread.p95
            results.viewSums[view].maxNs = spread.most
        }
        withExtendedLifetime(sorted) {}
        addOpen(records, results)
    }

    /// The longest update of a view may have no end: it took at least that long.
    private static func addOpen(_ records: TraceRecords, _ results: AnalysisResults) {
        guard results.openUntil > 0 else { return }
        let updates = records.updates
        let (durations, severities) = (updates.duration.buffer, results.severity.buffer)
        for row in durations.indices where durations[row] < 0 && severities[row] != AnalysisResults.noSeverity {
            let view = Int(results.viewOfKey[Int(updates.view[row])])
            let least = results.leastDuration(row, updates)
            results.viewSums[view].maxNs = max(results.viewSums[view].maxNs ?? 0, least)
        }
    }
}
