/// Compares every update with the two deadlines (docs/analysis.md, section 1).
enum SeverityPass: AnalysisPass {
    static let name = "severity"
    static let reads: Results = .processes
    static let writes: Results = .severity

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let durations = records.updates.duration.buffer
        let deadlines = options.deadlines
        let severity = Column<Int8>(repeating: AnalysisResults.noSeverity, count: durations.count)
        let severities = severity.buffer
        for row in durations.indices where durations[row] != UpdateColumns.unterminated {
            severities[row] = Int8(truncatingIfNeeded: deadlines.severity(ofDuration: durations[row]).rawValue)
        }
        results.severity = severity
        results.openUntil = 0
        judgeOpen(records, deadlines, results)
    }

    /// A body without an end lasted until the end of the trace: past a deadline that decides its severity, otherwise it
    /// is unknown.
    private static func judgeOpen(_ records: TraceRecords, _ deadlines: Deadlines, _ results: AnalysisResults) {
        let open = openBodies(records, results)
        guard !open.isEmpty, let end = records.metadata.durationNs ?? records.lastEnd else { return }
        results.openUntil = max(0, end)
        let severities = results.severity.buffer
        for row in open {
            let severity = deadlines.severity(ofDuration: results.leastDuration(row, records.updates))
            if severity != .gray { severities[row] = Int8(truncatingIfNeeded: severity.rawValue) }
        }
    }

    /// Bodies that apparently lasted until the end of the trace. A row that only says that a body ran is no beginning.
    /// If several began and no update ended, ends were not recorded. Updates of other kinds are the framework's, whose
    /// ends are most often lost.
    private static func openBodies(_ records: TraceRecords, _ results: AnalysisResults) -> [Int] {
        let (durations, roles) = (records.updates.duration.buffer, results.role.buffer)
        let keys = records.updates.view.buffer
        var open: [Int] = []
        var hasEnd = false
        for row in durations.indices where roles[row] == .counted {
            if durations[row] >= 0 {
                hasEnd = true
            } else if records.views[Int(keys[row])].kind == .body, !records.updates.changed[row].isPresent,
                !records.updates.isUnmeasured(row)
            {
                open.append(row)
            }
        }
        guard !open.isEmpty, hasEnd || open.count == 1 else { return [] }
        // A view does not run inside itself: if it runs again, the earlier end was lost. Updates come by start.
        let starts = records.updates.start.buffer
        let last = Scratch(repeating: Int64(-1), count: records.views.count)
        for row in starts.indices where roles[row] == .counted { last[Int(keys[row])] = starts[row] }
        return open.filter { starts[$0] >= last[Int(keys[$0])] }
    }
}
