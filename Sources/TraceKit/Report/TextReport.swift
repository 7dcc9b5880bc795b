/// The report for a terminal: the answer in the first lines, then the tables.
enum TextReport: ReportRenderer {
    static let name = "text"

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        var lines: [String] = []
        for (index, trace) in report.traces.enumerated() {
            if index > 0 { lines += ["", String(repeating: "=", count: min(options.width, 80)), ""] }
            lines += answer(trace.answer, options)
            for section in trace.sections { lines += self.section(section, showsSQL: report.showsSQL, options) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Five lines where the page has 80 columns and the names are of ordinary length; notes stand before them.
    private static func answer(_ answer: ReportAnswer, _ options: RenderOptions) -> [String] {
        var lines: [String] = []
        for caveat in answer.caveats { lines += labelled("! Note", caveat, options) }
        lines += labelled("Recorded", answer.recording, options)
        lines += labelled("Bodies", ReportWords.severities(answer), options)
        lines += labelled("Worst", ReportWords.worstViews(answer), options)
        lines += labelled("Cost", ReportWords.costs(answer), options)
        if let zoom = answer.zoom { lines += labelled("Below", "only \(zoom)", options) }
        // A command is for copying: it is never broken.
        lines.append(paint("Next      ", .bold, options) + VisibleText.escape(answer.next))
        return lines
    }

    private static let labelWidth = 10

    private static func labelled(_ label: String, _ text: String, _ options: RenderOptions) -> [String] {
        let head = TextWidth.pad(label, to: labelWidth, rightAligned: false)
        let width = max(30, options.width - labelWidth)
        let wrapped = TextWidth.wrap(VisibleText.escape(text), width: width, indent: 0)
        let margin = String(repeating: " ", count: labelWidth)
        return wrapped.enumerated().map { index, line in
            (index == 0 ? paint(head, label.hasPrefix("!") ? .orange : .bold, options) : margin) + line
        }
    }

    private static func section(_ section: ReportSection, showsSQL: Bool, _ options: RenderOptions) -> [String] {
        var lines = [""]
        var title = section.title
        if section.rows.count < section.total {
            title += " (\(Decimal.grouped(section.rows.count)) of \(Decimal.grouped(section.total)))"
        } else if section.total > 0 {
            title += " (\(Decimal.grouped(section.total)))"
        }
        lines.append(paint(title, .bold, options))
        if section.rows.isEmpty {
            lines.append("  \(section.emptyNote)")
        } else {
            let table = TextTable(section.columns, section.rows, width: options.width)
            let rows = table.lines { text, column, padded in color(text, column, padded, options) }
            lines.append(paint(rows[0], .dim, options))
            for (row, line) in zip(section.rows, rows.dropFirst()) { lines += [line] + notes(row, section, options) }
        }
        if showsSQL { lines += section.sql.split(separator: "\n").map { paint("  sql> \($0)", .dim, options) } }
        return lines
    }

    /// The sentences of a row, below it: `Fix: …`.
    private static func notes(_ row: [SQLValue], _ section: ReportSection, _ options: RenderOptions) -> [String] {
        zip(section.columns, row).filter { $0.0.style == .note }.flatMap { column, value in
            let text = "\(column.title): \(VisibleText.escape(value.text ?? ""))"
            return TextWidth.wrap(text, width: max(30, options.width), indent: 10).enumerated().map { index, line in
                index == 0 ? "      \(line)" : line
            }
        }
    }

    // MARK: Colour

    private enum Paint: String {
        case red = "31;1"
        case orange = "33"
        case bold = "1"
        case dim = "2"
    }

    private static func color(_ text: String, _ column: ReportColumn, _ padded: String, _ options: RenderOptions)
        -> String
    {
        guard column.style == .word else { return padded }
        switch text {
        case "RED": return paint(padded, .red, options)
        case "ORANGE": return paint(padded, .orange, options)
        default: return padded
        }
    }

    private static func paint(_ text: String, _ paint: Paint, _ options: RenderOptions) -> String {
        options.usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
