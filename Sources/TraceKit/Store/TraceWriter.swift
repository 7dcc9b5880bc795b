/// Writes one trace with its results into a database, every row once and in order of its id.
///
/// The caller holds the transaction. Nothing is indexed while rows come in; ids are dense and ascending, so
/// that every table grows at its end.
struct TraceWriter {
    let database: Database
    let records: TraceRecords
    let results: AnalysisResults
    let importedAt: String?
    let names: StoredNames
    let traceID: Int64
    let firstIDs: FirstIDs
    let plainEdges: PlainEdges
    /// The frames in use; nil if the database omits them.
    let usedFrames: UsedFrames?
    /// The tables that the database omits, because they will not be read.
    let lacking: Set<LongTable>

    /// The first free id of each table.
    struct FirstIDs {
        private var ids: [String: Int64] = [:]
        /// The first id of the nodes of the cause graph, which share one range.
        let node: Int64

        init(_ database: Database, lacking: Set<LongTable>) throws(TraceError) {
            for table in StoredTable.all
            where table.key == "id" && !lacking.contains(where: { $0.rawValue == table.name }) {
                ids[table.name] = try database.nextID(table.name)
            }
            node = ["interaction", "cause", "view_update"].compactMap { [ids] in ids[$0] }.max() ?? 1
        }

        subscript(table: String) -> Int64 { ids[table] ?? 1 }
    }

    /// A table with those that are written together with it, and the results that it needs.
    struct Table {
        let names: [String]
        let needs: Results
        let write: (TraceWriter) -> () throws(TraceError) -> Void

        init(_ names: String..., needs: Results, write: @escaping (TraceWriter) -> () throws(TraceError) -> Void) {
            (self.names, self.needs, self.write) = (names, needs, write)
        }
    }

    /// All tables in a fixed order: a name gets its id from the first row that refers to it. Tables that can be written
    /// early come first.
    static var tables: [Table] {
        [
            Table("trace", "process", needs: .processes) { $0.insertTrace },
            Table("edge", needs: .edges) { $0.insertEdges },
            Table("property_list", needs: []) { $0.insertPropertyLists },
            Table("signpost", "signpost_site", needs: []) { $0.insertSignposts },
            Table("stack_frame", needs: .drawnFrames) { $0.insertStacks },
            Table("sample", needs: []) { $0.insertSamples },
            Table("log", needs: .complaints) { $0.insertLogs },
            Table("log_level", needs: []) { $0.insertLogLevels },
            Table("metric", needs: []) { $0.insertMetrics },
            Table("metric_bucket", needs: []) { $0.insertMetricBuckets },
            Table("import_reject", needs: []) { $0.insertRejects },
            Table("import_counter", needs: []) { $0.insertCounters },
            Table("recorded_table", needs: []) { $0.insertRecordedTables },
            Table("update_group", needs: .groups) { $0.insertGroups },
            Table("chain_step", needs: .chains) { $0.insertChainSteps },
            Table(
                "view_update", "update_site",
                needs: [.severity, .views, .groups, .chains, .recurring, .windows, .verdicts]
            ) {
                $0.insertUpdates
            },
            Table("recurring_cause", "recurring_link", needs: [.recurring, .windows, .verdictSums]) {
                $0.insertRecurring
            },
            Table("recurring_run", needs: .recurring) { $0.insertRuns },
            Table("long_update", needs: .severity) { $0.insertLongUpdates },
            Table("view", needs: [.views, .viewSums, .verdictSums]) { $0.insertViews },
            Table("duration_bucket", needs: .overview) { $0.insertDurations },
            Table("time_slice", needs: .overview) { $0.insertSlices },
            Table("interaction", needs: [.windows, .verdictSums]) { $0.insertInteractions },
            Table("cause", needs: [.chains, .verdictSums]) { $0.insertCauses },
            Table("cause_chain", needs: [.severity, .chains, .roundTrips, .verdicts]) { $0.insertChains },
            Table("signpost_sum", needs: .signpostSums) { $0.insertSignpostSums },
            Table("signpost_nest", needs: .signpostSums) { $0.insertSignpostNests },
            Table("sample_thread", needs: .profile) { $0.insertSampleThreads },
            Table("function_sum", needs: .profile) { $0.insertFunctions },
            Table("call_sum", needs: .profile) { $0.insertCalls },
            Table("hitch", needs: [.views, .windows, .stalls]) { $0.insertHitches },
            Table("hang", needs: [.views, .windows, .stalls]) { $0.insertHangs },
            Table("stretch", needs: .stretches) { $0.insertStretches },
            Table("stretch_part", needs: .stretches) { $0.insertStretchParts },
            Table("sampled_body", needs: .stretches) { $0.insertSampledBodies },
            Table("sampled_body_stack", needs: .stretches) { $0.insertSampledBodyStacks },
            Table("complaint", needs: .complaints) { $0.insertComplaints },
            Table("log_group", needs: .logGroups) { $0.insertLogGroups },
            Table("hot_frame", needs: .hotFrames) { $0.insertHotFrames },
            Table("problem", needs: [.windows, .findings]) { $0.insertProblems },
            Table("problem_update", needs: .findings) { $0.insertProblemUpdates },
            Table("problem_event", needs: .findings) { $0.insertProblemEvents },
            Table("problem_interaction", needs: [.windows, .findings]) { $0.insertProblemInteractions },
            Table("problem_gain", needs: .gains) { $0.insertProblemGains },
            Table("finding", needs: [.windows, .findings]) { $0.insertFindings },
            Table("smaller_finding", needs: .findings) { $0.insertSmallerFindings },
            // Must be the last one: the names that the other rows refer to.
            Table("name", needs: []) { $0.insertNames },
        ]
    }

    /// Writes a trace whose analysis is complete, and returns its id.
    static func write(
        _ records: TraceRecords, _ results: AnalysisResults, importedAt: String?, into database: Database
    ) throws(TraceError) -> Int64 {
        let writer = try TraceWriter(records, results, importedAt: importedAt, into: database)
        for table in tables { try table.write(writer)() }
        return writer.traceID
    }

    /// Creates a writer. `results` may be filled while it exists: each table states which results it needs.
    init(
        _ records: TraceRecords, _ results: AnalysisResults, importedAt: String?, into database: Database
    ) throws(TraceError) {
        self.database = database
        self.records = records
        self.results = results
        self.importedAt = importedAt
        traceID = try database.nextID("trace")
        names = try StoredNames(records.names, of: traceID, database)
        lacking = try database.lackingTables()
        firstIDs = try FirstIDs(database, lacking: lacking)
        plainEdges = PlainEdges(records)
        usedFrames = lacking.contains(.stackFrames) ? nil : UsedFrames(records)
    }

    /// Inserts `count` rows into a table, with the trace's id. Ids count up from the first free one
    /// unless they are given.
    func insert(
        _ table: String, count: Int, _ columns: KeyValuePairs<String, InsertColumn>,
        _ more: [(key: String, value: InsertColumn)] = []
    ) throws(TraceError) {
        let key = try StoredTable.named(table).key
        var more = more
        if !columns.contains(where: { $0.key == key }) { more.append((key, .ids(from: firstIDs[table]))) }
        if table != "trace" { more.append(("trace_id", .constant(traceID))) }
        try database.insert(into: table, count: count, columns, more, names: names)
    }

    private func insertNames() throws(TraceError) { try names.insert(into: database) }

    // MARK: The trace

    private func insertTrace() throws(TraceError) {
        let (metadata, deadlines) = (results.scope.metadata(of: records), results.deadlines)
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
                "template": .text(metadata.template),
                "instruments": .text(metadata.instruments),
                "recording_run": .constant(metadata.recordingRun),
                "recording_runs": .text(metadata.recordingRuns),
                "hangs_over_ms": .constant(metadata.hangsThresholdMs),
                "recorded_as": .text(metadata.recordedAs),
                "slice_ns": .text(metadata.slice),
                "interactions_from_ns": .constant(metadata.interactionsFromNs),
                "duration_ns": .constant(metadata.durationNs ?? records.lastEnd),
                "is_duration_stated": .constant(metadata.durationNs == nil ? 0 : 1),
                "truncated_byte": .constant(metadata.truncatedAt?.byte.map { Int64($0) }),
                "truncated_file": .text(metadata.truncatedAt?.file),
                "damage": .text(records.damage?.message),
                "lanes": .text(records.lanes.map(\.rawValue).sorted().joined(separator: ",")),
                "warnings": .text(warnings.isEmpty ? nil : warnings.joined(separator: "\n")),
                "profile": .text(deadlines.profile),
                "orange_ns": .constant(deadlines.orangeNs),
                "red_ns": .constant(deadlines.redNs),
                "imported_at": .text(importedAt),
                "label": .text(metadata.label),
                "options_hash": .text(records.optionsHash),
            ])
        try insertProcesses()
    }

    private func insertProcesses() throws(TraceError) {
        let (processes, scope) = (results.processes, results.scope)
        try insert(
            "process", count: processes.count,
            [
                "name_id": .names { processes[$0].process },
                "is_target": .flags { !scope.isOther(processes[$0].process) },
                "updates": .integers { processes[$0].updates },
                "signposts": .integers { processes[$0].signposts },
                "hitches": .integers { processes[$0].hitches },
                "hangs": .integers { processes[$0].hangs },
                "samples": .integers { processes[$0].samples },
                "logs": .integers { processes[$0].logs },
            ])
    }

    private func insertViews() throws(TraceError) {
        let (views, sums) = (results.views, results.viewSums)
        let (verdicts, windows) = (results.viewVerdicts, results.viewWindows)
        try insert(
            "view", count: views.count,
            [
                "name_id": .names { views[$0].name },
                "module_id": .names { views[$0].module },
                "kind": .integers { views[$0].kind.rawValue },
                "updates": .integers { sums[$0].updates },
                "total_ns": .integers { sums[$0].totalNs },
                "median_ns": .integers { sums[$0].medianNs },
                "p95_ns": .integers { sums[$0].p95Ns },
                "max_ns": .integers { sums[$0].maxNs },
                "red": .integers { sums[$0].severities.red },
                "orange": .integers { sums[$0].severities.orange },
                "gray": .integers { sums[$0].severities.gray },
                "unterminated": .integers { sums[$0].severities.unterminated },
                "checks": .integers { sums[$0].checks },
                "untimed": .integers { sums[$0].untimed },
                "necessary": .integers { verdicts[$0].necessary },
                "unnecessary": .integers { verdicts[$0].unnecessary },
                "unknown": .integers { verdicts[$0].unknown },
                "wasted_ns": .integers { verdicts[$0].wastedNs },
                "interactions": .integers { windows[$0] },
                "proven": .integers { verdicts[$0].proven },
                "likely": .integers { verdicts[$0].likely },
                "possible": .integers { verdicts[$0].possible },
            ])
    }
}
