import TraceSchema

/// From what the user gave to a database that holds it, analysed: the one place that knows all rooms.
public enum TracePipeline {
    /// What was loaded, ready for reports and queries.
    public struct Loaded {
        public let store: TraceStore
        /// The traces asked for, by id in the store.
        public let traceIDs: [Int64]
        /// What the user should know about the inputs.
        public let diagnostics: [Diagnostic]

        /// The distinct names of views (`view`), signposts (`signpost`) or chain nodes (`cause`) of a trace, sorted.
        public func names(of what: String, trace: Int64) throws(TraceError) -> [String] {
            let source =
                switch what {
                case "view": "SELECT DISTINCT view FROM view_summary"
                case "signpost": "SELECT DISTINCT name FROM signposts"
                default: "SELECT DISTINCT name FROM chain_steps"
                }
            return try store.database.rows("\(source) WHERE trace_id = ? ORDER BY 1", [.integer(trace)])
                .compactMap { $0.first?.text }
        }

        /// The figures of every trace, for holding them against a budget or against each other.
        public func figures() throws(TraceError) -> [TraceFigures] {
            var figures: [TraceFigures] = []
            for id in traceIDs { figures.append(try FigureReader.read(store, trace: id)) }
            return figures
        }

        /// What a page draws of the first trace.
        public func timeline() throws(TraceError) -> TraceTimeline? {
            guard let first = traceIDs.first else { return nil }
            return try TimelineReader.read(store, trace: first)
        }

        /// One line a trace: what was imported and what was left out.
        public func summaries() throws(TraceError) -> [String] {
            var lines: [String] = []
            var options = ReportBuilder.Options()
            options.hasStrip = false
            for id in traceIDs {
                let report = try ReportBuilder.build(store, traces: [id], options)
                for trace in report.traces {
                    lines.append("trace \(id): \(trace.answer.recording)")
                    lines += trace.answer.caveats.map { "  note: \($0)" }
                }
            }
            return lines
        }
    }

    /// The formats that are read: name, one line on it, an example.
    public static var formats: [(name: String, summary: String, example: String)] {
        Importers.all.map { (name: $0.name, summary: $0.summary, example: $0.example) }
    }

    /// The database schema as SQL text.
    public static var schema: String { TraceSchema.sql }

    public struct Options: Sendable {
        public var importing = ImportOptions()
        public var analysis = AnalysisOptions()
        /// Whether the user set anything about the analysis: a database is then not shown as it stands.
        public var hasExplicitAnalysis = false
        /// All inputs are parts of one trace, whatever their formats.
        public var isOneTrace = false
        /// What the user calls the traces.
        public var label: String?
        /// The wall clock to store as the time of import, ISO 8601 in UTC.
        public var importedAt: String?
        /// Where to keep what is exported from a recording of Instruments; nil = nowhere.
        public var keepExports: String?
        /// Not nil: names are replaced by pseudonyms that depend on this key (empty = everybody's) before anything is
        /// analysed or stored.
        public var redactionKey: String?
        /// Threads to use; the result is the same for every number.
        public var jobs = ProcessorCount.available
        /// Asked whether to stop, and told what must be gone when the process ends.
        public var interruption = Interruption()
        /// Told what is being done where that takes long.
        public var progress: @Sendable (String) -> Void = { _ in }

        public init() {}
    }

    /// What is being done.
    public enum Stage: Equatable, Sendable {
        /// Bytes of all inputs so far; the sum of their sizes, nil where one does not say.
        case reading(bytes: Int, of: Int?)
        case analysing, storing
    }

    /// Imports and analyses the inputs. `watch` is told of every stage, and of every block that is read. A single database as input is opened as it is.
    public static func load(
        _ inputs: [String], into target: StoreTarget, _ options: Options,
        watch: @escaping (Stage) -> Void = { _ in }
    ) throws(TraceError) -> Loaded {
        // Not before the last records are gone: what they had is kept for the next trace until then.
        defer { GrowingBlock.giveBack() }
        var diagnostics: [Diagnostic] = []
        var files: [(path: String, fromDirectory: String?)] = []
        var exports: [RecordingExport] = []
        defer { for export in exports { export.remove() } }
        for input in inputs {
            switch try InputFiles.resolve(input) {
            case .database(let path, let trace):
                guard inputs.count == 1, target == .temporary else {
                    throw TraceError(
                        .usage, "a database cannot be imported or combined with other inputs", at: Place(file: path))
                }
                return try openDatabase(path, trace, options, watch)
            case .files(let paths, let isDirectory, let leftOut):
                files += paths.map { ($0, isDirectory ? input : nil) }
                diagnostics += leftOut
            case .recording(let path):
                let export = try RecordingExport(
                    path, run: options.importing.run, keep: options.keepExports, options.interruption,
                    progress: options.progress)
                exports.append(export)
                files += try InputFiles.filesOfDirectory(export.directory).map { ($0, path) }
            }
        }
        let traces = try groups(files, options, &diagnostics)
        let meter = ReadMeter(sizes: traces.flatMap { $0.map(\.size) }, watch)
        var ids: [Int64] = []
        let store = try TraceStore.write(to: target, options.interruption) { database throws(TraceError) in
            for trace in traces {
                let records = try read(trace, options, meter)
                records.metadata.label = options.label
                ids.append(try analyse(records, options.analysis, options, into: database, watch))
                diagnostics += records.warnings
            }
        }
        return Loaded(store: store, traceIDs: ids, diagnostics: diagnostics)
    }

    /// Analyses a trace, its names replaced first where that is asked for, and writes it. Returns its id.
    private static func analyse(
        _ records: TraceRecords, _ analysis: AnalysisOptions, _ options: Options, into database: Database,
        _ watch: (Stage) -> Void
    ) throws(TraceError) -> Int64 {
        let analysis = options.redactionKey.map { Redaction.apply(to: records, key: $0, analysis) } ?? analysis
        watch(.analysing)
        try options.interruption.check()
        records.makeLabels()
        let results = AnalysisResults(deadlines: analysis.deadlines)
        func run(_ passes: [any AnalysisPass.Type]) { AnalysisPasses.run(passes, records, analysis, results) }
        guard options.jobs > 1 else {
            run(AnalysisPasses.all)
            try options.interruption.check()
            watch(.storing)
            return try TraceWriter.write(records, results, importedAt: options.importedAt, into: database)
        }
        // One thread analyses while another writes, in the order of `TraceWriter.write`. The writer only reads records,
        // which the passes do not change now that the labels are among the names, and what was said of groups, of steps
        // of chains, of updates and of their sums, which the later passes do not change.
        let importedAt = options.importedAt
        let recordsWritten = BackgroundWork { () throws(TraceError) in
            let writer = try TraceWriter(records, results, into: database)
            try writer.writeRecords(importedAt: importedAt)
            return writer
        }
        run(AnalysisPasses.ofGroups)
        let groupsWritten = BackgroundWork { () throws(TraceError) in
            let writer = try recordsWritten.wait()
            try writer.writeGroups()
            return writer
        }
        run(AnalysisPasses.ofChains)
        let stepsWritten = BackgroundWork { () throws(TraceError) in
            let writer = try groupsWritten.wait()
            try writer.writeChainSteps()
            return writer
        }
        run(AnalysisPasses.ofUpdates)
        watch(.storing)
        let writer = try stepsWritten.wait()
        try options.interruption.check()
        let windowIDs = writer.windowIDs()
        // Nobody asks for edges any more: the passes that are left can have their memory.
        records.edges.free()
        let room = writer.roomForUpdates()
        let updatesWritten = BackgroundWork { () throws(TraceError) in try writer.writeUpdates(windowIDs: windowIDs) }
        // Before anything else on this thread: the other one writes there already.
        room?.warm()
        run(AnalysisPasses.ofSums)
        let sumsWritten = BackgroundWork { () throws(TraceError) in
            try updatesWritten.wait()
            try writer.writeSums()
        }
        run(AnalysisPasses.ofTrouble)
        try sumsWritten.wait()
        try options.interruption.check()
        try writer.writeTrouble()
        return writer.traceID
    }

    private struct Part {
        let path: String
        /// Kept only where the input cannot be opened again: a directory may hold more files than may be open.
        let input: ByteInput?
        let importer: any Importer.Type
        let size: Int?

        init(_ input: ByteInput, _ importer: any Importer.Type) {
            path = input.name
            size = input.size
            self.input = input.isRegularFile ? nil : input
            self.importer = importer
        }
    }

    /// Which files make up which trace: parts of one export belong together, every other file is a trace.
    private static func groups(
        _ files: [(path: String, fromDirectory: String?)], _ options: Options, _ diagnostics: inout [Diagnostic]
    ) throws(TraceError) -> [[Part]] {
        var groups: [[Part]] = []
        var partial: [String: Int] = [:]
        var skipped: [Diagnostic] = []
        for file in files {
            let input = file.path == "-" ? ByteInput(descriptor: 0, name: "<stdin>") : try ByteInput(path: file.path)
            if file.fromDirectory != nil, let error = try TraceAssembly.wideTrace(input, options.importing) {
                throw error
            }
            let importer: any Importer.Type
            do throws(TraceError) {
                importer = try TraceAssembly.importer(for: input, options.importing)
            } catch {
                // Beside exports in a directory anything may lie about; a file the user named must be readable.
                guard file.fromDirectory != nil, error.kind == .input else { throw error }
                var diagnostic = error.diagnostic
                diagnostic.level = .warning
                diagnostic.message += "; the file is left out"
                skipped.append(diagnostic)
                continue
            }
            let key = options.isOneTrace ? "" : importer.isPartial ? importer.name : nil
            if let key, let index = partial[key] {
                groups[index].append(Part(input, importer))
            } else {
                if let key { partial[key] = groups.count }
                groups.append([Part(input, importer)])
            }
        }
        if groups.isEmpty, let directory = files.first?.fromDirectory {
            throw TraceError(
                .input, "none of the \(files.count) files in the directory is a trace or an export of one",
                at: Place(file: directory), fix: skipped.first?.fix)
        }
        diagnostics += skipped
        return groups
    }

    /// Adds up what is read, block by block.
    private final class ReadMeter {
        private let total: Int?
        private let watch: (Stage) -> Void
        private var bytes = 0

        init(sizes: [Int?], _ watch: @escaping (Stage) -> Void) {
            total = sizes.contains(nil) ? nil : sizes.compactMap { $0 }.reduce(0, +)
            self.watch = watch
        }

        func add(_ count: Int) {
            bytes += count
            watch(.reading(bytes: bytes, of: total))
        }
    }

    private static func read(
        _ parts: [Part], _ options: Options, _ meter: ReadMeter
    ) throws(TraceError) -> TraceRecords {
        var assembly = TraceAssembly(options.importing, jobs: options.jobs)
        for part in parts.filter({ !$0.importer.followsClock }) + parts.filter({ $0.importer.followsClock }) {
            let input: ByteInput
            if let kept = part.input { input = kept } else { input = try ByteInput(path: part.path) }
            // A pipe was read from already, to recognise its format.
            if part.input != nil { meter.add(input.count) }
            input.onRead = meter.add
            input.interruption = options.interruption
            try assembly.read(input, by: part.importer)
        }
        return try assembly.finish()
    }

    private static func openDatabase(
        _ path: String, _ trace: Int64?, _ options: Options, _ watch: (Stage) -> Void
    ) throws(TraceError) -> Loaded {
        let store = try TraceStore.open(path, options.interruption)
        let all = try store.traceIDs()
        if let trace, !all.contains(trace) {
            throw TraceError(
                .input, "the database has no trace \(trace)", at: Place(file: path),
                fix: "its traces: \(all.map { "\($0)" }.joined(separator: ", "))")
        }
        guard !all.isEmpty else {
            throw TraceError(.input, "the database holds no trace", at: Place(file: path), fix: "import one first")
        }
        guard options.hasExplicitAnalysis || options.redactionKey != nil else {
            return Loaded(store: store, traceIDs: trace.map { [$0] } ?? all, diagnostics: migration(store))
        }
        // Another analysis than the stored one: of the same records, in a database of its own.
        var ids: [Int64] = []
        let analysed = try TraceStore.write(to: .temporary, options.interruption) { database throws(TraceError) in
            for id in trace.map({ [$0] }) ?? all {
                let records = try TraceReader.read(store.database, trace: id)
                var analysis = options.analysis
                if !options.hasExplicitAnalysis {
                    analysis.deadlines = try TraceReader.deadlines(store.database, trace: id)
                }
                ids.append(try analyse(records, analysis, options, into: database, watch))
            }
        }
        return Loaded(store: analysed, traceIDs: ids, diagnostics: migration(store))
    }

    /// What to tell of a database that was changed only because it was opened.
    private static func migration(_ store: TraceStore) -> [Diagnostic] {
        guard let version = store.olderVersion else { return [] }
        let message = "the database had version \(version) and has version \(TraceSchema.version) now"
        return [Diagnostic(.note, at: Place(file: store.name), message)]
    }
}
