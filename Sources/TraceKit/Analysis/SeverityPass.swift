/// Holds every update against the two deadlines (analysis contract, section 1).
enum SeverityPass: AnalysisPass {
    static let name = "severity"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let durations = records.updates.duration
        let deadlines = options.deadlines
        let severity = Column<Int8>(repeating: AnalysisResults.noSeverity, count: durations.count)
        for row in 0..<durations.count where durations[row] != UpdateColumns.unterminated {
            severity[row] = Int8(deadlines.severity(ofDuration: durations[row]).rawValue)
        }
        results.severity = severity
    }
}
