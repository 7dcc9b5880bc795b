/// Selects the analysed process and excludes rows of other processes (docs/analysis.md, section 10).
enum ProcessPass: AnalysisPass {
    static let name = "processes"
    static let reads: Results = []
    static let writes: Results = .processes

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let sums = ProcessSum.all(of: records)
        results.scope = ProcessScope(sums.map(\.process), options.process, records, sums)
        results.processes = sums
        results.role = roles(records, results.scope)
        let scope = results.scope
        let isAnalysed = records.samples.bySource { $0.thread == NameID(.main) && !scope.isOther($0.process) }
        results.mainSampleRows = records.samples.indices.lazy.filter { isAnalysed[$0] }.map { UInt32($0) }
    }

    private static func roles(_ records: TraceRecords, _ scope: ProcessScope) -> Column<UpdateRole> {
        let (starts, phases) = (records.updates.start.buffer, records.updates.phase.buffer)
        let column = Column<UpdateRole>(repeating: .counted, count: starts.count)
        let roles = column.buffer
        for row in starts.indices {
            if phases[row] == .check {
                roles[row] = .check
            } else if starts[row] == UpdateColumns.untimed {
                roles[row] = .untimed
            }
        }
        let processes = records.updates.process
        if scope.hasOthers, !processes.isEmpty {
            for row in starts.indices where scope.isOther(processes[row]) { roles[row] = .other }
        }
        return column
    }
}
