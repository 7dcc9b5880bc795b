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

    /// Inserts `count` rows into a table, all of whose columns are given by name.
    func insert(_ table: String, count: Int, _ columns: KeyValuePairs<String, FeedColumn>) throws(TraceError) {
        try feeds.insert(into: table, count: count, columns, names: names)
    }

    // MARK: The trace

    private func insertTrace(_ importedAt: String?) throws(TraceError) {
        let (metadata, deadlines) = (records.metadata, results.deadlines)
        let warnings = records.warnings.map { "\($0.place.map { "\($0.text): " } ?? "")\($0.message)" }
        try insert(
            "trace", count: 1,
            [
                "id": .constant(traceID),
                "name": .text(metadata.name),
                "source_file": .text(records.sourceFiles.joined(separator: "\n")),
                "format": .text(records.formats.joined(separator: ",")),
                "content_hash": .text(records.contentHash),
                "app": .text(metadata.app),
                "process": .text(metadata.process),
                "pid": .constant(metadata.pid),
                "device": .text(metadata.device),
                "os": .text(metadata.os),
                "build": .text(metadata.build),
                "configuration": .text(metadata.configuration),
                "refresh_hz": .constant(metadata.refreshHz),
                "started_at": .text(metadata.startedAt),
                "duration_ns": .constant(metadata.durationNs ?? records.lastEnd),
                "is_duration_stated": .constant(metadata.durationNs == nil ? 0 : 1),
                "truncated_byte": .constant(metadata.truncatedAt?.byte.map { Int64($0) }),
                "truncated_file": .text(metadata.truncatedAt?.file),
                "damage": .text(records.damage?.message),
                "lanes": .text(records.lanes.sorted().joined(separator: ",")),
                "warnings": .text(warnings.isEmpty ? nil : warnings.joined(separator: "\n")),
                "profile": .text(deadlines.profile),
                "orange_ns": .constant(deadlines.orangeNs),
                "red_ns": .constant(deadlines.redNs),
                "imported_at": .text(importedAt),
                "label": .text(metadata.label),
            ])
    }

    private func insertViews() throws(TraceError) {
        let views = results.views
        try insert(
            "view", count: views.count,
            [
                "id": .ids(from: base.view),
                "trace_id": .constant(traceID),
                "name_id": .names { views[$0].name },
                "module_id": .names { views[$0].module },
                "kind": .integers { views[$0].kind.rawValue },
                "updates": .integers { views[$0].updates },
                "total_ns": .integers { views[$0].totalNs },
                "median_ns": .integers { views[$0].medianNs },
                "p95_ns": .integers { views[$0].p95Ns },
                "max_ns": .integers { views[$0].maxNs },
                "red": .integers { views[$0].severities.red },
                "orange": .integers { views[$0].severities.orange },
                "gray": .integers { views[$0].severities.gray },
                "unterminated": .integers { views[$0].severities.unterminated },
                "checks": .integers { views[$0].checks },
                "untimed": .integers { views[$0].untimed },
                "necessary": .integers { views[$0].verdicts.necessary },
                "unnecessary": .integers { views[$0].verdicts.unnecessary },
                "unknown": .integers { views[$0].verdicts.unknown },
                "wasted_ns": .integers { views[$0].verdicts.wastedNs },
                "interactions": .integers { views[$0].interactions },
                "proven": .integers { views[$0].verdicts.proven },
                "likely": .integers { views[$0].verdicts.likely },
                "possible": .integers { views[$0].verdicts.possible },
            ])
    }
}
