/// Writes one trace with its results into a database, every row once and in order of its id.
///
/// The caller holds the transaction. Nothing is indexed while rows come in; ids are dense and ascending, so
/// that every table grows at its end.
struct TraceWriter {
    let database: Database
    let feeds: FeedTable
    let records: TraceRecords
    let results: AnalysisResults
    let names: StoredNames
    let traceID: Int64
    let base: RowBases
    let plainEdges: PlainEdges

    /// The first free ids, one per range of ids that rows refer to.
    struct RowBases {
        let node: Int64
        let view: Int64
        let group: Int64
        let list: Int64
        let stack: Int64
        let chain: Int64
        let step: Int64
        let updateSite: Int64
        let signpostSite: Int64

        init(_ database: Database) throws(TraceError) {
            node = max(
                try database.nextID("interaction"), try database.nextID("cause"), try database.nextID("view_update"))
            view = try database.nextID("view")
            group = try database.nextID("update_group")
            list = try database.nextID("property_list")
            stack = try database.nextID("stack_frame")
            chain = try database.nextID("cause_chain")
            step = try database.nextID("chain_step")
            updateSite = try database.nextID("update_site")
            signpostSite = try database.nextID("signpost_site")
        }
    }

    /// Writes a trace whose analysis is complete, and returns its id.
    static func write(
        _ records: TraceRecords, _ results: AnalysisResults, importedAt: String?, into database: Database
    ) throws(TraceError) -> Int64 {
        let writer = try TraceWriter(records, results, into: database)
        try writer.writeRecords(importedAt: importedAt)
        try writer.writeGroups()
        try writer.writeChainSteps()
        try writer.writeUpdates(windowIDs: writer.windowIDs())
        try writer.writeSums()
        try writer.writeTrouble()
        return writer.traceID
    }

    /// `results` may be filled while the writer exists: each of the six steps says what it reads of them.
    init(_ records: TraceRecords, _ results: AnalysisResults, into database: Database) throws(TraceError) {
        self.database = database
        self.records = records
        self.results = results
        feeds = try FeedTable(database)
        names = try StoredNames(records.names, database)
        traceID = try database.nextID("trace")
        base = try RowBases(database)
        plainEdges = PlainEdges(records)
    }

    /// Writes what no pass has to say anything of.
    func writeRecords(importedAt: String?) throws(TraceError) {
        try insertTrace(importedAt)
        try insertEdges()
        try insertPropertyLists()
        try insertSignposts()
        try insertStacks()
        try insertSamples()
        try insertMetrics()
        try insertMetricBuckets()
        try insertRejects()
        try insertCounters()
    }

    /// Writes the update groups, of which the passes of `AnalysisPasses.ofGroups` have said everything.
    func writeGroups() throws(TraceError) { try insertGroups() }

    /// Writes the steps of chains, of which the passes of `AnalysisPasses.ofChains` have said everything.
    func writeChainSteps() throws(TraceError) { try insertChainSteps() }

    /// Writes the updates, of which the passes of `AnalysisPasses.ofUpdates` have said everything.
    func writeUpdates(windowIDs: [Int64]) throws(TraceError) { try insertUpdates(windowIDs) }

    /// Writes what the updates add up to, of which the passes of `AnalysisPasses.ofSums` have said everything.
    func writeSums() throws(TraceError) {
        try insertViews()
        try insertOverview()
        try insertInteractions()
        try insertCauses()
        try insertChains()
        try insertSignpostSums()
    }

    /// Writes what all passes have found in that, and last of all the names that were used.
    func writeTrouble() throws(TraceError) {
        try insertHitches()
        try insertHangs()
        try insertHotFrames()
        try insertFindings()
        try names.insert(feeds)
    }

    /// Inserts the first `columns` columns of `count` rows, cell by cell.
    func insert(_ table: String, _ columns: Int, count: Int, _ cell: @escaping (Int, Int, Cell) -> Void)
        throws(TraceError)
    {
        try feeds.insert(into: table, columns: columns, .cells(count: count, names: names, cell: cell))
    }

    /// Inserts `count` rows, a batch of each column at a time.
    func insert(_ table: String, count: Int, _ columns: [FeedColumn]) throws(TraceError) {
        try feeds.insert(into: table, columns: columns.count, .columns(count: count, columns))
    }

    // MARK: The trace

    private func insertTrace(_ importedAt: String?) throws(TraceError) {
        let metadata = records.metadata
        let deadlines = results.deadlines
        func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
        func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
        let warnings = records.warnings.map { "\($0.place.map { "\($0.text): " } ?? "")\($0.message)" }
        let values: [SQLValue] = [
            .integer(traceID), text(metadata.name), .text(records.sourceFiles.joined(separator: "\n")),
            .text(records.formats.joined(separator: ",")), .text(records.contentHash), text(metadata.app),
            text(metadata.process), integer(metadata.pid), text(metadata.device), text(metadata.os),
            text(metadata.build), text(metadata.configuration), integer(metadata.refreshHz), text(metadata.startedAt),
            integer(metadata.durationNs ?? records.lastEnd), .integer(metadata.durationNs == nil ? 0 : 1),
            integer(metadata.truncatedAt?.byte.map { Int64($0) }), text(metadata.truncatedAt?.file),
            text(records.damage?.message), .text(records.lanes.sorted().joined(separator: ",")),
            warnings.isEmpty ? .null : .text(warnings.joined(separator: "\n")),
            .text(deadlines.profile), .integer(deadlines.orangeNs), .integer(deadlines.redNs), text(importedAt),
            text(metadata.label),
        ]
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.prepare("INSERT INTO trace VALUES (\(marks))").run(values)
    }

    private func insertViews() throws(TraceError) {
        let views = results.views
        try insert("view", 24, count: views.count) { row, column, out in
            let view = views[row]
            switch column {
            case 0: out.integer(base.view + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.name(view.name)
            case 3: out.name(view.module)
            case 4: out.integer(Int64(view.kind.rawValue))
            case 5: out.integer(view.updates)
            case 6: out.integer(view.totalNs)
            case 7: out.optional(view.medianNs)
            case 8: out.optional(view.p95Ns)
            case 9: out.optional(view.maxNs)
            case 10: out.integer(view.severities.red)
            case 11: out.integer(view.severities.orange)
            case 12: out.integer(view.severities.gray)
            case 13: out.integer(view.severities.unterminated)
            case 14: out.integer(view.checks)
            case 15: out.integer(view.untimed)
            case 16: out.integer(view.verdicts.necessary)
            case 17: out.integer(view.verdicts.unnecessary)
            case 18: out.integer(view.verdicts.unknown)
            case 19: out.integer(view.verdicts.wastedNs)
            case 20: out.integer(view.interactions)
            case 21: out.integer(view.verdicts.proven)
            case 22: out.integer(view.verdicts.likely)
            default: out.integer(view.verdicts.possible)
            }
        }
    }
}
