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

    /// The source locations of a row as text.
    func placeNotes(_ row: Int) -> [(label: String, words: String)] { row < places.count ? places[row].notes : [] }

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
