/// Holds every update against the two deadlines (docs/analysis.md, section 1).
enum SeverityPass: AnalysisPass {
    static let name = "severity"
    static let reads: Results = []
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
    }
}
