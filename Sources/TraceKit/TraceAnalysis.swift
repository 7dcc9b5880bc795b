// The public API for apps and tests. Everything else is `package`, and may change with every version.

/// Recordings and logs of an app, imported and analysed.
///
/// Reads the inputs on creation, into a temporary database with the same lifetime. Use an analysis from one task at a
/// time.
public final class TraceAnalysis {
    /// How inputs are read and judged. The defaults are those of `trace-analyze report`.
    public struct Options: Sendable {
        /// The deadlines of view body updates: `frame` (8.3 and 16.67 ms), `instruments` (0.5 and 1 ms) or `device`
        /// (one and two refreshes of the recorded display).
        public var profile = "frame"
        /// Deadlines of your own in milliseconds, which replace those of the profile: longer than the first is orange,
        /// longer than the second red.
        public var deadlinesMs: (orange: Double, red: Double)?
        /// The process to analyse, by name or PID, or `all`; nil = the recording's target.
        public var process: String?
        /// Folders of the app's Swift sources: texts then have the `file:line` of views and causes.
        public var sourceRoots: [String] = []
        /// Patterns of views whose updates are never called unnecessary: `Debug*`.
        public var ignoredViews: [String] = []
        /// The signposts whose intervals are interactions, as `SUBSYSTEM:CATEGORY` or `SUBSYSTEM:CATEGORY:NAME`.
        public var interactionSignposts: [String] = []
        /// Whether all inputs are parts of one recording, whatever their formats.
        public var isOneTrace = false

        public init() {}
    }

    /// How the inputs were understood, and what they lack.
    public let notes: [Diagnostic]
    private let loaded: TracePipeline.Loaded
    private let inputs: [String]
    private let sources: SourceLookup?

    /// Reads and analyses files, folders of exports, recordings or databases.
    ///
    /// Throws `TraceError` if an input cannot be used, or if there is none; its diagnostic says where, why, and how to
    /// fix it.
    public init(of inputs: [String], _ options: Options = Options()) throws(TraceError) {
        guard !inputs.isEmpty else {
            throw TraceError(.usage, "there is no input to analyse", fix: "give the path of at least one")
        }
        self.inputs = inputs
        let index = options.sourceRoots.isEmpty ? nil : try SourceIndex(options.sourceRoots)
        sources = index.map { SourceLookup($0, link: nil) }
        loaded = try TracePipeline.load(inputs, into: .temporary, try options.pipeline)
        notes = loaded.diagnostics + (index?.diagnostics ?? [])
    }

    /// The problems, costliest first; with several recordings, those of one after another.
    public func problems() throws(TraceError) -> [StoredProblem] {
        var problems: [StoredProblem] = []
        for trace in loaded.traceIDs { problems += try StoredProblem.read(loaded.store.stored(trace)) }
        return problems
    }

    /// How the inputs are named in texts, and in the commands that these propose.
    private var input: CommandInput {
        var input = CommandInput(inputs)
        (input.traces, input.database) = (loaded.inputs, loaded.database)
        return input
    }

    /// The formats of `report(as:)`; the first is for terminals.
    public static var reportFormats: [String] { Report.renderers.names }

    /// The output of `trace-analyze report`. Throws a `TraceError` of kind `usage` for an unknown format.
    public func report(as format: String = "text") throws(TraceError) -> String {
        guard let renderer = Report.renderers[format] else {
            throw TraceError(
                .usage, "unknown report format '\(format)'",
                fix: "use one of \(Self.reportFormats.joined(separator: ", "))")
        }
        var options = ReportBuilder.Options()
        options.input = input
        options.sources = sources
        (options.hasPage, options.hasStrip, options.isBrief) = (
            renderer.drawsPage, renderer.drawsStrip, renderer.isBrief
        )
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, options)
        var drawing = RenderOptions()
        drawing.input = options.input
        return renderer.draw(report, drawing)
    }

    /// The rows of a read-only statement over the views of docs/database.md. Stops with an error after 30 seconds, and
    /// after `limit` rows.
    public func query(_ sql: String, limit: Int = 1_000_000) throws(TraceError) -> QueryResult {
        var result = QueryResult(columns: [], rows: [])
        try GuardedQuery(loaded.store).run(
            sql, begin: { result.columns = $0 },
            row: { row in
                result.rows.append(row)
                return result.rows.count < limit
            })
        return result
    }

    /// Checks every recording against a budget file (docs/check.md). Throws if the file cannot be used, or a recording
    /// is incomplete.
    public func check(budget path: String) throws(TraceError) -> BudgetAnswer {
        let budget = try BudgetFile.read(path)
        if let error = budget.errors.first { throw TraceError(.input, error.message, at: error.place, fix: error.fix) }
        var outcome = BudgetAnswer(isWithin: true, text: "")
        for figures in try loaded.figures() {
            var options = BudgetCheck.Options()
            options.input = input.of(figures.id)
            options.namesInput = true
            var result = try BudgetCheck.run(budget, figures, baseline: nil, options)
            if let sources { result.locate(sources) }
            outcome.isWithin = outcome.isWithin && result.exitCode == 0
            outcome.text += BudgetResult.renderers.render(result, as: "text", RenderOptions()) ?? ""
        }
        return outcome
    }

    /// The changes from `before` to these recordings; several recordings per side give more certainty.
    public func compared(to before: TraceAnalysis) throws(TraceError) -> TraceComparison {
        var options = DiffOptions()
        options.before = .init(label: before.inputs.joined(separator: ", "))
        options.after = .init(label: inputs.joined(separator: ", "))
        options.input = loaded.traceIDs.first.map { input.of($0) } ?? input
        options.sources = sources
        let diff = try DiffBuilder.build(
            before: try before.loaded.figures(series: true), after: try loaded.figures(series: true), options)
        var drawing = RenderOptions()
        drawing.input = options.input
        return TraceComparison(
            verdict: diff.conclusion.word,
            better: diff.better, worse: diff.worse, likelyBetter: diff.likelyBetter, likelyWorse: diff.likelyWorse,
            text: TraceDiff.renderers.render(diff, as: "text", drawing) ?? "")
    }
}

extension TraceAnalysis.Options {
    fileprivate var pipeline: TracePipeline.Options {
        get throws(TraceError) {
            var options = TracePipeline.Options()
            options.isOneTrace = isOneTrace
            options.analysis.process = process.map { $0 == "all" ? .all : .named($0) } ?? options.analysis.process
            options.analysis.ignoredViews = ignoredViews
            for text in interactionSignposts {
                guard let filter = SignpostFilter(text) else {
                    throw TraceError(
                        .usage, "'\(text)' names no signpost", fix: "use SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME")
                }
                options.analysis.interactionSignposts.append(filter)
            }
            if profile == "device" {
                options.analysis.usesDisplayRate = true
            } else if let deadlines = Deadlines.named.first(where: { $0.profile == profile }) {
                options.analysis.deadlines = deadlines
            } else {
                throw TraceError(.usage, "unknown profile '\(profile)'", fix: "use frame, instruments or device")
            }
            if let given = deadlinesMs {
                guard let deadlines = Deadlines(milliseconds: "\(given.orange),\(given.red)") else {
                    throw TraceError(
                        .usage, "deadlines of \(given.orange) and \(given.red) ms are none",
                        fix: "give two numbers of milliseconds, 0 < orange <= red")
                }
                options.analysis.deadlines = deadlines
                options.analysis.usesDisplayRate = false
            }
            // A database is analysed again only for what differs from its own analysis.
            options.hasExplicitAnalysis =
                profile != TraceAnalysis.Options().profile || deadlinesMs != nil || process != nil
                || !ignoredViews.isEmpty || !interactionSignposts.isEmpty
            return options
        }
    }
}

/// The rows of a query.
public struct QueryResult: Equatable, Sendable {
    public var columns: [String]
    public var rows: [[SQLValue]]
}

/// Whether recordings are within a budget.
public struct BudgetAnswer: Equatable, Sendable {
    /// False also if a limit could not be checked.
    public var isWithin: Bool
    /// The output of `trace-analyze check`.
    public var text: String
}

/// The changes between two sides of recordings.
public struct TraceComparison: Equatable, Sendable {
    /// The first word of the comparison (docs/diff.md).
    public var verdict: ComparisonVerdict
    /// Certain improvements, as sentences.
    public var better: [String]
    public var worse: [String]
    /// Probable improvements, as far as this number of recordings can show.
    public var likelyBetter: [String]
    public var likelyWorse: [String]
    /// The output of `trace-analyze diff`.
    public var text: String
}
