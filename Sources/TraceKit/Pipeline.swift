import TraceSchema

/// Loads the user's inputs into an analysed database: the only place that knows all rooms.
package enum TracePipeline {
    /// Loaded traces, ready for reports and queries.
    package struct Loaded {
        package let store: TraceStore
        /// The ids of the requested traces in the store.
        package let traceIDs: [Int64]
        /// Those that the database already had: the same content with the same options.
        package let knownIDs: Set<Int64>
        /// Diagnostics about the inputs.
        package let diagnostics: [Diagnostic]
        /// The inputs of each trace, for a command about it alone.
        package let inputs: [Int64: [String]]
        /// The user's database that holds them; nil if it is temporary.
        package let database: String?

        /// The distinct names of views (`view`), signposts (`signpost`) or chain nodes (`cause`) of a trace, or the
        /// keys of its problems (`problem`), sorted.
        package func names(of what: String, trace: Int64) throws(TraceError) -> [String] {
            let source =
                switch what {
                case "view": "SELECT DISTINCT view FROM view_summary"
                case "signpost": "SELECT DISTINCT name FROM signpost_summary"
                case "problem": "SELECT \"key\" FROM problems"
                case "recurring": "SELECT DISTINCT label FROM recurring"
                default: "SELECT DISTINCT name FROM chain_steps"
                }
            return try store.database.rows("\(source) WHERE trace_id = ? ORDER BY 1", [.integer(trace)])
                .compactMap { $0.first?.text }
        }

        /// Whether a trace has this name, without listing all: there may be hundreds of thousands. Not for `problem`.
        package func has(_ name: String, of what: String, trace: Int64) throws(TraceError) -> Bool {
            let table = ["view": "view", "signpost": "signpost_sum", "cause": "chain_step"][what]
            guard let table else { return false }
            let sql = """
                SELECT EXISTS (SELECT 1 FROM \(table) WHERE trace_id = ?1 AND name_id IN (
                    SELECT id FROM name WHERE trace_id = ?1 AND text = ?2))
                """
            return try store.database.integer(sql, .integer(trace), .text(name)) == 1
        }

        /// The interactions of the traces, with their titles.
        package func interactions() throws(TraceError) -> [(id: Int64, title: String)] {
            var all: [(id: Int64, title: String)] = []
            for trace in traceIDs {
                let sql = "SELECT id, kind, name FROM interactions WHERE trace_id = ? ORDER BY start_ns, id"
                for row in try store.database.rows(sql, [.integer(trace)]) {
                    guard case .integer(let id) = row[0] else { continue }
                    all.append((id, [row[1].text, row[2].text].compactMap { $0 }.joined(separator: " ")))
                }
            }
            return all
        }

        /// The end of the longest trace: as stated, or the start of its last update.
        package func endNs() throws(TraceError) -> Int64 {
            var end: Int64 = 0
            for trace in traceIDs {
                for sql in [
                    "SELECT duration_ns FROM trace WHERE id = ?",
                    "SELECT max(start_ns) FROM view_update WHERE trace_id = ?",
                ] {
                    end = max(end, try store.database.integer(sql, .integer(trace)) ?? 0)
                }
            }
            return end
        }

        /// The figures of every trace, for budgets and comparisons. There are many chains; they can be read later
        /// (`ChainSource`). `series`: with the rows that a comparison needs.
        package func figures(chains: Bool = true, series: Bool = false) throws(TraceError) -> [TraceFigures] {
            try figures(of: traceIDs, chains: chains, series: series)
        }

        /// The figures of one trace without the rows of the problems with these keys.
        package func figures(
            of trace: Int64, leavingOut problems: AcceptedRows, chains: Bool
        ) throws(TraceError) -> TraceFigures {
            try store.database.reading { () throws(TraceError) in
                try FigureReader.read(store, trace: trace, chains: chains, leavingOut: problems)
            }
        }

        private func figures(of traces: [Int64], chains: Bool, series: Bool = false) throws(TraceError)
            -> [TraceFigures]
        {
            // One transaction per trace, so that an import waits for one only.
            try traces.map { (id) throws(TraceError) in
                try store.database.reading { () throws(TraceError) in
                    try FigureReader.read(store, trace: id, chains: chains, series: series)
                }
            }
        }

        /// The figures of the traces whose process is known, and why the others have none; throws if none has any.
        package func knownFigures() throws(TraceError) -> (figures: [TraceFigures], leftOut: [String]) {
            var (known, errors): ([Int64], [TraceError]) = ([], [])
            for id in traceIDs {
                if let error = try FigureReader.ambiguity(store.stored(id)) {
                    errors.append(error)
                } else {
                    known.append(id)
                }
            }
            if known.isEmpty, let error = errors.first { throw error }
            return (try figures(of: known, chains: false), errors.map { "left out: \($0.diagnostic.message)" })
        }

        /// The data of a page for the first trace.
        package func timeline() throws(TraceError) -> TraceTimeline? {
            guard let first = traceIDs.first else { return nil }
            return try TimelineReader.read(store, trace: first)
        }

        /// One line per trace: what was imported and what was left out.
        package func summaries() throws(TraceError) -> [String] {
            var lines: [String] = []
            for id in traceIDs {
                let summary = try store.database.reading { () throws(TraceError) in
                    try TraceSummary.read(store.database, trace: id)
                }
                lines.append("\(knownIDs.contains(id) ? "known: " : "")trace \(id): \(summary.recording)")
                lines += summary.caveats.map { "  note: \($0)" }
            }
            return lines
        }
    }

    /// The supported formats: name, description, example.
    package static var formats: [(name: String, summary: String, example: String)] {
        let recordings = (
            name: RecordedTables.nativeFormat, summary: "recordings of Instruments (.trace), as they were saved",
            example: "App.trace/ or App.trace.zip"
        )
        return Importers.all.map { (name: $0.name, summary: $0.summary, example: $0.example) } + [recordings]
    }

    /// What is read of a format, in lines, and what to do about a file of it that cannot be read; nil without that format.
    package static func guide(toFormat name: String) -> (fields: [String], remedy: String)? {
        if name == RecordedTables.nativeFormat {
            return (XctraceTables.guide, "export it on a Mac: docs/recording.md")
        }
        return Importers.all.first { $0.name == name }.map { ($0.fields, $0.remedy) }
    }

    /// The database schema as SQL text.
    package static var schema: String { TraceSchema.sql }

    package struct Options: Sendable {
        package var importing = ImportOptions()
        package var analysis = AnalysisOptions()
        /// Whether the user set analysis options, so that a database must be analysed again.
        package var hasExplicitAnalysis = false
        /// All inputs are parts of one trace, whatever their formats.
        package var isOneTrace = false
        /// The user's label of the traces.
        package var label: String?
        /// Whether to add a trace that the database already has.
        package var addsAgain = false
        /// The number of traces to read from a database, the last imported ones; nil = all.
        package var lastTraces: Int?
        /// The wall clock to store as the time of import, ISO 8601 in UTC.
        package var importedAt: String?
        /// How `.trace` bundles are read.
        package var recordingReader = RecordingReader.automatic
        /// What exports their tables.
        package var xctrace = XctraceTool()
        /// Where to keep the tables exported from a `.trace` bundle; nil = nowhere.
        package var keepExports: String?
        /// Replaces names by pseudonyms with this key (empty = no secret) before analysis and storage; nil = no
        /// redaction.
        package var redactionKey: String?
        /// Tables that will not be read from the loaded traces, so a temporary database may leave them out. Pages,
        /// exports and queries need all.
        package var unread: Set<LongTable> = []
        /// Whether the loaded traces are used for a page only; then a temporary database has only the call stack frames
        /// that the page draws.
        package var isForPage = false
        /// Threads to use; they do not change the result.
        package var jobs = ProcessorCount.available
        /// Whether an option value without a match is not an error yet, because more is loaded with these options;
        /// `checkMatches` then reports it at the end.
        package var defersMatches = false
        /// The error for inputs that are so many traces, where they must be one; nil = they may be any number. Told before a row is
        /// read.
        var severalTraces: (@Sendable (Int) -> TraceError)?
        /// Cancellation, and the temporary files to delete on exit.
        package var interruption = Interruption()
        /// Called with a progress message during long work.
        package var progress: @Sendable (String) -> Void = { _ in }

        package init() {}

        /// The path as shown in warnings and errors: its pseudonym if names are redacted.
        package func shown(_ path: String) -> String {
            guard let redactionKey else { return path }
            var redaction = DiagnosticRedaction(key: redactionKey)
            return redaction.redacted(Place(file: path)).file
        }

        /// Throws if an option value matched nothing in all that was loaded; returns minor remarks.
        package func checkMatches() throws(TraceError) -> [Diagnostic] {
            let hidesNames = redactionKey != nil
            try importing.matches.check(
                importing, interactions: analysis.interactionSignposts, process: analysis.process,
                hidesNames: hidesNames)
            return importing.matches.warnings(ignored: analysis.ignoredViews, hidesNames: hidesNames)
        }
    }

    /// The stage of the work.
    package enum Stage: Equatable, Sendable {
        /// The bytes of all inputs so far, and their total size; nil if one is unknown.
        case reading(bytes: Int, of: Int?)
        case analysing, storing
    }

    /// Imports and analyses the inputs. Calls `watch` at every stage and after every block that is read. A single
    /// database is opened as it is.
    ///
    /// With redaction, names in diagnostics and thrown errors are replaced, too.
    package static func load(
        _ inputs: [String], into target: StoreTarget, _ options: Options,
        watch: @escaping (Stage) -> Void = { _ in }
    ) throws(TraceError) -> Loaded {
        try redacting(options) { options throws(TraceError) in
            try read(inputs, into: target, options, watch: watch)
        }
    }

    /// Reads the inputs for an export, which must be one trace. Our own formats need only the records of the whole: then
    /// nothing is analysed, and there is no database.
    ///
    /// - Parameter slice: the part to export; nil = all.
    package static func exported(
        _ inputs: [String], _ slice: TraceSlice.Part? = nil, as target: String, _ options: Options,
        watch: @escaping (Stage) -> Void = { _ in }
    ) throws(TraceError) -> (source: ExportSource, diagnostics: [Diagnostic]) {
        try redacting(options) { options throws(TraceError) in
            if let slice { return try cut(slice, of: inputs, for: target, options, watch) }
            if TraceExporters.isOwnFormat(target), let read = try readRecords(inputs, options, watch: watch) {
                return (ExportSource(.records(read.records)), read.diagnostics)
            }
            let (loaded, trace) = try oneTrace(inputs, options, watch)
            return (ExportSource(.stored(loaded.store, trace)), loaded.diagnostics)
        }
    }

    /// Loads the inputs, which must be one trace; returns its id with them.
    private static func oneTrace(
        _ inputs: [String], _ options: Options, _ watch: @escaping (Stage) -> Void
    ) throws(TraceError) -> (loaded: Loaded, trace: Int64) {
        var options = options
        options.severalTraces = { severalTraces($0, inputs) }
        let loaded = try read(inputs, into: .temporary, options, watch: watch)
        guard loaded.traceIDs.count == 1, let trace = loaded.traceIDs.first else {
            throw severalTraces(loaded.traceIDs.count, inputs)
        }
        return (loaded, trace)
    }

    private static func cut(
        _ slice: TraceSlice.Part, of inputs: [String], for target: String, _ options: Options,
        _ watch: @escaping (Stage) -> Void
    ) throws(TraceError) -> (source: ExportSource, diagnostics: [Diagnostic]) {
        // The names of problems are those of the trace, so names are replaced in what is cut out.
        var reading = options
        reading.redactionKey = nil
        let (loaded, trace) = try oneTrace(inputs, reading, watch)
        let (records, note) = try loaded.store.database.reading { () throws(TraceError) in
            try TraceSlice.cut(slice, of: loaded.store.stored(trace))
        }
        let diagnostics = reported(loaded.diagnostics, options) + [note]
        var analysis = options.analysis
        if !options.hasExplicitAnalysis {
            analysis.deadlines = try TraceReader.deadlines(loaded.store.database, trace: trace)
        }
        if TraceExporters.isOwnFormat(target) {
            if let key = options.redactionKey { _ = Redaction.apply(to: records, key: key, analysis) }
            return (ExportSource(.records(records)), diagnostics)
        }
        var id = trace
        let store = try TraceStore.write(to: .temporary, options.interruption, without: options.unread) {
            database throws(TraceError) in
            id = try analyse(records, analysis, options, into: database, mayKnow: false, watch).id
        }
        return (ExportSource(.stored(store, id)), diagnostics)
    }

    /// Replaces the user's names in thrown errors, with redaction.
    private static func redacting<Result>(
        _ options: Options, _ work: (Options) throws(TraceError) -> Result
    ) throws(TraceError) -> Result {
        guard let key = options.redactionKey else { return try work(options) }
        var redaction = DiagnosticRedaction(key: key)
        var options = options
        let progress = options.progress
        options.progress = { progress(DiagnosticRedaction.message($0)) }
        do throws(TraceError) {
            return try work(options)
        } catch {
            let diagnostic = redaction.redacted(error.diagnostic)
            throw TraceError(error.kind, diagnostic.message, at: diagnostic.place, fix: diagnostic.fix)
        }
    }

    private static func severalTraces(_ count: Int, _ inputs: [String]) -> TraceError {
        TraceError(
            .usage, "an export is of one trace, and the input holds \(count)", at: Place(file: inputs.first ?? ""),
            fix: "name a file of it, or a trace of a database, as in traces.sqlite#2")
    }

    /// Diagnostics about the inputs, redacted if requested; a trace's own warnings are redacted with it.
    private static func reported(_ diagnostics: [Diagnostic], _ options: Options) -> [Diagnostic] {
        guard let key = options.redactionKey else { return diagnostics }
        var redaction = DiagnosticRedaction(key: key)
        return diagnostics.map { redaction.redacted($0) }
    }

    private static func read(
        _ inputs: [String], into target: StoreTarget, _ options: Options,
        watch: @escaping (Stage) -> Void
    ) throws(TraceError) -> Loaded {
        var diagnostics: [Diagnostic] = []
        if case .file(let path) = target {
            try OutputCheck(inputs: inputs, options.importing).check([.database(path)])
        }
        var exports: [RecordingExport] = []
        defer { for export in exports { export.remove() } }
        let traces: [[Part]]
        switch try resolve(inputs, options, &exports, &diagnostics) {
        case .database(let path, let traces):
            guard target == .temporary else { throw notImported(path) }
            return try openDatabase(path, traces, options, watch)
        case .traces(let parts): traces = parts
        }
        if traces.count > 1, let error = options.severalTraces?(traces.count) { throw error }
        diagnostics = reported(diagnostics, options)
        let meter = ReadMeter(sizes: traces.flatMap { $0.map(\.size) }, watch)
        var (ids, known, inputs): ([Int64], Set<Int64>, [Int64: [String]]) = ([], [], [:])
        let named = names(of: traces)
        let store = try TraceStore.write(to: target, options.interruption, without: options.unread) {
            database throws(TraceError) in
            for (trace, names) in zip(traces, named) {
                let records = try read(trace, options, meter)
                records.metadata.label = options.label
                var analysis = options.analysis
                analysis.needsDrawnFramesOnly = options.isForPage && target == .temporary
                let (id, isKnown) = try analyse(
                    records, analysis, options, into: database,
                    mayKnow: target != .temporary && !options.addsAgain, watch)
                if isKnown, !ids.contains(id) { known.insert(id) }
                if !isKnown || !ids.contains(id) { ids.append(id) }
                if inputs[id] == nil { inputs[id] = names }
                diagnostics += records.warnings
            }
            if !options.defersMatches { diagnostics += try options.checkMatches() }
        }
        if case .file(let path) = target {
            let isAlone = try store.traceIDs(last: nil).count == 1
            inputs = names(of: ids, in: path, isAlone: isAlone)
        }
        let database: String? = if case .file(let path) = target { path } else { nil }
        return Loaded(
            store: store, traceIDs: ids, knownIDs: known, diagnostics: diagnostics, inputs: inputs, database: database)
    }

    /// Each trace's inputs as the user named them; for an input with several traces, its files.
    private static func names(of traces: [[Part]]) -> [[String]] {
        var uses: [String: Int] = [:]
        for parts in traces { for argument in Set(parts.map(\.argument)) { uses[argument, default: 0] += 1 } }
        return traces.map { parts in
            var names: [String] = []
            for part in parts {
                var name = part.argument
                if uses[name] ?? 0 > 1, part.bundle == nil, part.recording == nil, case .file(let path) = part.source {
                    name = path
                }
                if !names.contains(name) { names.append(name) }
            }
            return names
        }
    }

    /// The same for traces of a database.
    private static func names(of traces: [Int64], in path: String, isAlone: Bool) -> [Int64: [String]] {
        Dictionary(uniqueKeysWithValues: traces.map { ($0, [isAlone ? path : "\(path)#\($0)"]) })
    }

    /// The records of the only trace of the inputs; nil if they are in a database.
    private static func readRecords(
        _ inputs: [String], _ options: Options, watch: @escaping (Stage) -> Void
    ) throws(TraceError) -> (records: TraceRecords, diagnostics: [Diagnostic])? {
        var diagnostics: [Diagnostic] = []
        var exports: [RecordingExport] = []
        defer { for export in exports { export.remove() } }
        guard case .traces(let traces) = try resolve(inputs, options, &exports, &diagnostics) else { return nil }
        guard traces.count == 1 else { throw severalTraces(traces.count, inputs) }
        let records = try read(traces[0], options, ReadMeter(sizes: traces[0].map(\.size), watch))
        records.metadata.label = options.label
        note(records, options.analysis, options)
        var analysis = options.analysis
        if let key = options.redactionKey { analysis = Redaction.apply(to: records, key: key, analysis) }
        let results = AnalysisResults(deadlines: analysis.deadlines)
        ProcessPass.run(records, analysis, results)
        records.metadata = results.scope.metadata(of: records)
        diagnostics = reported(diagnostics, options) + records.warnings
        if !options.defersMatches { diagnostics += try options.checkMatches() }
        return (records, diagnostics)
    }

    /// The kind of the inputs.
    private enum Resolved {
        case database(path: String, traces: ClosedRange<Int64>?)
        case traces([[Part]])
    }

    private static func notImported(_ path: String) -> TraceError {
        TraceError(.usage, "a database cannot be imported or combined with other inputs", at: Place(file: path))
    }

    private static func resolve(
        _ inputs: [String], _ options: Options, _ exports: inout [RecordingExport], _ diagnostics: inout [Diagnostic]
    ) throws(TraceError) -> Resolved {
        var files: [InputFile] = []
        for input in inputs {
            let first = files.count
            defer { for index in files.indices.dropFirst(first) { files[index].argument = input } }
            switch try InputFiles.resolve(input) {
            case .database(let path, let traces):
                guard inputs.count == 1 else { throw notImported(path) }
                if let format = options.importing.format {
                    throw TraceError(
                        .usage, "this is a database, not \(format.name)", at: Place(file: path),
                        fix: "leave --input-format out")
                }
                return .database(path: path, traces: traces)
            case .files(let paths, let isDirectory, let leftOut):
                for path in paths { files += try expand(path, in: isDirectory ? input : nil, options, &diagnostics) }
                diagnostics += leftOut
            case .archive(let content):
                files += expand(content, &diagnostics)
            case .recording(let path):
                try options.importing.format?.checkRecording(path)
                guard options.keepExports != nil || options.recordingReader.exports(path, options.xctrace) else {
                    files.append(InputFile(BundleFiles(folder: path)))
                    continue
                }
                let export = try RecordingExport(
                    path, run: options.importing.run, keep: options.keepExports,
                    isAskedFor: options.keepExports != nil || options.recordingReader == .xcrun, options.xctrace,
                    options.interruption, progress: options.progress)
                let recording = InputFile.Recording(
                    number: exports.count, run: export.run, warnings: export.warnings)
                exports.append(export)
                if let run = options.importing.run { options.importing.matches.note(.run, "\(run)") }
                files += export.files.map { InputFile(source: .file($0), directory: path, recording: recording) }
            }
        }
        return .traces(try groups(files, options, &diagnostics))
    }

    /// Analyses a trace, redacting it first if requested, and writes it. Returns its id. If `known` is allowed and the
    /// database has it, nothing is written and the id is that of the existing trace.
    private static func analyse(
        _ records: TraceRecords, _ analysis: AnalysisOptions, _ options: Options, into database: Database,
        mayKnow: Bool, _ watch: (Stage) -> Void
    ) throws(TraceError) -> (id: Int64, isKnown: Bool) {
        note(records, analysis, options)
        var analysis = analysis
        if analysis.usesDisplayRate { analysis.deadlines = try displayDeadlines(records) }
        let hash = OptionsHash.of(options.importing, analysis, redactionKey: options.redactionKey)
        if mayKnow {
            let known = try database.rows(
                "SELECT id FROM trace WHERE content_hash = ? AND options_hash = ? ORDER BY id LIMIT 1",
                [.text(records.contentHash), .text(hash)])
            if case .integer(let id)? = known.first?.first { return (id, true) }
        }
        records.optionsHash = hash
        if let key = options.redactionKey { analysis = Redaction.apply(to: records, key: key, analysis) }
        watch(.analysing)
        try options.interruption.check()
        let id = try AnalysisRun(records, analysis, options.interruption)
            .run(jobs: options.jobs, importedAt: options.importedAt, into: database) { watch(.storing) }
        return (id, false)
    }

    /// Records which option values match the records.
    private static func note(_ records: TraceRecords, _ analysis: AnalysisOptions, _ options: Options) {
        options.importing.matches.look(
            at: records, interactions: analysis.interactionSignposts, ignored: analysis.ignoredViews,
            process: analysis.process)
    }

    private static func displayDeadlines(_ records: TraceRecords) throws(TraceError) -> Deadlines {
        if let hertz = records.metadata.refreshHz.flatMap({ Int(exactly: $0) }),
            let deadlines = Deadlines(refreshRate: hertz)
        {
            return deadlines
        }
        throw TraceError(
            .usage, "'--profile \(Deadlines.deviceProfile)': the trace does not say how often its display refreshes",
            at: Place(file: records.sourceFiles.first ?? ""),
            fix: "say it with --refresh-rate HZ, or add the export of device-display-info or hitches-summary")
    }

    /// A file to read, and the argument that named it.
    private struct InputFile {
        /// An exported `.trace` bundle.
        struct Recording {
            let number: Int
            let run: Int
            /// Tells of the tables that are missing.
            let warnings: [Diagnostic]
        }

        let source: InputSource
        /// The argument that the file is, or belongs to.
        var argument = ""
        /// The directory, zip file or recording; nil if the user named the file itself.
        var directory: String?
        /// The open input, if it cannot be opened again.
        var input: ByteInput?
        /// A `.trace` bundle that is read directly.
        var bundle: BundleFiles?

        init(
            source: InputSource, directory: String? = nil, recording: Recording? = nil, input: ByteInput? = nil
        ) {
            (self.source, self.directory, self.recording, self.input) = (source, directory, recording, input)
        }

        init(_ bundle: BundleFiles) {
            self.init(source: .file(bundle.name))
            self.bundle = bundle
        }
        var recording: Recording?
    }

    private struct Part {
        let source: InputSource
        /// The recording that it was exported from.
        let recording: InputFile.Recording?
        /// Kept only if the input cannot be opened again: a directory may have more files than may be open.
        let input: ByteInput?
        let importer: any Importer.Type
        let turn: Int
        let size: Int?
        let bundle: BundleFiles?
        /// Whether it is an export in a directory that names no table: others of the directory are read without it.
        let isDispensable: Bool
        /// The argument that it belongs to.
        let argument: String

        init(_ bundle: BundleFiles, of argument: String) {
            (source, recording, turn, size, input, isDispensable) = (.file(bundle.name), nil, 0, nil, nil, false)
            self.argument = argument
            importer = XctraceImporter.self
            self.bundle = bundle
        }

        init(_ file: InputFile, _ input: ByteInput, _ importer: any Importer.Type) throws(TraceError) {
            source = file.source
            recording = file.recording
            argument = file.argument
            size = input.size
            bundle = nil
            self.input = file.input == nil ? nil : input
            self.importer = importer
            let head = try input.head()
            turn = importer.turn(head)
            isDispensable =
                file.directory != nil && importer.isPartial && importer.tables(in: head, ImportOptions()).isEmpty
        }
    }

    /// A file, or the contents of a zip file read from a pipe.
    private static func expand(
        _ path: String, in directory: String?, _ options: Options, _ diagnostics: inout [Diagnostic]
    ) throws(TraceError) -> [InputFile] {
        let source = InputSource.file(path)
        guard directory == nil else { return [InputFile(source: source, directory: directory)] }
        let input = path == "-" ? ByteInput(descriptor: 0, name: source.name) : try ByteInput(path: path)
        guard !input.isRegularFile else { return [InputFile(source: source)] }
        input.interruption = options.interruption
        if let archive = try PipedArchive.take(input) { return expand(try ZipContent(archive), &diagnostics) }
        return [InputFile(source: source, input: try PackedInput.unpacked(input))]
    }

    /// The files of a zip archive; a single one is treated like a plain file.
    private static func expand(_ content: ZipContent, _ diagnostics: inout [Diagnostic]) -> [InputFile] {
        diagnostics += content.leftOut
        let directory = content.only == nil ? content.archive.name : nil
        let bundles = content.recordings.map { InputFile(BundleFiles(content.archive, prefix: $0)) }
        return bundles + content.files.map { InputFile(source: .member($0, content.archive), directory: directory) }
    }

    /// Groups files to traces (`TraceGrouping`).
    private static func groups(
        _ files: [InputFile], _ options: Options, _ diagnostics: inout [Diagnostic]
    ) throws(TraceError) -> [[Part]] {
        var (parts, grouped): ([Part], [TraceGrouping.File]) = ([], [])
        var skipped: [Diagnostic] = []
        for file in files {
            if let bundle = file.bundle {
                try options.importing.format?.checkRecording(bundle.name)
                parts.append(Part(bundle, of: file.argument))
                grouped.append(TraceGrouping.File(name: bundle.name))
                continue
            }
            let input: ByteInput
            if let opened = file.input { input = opened } else { input = try file.source.open() }
            if file.directory != nil, let error = try TraceAssembly.wideTrace(input, options.importing) {
                throw error
            }
            var importing = options.importing
            // The requested format does not apply to tables exported from a recording.
            if file.recording != nil { importing.format = nil }
            if file.directory != nil, let format = importing.format, try !format.isFound(in: input, importing) {
                let place = Place(file: file.source.name)
                skipped.append(
                    Diagnostic(.warning, at: place, "nothing in this file is \(format.name); it is left out"))
                continue
            }
            let importer: any Importer.Type
            do throws(TraceError) {
                importer = try TraceAssembly.importer(for: input, importing)
            } catch {
                // A directory of exports may contain anything; a file that the user named must be readable.
                guard file.directory != nil, error.kind == .input, !file.source.isLimitReached else { throw error }
                skipped.append(error.warning("the file is left out"))
                continue
            }
            parts.append(try Part(file, input, importer))
            var one = TraceGrouping.File(name: file.source.name)
            // Every recording is a trace, next to any others.
            one.container = file.recording.map { "recording \($0.number)" } ?? file.directory
            if importer.isPartial {
                one.tables = (importer.name, importer.tables(in: try input.head(), options.importing))
            }
            grouped.append(one)
        }
        if parts.isEmpty, let directory = files.first?.directory {
            let recording = diagnostics.first { $0.message.hasPrefix(DirectoryContent.recording) }?.place?.file
            throw TraceError(
                .input, "none of the \(files.count) files in the directory is a trace or an export of one",
                at: Place(file: directory),
                fix: recording.map { "give one recording: \(ShellWord.quote($0))" } ?? skipped.first?.fix)
        }
        diagnostics += skipped
        let grouping = try TraceGrouping(grouped, isOneTrace: options.isOneTrace)
        diagnostics += grouping.told
        return grouping.groups.map { $0.map { parts[$0] } }
    }

    /// Counts the bytes read, block by block.
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
        do throws(TraceError) {
            return try records(of: parts, options, meter)
        } catch {
            // A misspelt column explains why no row has a view or a start.
            if error.kind == .input {
                try options.importing.matches.checkColumns(
                    options.importing, hidesNames: options.redactionKey != nil)
            }
            throw error
        }
    }

    private static func records(
        of parts: [Part], _ options: Options, _ meter: ReadMeter
    ) throws(TraceError) -> TraceRecords {
        var importing = options.importing
        importing.interruption = options.interruption
        if let run = parts.lazy.compactMap(\.recording?.run).first {
            // Whatever the tables say: only this run was exported.
            importing.exportedRun = run
            if parts.allSatisfy({ $0.recording != nil }) { importing.run = nil }
        }
        var assembly = TraceAssembly(importing, jobs: options.jobs)
        var left: [TraceError] = []
        for part in parts.sorted(by: { $0.turn < $1.turn }) {
            if let bundle = part.bundle {
                try assembly.read(bundle)
                continue
            }
            let input: ByteInput
            if let kept = part.input { input = kept } else { input = try part.source.open() }
            // Bytes already read: to recognise the format of a pipe, or whether a file is packed.
            if input.count > 0 { meter.add(input.count) }
            input.onRead = meter.add
            input.interruption = options.interruption
            do throws(TraceError) {
                try assembly.read(input, by: part.importer)
            } catch {
                guard part.isDispensable, error.kind == .input else { throw error }
                left.append(error)
            }
        }
        if let first = left.first, left.count == parts.count { throw first }
        let records = try assembly.finish()
        records.warnings += left.map { $0.warning("the file is left out") }
        var told: Set<Int> = []
        for case let recording? in parts.map(\.recording) where told.insert(recording.number).inserted {
            records.warnings += recording.warnings
        }
        return records
    }

    private static func openDatabase(
        _ path: String, _ named: ClosedRange<Int64>?, _ options: Options, _ watch: (Stage) -> Void
    ) throws(TraceError) -> Loaded {
        let store = try TraceStore.open(path)
        let all = try store.traceIDs(last: named == nil ? options.lastTraces : nil)
        guard !all.isEmpty else {
            throw TraceError(.input, "the database holds no trace", at: Place(file: path), fix: "import one first")
        }
        var traces = named.map { all.filter($0.contains) } ?? all
        if let named, traces.isEmpty {
            let isOne = named.lowerBound == named.upperBound
            throw TraceError(
                .input,
                "the database has no trace \(isOne ? "\(named.lowerBound)" : "from \(named.lowerBound) to \(named.upperBound)")",
                at: Place(file: path), fix: "its traces: \(Decimal.ranges(all))")
        }
        if named != nil, let most = options.lastTraces { traces = Array(traces.suffix(most)) }
        let inputs = names(of: traces, in: path, isAlone: try store.traceIDs(last: nil).count == 1)
        guard options.hasExplicitAnalysis || options.redactionKey != nil else {
            for id in traces {
                try store.database.reading { () throws(TraceError) in try store.check(id, StoredTable.short) }
            }
            let matches = options.defersMatches ? [] : try options.checkMatches()
            return Loaded(
                store: store, traceIDs: traces, knownIDs: [], diagnostics: reported(matches, options), inputs: inputs,
                database: path)
        }
        // Another analysis of the stored records, in a new database.
        var ids: [Int64] = []
        var diagnostics: [Diagnostic] = []
        let analysed = try TraceStore.write(to: .temporary, options.interruption, without: options.unread) {
            database throws(TraceError) in
            for id in traces {
                let records = try TraceReader.read(store.database, trace: id)
                var analysis = options.analysis
                analysis.needsDrawnFramesOnly = options.isForPage
                if !options.hasExplicitAnalysis {
                    analysis.deadlines = try TraceReader.deadlines(store.database, trace: id)
                }
                ids.append(try analyse(records, analysis, options, into: database, mayKnow: false, watch).id)
            }
            if !options.defersMatches { diagnostics += try options.checkMatches() }
        }
        return Loaded(
            store: analysed, traceIDs: ids, knownIDs: [], diagnostics: reported(diagnostics, options),
            inputs: Dictionary(uniqueKeysWithValues: zip(ids, traces.map { inputs[$0] ?? [path] })), database: path)
    }
}
