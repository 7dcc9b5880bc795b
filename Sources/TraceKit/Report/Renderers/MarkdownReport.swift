/// A report for a pull request: the answer, findings, interactions and long bodies, with long parts collapsed.
enum MarkdownReport {
    /// GitHub refuses comments of more than 65,536 characters; counted in bytes, which are never fewer.
    static let largest = 60_000
    /// Bytes reserved for the note that something was cut.
    private static let reserve = 500
    /// The longest text in a cell: names may have any length.
    private static let longestText = 400
    /// The sections for a trace with view updates.
    private static let ofUpdates: Set = ["problems", "findings", "interactions", "long-view-body-updates"]
    /// Sections that an option requests are in any report.
    private static let asked: Set = [
        "signpost-intervals", "sampled-bodies", "hottest-functions", "hottest-functions-by-total", "call-tree",
        "log-groups", "logs",
    ]
    /// How the input was read: the first lines say it if it matters.
    private static let ofImport: Set = ["import", "rejects"]

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        render(report, options, largest: largest)
    }

    static func render(_ report: Report, _ options: RenderOptions, largest: Int) -> String {
        var page = MarkdownPage(room: largest - reserve)
        for trace in report.traces {
            answer(trace, &page)
            let isOfUpdates = trace.answer.subject == .updates
            let sections = trace.sections.filter {
                isOfUpdates ? ofUpdates.union(asked).contains($0.id) : !ofImport.contains($0.id)
            }
            for section in sections { self.section(section, &page) }
        }
        return page.text
    }

    private static func answer(_ trace: TraceReport, _ page: inout MarkdownPage) {
        let answer = trace.answer
        let input = trace.input.map { [("Input", $0)] } ?? []
        page.add("### \(cell(answer.recording, &page))\n\n")
        for caveat in answer.caveats { page.add("> **Note:** \(cell(caveat, &page))\n\n") }
        page.add("| | |\n| --- | --- |\n")
        for (label, text) in input + ReportWords.lines(answer) where !text.isEmpty {
            page.add("| \(label) | \(cell(text, &page)) |\n")
        }
        // A truncated command would not run.
        if !answer.next.isEmpty { page.add("| Next | \(MarkdownText.code(answer.next)) |\n") }
        page.add("\n")
    }

    private static func section(_ section: ReportSection, _ page: inout MarkdownPage) {
        let isCut = section.rows.count < section.total
        let count = isCut ? "\(section.rows.count) of \(section.total)" : "\(section.total)"
        let title = "\(section.title) (\(count))"
        guard !section.rows.isEmpty else {
            return page.add("\(MarkdownText.escape(section.title)): \(MarkdownText.escape(section.emptyNote))\n\n")
        }
        // Columns that a terminal drops first are omitted here; sums of signposts are the answer itself.
        let most = section.id == "signposts" ? 7 : 2
        let shown = ReportColumn.shown(section.columns, section.rows, dropOrder: most)
        let head =
            "<details\(["problems", "signposts"].contains(section.id) ? " open" : "")><summary>\(MarkdownText.escape(title))</summary>\n\n"
            + "\(MarkdownText.head(shown.map { section.columns[$0] } + (section.places.isEmpty ? [] : [placeColumn])))\n"
        page.open(head, closing: "\n</details>\n\n")
        for (index, var row) in section.rows.enumerated() {
            if index < section.problems.count, let why = section.columns.firstIndex(where: { $0.name == "why" }) {
                row[why] = .text(section.problems[index].whyWithConfidence)
            }
            let cells = shown.map { cell(value(row[$0], section.columns[$0]), &page) }
            let places = section.places.isEmpty ? [] : [section.places[index].map(link).joined(separator: ", ")]
            page.addRow("\(MarkdownText.row(cells + places))\n")
        }
        if let smaller = section.smaller {
            page.add("\n… \(MarkdownText.escape(smaller.words)): view `all_findings` lists them.\n")
        }
        page.close()
    }

    private static let placeColumn = ReportColumn("where", "Where", .text)

    /// The URL contains nothing that could end the link.
    private static func link(_ mention: SourceMention) -> String {
        let words = MarkdownText.escape(TextWidth.fit(mention.words, longestText))
        return mention.address.map { "[\(words)](\($0))" } ?? words
    }

    static func value(_ value: SQLValue, _ column: ReportColumn) -> String {
        switch (column.style, value) {
        case (_, .null): column.null
        case (.milliseconds, _): Decimal.text(value.number, digits: 2)
        case (.percent, _): "\(Decimal.text(value.number * 100, digits: 0)) %"
        case (.word, .text(let word)) where Severity.allCases.contains { $0.word == word }: word.uppercased()
        case (_, .text(let text)): text
        case (_, .integer(let number)): Decimal.grouped(Int(number))
        case (.change, _): Decimal.figure(value.number)
        default: Decimal.text(value.number, digits: 2)
        }
    }

    private static func cell(_ text: String, _ page: inout MarkdownPage) -> String {
        let shown = TextWidth.fit(text, longestText)
        if shown.count < text.count { page.shortened += 1 }
        return MarkdownText.escape(shown)
    }
}

/// Collects pieces while there is room, and counts those that do not fit.
private struct MarkdownPage {
    private let room: Int
    private var kept = ""
    private var closing: String?
    private var leftOut = 0
    /// The number of truncated texts.
    var shortened = 0

    init(room: Int) { self.room = room }

    /// Adds a piece other than a row.
    mutating func add(_ piece: String) {
        if hasRoom(piece) { kept += piece } else { leftOut += 1 }
    }

    /// Begins a part and reserves room for its end.
    mutating func open(_ head: String, closing: String) {
        guard hasRoom(head + closing) else { return }
        self.closing = closing
        kept += head
    }

    mutating func addRow(_ row: String) {
        if closing != nil, hasRoom(row) { kept += row } else { leftOut += 1 }
    }

    mutating func close() {
        if let closing { kept += closing }
        closing = nil
    }

    private func hasRoom(_ piece: String) -> Bool {
        leftOut == 0 && kept.utf8.count + piece.utf8.count + (closing?.utf8.count ?? 0) <= room
    }

    var text: String {
        var notes: [String] = []
        if leftOut > 0 { notes.append("\(Decimal.counted(leftOut, "line")) left out") }
        if shortened > 0 { notes.append("\(Decimal.counted(shortened, "long text")) shortened") }
        if notes.isEmpty { return kept }
        return kept + "Cut to the size limit of a comment: \(notes.joined(separator: ", ")). "
            + "`trace-analyze report --format json` has everything.\n"
    }
}
