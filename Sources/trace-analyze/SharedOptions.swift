import TraceKit

/// Options shared by several commands.
enum SharedOptions {
    /// How inputs are read.
    static let reading = CommandSpec.Option.list(
        under: "Reading inputs",
        [
            .init(name: "one-trace", value: nil, help: "treat all inputs as parts of one trace"),
            .init(
                name: "input-format", value: "NAME",
                help: "format of the inputs, a name from 'trace-analyze formats' (default: by content)",
                words: InputFormat.names),
            .init(name: "offset", value: "FILE=MS", help: "shift the times of a file by MS milliseconds (repeatable)"),
            .init(name: "run", value: "N", help: "run of an xctrace export (default: the lowest)"),
            .init(
                name: "map", value: "FIELD=HEADING",
                help: "read FIELD from the column or key HEADING, e.g. view=Name (repeatable)"),
            .init(
                name: "body-signposts", value: "SUBSYSTEM:CATEGORY",
                help: "treat these signpost intervals as view bodies; none: treat none so"),
            .init(name: "keep-exports", value: "DIR", help: "keep the tables exported from a .trace recording"),
            .init(name: "native", value: nil, help: "read a .trace recording directly, without Xcode"),
            .init(
                name: "experimental-swiftui", value: nil,
                help: "as --native, with SwiftUI tables (experimental; derived results are labelled)"),
            .init(name: "xcrun", value: nil, help: "read a .trace recording with xcrun xctrace export"),
            .init(name: "strict", value: nil, help: "fail at the first invalid row"),
            .init(name: "jobs", value: "N", help: "threads to use (default: all; results do not depend on it)"),
            .init(name: "max-rejects", value: "N|P%", help: "fail if more than N rows, or P% of them, are invalid"),
        ])

    /// How text output is drawn.
    static let page = CommandSpec.Option.list(
        under: "Text",
        [
            .init(
                name: "width", value: "N", help: "width of the text in columns, at least 40 (default: the terminal's)"),
            .init(name: "wide", value: nil, help: "draw tables in full: truncate no name, leave out no column"),
            .init(name: "color", value: "WHEN", help: "auto, always or never (default auto)", words: colors),
            .init(name: "ascii", value: nil, help: "draw with ASCII only (default if the locale is not UTF-8)"),
        ])

    private static let profiles = Deadlines.named.map { $0.profile } + [Deadlines.deviceProfile]
    private static let colors = ["auto", "always", "never"]

    static func output(_ what: String) -> CommandSpec.Option {
        .init(name: "output", value: "FILE", help: "write \(what) to a file")
    }

    /// `--format` and its values; the first value is the default.
    static func format<Draw>(_ renderers: Renderers<Draw>) -> CommandSpec.Option {
        let names = renderers.names
        return .init(
            name: "format", value: "FORMAT", help: "\(names.joined(separator: ", ")) (default \(names[0]))",
            words: names)
    }

    /// The inputs and options for the commands that a result proposes, so that they read the same data. With redaction,
    /// names that the user gave are replaced too.
    static func input(
        _ inputs: [String], _ arguments: Arguments, _ loaded: [TracePipeline.Loaded]
    ) -> CommandInput {
        if arguments.has("redact-key") || arguments.has("redact") {
            var input = CommandInput()
            let isStored = arguments.has("db")
            input.analysis =
                isStored ? [] : [arguments.has("redact-key") ? .init("redact-key", "KEY") : .init("redact")]
            return input
        }
        var input = CommandInput(inputs)
        for loaded in loaded { input.traces.merge(loaded.inputs) { first, _ in first } }
        input.database = loaded.first?.database
        // The database written by this run already reflects the chosen options.
        if arguments.has("db") { return input }
        input.reading = given(reading, arguments).compactMap { option in
            switch option.name {
            case "jobs": nil
            case "keep-exports": .init("xcrun")
            default: option
            }
        }
        input.analysis = given(analysis.filter { option in !reading.contains { $0.name == option.name } }, arguments)
        if arguments.has("no-project") { input.analysis.append(.init("no-project")) }
        return input
    }

    /// The options of a list that were given on the command line; those from the project file are left out.
    static func given(_ options: [CommandSpec.Option], _ arguments: Arguments) -> [CommandInput.Option] {
        options.filter { !arguments.ofProject.contains($0.name) }.flatMap { option in
            arguments.values(option.name).map { .init(option.name, option.value == nil ? nil : $0) }
        }
    }

    /// The drawing options. A file is drawn 100 columns wide, without colour.
    static func render(_ arguments: Arguments, _ console: Console) throws(UsageError) -> RenderOptions {
        var render = RenderOptions()
        let toFile = arguments.has("output")
        render.width =
            try arguments.integer("width", in: 40...10_000) ?? (toFile ? 100 : console.width)
        render.isWide = arguments.has("wide")
        render.keepsNames = !arguments.has("width") && (toFile || !console.isTerminal)
        render.isASCII = arguments.has("ascii") || !console.usesUTF8
        render.usesColor = console.usesColor(try color(arguments) ?? (toFile ? "never" : nil))
        render.top = try arguments.integer("top", in: 1...1_000_000) ?? render.top
        return render
    }

    /// The drawing options for the table of a query, which is whole unless a terminal limits its width.
    static func table(_ arguments: Arguments, _ console: Console) throws(UsageError) -> RenderOptions {
        var options = RenderOptions()
        let width = try arguments.integer("width", in: 40...10_000)
        options.width = width ?? console.width
        options.isWide = arguments.has("wide") || width == nil && (arguments.has("output") || !console.isTerminal)
        return options
    }

    /// Runs work that reports its stages, and shows its progress on one line.
    static func showing<Result>(
        _ console: Console, _ work: (@escaping (TracePipeline.Stage) -> Void) throws(TraceError) -> Result
    ) throws(TraceError) -> Result {
        let line = console.progressLine()
        defer { line?.erase() }
        return try work { line?.show($0) }
    }

    /// Loads the inputs, showing progress and diagnostics.
    static func load(
        _ inputs: [String], into target: StoreTarget = .temporary, _ options: TracePipeline.Options, _ console: Console
    ) throws(TraceError) -> TracePipeline.Loaded {
        let loaded = try showing(console) { watch throws(TraceError) in
            try TracePipeline.load(inputs, into: target, options, watch: watch)
        }
        for diagnostic in loaded.diagnostics { console.show(diagnostic) }
        return loaded
    }

    /// Reads the inputs for an export, showing progress and diagnostics.
    static func exported(
        _ inputs: [String], _ slice: TraceSlice.Part?, as target: String, _ options: TracePipeline.Options,
        _ console: Console
    ) throws(TraceError) -> ExportSource {
        let exported = try showing(console) { watch throws(TraceError) in
            try TracePipeline.exported(inputs, slice, as: target, options, watch: watch)
        }
        for diagnostic in exported.diagnostics { console.show(diagnostic) }
        return exported.source
    }

    /// Options for results that are passed on.
    static let redaction = CommandSpec.Option.list(
        under: "Passing on",
        [
            .init(name: "redact", value: nil, help: "replace all names, paths and messages with stable pseudonyms"),
            .init(
                name: "redact-key", value: "TEXT",
                help: "as --redact, with pseudonyms that cannot be verified without TEXT"),
        ])

    static let analysis =
        reading
        + CommandSpec.Option.list(
            under: "Analysis",
            [
                .init(
                    name: "profile", value: "NAME",
                    help: "deadlines: frame (default), instruments, or device (the recorded display's)",
                    words: profiles),
                .init(name: "refresh-rate", value: "HZ", help: "deadlines: one and two frames at this rate"),
                .init(name: "deadlines", value: "A,B", help: "deadlines: orange above A ms, red above B ms"),
                .init(
                    name: "interactions", value: "SUBSYSTEM:CATEGORY[:NAME]",
                    help: "signpost intervals that start interaction windows"),
                .init(
                    name: "ignore", value: "VIEW",
                    help: "never call updates of this view unnecessary (glob; repeatable)"),
                .init(
                    name: "confidence", value: "LEAST",
                    help: "least confidence that counts as unnecessary: proven, likely or possible",
                    words: Confidence.allCases.map(\.word)),
                .init(
                    name: "process", value: "NAME|PID",
                    help: "process to analyse, or all (default: the recording's target)"),
            ])

    /// The analysis options that a project file may set.
    static let ofProject = analysis.filter { ProjectFile.choices.joined().contains($0.name) }

    /// Opens the file of `--output`; nil without that option. Refuses an output that the command also reads (an input, a
    /// source file, the project file) before anything is written.
    ///
    /// - Parameter inputs: the traces that the command reads, and other arguments that name a file like one.
    static func outputFile(
        _ arguments: Arguments, inputs: [String], sources: SourceLookup? = nil, _ options: TracePipeline.Options,
        _ console: Console
    ) throws(TraceError) -> OutputFile? {
        let path = arguments.value("output")
        let outputs: [OutputCheck.Output?] = [arguments.value("db").map { .database($0) }, path.map { .result($0) }]
        let others = (arguments.project.map { [$0.path] } ?? []) + (sources?.index.filesRead ?? [])
        try OutputCheck(inputs: inputs, others: others, options.importing).check(outputs.compactMap { $0 })
        return if let path { try OutputFile(path, console.interruption) } else { nil }
    }

    static func pipelineOptions(
        _ arguments: Arguments, _ console: Console
    ) throws(UsageError) -> TracePipeline.Options {
        var options = TracePipeline.Options()
        if let deadlines = try deadlines(arguments) {
            options.analysis.deadlines = deadlines
            options.analysis.usesDisplayRate = arguments.value("profile") == Deadlines.deviceProfile
            options.hasExplicitAnalysis = true
        }
        try readVerdictOptions(arguments, &options)
        options.importing = try importOptions(arguments)
        if let project = arguments.project {
            options.importing.matches = OptionMatches(project: (project.path, arguments.ofProject))
        }
        options.jobs = try arguments.integer("jobs", in: 1...256) ?? options.jobs
        options.interruption = console.interruption
        options.isOneTrace = arguments.has("one-trace")
        options.redactionKey = arguments.value("redact-key") ?? arguments.value("redact")
        options.keepExports = arguments.value("keep-exports")
        options.recordingReader = try recordingReader(arguments)
        options.xctrace = XctraceTool(path: console.environment["PATH"])
        if !console.isQuiet { options.progress = { Console.printError(VisibleText.escape($0)) } }
        options.importedAt = WallClock.now(console.environment)
        return options
    }

    private static func recordingReader(_ arguments: Arguments) throws(UsageError) -> RecordingReader {
        guard let native = ["native", "experimental-swiftui"].first(where: arguments.has) else {
            return arguments.has("xcrun") ? .xcrun : .automatic
        }
        for other in ["xcrun", "keep-exports"] where arguments.has(other) {
            throw UsageError("give one of --\(native), --\(other), not both")
        }
        return .native
    }

    /// Throws if no trace has this interaction: an empty report would look like good news.
    static func checkInteraction(_ id: Int64?, _ loaded: TracePipeline.Loaded) throws {
        guard let id else { return }
        let known = try loaded.interactions()
        if known.contains(where: { $0.id == id }) { return }
        let list = known.prefix(8).map { "\($0.id)\($0.title.isEmpty ? "" : " (\($0.title.prefix(60)))")" }
        let more = known.count > 8 ? ", … (\(known.count - 8) more)" : ""
        throw UsageError(
            "no interaction has the id \(id); "
                + (known.isEmpty ? "the trace has none" : "known: \(list.joined(separator: ", "))\(more)"))
    }

    /// Throws if no trace has the name, which is most often a typo.
    static func checkName(
        _ word: String?, of what: String, _ problem: String, _ loaded: TracePipeline.Loaded
    ) throws {
        guard let word else { return }
        for trace in loaded.traceIDs where try loaded.has(word, of: what, trace: trace) { return }
        let known = Set(try loaded.traceIDs.flatMap { try loaded.names(of: what, trace: $0) }).sorted()
        throw UsageError(problem, word, noneOf: known)
    }

    /// Warns about keys of accepted problems that no trace has: they are misspelt, or the problem is gone.
    static func checkAccepted(
        _ project: ProjectFile?, _ inputs: [TracePipeline.Loaded], _ console: Console
    ) throws {
        guard let project, !project.accepted.isEmpty else { return }
        let keys = try inputs.flatMap { loaded in
            try loaded.traceIDs.flatMap { try loaded.names(of: "problem", trace: $0) }
        }
        for accepted in project.accepted {
            guard !keys.contains(accepted.key) else { continue }
            let near = accepted.nearest(among: keys).map { "if you mean '\($0)', write that; " } ?? ""
            console.show(
                Diagnostic(
                    .warning, at: Place(file: project.path),
                    "the accepted key '\(accepted.key.prefix(80))' matches no problem",
                    fix: "\(near)if the problem is gone, take the key out"))
        }
    }

    /// Throws if the pattern matches no name.
    static func checkPattern(
        _ pattern: String?, of what: String, _ problem: String, _ loaded: TracePipeline.Loaded
    ) throws {
        guard let pattern else { return }
        let known = Set(try loaded.traceIDs.flatMap { try loaded.names(of: what, trace: $0) }).sorted()
        if known.contains(where: { NamePattern.matches($0, pattern) }) { return }
        throw UsageError(problem, pattern, noneOf: known)
    }

    private static func importOptions(_ arguments: Arguments) throws(UsageError) -> ImportOptions {
        var options = ImportOptions()
        options.run = try arguments.integer("run", in: 1...1_000_000)
        options.format = try arguments.value("input-format", "a format of 'trace-analyze formats'") { InputFormat($0) }
        options.guessesSwiftUI = arguments.has("experimental-swiftui")
        for parts in try arguments.values("map", "FIELD=HEADING", pair) {
            if let problem = ImportOptions.problem(ofField: parts[0]) { throw UsageError("'--map': \(problem)") }
            options.columnMap[parts[0]] = parts[1]
        }
        options.takesBodySignposts = arguments.values("body-signposts") != [SignpostFilter.none]
        if options.takesBodySignposts {
            options.bodySignposts = try arguments.values("body-signposts", "SUBSYSTEM:CATEGORY or none") {
                SignpostFilter($0)
            }
        }
        let offsets = try arguments.values("offset", "FILE=MILLISECONDS") { text -> (file: String, ns: Int64)? in
            guard let mark = text.lastIndex(of: "="),
                let offset = ImportOptions.offset(milliseconds: String(text[text.index(after: mark)...]))
            else { return nil }
            return (String(text[..<mark]), offset)
        }
        for (file, offset) in offsets { options.offsets[file == "-" ? "<stdin>" : file] = offset }
        if arguments.has("strict") { options.rejectLimit = .count(0) }
        options.rejectLimit =
            try arguments.value("max-rejects", "a number of rows or a percentage") { ImportOptions.RejectLimit($0) }
            ?? options.rejectLimit
        return options
    }

    private static func pair(_ text: String) -> [String]? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? parts : nil
    }

    private static func readVerdictOptions(
        _ arguments: Arguments, _ options: inout TracePipeline.Options
    ) throws(UsageError) {
        options.analysis.interactionSignposts = try arguments.values(
            "interactions", "SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME"
        ) { SignpostFilter($0) }
        options.analysis.ignoredViews = arguments.values("ignore")
        if let word = arguments.value("confidence") {
            guard let confidence = Confidence.allCases.first(where: { $0.word == word }) else {
                let words = Confidence.allCases.map(\.word)
                throw UsageError(
                    "unknown confidence '\(word.prefix(40))'; use one of \(words.joined(separator: ", "))",
                    suggestion: NearestWord.to(word, among: words))
            }
            options.analysis.leastConfidence = confidence
        }
        if let process = arguments.value("process") {
            options.analysis.process = process == "all" ? .all : .named(process)
        }
        if ["interactions", "ignore", "confidence", "process"].contains(where: { arguments.has($0) }) {
            options.hasExplicitAnalysis = true
        }
    }

    private static func deadlines(_ arguments: Arguments) throws(UsageError) -> Deadlines? {
        let given = ["profile", "refresh-rate", "deadlines"].filter { arguments.has($0) }
        guard given.count <= 1 else {
            throw UsageError("give only one of \(given.map { "--\($0)" }.joined(separator: ", "))")
        }
        if let name = arguments.value("profile") {
            // Depends on the trace; `TracePipeline` looks it up.
            if name == Deadlines.deviceProfile { return .frame }
            guard let deadlines = Deadlines.named.first(where: { $0.profile == name }) else {
                throw UsageError(unknown: "profile", name, among: profiles)
            }
            return deadlines
        }
        if let hertz = try arguments.integer("refresh-rate", in: 1...1000) { return Deadlines(refreshRate: hertz) }
        return try arguments.value("deadlines", "two numbers of milliseconds A,B with 0 < A <= B") {
            Deadlines(milliseconds: $0)
        }
    }

    static func color(_ arguments: Arguments) throws(UsageError) -> String? {
        guard let choice = arguments.value("color") else { return nil }
        guard colors.contains(choice) else {
            throw UsageError(
                "color", mustBe: "auto, always or never", choice, suggestion: NearestWord.to(choice, among: colors))
        }
        return choice
    }

    /// The requested format, else the first.
    static func format<Draw>(
        _ arguments: Arguments, among renderers: Renderers<Draw>
    ) throws(UsageError) -> Renderer<Draw> {
        guard let name = arguments.value("format") else { return renderers.all[0] }
        guard let renderer = renderers[name] else {
            throw UsageError(unknown: "format", name, among: renderers.names)
        }
        return renderer
    }

    /// Throws instead of printing an HTML page to a terminal.
    static func checkTerminal<Draw>(
        _ format: Renderer<Draw>, _ arguments: Arguments, _ console: Console
    ) throws(UsageError) {
        guard format.mediaType == "text/html", console.isTerminal, !arguments.has("output") else { return }
        throw UsageError("an HTML page needs a file: add --output report.html")
    }

    /// How a terminal must treat the text of a format.
    static func kind<Draw>(_ format: Renderer<Draw>, _ render: RenderOptions) -> TerminalText {
        TerminalText(mediaType: format.mediaType, usesColor: render.usesColor)
    }

    /// Writes a result to the file of `--output`, or prints it.
    static func write(
        _ text: String, as kind: TerminalText, _ output: OutputFile?, _ console: Console, holdsCommands: Bool = false
    ) throws {
        guard let output else { return console.print(text, as: kind, holdsCommands: holdsCommands) }
        try output.finish(text, as: kind)
        if let wrote = output.wrote { console.warn(wrote) }
    }
}
