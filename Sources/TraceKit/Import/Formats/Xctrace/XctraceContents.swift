/// The table of contents: the recorded process, device and time, and the tables of every run.
struct XctraceContents {
    /// One run of the recording.
    struct Run {
        var number: Int
        var process: String?
        var pid: Int64?
        /// Whether no single process was recorded.
        var isOfAll = false
        var platform: String?
        /// `launched` or `attached`.
        var processType: String?
        var endReason: String?
        var model: String?
        var deviceName: String?
        var osVersion: String?
        var startedAt: String?
        var durationNs: Int64?
        var template: String?
        var instruments: String?
        var hangsThresholdMs: Int64?
        /// The tables by schema, in the order of the file.
        private(set) var tables: [RecordedTable] = []
        /// The tracks in Instruments, which are no tables.
        var tracks: [String] = []
        private var places: [String: Int] = [:]

        init(number: Int) { self.number = number }

        var schemas: Set<String> { Set(places.keys) }

        mutating func add(_ schema: String, rows: Int64?) {
            guard let place = places[schema] else {
                places[schema] = tables.count
                tables.append(RecordedTable(run: Int64(number), schema: schema, rows: rows))
                return
            }
            tables[place].tables += 1
            guard let rows else { return }
            tables[place].rows = (tables[place].rows ?? 0).addingSaturating(rows)
        }

        /// Notes the length in milliseconds from which hangs are in the table.
        mutating func noteHangs(_ schema: String, threshold: Int64?) {
            guard schema == "potential-hangs", let threshold, (1...1_000_000).contains(threshold) else { return }
            hangsThresholdMs = min(threshold, hangsThresholdMs ?? .max)
        }
    }

    private(set) var runs: [Run]

    init(runs: [Run] = []) { self.runs = runs }

    /// Reads the runs. `row` is called for every row of a track's details among them.
    mutating func read(_ reader: inout XMLReader, row: () -> Void) throws(TraceError) {
        while try reader.nextChild() {
            guard reader.name.equals("run") else {
                try reader.skipElement()
                continue
            }
            // A run without a number is the next one, because paths count them.
            let number = reader.attribute(named: "number").flatMap { Int($0.prefix(18).text) }
            var run = Run(number: max(0, number ?? (runs.last?.number ?? 0) + 1))
            // The readable part of a truncated run is kept too.
            defer { runs.append(run) }
            try read(&run, &reader, row)
        }
    }

    private func read(_ run: inout Run, _ reader: inout XMLReader, _ row: () -> Void) throws(TraceError) {
        let outer = reader.depth
        while true {
            switch try reader.next() {
            case .start: try takeElement(&run, &reader, row)
            case .end where reader.depth < outer: return
            case .finish: return
            default: continue
            }
        }
    }

    private func takeElement(_ run: inout Run, _ reader: inout XMLReader, _ row: () -> Void) throws(TraceError) {
        let name = reader.name
        if name.equals("table") {
            takeTable(&run, reader)
        } else if name.equals("device") {
            run.platform = text(reader.attribute(named: "platform"))
            run.model = text(reader.attribute(named: "model"))
            run.deviceName = text(reader.attribute(named: "name"))
            run.osVersion = text(reader.attribute(named: "os-version"))
        } else if name.equals("process"), run.process == nil {
            run.process = text(reader.attribute(named: "name"))
            run.pid = reader.attribute(named: "pid").flatMap { FieldValues.plainInteger($0) }
            run.processType = text(reader.attribute(named: "type"))
        } else if name.equals("all-processes") {
            run.isOfAll = true
        } else if name.equals("end-reason") {
            run.endReason = text(try reader.leafText())
        } else if name.equals("start-date") {
            run.startedAt = text(try reader.leafText())
        } else if name.equals("duration") {
            run.durationNs = try reader.leafText().flatMap {
                try? DecimalTime.nanoseconds($0.trimmed(), unit: .seconds)
            }
        } else if name.equals("template-name") {
            run.template = text(try reader.leafText())
        } else if name.equals("instruments-version") {
            run.instruments = text(try reader.leafText())
        } else if name.equals("track") {
            if let track = text(reader.attribute(named: "name"), most: 60), run.tracks.count < 20 {
                run.tracks.append(track)
            }
        } else if name.equals("row") {
            row()
            try reader.skipElement()
        } else if name.equals("processes") || name.equals("intruments-recording-settings") {
            try reader.skipElement()
        }
    }

    private func takeTable(_ run: inout Run, _ reader: borrowing XMLReader) {
        // Xcode 27 names some tables by a type: `OSSignpostIntervals(layoutScope: …)`.
        let type = text(reader.attribute(named: "swift-table"), most: 200)?.prefix { $0 != "(" }
        guard let schema = text(reader.attribute(named: "schema"), most: 200) ?? type.map(String.init) else { return }
        var rows: Int64?
        for name: StaticString in ["row-count", "rows", "count"] where rows == nil {
            rows = reader.attribute(named: name).flatMap { FieldValues.plainInteger($0) }
        }
        run.add(schema, rows: rows)
        run.noteHangs(
            schema, threshold: reader.attribute(named: "hangs-threshold").flatMap { FieldValues.plainInteger($0) })
    }

    private func text(_ slice: ByteSlice?, most: Int = 1000) -> String? {
        guard let text = slice?.trimmed(), !text.isEmpty else { return nil }
        return text.prefix(most).text
    }
}

/// Takes a trace's facts from the table of contents: of several runs, the one whose tables are read, otherwise the
/// lowest.
extension XctraceContents {
    static func run(_ number: Int?, of runs: [Run]) -> Run? {
        if let number, let run = runs.first(where: { $0.number == number }) { return run }
        return runs.min { $0.number < $1.number }
    }

    /// Completes the trace. Warns if exports are of two recordings, which do not share a clock.
    func take(into builder: TraceBuilder, _ state: inout XctraceState, file: String) {
        if let wanted = builder.options.run, runs.contains(where: { $0.number == wanted }) {
            builder.options.matches.note(.run, "\(wanted)")
        }
        guard let run = Self.run(state.shownRun(builder.options), of: runs) else { return }
        if let first = state.describedRun?.startedAt, let startedAt = run.startedAt, first != startedAt {
            builder.tell(
                .warning, at: Place(file: file),
                "the exports come from different recordings (begun \(first) and \(startedAt)), "
                    + "so their times do not share a clock", fix: "give the exports of one recording only")
        }
        guard state.contents.isEmpty else { return }
        state.contents = runs
        state.describedRun = run
        run.describe(&builder.records.metadata, before: nil)
    }

    /// Describes the trace by the run of its tables, which is known when all files are read. `state.contents` may be
    /// empty.
    static func settle(_ state: XctraceState, _ builder: TraceBuilder) {
        let records = builder.records
        var number = state.shownRun(builder.options)
        if let described = state.describedRun, let run = Self.run(number, of: state.contents) {
            if run.number != described.number { run.describe(&records.metadata, before: described) }
            number = number ?? run.number
        }
        let numbers = Set(state.contents.map(\.number)).union(state.runs).union(number.map { [$0] } ?? [])
        records.metadata.recordingRun = records.metadata.recordingRun ?? number.map { Int64($0) }
        if records.metadata.recordingRuns == nil, !numbers.isEmpty {
            records.metadata.recordingRuns = numbers.sorted().map { "\($0)" }.joined(separator: ",")
        }
        records.recordedTables += state.contents.flatMap(\.tables)
        for run in state.contents where state.contentsCount > 0 && run.tables.isEmpty {
            let tracks = run.tracks.isEmpty ? "" : ": \(run.tracks.joined(separator: ", "))"
            records.counters.add(.emptyContents, "run \(run.number)\(tracks)")
        }
    }

    /// The error for an input that is only a table of contents.
    static func isAlone(_ state: XctraceState, _ builder: TraceBuilder) -> TraceError {
        let run = Self.run(state.shownRun(builder.options), of: state.contents)
        let worth = RecordedTables.worth(of: run?.schemas ?? [])
        let commands = worth.map { RecordedTables.export($0, run: Int64(run?.number ?? 1)) }
        let others = state.contents.map(\.number).filter { $0 != run?.number }.prefix(8).map { "\($0)" }
        var fix: [String] = []
        if commands.isEmpty {
            fix.append("none of its tables is one that trace-analyze reads; record again, with the SwiftUI template:")
            fix.append("    \(RecordedTables.recordAgain(on: run?.platform))")
        } else {
            fix.append("on the Mac that has the recording (here called App.trace), run")
            fix += commands.map { "    \($0)" }
            fix.append("and then: trace-analyze report on the directory with these files and this one")
        }
        if !others.isEmpty {
            let list = others.joined(separator: ", ")
            fix.append("this is about run \(run?.number ?? 1); '--run N' chooses another one: \(list)")
        }
        return TraceError(
            .input, "this is a table of contents; export the tables that it names",
            at: Place(file: builder.records.sourceFiles.first ?? ""), fix: fix.joined(separator: "\n"))
    }
}

extension XctraceContents.Run {
    /// Describes the recording; replaces the values of an earlier run.
    func describe(_ metadata: inout TraceMetadata, before: Self?) {
        func take<Value: Equatable>(_ old: inout Value?, _ value: (Self) -> Value?) {
            if old == nil || before != nil && old == before.flatMap(value) { old = value(self) }
        }
        take(&metadata.name) { $0.isOfAll && $0.process == nil ? TraceMetadata.allProcesses : $0.template }
        take(&metadata.template) { $0.template }
        take(&metadata.instruments) { $0.instruments }
        take(&metadata.app) { $0.process }
        take(&metadata.process) { $0.process }
        take(&metadata.pid) { $0.pid }
        take(&metadata.device) { $0.device }
        take(&metadata.os) { $0.os }
        take(&metadata.startedAt) { $0.startedAt }
        take(&metadata.durationNs) { $0.durationNs }
        take(&metadata.hangsThresholdMs) { $0.hangsThresholdMs }
        take(&metadata.recordedAs) { $0.recordedAs }
    }

    private var device: String? {
        guard let model else { return deviceName }
        guard let deviceName, deviceName != model else { return model }
        return "\(model) (\(deviceName))"
    }

    private var recordedAs: String? {
        let parts = [processType, endReason].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var os: String? {
        let parts = [platform, osVersion].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
