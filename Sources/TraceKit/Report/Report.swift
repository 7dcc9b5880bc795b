/// The model of a report on one or more traces, drawn by every renderer. It has numbers, no layout.
package struct Report: Sendable {
    /// The version of the JSON; grows when a key changes its meaning or is removed.
    package static let schemaVersion = 1

    package var traces: [TraceReport]
    /// Whether the SQL statement of each section is included.
    package var showsSQL: Bool
}

/// The report on one trace.
package struct TraceReport: Sendable {
    /// Its inputs, if the report covers several traces.
    package var input: String?
    /// The first file that it was imported from.
    var file = ""
    /// The columns of the view `traces` that do not depend on when or where it was imported.
    package var trace: [(key: String, value: SQLValue)]
    package var answer: ReportAnswer
    package var sections: [ReportSection]
    /// The one-line timeline; nil for a part of the trace, or if nothing has a time.
    package var strip: Overview?
    /// The command that shows the omitted tables; nil if none are omitted.
    package var more: String?
    /// Whether it has only the most important parts.
    package var isBrief = false
    /// The most lines in a terminal; nil = unlimited.
    package var mostLines: Int?
    /// The timeline of its signposts, if they are the subject.
    package var signpostStrip: SignpostStrip?
    /// The data of a page; nil unless the renderer needs it.
    package var page: PageData?
    /// The page's sections that have more rows than in JSON; the first rows are the same.
    package var pageSections: [ReportSection] = []
}

/// The content of the first screen.
package struct ReportAnswer: Sendable {
    /// Whether update figures come from experimentally read tables (`--experimental-swiftui`).
    package var isGuessed = false
    /// The subject of the first screen.
    var subject: ReportSubject
    /// Nil if the trace has no console lines without times.
    package var console: ConsoleAnswer?
    /// Milliseconds of hitches per second over the whole recording, if it is about hangs and hitches alone; nil =
    /// unknown.
    package var hitchRatio: Double?
    /// Nil if the trace has no signposts.
    package var signposts: SignpostAnswer?
    /// Nil if the trace has no samples.
    package var samples: SampleAnswer?
    /// Nil if the trace has no log lines.
    package var logs: LogAnswer?
    /// Metrics, if the trace has nothing else.
    package var metrics: MetricAnswer?
    /// Set if the trace has nothing to report.
    package var empty: EmptyAnswer?
    /// The recording on one line.
    package var recording: String
    /// The line without details, and the details.
    var shortRecording: String
    var recordingDetails: String?
    /// Caveats to read before the result; empty for a complete import.
    package var caveats: [String]
    package var updates: Int
    package var checks: Int
    package var bodyUpdates: Int
    package var red: Int
    package var orange: Int
    package var gray: Int
    package var unterminated: Int
    package var profile: String
    /// The refresh rate of the recorded display; nil = unknown.
    package var displayHz: Int?
    package var orangeMs: Double
    package var redMs: Double
    /// The views with the most missed deadlines, worst first.
    package var worstViews: [WorstView]
    /// Update groups that missed the deadline although no update in them did.
    package var missedGroups: Int
    package var hangs: Int
    package var hangMs: Double
    /// Delays of interactions below 250 ms, which are no hangs.
    package var delays: Int
    package var delayMs: Double
    package var longestHangMs: Double
    /// Hitches of the app, without those of the display and other system parts.
    package var hitches: Int
    package var hitchMs: Double
    package var systemHitches: Int
    /// View updates of processes that are not analysed; nil if there are none.
    var otherUpdates: OtherUpdates?
    /// Rows of other lanes of processes that are not analysed.
    var others: OtherRows
    /// The processes of hangs and hitches, if several are analysed.
    var hangProcesses: TargetProcesses
    var hitchProcesses: TargetProcesses
    /// Which of hangs and hitches the table of contents lists; nil without one.
    package var recordedStalls: Set<Lane>?
    /// Lines in which the system tells of a hang, without a time.
    var untimedHangs = 0
    /// Which of hangs and hitches the input has but could not be read.
    var lostStalls: Set<Lane> = []
    /// Whether the input has the lanes; without them zero hangs or hitches mean nothing.
    package var hasHangLane: Bool
    /// Shorter hangs were not recorded; nil = unknown.
    package var hangsThresholdMs: Int?
    package var hasHitchLane: Bool
    /// Updates inside interaction windows by verdict; the sum is the number of those updates.
    package var necessary: Int
    package var unnecessary: Int
    package var unknown: Int
    package var wastedMs: Double
    /// Updates of recurring causes outside interactions, by verdict; nil if none was judged.
    var recurring: (necessary: Int, unnecessary: Int, unknown: Int)?
    /// Whether necessity is known for any of them; otherwise `unnecessary` and `wastedMs` are unknown.
    package var isWasteKnown: Bool {
        let areSome = unknown > 0 || updates == 0 && console != nil
        return necessary + unnecessary > 0 || !areSome
    }
    /// The unnecessary ones by confidence, the most certain last.
    package var unnecessaryByConfidence: [Confidence: Int]
    /// Describes the part of the trace that the sections cover; nil = all of it.
    package var zoom: String?
    /// The project file and its settings; nil without one.
    package var project: String?
    /// The most useful next command.
    package var next: String
    /// The sums over the updates of the part; nil if it does not select updates.
    package var partSums: String?

    package struct WorstView: Sendable {
        package var view: String
        package var red: Int
        package var orange: Int
        package var maxMs: Double
        package var totalMs: Double
    }
}

/// A table of the report.
package struct ReportSection: Sendable {
    /// Lower-case with dashes; the key in JSON is the same with underscores.
    package var id: String
    package var title: String
    package var columns: [ReportColumn]
    package var rows: [[SQLValue]]
    /// The number of all rows; `rows` holds the first of them.
    package var total: Int
    /// Explains why there are no rows.
    package var emptyNote: String
    /// The SQL statement that returns all rows.
    package var sql: String
    /// The problems that its rows show; empty if it is about something else.
    private(set) var problems: [StoredProblem] = []
    /// The source locations of each row; empty without sources.
    package var places: [[SourceMention]] = []
    /// Rows counted in `total` that are too small to list; nil if there are none.
    package var smaller: Smaller?

    /// Shows these problems, with a column for the reason of accepted ones if any may be accepted.
    mutating func show(_ problems: [StoredProblem], _ accepted: [AcceptedNote]) {
        self.problems = problems
        self.problems.setApart(accepted)
        rows = self.problems.map(\.cells)
        guard !accepted.isEmpty else { return }
        columns.append(ReportColumn("accepted", "Accepted", .text, drop: 1))
        for (index, problem) in self.problems.enumerated() {
            rows[index].append(problem.accepted.map { .text($0) } ?? .null)
        }
    }

    /// Keeps only the first rows.
    mutating func keep(_ most: Int) {
        guard rows.count > most else { return }
        rows.removeLast(rows.count - most)
        problems = Array(problems.prefix(most))
    }

    /// The source location of a row as text; nil if unknown.
    func `where`(_ row: Int) -> String? {
        row < places.count && !places[row].isEmpty ? places[row].words : nil
    }

    package struct Smaller: Sendable {
        /// Counts by kind, most frequent first.
        var counts: [(of: String, count: Int)]
        /// The statement that lists them with the other rows.
        var sql: String

        var total: Int { counts.reduce(0) { $0 + $1.count } }

        /// `and 816 smaller ones: 280 parent-only-updates, 162 accumulated-updates`
        var words: String {
            "and \(Decimal.grouped(total)) smaller ones: "
                + counts.map { "\(Decimal.grouped($0.count)) \($0.of)" }.joined(separator: ", ")
        }
    }
}

extension Report {
    /// The output formats.
    package static let renderers = Renderers<Drawing<Report>>([
        Renderer("text", "text/plain", drawsStrip: true, isBrief: true, TextReport.render),
        Renderer("json", "application/json", JSONReport.render),
        Renderer("html", "text/html", drawsPage: true, HTMLReport.render),
        Renderer("markdown", "text/markdown", MarkdownReport.render),
        Renderer("sarif", "application/sarif+json", leastRows: 1000, SARIFReport.render),
        Renderer("github", "text/plain", leastRows: 1000, GitHubReport.render),
    ])
}
