/// Facts about the examined trace, read from the database.
struct DoctorFacts {
    let database: Database
    let trace: Int64
    private let facts: [String: SQLValue]
    /// Whether the recording itself is the only input.
    private let isNative: Bool
    /// The lanes of the input, including empty ones.
    private let known: Set<Lane>
    /// The listed tables; empty without a table of contents.
    let tables: [Doctor.Table]
    /// The tables and lists in the input.
    let input: InputTables
    /// All samples, and those with a running thread.
    let samples: (all: Int, running: Int)
    /// The number of distinct functions in running threads, and of those with a name.
    let functions: (all: Int, named: Int)
    let updates: DoctorUpdates
    /// Rows of processes that are not analysed.
    let others: OtherRows

    private static let columns = [
        "name", "format", "source_file", "lanes", "app", "process", "pid", "device", "os", "template", "instruments",
        "recording_run", "recording_runs", "hangs_over_ms", "recorded_as",
    ]

    init(_ database: Database, _ trace: Int64) throws(TraceError) {
        (self.database, self.trace) = (database, trace)
        let rows = try database.rows(
            "SELECT \(Self.columns.joined(separator: ", ")) FROM traces WHERE id = ?", [.integer(trace)])
        let facts = Dictionary(uniqueKeysWithValues: zip(Self.columns, rows.first ?? []).map { ($0, $1) })
        self.facts = facts
        var run: Int?
        if case .integer(let number)? = facts["recording_run"] { run = Int(exactly: number) }
        input = try InputTables(database, trace)
        known = Lane.set(facts["lanes"]?.text)
        tables = try Self.tables(database, trace, run, input, lanes: known)
        isNative = facts["format"]?.text == RecordedTables.nativeFormat
        samples = try Self.samples(database, trace)
        functions = try Self.functions(database, trace)
        updates = try DoctorUpdates(StoredTrace(database, trace))
        others = try OtherRows.read(StoredTrace(database, trace))
    }

    func text(_ key: String) -> String? { facts[key]?.text }

    func integer(_ key: String) -> Int64? {
        if case .integer(let number)? = facts[key] { number } else { nil }
    }

    var formats: String { text("format") ?? "" }
    /// The analysed run.
    var run: Int64 { integer("recording_run") ?? 1 }
    /// Whether a table of contents was given, even one without tables.
    var hasContents: Bool { !tables.isEmpty || !runsWithoutTables.isEmpty }
    /// The runs of a table of contents that lists no tables, with their tracks.
    private var runsWithoutTables: [String] {
        let rows = try? database.rows(
            "SELECT detail FROM import_counters WHERE trace_id = ? AND counter = 'contents-without-tables' ORDER BY id",
            [.integer(trace)])
        return rows?.compactMap { $0[0].text } ?? []
    }
    /// The tables of the analysed run.
    var shownTables: Set<String> { Set(tables.filter { $0.run == run }.map(\.schema)) }

    /// Edges derived from the root causes that updates name, if no table of causes has rows.
    var namedRoots: Int {
        let isNamed = "detail = '\(ImportCounters.rootCauses)'"
        return (try? count("import_counters WHERE counter = 'edges-joined-by-name' AND \(isNamed) AND")) ?? 0
    }

    /// Whether lines about bodies without an update have times, as in a log.
    var hasTimedLines: Bool {
        let lines = "import_counters WHERE counter = 'evidence-kept' AND detail = '\(ImportCounters.timedLines)' AND"
        return (try? count(lines)) ?? 0 > 0
    }
    /// Whether the trace is only an app's log, in which no line has a time.
    var hasUntimedLogAlone: Bool {
        guard formats == "app-log" else { return false }
        let lines = (try? count("log WHERE")) ?? 0
        return lines > 0 && (try? count("log WHERE start_ns IS NULL AND")) == lines
    }

    /// Whether every update of the trace comes from console or log lines.
    var hasLinesAlone: Bool { updates.untimed == updates.rows }
    /// The facts that such updates lack.
    var missingOfLines: String { hasTimedLines ? "a duration" : "a time" }

    /// App, device, system, template and version, as far as known.
    var recording: String {
        let process = text("app") ?? text("process") ?? integer("pid").map { "process \($0), whose name is not known" }
        let all = text("name") == TraceMetadata.allProcesses ? "all processes" : nil
        var parts = [process, all, text("device"), text("os")].compactMap { $0 }
        if let template = text("template") { parts.append("template \(template)") }
        if let version = text("instruments") { parts.append("Instruments \(version)") }
        let runs = CommaList.words(text("recording_runs"))
        if runs.count > 1 {
            let more = Decimal.more(of: runs.count, listed: 20)
            parts.append("run \(run) of runs \(runs.prefix(20).joined(separator: ", "))\(more)")
        } else if run != 1, !tables.isEmpty {
            parts.append("run \(run), the only one")
        }
        if tables.isEmpty, !runsWithoutTables.isEmpty {
            parts.append("a table of contents that lists no tables (\(runsWithoutTables.joined(separator: "; ")))")
        }
        return parts.joined(separator: ", ")
    }

    // MARK: Tables

    private static func tables(
        _ database: Database, _ trace: Int64, _ run: Int?, _ input: InputTables, lanes: Set<Lane>
    ) throws(TraceError) -> [Doctor.Table] {
        let recorded = try database.rows(
            "SELECT run, schema, tables, stated_rows FROM recorded_tables WHERE trace_id = ? ORDER BY id",
            [.integer(trace)])
        return recorded.map { row in
            let (number, schema) = (row[0].count, row[1].text ?? "")
            var stated: Int?
            if case .integer(let rows) = row[3] { stated = Int(exactly: rows) }
            let isShown = run == nil || number == run
            let isUseful = RecordedTables.schemas.contains(schema)
            let rows = input.read[schema] ?? input.skipped[schema]
            // The row at which a table was cut was read but belongs to no lane.
            let isLost =
                input.lost.contains(schema)
                && (input.read[schema] == nil || RecordedTables.lane(of: schema).map(lanes.contains) == false)
            let ofShown: Doctor.Table.State =
                isLost
                ? .unreadable
                : input.read[schema] != nil ? .read : rows != nil ? .notRead : .notExported
            return Doctor.Table(
                run: number, schema: schema, tables: row[2].count,
                rows: (isShown ? rows : nil) ?? stated, state: isShown ? ofShown : .otherRun,
                isUseful: isUseful)
        }
    }

    // MARK: Lanes

    /// The number of rows of a table or join that satisfy a condition.
    func count(_ from: String) throws(TraceError) -> Int {
        Int(try database.integer("SELECT count(*) FROM \(from) trace_id = ?", .integer(trace)) ?? 0)
    }

    func lanes() throws(TraceError) -> [Doctor.LaneState] {
        var rejected: [String: Int] = [:]
        let counters = try database.rows(
            "SELECT detail, count FROM import_counters WHERE trace_id = ? AND counter = 'rejected-in-lane'",
            [.integer(trace)])
        for row in counters { rejected[row[0].text ?? ""] = row[1].count }
        var lanes: [Doctor.LaneState] = []
        // Updates first.
        for lane in [.updates, .causes, .edges, .groups, .interactions] + Lane.ofRecords.dropFirst(5) {
            let (rows, bad) = (try rows(lane), rejected[lane.rawValue] ?? 0)
            let found: Doctor.LaneState.State =
                rows > 0
                ? .available
                : bad > 0 || input.lost(of: lane) != nil ? .unreadable : known.contains(lane) ? .empty : .absent
            var state = Doctor.LaneState(lane: lane, state: found, rows: rows, rejected: bad)
            state.note = note(state)
            lanes.append(state)
        }
        if let metrics = try metricLane() { lanes.append(metrics) }
        return lanes
    }

    /// The rows of a lane. Updates and samples are already counted. Edges with only their ends are stored with their
    /// targets.
    private func rows(_ lane: Lane) throws(TraceError) -> Int {
        if isListed { return listedRows(lane) }
        return switch lane {
        case .updates: updates.rows
        case .samples: samples.all
        case .edges: try count(lane.rows) + count("cause WHERE cause_id IS NOT NULL AND") + updates.plainlyCaused
        default: try count(lane.rows)
        }
    }

    /// The metrics of MetricKit and XCTest, which are on no timeline; nil if the trace has none.
    private func metricLane() throws(TraceError) -> Doctor.LaneState? {
        let (figures, buckets) = (try count("metric WHERE"), try count("metric_bucket WHERE"))
        let histograms = try count(
            "(SELECT DISTINCT trace_id, name, category, metric, device, period FROM metric_bucket) WHERE")
        let diagnostics = try database.rows(
            """
            SELECT detail, count FROM import_counters WHERE trace_id = ? AND counter = 'skipped-diagnostic'
            ORDER BY detail
            """, [.integer(trace)]
        ).map { ImportCounters.diagnostics($0[0].text ?? "", $0[1].count) }
        guard figures + buckets > 0 || !diagnostics.isEmpty else { return nil }
        var lane = Doctor.LaneState(
            lane: .metrics, state: figures + buckets > 0 ? .available : .absent, rows: figures + buckets,
            rejected: 0)
        let parts = [(figures, "figure"), (histograms, "histogram")].filter { $0.0 > 0 }
        var notes = parts.map { Decimal.counted($0.0, $0.1) }
        if !diagnostics.isEmpty {
            notes.append("\(diagnostics.joined(separator: ", ")), which \(ImportCounters.notAnalysed)")
        }
        lane.note = notes.joined(separator: ", ")
        return lane
    }

    /// Whether the recording's tables were listed without reading their rows.
    var isListed: Bool {
        isNative
            && ((try? count("import_counters WHERE counter = 'rows-seen' AND count > 0 AND")) ?? 1) == 0
    }

    /// The row count of the first non-empty table that fills a lane. The number of causes behind edges is unknown.
    private func listedRows(_ lane: Lane) -> Int {
        if lane == .causes { return 0 }
        for schema in RecordedTables.schemas(ofLane: lane) {
            let rows = tables.first { $0.run == run && $0.schema == schema && $0.state == .read }?.rows ?? 0
            if rows > 0 { return rows }
        }
        return 0
    }

    private func note(_ lane: Doctor.LaneState) -> String? {
        if isListed, lane.state == .available { return nil }
        if lane.state == .absent { return absence(lane.lane) }
        if lane.state == .empty, lane.lane == .hangs, let threshold = integer("hangs_over_ms") {
            return "none over \(threshold) ms"
        }
        var notes: [String] = []
        if lane.lane == .updates, updates.checks + updates.ofOthers > 0 { notes.append(kindsOfUpdates) }
        if lane.lane == .hitches, let kinds = kindsOfHitches(lane.rows) { notes.append(kinds) }
        if others.rows(lane.lane) > 0 {
            let count = isOfOthersAlone(lane) ? "all" : Decimal.grouped(others.rows(lane.lane))
            notes.append("\(count) of \(others.names(lane.lane)), not analysed")
        }
        if lane.lane == .updates, updates.untimed > 0 {
            notes.append("\(hasLinesAlone ? "all" : "\(updates.untimed)") without \(missingOfLines)")
        }
        if lane.lane == .samples, lane.rows > 0 {
            if samples.running == 0 {
                notes.append("all of threads that wait")
            } else if functions.all == 0 {
                notes.append("without call stacks")
            } else if functions.named < functions.all {
                let bare = Decimal.grouped(functions.all - functions.named)
                notes.append("\(bare) of \(Decimal.counted(functions.all, "function")) are bare addresses")
            }
        }
        if lane.lane == .signposts, hasOtherTablesSignpostsAlone {
            notes.append("all of them rows of other tables of Instruments")
        }
        if lane.state == .unreadable, let lost = input.lost(of: lane.lane) { notes.append(lost) }
        if lane.rejected > 0 { notes.append("\(Decimal.counted(lane.rejected, "row")) could not be read") }
        return notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    /// `484 updates, 30 checks`, because a report counts only some of the rows as updates.
    private var kindsOfUpdates: String {
        let kinds = [
            (updates.all, "update", ""), (updates.checks, "check", ""),
            (updates.ofOthers, "row", " of other processes"),
        ]
        return kinds.filter { $0.0 > 0 }.map { Decimal.counted($0.0, $0.1) + $0.2 }.joined(separator: ", ")
    }

    /// Whether no row of a lane is of the analysed process.
    func isOfOthersAlone(_ lane: Doctor.LaneState) -> Bool {
        lane.rows > 0 && others.rows(lane.lane) == lane.rows
    }

    /// `10 of the app, 1 of the system`; nil if none is the system's.
    private func kindsOfHitches(_ rows: Int) -> String? {
        guard let system = try? count("hitch WHERE is_system = 1 AND"), system > 0 else { return nil }
        let own = rows - system - others.rows(.hitches)
        let app = own > 0 ? "\(Decimal.grouped(own)) of the app, " : ""
        return "\(app)\(Decimal.grouped(system)) of the system"
    }

    /// The note on a lane that the input lacks: the recorded tables for it, and those in the input that are empty.
    private func absence(_ lane: Lane) -> String? {
        let schemas = RecordedTables.schemas(ofLane: lane)
        let empty = schemas.filter { input.read[$0] != nil }
        var notes = empty.map { "\($0): none" }
        if let open = schemas.first(where: { shownTables.contains($0) && !empty.contains($0) }) {
            notes.append("the recording has the table \(open)")
        } else if empty.isEmpty, !tables.isEmpty, !schemas.isEmpty {
            notes.append(Self.notRecorded)
        }
        return notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    /// Whether any sample is known to be of a main thread, where bodies run.
    func hasMainSamples() throws(TraceError) -> Bool {
        try count("sample_threads WHERE thread = 'main' AND is_target = 1 AND") > 0
    }

    /// Whether all signposts come from other tables of Instruments, such as frames and run loops.
    var hasOtherTablesSignpostsAlone: Bool {
        let sums = try? database.rows(
            "SELECT count(*), coalesce(sum(\(RecordedTables.isOwnSignpost)), 0) FROM signpost_summary WHERE trace_id = ?",
            [.integer(trace)])
        return sums?.first.map { $0[0].count > 0 && $0[1].count == 0 } ?? false
    }

    /// Whether some rows belong to processes that are not analysed.
    var hasOthers: Bool { (try? count("processes WHERE is_target = 0 AND")) ?? 0 > 0 }

    static let notRecorded = "not recorded"

    private static func samples(_ database: Database, _ trace: Int64) throws(TraceError) -> (all: Int, running: Int) {
        let sums = try database.rows(
            "SELECT sum(samples), sum(running) FROM sample_thread WHERE trace_id = ?", [.integer(trace)])
        return sums.first.map { ($0[0].count, $0[1].count) } ?? (0, 0)
    }

    private static func functions(_ database: Database, _ trace: Int64) throws(TraceError) -> (all: Int, named: Int) {
        let sums = try database.rows(
            """
            SELECT count(*), sum(NOT (n.text GLOB '0x*' OR n.text GLOB '* + 0x*'))
            FROM (SELECT DISTINCT frame_id, binary_id FROM function_sum WHERE trace_id = ?) f JOIN name n ON n.id = f.frame_id
            """, [.integer(trace)])
        return sums.first.map { ($0[0].count, $0[1].count) } ?? (0, 0)
    }

    // MARK: Unknowns

    func unknowns() throws(TraceError) -> [String] {
        try database.rows(
            """
            SELECT counter, detail, count FROM import_counters
            WHERE trace_id = ? AND counter IN (
                'skipped-schema-not-read', 'unknown-key', 'unknown-column', 'unknown-element', 'unknown-word',
                'missing-references')
            ORDER BY id
            """, [.integer(trace)]
        ).map { row in
            let (counter, detail) = (row[0].text ?? "", row[1].text ?? "")
            let isTable = counter == ImportCounters.Name.skippedSchema.rawValue
            let use = isTable ? RecordedTables.unreadContent(detail).map { "; it would show \($0)" } ?? "" : ""
            return "\(counter) \(detail): \(row[2].count)\(use)"
        }
    }
}
