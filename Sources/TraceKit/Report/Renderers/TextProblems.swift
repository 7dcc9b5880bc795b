/// The problems for a terminal: cost, title, reason and fix. Titles wrap and nothing is truncated; a brief report shows
/// only the first clauses of long sentences.
struct TextProblems {
    private static let gap = "  "
    /// From this width on, shares fit too.
    private static let wide = 100
    /// Lines of a reason and of a fix in a brief report, unless the first clause is longer.
    private static let (briefLines, briefFixLines) = (2, 3)

    /// One problem: the lines of its title, reason, fix and the rest.
    struct Item {
        var title: [String]
        var why: [String]
        var fix: [String]
        var rest: [String]

        var lines: [String] { title + why + fix + rest }
    }

    private let section: ReportSection
    private let options: RenderOptions
    private let isBrief: Bool
    private let rows: [[String: SQLValue]]
    private let accepted: [[String: SQLValue]]
    private let figures: [(head: String, cells: [String])]
    private let severities: (head: String, cells: [String])

    /// A full report also shows the entries of a project file that accept each of them.
    init(_ section: ReportSection, isBrief: Bool, _ options: RenderOptions) {
        (self.section, self.isBrief, self.options) = (section, isBrief, options)
        let all = ProblemText.cells(section)
        accepted = all.filter { $0["accepted"]?.text != nil }
        let rows = all.filter { $0["accepted"]?.text == nil }
        self.rows = rows
        var figures = [Self.column("Cost ms", rows.map { Self.cost($0) }, isRight: true)]
        if options.width >= Self.wide {
            figures.append(Self.column("Share", rows.map { Self.share($0) }, isRight: true))
        }
        self.figures = figures
        // Severities need no heading.
        severities = Self.column("", rows.map { $0["severity"]?.text ?? "" }, isRight: false)
    }

    var isEmpty: Bool { section.rows.isEmpty }
    /// The number of problems that are not accepted.
    var count: Int { rows.count }

    private var mark: String { section.title.hasSuffix(ReportWords.guessed) ? ReportWords.guessed : "" }

    /// `most`: how many are shown; `note`: an addition to the heading; `listsAccepted`: whether accepted ones are
    /// listed.
    func lines(most: Int = .max, note: String? = nil, listsAccepted: Bool = true, showsSQL: Bool) -> [String] {
        guard !isEmpty else {
            return [""] + TextLine.title(section.title, options) + TextLine.plain(section.emptyNote, options)
        }
        let shown = min(most, rows.count), total = section.total - accepted.count
        let count = shown < total ? "\(shown) of \(total)" : "\(total)"
        let head =
            "  " + (figures + [severities]).map { $0.head + Self.gap }.joined() + "Problem (\(count))\(mark)"
            + (note.map { ", \($0)" } ?? "")
        var lines = [""]
        // Figures of the whole trace must not be read as those of a part.
        if section.title.hasPrefix(ReportSections.zoomedProblemsTitle) {
            lines += TextLine.title(section.title, options)
        }
        lines.append(TextLine.paint(head, .bold, options))
        for index in 0..<shown { lines += item(index).lines }
        lines += costWords
        lines += listsAccepted ? acceptedLines : acceptedCount
        return lines + (showsSQL ? TextReport.sql(section, options) : [])
    }

    func item(_ index: Int) -> Item {
        let row = rows[index]
        let margin = (figures + [severities]).reduce(2) { $0 + TextWidth.of($1.head) + Self.gap.count }
        let title = TextLine.wrap(row["title"]?.text ?? "", width: options.width - margin, indent: 2, options)
        let severity = severities.cells[index]
        let word = Self.paint(row["severity"]?.text).map { TextLine.paint(severity, $0, options) } ?? severity
        let numbers = figures.map { $0.cells[index] + Self.gap }.joined()
        var rest = section.where(index).map { TextLine.note("Where", $0, options) } ?? []
        if !isBrief, let key = row["key"]?.text { rest += TextLine.note("Key", key, options) }
        return Item(
            title: ["  \(numbers)\(word)\(Self.gap)\(title.first ?? "")"]
                + title.dropFirst().map { String(repeating: " ", count: margin) + $0 },
            why: why(row), fix: fix(row), rest: rest)
    }

    /// With its confidence and the source location.
    private func why(_ row: [String: SQLValue]) -> [String] {
        let source = row["source"]?.text.map { " (\($0))" } ?? ""
        func note(_ text: String) -> [String] {
            TextLine.note("Why", ProblemText.why(text, row["confidence"]?.text) + source, options)
        }
        let text = row["why"]?.text ?? ""
        return note(isBrief ? ProblemText.clauses(text) { note($0).count <= Self.briefLines } : text)
    }

    /// With the command that shows more, which is never wrapped.
    private func fix(_ row: [String: SQLValue]) -> [String] {
        let command = "→ explain \(row["kind"]?.text ?? "")"
        func note(_ text: String) -> [String] {
            var lines = TextLine.note("Fix", text, options)
            let room = options.width - (lines.last.map(TextWidth.of) ?? 0)
            if let last = lines.last, room > TextWidth.of(command) {
                lines[lines.count - 1] = "\(last) \(command)"
            } else {
                lines.append(String(repeating: " ", count: 10) + command)
            }
            return lines
        }
        let text = row["fix"]?.text ?? ""
        return note(isBrief ? ProblemText.clauses(text) { note($0).count <= Self.briefFixLines } : text)
    }

    /// The heading of the cost column, if it has any values.
    private var costWords: [String] {
        guard rows.contains(where: { $0["cost_ms"]?.number ?? 0 > 0 }) else { return [] }
        return TextLine.wrap(Self.costMeaning, width: options.width - 2, indent: 2, options).map { "  \($0)" }
    }

    private static let costMeaning =
        "Cost: main-thread time, hangs and late frames; each millisecond counts in one problem."

    private var acceptedLines: [String] {
        accepted.flatMap { row in
            let cost = Self.cost(row)
            return TextLine.wrap(
                "Accepted: \(row["title"]?.text ?? ""), \(cost) ms: \(row["accepted"]?.text ?? "")",
                width: options.width - 2, indent: 4, options
            ).map { "  \($0)" }
        }
    }

    private var acceptedCount: [String] {
        accepted.isEmpty ? [] : ["  Accepted: \(Decimal.counted(accepted.count, "problem"))"]
    }

    /// Problems from console lines and framework complaints have no known cost.
    private static func cost(_ row: [String: SQLValue]) -> String {
        let cost = row["cost_ms"]?.number ?? 0
        return cost == 0 ? "–" : Decimal.text(cost, digits: 2)
    }

    private static func column(
        _ title: String, _ cells: [String], isRight: Bool
    ) -> (head: String, cells: [String]) {
        let width = ([title] + cells).reduce(0) { max($0, TextWidth.of($1)) }
        let padded = ([title] + cells).map { TextWidth.pad($0, to: width, rightAligned: isRight) }
        return (padded[0], Array(padded.dropFirst()))
    }

    private static func share(_ row: [String: SQLValue]) -> String {
        let value = row["share"] ?? .null
        return value == .null || row["cost_ms"]?.number == 0 ? "" : "\(Decimal.text(value.number * 100, digits: 0)) %"
    }

    private static func paint(_ severity: String?) -> TextLine.Paint? {
        switch severity {
        case "high": .red
        case "medium": .orange
        default: nil
        }
    }
}
