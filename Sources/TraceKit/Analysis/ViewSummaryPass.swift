/// Adds up the updates of each view: counts by severity, total, median, 95th percentile and longest.
enum ViewSummaryPass: AnalysisPass {
    static let name = "view-summary"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let updates = records.updates
        // A counting sort of the durations by view: each view's stand together for the percentiles.
        var ends = [Int](repeating: 0, count: results.views.count + 1)
        let (viewOfKey, severity) = (results.viewOfKey, results.severity)
        var views = results.views
        for row in 0..<updates.count {
            let view = Int(viewOfKey[Int(updates.view[row])])
            add(row, updates, severity, to: &views[view])
            if isMeasured(row, updates) { ends[view + 1] += 1 }
        }
        results.views = views
        for view in 0..<results.views.count { ends[view + 1] += ends[view] }
        let durations = Column<Int64>(repeating: 0, count: ends[results.views.count])
        var next = ends
        for row in 0..<updates.count where isMeasured(row, updates) {
            let view = Int(viewOfKey[Int(updates.view[row])])
            durations[next[view]] = updates.duration[row]
            next[view] += 1
        }
        for view in 0..<results.views.count {
            let own = UnsafeMutableBufferPointer(rebasing: durations.buffer[ends[view]..<ends[view + 1]])
            results.views[view].medianNs = Percentile.nearestRank(50, of: own)
            results.views[view].p95Ns = Percentile.nearestRank(95, of: own)
            results.views[view].maxNs = own.max()
        }
    }

    private static func isMeasured(_ row: Int, _ updates: UpdateColumns) -> Bool {
        updates.phase[row] != .check && updates.duration[row] != UpdateColumns.unterminated
    }

    private static func add(
        _ row: Int, _ updates: UpdateColumns, _ severity: Column<Int8>, to view: inout ViewSummary
    ) {
        if updates.phase[row] == .check {
            view.checks += 1
        } else if updates.start[row] == UpdateColumns.untimed {
            view.untimed += 1
        } else {
            view.updates += 1
            view.severities.add(severity[row])
            if updates.duration[row] != UpdateColumns.unterminated {
                // Only hostile input can reach the limit; the sum stays there instead of wrapping round.
                let (sum, overflow) = view.totalNs.addingReportingOverflow(updates.duration[row])
                view.totalNs = overflow ? Int64.max : sum
            }
        }
    }
}
