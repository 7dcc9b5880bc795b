/// The problems for a terminal: what each costs, its title, one line why, one line what to do. Titles wrap and nothing is
/// cut.
enum TextProblems {
    private static let gap = "  "
    /// Pages with so many columns have room for the shares too.
    private static let wide = 100

    /// `showsKeys`: with what accepts each of them in a project's file.
    static func lines(
        _ section: ReportSection, showsSQL: Bool, showsKeys: Bool, _ options: RenderOptions
    ) -> [String] {
        guard !section.rows.isEmpty else {
            return [""] + TextLine.title(section.title, options) + TextLine.plain(section.emptyNote, options)
        }
        let all = section.rows.map { row in
            Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
        }
        let accepted = all.filter { $0["accepted"]?.text != nil }
        let rows = all.filter { $0["accepted"]?.text == nil }
        var figures = [
            column("Cost ms", rows.map { cost($0) }, isRight: true)
        ]
        if options.width >= wide {
            figures.append(column("Share", rows.map { share($0["share"] ?? .null) }, isRight: true))
        }
        // What it says needs no heading.
        let severities = column("", rows.map { $0["severity"]?.text ?? "" }, isRight: false)
        let margin = (figures + [severities]).reduce(2) { $0 + TextWidth.of($1.head) + gap.count }
        let total = section.total - accepted.count
        let count = rows.count < total ? "\(rows.count) of \(total)" : "\(total)"
        let head = "  " + (figures + [severities]).map { $0.head + gap }.joined() + "Problem (\(count))"
        var lines = [""]
        // Figures of the whole trace are not to be taken for those of a part.
        if section.title == ReportSections.zoomedProblemsTitle { lines += TextLine.title(section.title, options) }
        lines.append(TextLine.paint(head, .bold, options))
        for (index, row) in rows.enumerated() {
            let title = TextLine.wrap(row["title"]?.text ?? "", width: options.width - margin, indent: 2, options)
            let severity = severities.cells[index]
            let word = paint(row["severity"]?.text).map { TextLine.paint(severity, $0, options) } ?? severity
            let numbers = figures.map { $0.cells[index] + gap }.joined()
            lines.append("  \(numbers)\(word)\(gap)\(title.first ?? "")")
            lines += title.dropFirst().map { String(repeating: " ", count: margin) + $0 }
            lines += TextLine.note("Why", why(row), options) + TextLine.note("Fix", fix(row), options)
            if let words = section.where(index) { lines += TextLine.note("Where", words, options) }
            if showsKeys, let key = row["key"]?.text { lines += TextLine.note("Key", key, options) }
        }
        for row in accepted {
            let cost = Decimal.text(row["cost_ms"]?.number ?? 0, digits: 2)
            lines += TextLine.wrap(
                "Accepted: \(row["title"]?.text ?? ""), \(cost) ms: \(row["accepted"]?.text ?? "")",
                width: options.width - 2, indent: 4, options
            ).map { "  \($0)" }
        }
        return lines + (showsSQL ? TextReport.sql(section, options) : [])
    }

    /// Lines of a console have no times: what they tell of has a cost that nobody knows.
    private static func cost(_ row: [String: SQLValue]) -> String {
        let cost = row["cost_ms"]?.number ?? 0
        return cost == 0 && row["share"] == .null ? "–" : Decimal.text(cost, digits: 2)
    }

    private static func column(
        _ title: String, _ cells: [String], isRight: Bool
    ) -> (head: String, cells: [String]) {
        let width = ([title] + cells).reduce(0) { max($0, TextWidth.of($1)) }
        let padded = ([title] + cells).map { TextWidth.pad($0, to: width, rightAligned: isRight) }
        return (padded[0], Array(padded.dropFirst()))
    }

    private static func share(_ value: SQLValue) -> String {
        value == .null ? "" : "\(Decimal.text(value.number * 100, digits: 0)) %"
    }

    private static func paint(_ severity: String?) -> TextLine.Paint? {
        switch severity {
        case "high": .red
        case "medium": .orange
        default: nil
        }
    }

    /// With how sure that is, and where the code stands.
    private static func why(_ row: [String: SQLValue]) -> String {
        var text = row["why"]?.text ?? ""
        if let confidence = row["confidence"]?.text { text += " [\(confidence)]" }
        if let source = row["source"]?.text { text += " (\(source))" }
        return text
    }

    private static func fix(_ row: [String: SQLValue]) -> String {
        "\(row["fix"]?.text ?? "") → explain \(row["kind"]?.text ?? "")"
    }
}
