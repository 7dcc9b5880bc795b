/// A report on one or more traces: the model that every renderer draws. Numbers only, no layout.
package struct Report: Sendable {
    /// Version of the report's JSON; grows when a key changes its meaning or goes.
    package static let schemaVersion = 1

    package var traces: [TraceReport]
    /// Whether the statement behind each section is part of the report.
    package var showsSQL: Bool
}

/// The report on one trace.
package struct TraceReport: Sendable {
    /// Its inputs, where the report is on several traces.
    package var input: String?
    /// The first of the files that it was imported from.
    var file = ""
    /// What was recorded: the columns of the view `traces` that do not depend on when or where it was imported.
    package var trace: [(key: String, value: SQLValue)]
    package var answer: ReportAnswer
    package var sections: [ReportSection]
    /// The trace at a glance; nil for a part of it, and where nothing has a time.
    package var strip: Overview?
    /// The command that shows the tables that are left out; nil where none are.
    package var more: String?
    /// Whether it is cut to what is needed first.
    package var isBrief = false
    /// The most lines that it may take in a terminal; nil = as many as it needs.
    package var mostLines: Int?
    /// The same of its signposts, where they are what the report is about.
    package var signpostStrip: SignpostStrip?
    /// What a page draws beside the tables; nil where the renderer does not ask for it.
    package var page: PageData?
    /// The page's sections: those above with more rows than the JSON shows; the first rows are the same.
    package var pageSections: [ReportSection] = []
}

/// The numbers of the first lines.
package struct ReportAnswer: Sendable {
    /// Whether what is said of updates rests on tables that were read by guess (`--experimental-swiftui`).
    package var isGuessed = false
    /// What the first lines are about.
    var subject: ReportSubject
    /// Nil where the trace has no console lines without times.
    package var console: ConsoleAnswer?
    /// Of the whole recording, where it is about hangs and hitches alone: ms of hitch a second; nil = unknown.
    package var hitchRatio: Double?
    /// Nil where the trace has no signposts.
    package var signposts: SignpostAnswer?
    /// Nil where the trace has no samples.
    package var samples: SampleAnswer?
    /// Nil where the trace has no lines of the log.
    package var logs: LogAnswer?
    /// Where the report is about nothing else.
    package var metrics: MetricAnswer?
    /// Where the report is about nothing.
    package var empty: EmptyAnswer?
    /// One line on what was recorded.
    package var recording: String
    /// The same without what a reader knows or does not ask for first, and that.
    var shortRecording: String
    var recordingDetails: String?
    /// What a reader must know before believing the rest; empty for a complete import.
    package var caveats: [String]
    package var updates: Int
    package var checks: Int
    package var bodyUpdates: Int
    package var red: Int
    package var orange: Int
    package var gray: Int
    package var unterminated: Int
    package var profile: String
    /// How often the display of the recording refreshes; nil = unknown.
    package var displayHz: Int?
    package var orangeMs: Double
    package var redMs: Double
    /// The views with the most missed deadlines, worst first.
    package var worstViews: [WorstView]
    /// Groups of updates that missed the deadline together, though no update in them does alone.
    package var missedGroups: Int
    package var hangs: Int
    package var hangMs: Double
    package var longestHangMs: Double
    /// Those of the display and other parts of the system left out.
    package var hitches: Int
    package var hitchMs: Double
    package var systemHitches: Int
    /// View updates of processes that are not analysed; nil where there are none.
    var otherUpdates: OtherUpdates?
    /// Whose the hangs and hitches are, where several processes are analysed.
    var hangProcesses: TargetProcesses
    var hitchProcesses: TargetProcesses
    /// Of hangs and hitches, what the table of contents lists; nil where there is none.
    package var recordedStalls: Set<String>?
    /// Of hangs and hitches, what the input has and could not be read.
    var lostStalls: Set<String> = []
    /// Whether the input has the lanes at all; without them zero hangs or hitches mean nothing.
    package var hasHangLane: Bool
    /// Shorter hangs were not recorded; nil = unknown.
    package var hangsThresholdMs: Int?
    package var hasHitchLane: Bool
    /// Updates inside interaction windows, by verdict; their sum is the number of those updates.
    package var necessary: Int
    package var unnecessary: Int
    package var unknown: Int
    package var wastedMs: Double
    /// Updates of recurring causes that do not keep to interactions, by verdict; nil where none was judged.
    var recurring: (necessary: Int, unnecessary: Int, unknown: Int)?
    /// Whether it is known of any of them if it was necessary; else `unnecessary` and `wastedMs` are no figures.
    package var isWasteKnown: Bool {
        let areSome = unknown > 0 || updates == 0 && console != nil
        return necessary + unnecessary > 0 || !areSome
    }
    /// The unnecessary ones by confidence, the surest last.
    package var unnecessaryByConfidence: [Confidence: Int]
    /// The part of the trace that the sections are about, in words; nil = all of it.
    package var zoom: String?
    /// The project's file and what it sets; nil where there is none.
    package var project: String?
    /// The command that is most useful next.
    package var next: String
    /// What the updates of the part come to, in words; nil where it is not one of updates.
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
    /// How many rows there are in all; `rows` holds the first of them.
    package var total: Int
    /// What it means that there are no rows.
    package var emptyNote: String
    /// The statement that gives all the rows from the database.
    package var sql: String
    /// Of each row, where in the app's sources it is about; empty where these were not given.
    package var places: [[SourceMention]] = []
    /// What is counted in `total` and too small for a row of its own; nil where there is nothing.
    package var smaller: Smaller?

    /// Where a row is about, in words; nil where that is not known.
    func `where`(_ row: Int) -> String? {
        row < places.count && !places[row].isEmpty ? places[row].words : nil
    }

    package struct Smaller: Sendable {
        /// By what it is of, most first.
        var counts: [(of: String, count: Int)]
        /// The statement that lists it, with the rows.
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
    /// The formats of a report.
    package static let renderers = Renderers<Drawing<Report>>([
        Renderer("text", "text/plain", drawsStrip: true, isBrief: true, TextReport.render),
        Renderer("json", "application/json", JSONReport.render),
        Renderer("html", "text/html", drawsPage: true, HTMLReport.render),
        Renderer("markdown", "text/markdown", MarkdownReport.render),
        Renderer("sarif", "application/sarif+json", leastRows: 1000, SARIFReport.render),
        Renderer("github", "text/plain", leastRows: 1000, GitHubReport.render),
    ])
}
