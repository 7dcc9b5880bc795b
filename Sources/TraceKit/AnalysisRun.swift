/// Runs the passes over a trace and writes its tables, with several jobs both at the same time.
///
/// A part of the results is final once its pass has run, and a table is written as soon as everything that it needs is
/// final. So threads never change what another one reads; tests check that passes and tables declare their reads
/// correctly. The order of the tables is fixed, and with it every byte of the database.
final class AnalysisRun: @unchecked Sendable {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let options: AnalysisOptions
    private let interruption: Interruption

    private let monitor = Monitor()
    // Guarded by the monitor: the final parts, whether the analysis was cancelled, and the remaining readers of the
    // edges.
    private var known: Results = .edges
    private var isStopped = false
    private var edgeReaders = (AnalysisPasses.all.map { $0.reads } + TraceWriter.tables.map(\.needs)).count {
        $0.contains(.edges)
    }

    init(_ records: TraceRecords, _ options: AnalysisOptions, _ interruption: Interruption) {
        (self.records, self.options, self.interruption) = (records, options, interruption)
        results = AnalysisResults(deadlines: options.deadlines)
        // Interned before one thread writes the names, to which another would add.
        _ = records.labels
    }

    /// Analyses the trace and writes it into a database; calls `analysed` when only writing is left. Returns the
    /// trace's id.
    func run(
        jobs: Int, importedAt: String?, into database: Database, analysed: () -> Void
    ) throws(TraceError) -> Int64 {
        let write = { [self] () throws(TraceError) in
            let writer = try TraceWriter(records, results, importedAt: importedAt, into: database)
            for table in TraceWriter.tables {
                guard wait(for: table.needs) else { throw Interruption.error }
                try table.write(writer)()
                haveRead(table.needs)
            }
            return writer.traceID
        }
        let writing = jobs > 1 ? BackgroundWork(write) : nil
        do throws(TraceError) {
            try analyse()
        } catch {
            // The other thread must stop writing before this one rolls the transaction back.
            update { isStopped = true }
            _ = try? writing?.wait()
            throw error
        }
        analysed()
        guard let writing else { return try write() }
        return try writing.wait()
    }

    private func analyse() throws(TraceError) {
        for pass in AnalysisPasses.ordered(AnalysisPasses.all) {
            try interruption.check()
            pass.run(records, options, results)
            update { known.formUnion(pass.writes) }
            haveRead(pass.reads)
        }
        try interruption.check()
    }

    private func update(_ change: () -> Void) {
        monitor.locked(change)
        monitor.signal()
    }

    /// Frees the edges after their last reader: they are the largest part that is not needed to the end.
    private func haveRead(_ parts: Results) {
        guard parts.contains(.edges) else { return }
        let isLast = monitor.locked {
            edgeReaders -= 1
            return edgeReaders == 0
        }
        if isLast { records.edges.free() }
    }

    /// Waits until these parts are final; false if the analysis was cancelled.
    private func wait(for needs: Results) -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        while !isStopped, !known.isSuperset(of: needs) { monitor.wait() }
        return !isStopped
    }
}
