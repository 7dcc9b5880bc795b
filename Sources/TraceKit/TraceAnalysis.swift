// What an app or a test imports: everything that is public. All else is `package`, and may change with every version.

/// Recordings and logs of an app, imported, analysed and ready to be asked.
///
/// The inputs are read when it is made, into a database that disappears with it. An analysis belongs to one task at a time.
public final class TraceAnalysis {
    /// How inputs are read and judged. The defaults are those of `trace-analyze report`.
    public struct Options: Sendable {
        /// What a view body update may take: `frame` (8.3 and 16.67 ms), `instruments` (0.5 and 1 ms) or `device` (one and two
        /// refreshes of the display that the recording names).
        public var profile = "frame"
        /// Views whose updates are never called unnecessary, as patterns: `Debug*`.
        public var ignoredViews: [String] = []
        /// The signposts whose intervals are interactions, as `SUBSYSTEM:CATEGORY` or `SUBSYSTEM:CATEGORY:NAME`.
        public var interactionSignposts: [String] = []
        /// Whether all inputs are parts of one recording, whatever their formats.
        public var isOneTrace = false

        public init() {}
    }

    /// What to know of the inputs: how they were understood, and what is missing in them.
    public let notes: [Diagnostic]
    private let loaded: TracePipeline.Loaded
    private let inputs: [String]

    /// Reads and analyses files, folders of exports, recordings or databases.
    ///
    /// Throws `TraceError` where an input cannot be used; its diagnostic says where, why, and what to do.
    public init(of inputs: [String], _ options: Options = Options()) throws(TraceError) {
        self.inputs = inputs
        loaded = try TracePipeline.load(inputs, into: .temporary, try options.pipeline)
        notes = loaded.diagnostics
    }

    /// What to change first, the costliest first; of several recordings one after the other.
    public func problems() throws(TraceError) -> [AppProblem] {
        let rows = try query(
            """
            SELECT key, kind, severity, title, why, fix, view, cause, cost_ms FROM problems ORDER BY trace_id, id
            """
        ).rows
        return rows.map(AppProblem.init)
    }

    /// The formats that `report(as:)` knows; the first one is that of a terminal.
    public static var reportFormats: [String] { Report.renderers.names }

    /// What `trace-analyze report` prints. Throws `TraceError` of the kind `usage` for a format that there is not.
    public func report(as format: String = "text") throws(TraceError) -> String {
        guard let renderer = Report.renderers[format] else {
            throw TraceError(
                .usage, "there is no report as '\(format)'",
                fix: "use one of \(Self.reportFormats.joined(separator: ", "))")
        }
        var options = ReportBuilder.Options()
        options.input = CommandInput(inputs)
        (options.hasPage, options.hasStrip, options.isBrief) = (
            renderer.drawsPage, renderer.drawsStrip, renderer.isBrief
        )
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, options)
        var drawing = RenderOptions()
        drawing.input = options.input
        return renderer.draw(report, drawing)
    }

    /// The rows of one statement that reads, over the views of docs/database.md. It is stopped after 30 seconds, or by `limit` rows.
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

    /// Holds every recording against a budget file (docs/check.md). Throws where the file, or a recording that is not whole,
    /// cannot be used.
    public func check(budget path: String) throws(TraceError) -> BudgetAnswer {
        let budget = try BudgetFile.read(path)
        if let error = budget.errors.first { throw TraceError(.input, error.message, at: error.place, fix: error.fix) }
        var outcome = BudgetAnswer(isWithin: true, text: "")
        for figures in try loaded.figures() {
            let result = try BudgetCheck.run(budget, figures, baseline: nil, BudgetCheck.Options())
            outcome.isWithin = outcome.isWithin && result.exitCode == 0
            outcome.text += BudgetResult.renderers.render(result, as: "text", RenderOptions()) ?? ""
        }
        return outcome
    }

    /// What changed from `before` to these recordings: several of each say more than one.
    public func compared(to before: TraceAnalysis) throws(TraceError) -> TraceComparison {
        var options = DiffOptions()
        options.input = CommandInput(inputs)
        let diff = try DiffBuilder.build(
            before: try before.loaded.figures(series: true), after: try loaded.figures(series: true), options)
        var drawing = RenderOptions()
        drawing.input = options.input
        return TraceComparison(
            verdict: diff.conclusion.word.rawValue,
            better: diff.better, worse: diff.worse, likelyBetter: diff.likelyBetter, likelyWorse: diff.likelyWorse,
            text: TraceDiff.renderers.render(diff, as: "text", drawing) ?? "")
    }
}

extension TraceAnalysis.Options {
    fileprivate var pipeline: TracePipeline.Options {
        get throws(TraceError) {
            var options = TracePipeline.Options()
            options.isOneTrace = isOneTrace
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
                throw TraceError(.usage, "there is no profile '\(profile)'", fix: "use frame, instruments or device")
            }
            return options
        }
    }
}

/// Something to change in the app, with what it costs.
public struct AppProblem: Equatable, Sendable {
    /// What it is called in budgets and in lists of accepted problems; the same for the same problem of another recording.
    public var key: String
    /// The rule that leads it; `trace-analyze explain KIND` tells about it.
    public var kind: String
    /// `high`, `medium` or `low`.
    public var severity: String
    public var title: String
    /// The evidence, in words.
    public var why: String
    public var fix: String
    /// Nil where it is about no single view.
    public var view: String?
    public var cause: String?
    /// Milliseconds of late frames and main-thread work; nil where nothing measured them.
    public var costMs: Double?

    fileprivate init(_ row: [SQLValue]) {
        func text(_ column: Int) -> String { row[column].text ?? "" }
        (key, kind, severity, title) = (text(0), text(1), text(2), text(3))
        (why, fix, view, cause) = (text(4), text(5), row[6].text, row[7].text)
        costMs = row[8] == .null ? nil : row[8].number
    }
}

/// The rows of a query.
public struct QueryResult: Equatable, Sendable {
    public var columns: [String]
    public var rows: [[SQLValue]]
}

/// Whether recordings are within a budget.
public struct BudgetAnswer: Equatable, Sendable {
    /// False also where a limit could not be checked.
    public var isWithin: Bool
    /// What `trace-analyze check` prints.
    public var text: String
}

/// What changed between two sides of recordings.
public struct TraceComparison: Equatable, Sendable {
    /// `better`, `worse`, `mixed`, `likely-better`, `likely-worse`, `likely-mixed`, `different`, `no-difference` or `not-compared`
    /// (docs/diff.md).
    public var verdict: String
    /// Figures that changed for certain, in words.
    public var better: [String]
    public var worse: [String]
    /// Figures that changed, as far as so few recordings can tell.
    public var likelyBetter: [String]
    public var likelyWorse: [String]
    /// What `trace-analyze diff` prints.
    public var text: String
}
