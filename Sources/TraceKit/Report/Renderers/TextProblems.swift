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
    /// Those that are not accepted.
    private let open: [StoredProblem]
    private let accepted: [StoredProblem]
    private let figures: [(head: String, cells: [String])]
    private let severities: (head: String, cells: [String])

    /// A full report also shows the entries of a project file that accept each of them.
    init(_ section: ReportSection, isBrief: Bool, _ options: RenderOptions) {
        (self.section, self.isBrief, self.options) = (section, isBrief, options)
        let open = section.problems.filter { $0.accepted == nil }
        self.open = open
        accepted = section.problems.filter { $0.accepted != nil }
        var figures = [Self.column("Cost ms", open.map { Self.cost($0) }, isRight: true)]
        if options.width >= Self.wide {
            figures.append(Self.column("Share", open.map { Self.share($0) }, isRight: true))
        }
        self.figures = figures
        // Severities need no heading.
        severities = Self.column("", open.map(\.severity.rawValue), isRight: false)
    }

    var isEmpty: Bool { section.problems.isEmpty }
    /// The number of problems that are not accepted.
    var count: Int { open.count }

    private var mark: String { section.title.hasSuffix(ReportWords.guessed) ? ReportWords.guessed : "" }

    /// `most`: how many are shown; `note`: an addition to the heading; `listsAccepted`: whether accepted ones are
    /// listed.
    func lines(most: Int = .max, note: String? = nil, listsAccepted: Bool = true, showsSQL: Bool) -> [String] {
        guard !isEmpty else {
            return [""] + TextLine.title(section.title, options) + TextLine.plain(section.emptyNote, options)
        }
        let shown = min(most, open.count), total = section.total - accepted.count
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

    /// Whether these are about code whose sources were not given.
    var lacksLines: Bool { section.places.isEmpty && open.contains { $0.view != nil || $0.cause != nil } }

    func item(_ index: Int) -> Item {
        let problem = open[index]
        let margin = (figures + [severities]).reduce(2) { $0 + TextWidth.of($1.head) + Self.gap.count }
        let title = TextLine.wrap(problem.title, width: options.width - margin, indent: 2, options)
        let severity = severities.cells[index]
        let word = Self.paint(problem.severity).map { TextLine.paint(severity, $0, options) } ?? severity
        let numbers = figures.map { $0.cells[index] + Self.gap }.joined()
        var rest = problem.gain.map(gain) ?? []
        rest += section.placeNotes(index).flatMap { TextLine.note($0.label, $0.words, options) }
        if !isBrief { rest += TextLine.note("Key", problem.key, options) }
        return Item(
            title: ["  \(numbers)\(word)\(Self.gap)\(title.first ?? "")"]
                + title.dropFirst().map { String(repeating: " ", count: margin) + $0 },
            why: why(problem), fix: fix(problem), rest: rest)
    }

    /// With its confidence and the source location.
    private func why(_ problem: StoredProblem) -> [String] {
        let source = problem.source.map { " (\($0))" } ?? ""
        func note(_ text: String) -> [String] {
            TextLine.note("Why", problem.withConfidence(text) + source, options)
        }
        return note(
            isBrief ? ProblemText.clauses(problem.why) { note($0).count <= Self.briefLines } : problem.why)
    }

    private func gain(_ text: String) -> [String] {
        func note(_ text: String) -> [String] { TextLine.note("Gain", text, options) }
        return note(isBrief ? ProblemText.clauses(text) { note($0).count == 1 } : text)
    }

    /// With the command that shows more, which is never wrapped.
    private func fix(_ problem: StoredProblem) -> [String] {
        let command = "→ explain \(problem.kind)"
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
        return note(
            isBrief ? ProblemText.clauses(problem.fix) { note($0).count <= Self.briefFixLines } : problem.fix)
    }

    /// The heading of the cost column, if it has any values.
    private var costWords: [String] {
        guard open.contains(where: { $0.costMs ?? 0 > 0 }) else { return [] }
        return TextLine.wrap(Self.costMeaning, width: options.width - 2, indent: 2, options).map { "  \($0)" }
    }

    private static let costMeaning =
        "Cost: main-thread time, hangs and late frames; no millisecond is counted twice."

    private var acceptedLines: [String] {
        accepted.flatMap { problem in
            TextLine.wrap(
                "Accepted: \(problem.title), \(Self.cost(problem)) ms: \(problem.accepted ?? "")",
                width: options.width - 2, indent: 4, options
            ).map { "  \($0)" }
        }
    }

    private var acceptedCount: [String] {
        accepted.isEmpty ? [] : ["  Accepted: \(Decimal.counted(accepted.count, "problem"))"]
    }

    /// Problems from console lines and framework complaints have no known cost.
    private static func cost(_ problem: StoredProblem) -> String {
        problem.costMs.map { Decimal.text($0, digits: 2) } ?? "–"
    }

    private static func column(
        _ title: String, _ cells: [String], isRight: Bool
    ) -> (head: String, cells: [String]) {
        let width = ([title] + cells).reduce(0) { max($0, TextWidth.of($1)) }
        let padded = ([title] + cells).map { TextWidth.pad($0, to: width, rightAligned: isRight) }
        return (padded[0], Array(padded.dropFirst()))
    }

    private static func share(_ problem: StoredProblem) -> String {
        problem.share.map { "\(Decimal.text($0 * 100, digits: 0)) %" } ?? ""
    }

    private static func paint(_ severity: ProblemSeverity) -> TextLine.Paint? {
        switch severity {
        case .high: .red
        case .medium: .orange
        case .low: nil
        }
    }
}
