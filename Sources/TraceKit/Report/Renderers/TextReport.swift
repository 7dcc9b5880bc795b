/// The report for a terminal: the answer first, then the tables.
enum TextReport {
    static func render(_ report: Report, _ options: RenderOptions) -> String {
        var lines: [String] = []
        for (index, trace) in report.traces.enumerated() {
            if index > 0 { lines += ["", String(repeating: "=", count: min(options.width, 80)), ""] }
            if let input = trace.input { lines += TextLine.labelled("Input", input, options) }
            if trace.isBrief, !options.isWide {
                lines += TextBriefReport.lines(trace, options)
                continue
            }
            lines += answer(trace.answer, options)
            // A wide page has a column for each figure.
            let problems = options.isWide ? nil : trace.sections.first { $0.id == "problems" }
            if let problems {
                lines += TextProblems(problems, isBrief: false, options).lines(showsSQL: report.showsSQL)
            }
            if let strip = trace.strip {
                lines += [""] + TextStrip.lines(strip, options, isGuessed: trace.answer.isGuessed)
            }
            if let strip = trace.signpostStrip { lines += [""] + TextSignpostStrip.lines(strip, options) }
            for section in trace.sections where section.id != problems?.id {
                lines += self.section(section, rows: .max, showsSQL: report.showsSQL, options)
            }
            lines.append("")
            if let more = trace.more { lines += TextLine.next(more, label: "More", options) }
            lines += TextLine.next(trace.answer.next, options)
        }
        return TextPage.text(lines, options)
    }

    /// Four lines for a page of 80 columns and names of usual length, preceded by notes.
    private static func answer(_ answer: ReportAnswer, _ options: RenderOptions) -> [String] {
        var lines: [String] = []
        for caveat in answer.caveats { lines += TextLine.labelled("! Note", caveat, options) }
        lines += TextLine.labelled("Recorded", answer.recording, options)
        for line in ReportWords.lines(answer) { lines += TextLine.labelled(line.label, line.text, options) }
        return lines
    }

    /// A table with at most `rows` rows.
    static func section(
        _ section: ReportSection, rows most: Int, showsSQL: Bool, _ options: RenderOptions
    ) -> [String] {
        var section = section
        section.keep(most)
        var lines = [""]
        var title = section.title
        if section.rows.count < section.total {
            title += " (\(Decimal.grouped(section.rows.count)) of \(Decimal.grouped(section.total)))"
        } else if section.total > 0, !section.columns.contains(where: \.hasBar) {
            title += " (\(Decimal.grouped(section.total)))"
        }
        lines += TextLine.title(title, options)
        if section.rows.isEmpty {
            lines += TextLine.plain(section.emptyNote, options)
        } else {
            let table = TextTable(section.columns, section.rows, options)
            lines += table.head().map { TextLine.paint($0, .dim, options) }
            for index in section.rows.indices {
                lines += table.row(index) { text, column, padded in color(text, column, padded, options) }
                lines += TextLine.notes(section.columns, section.rows[index], options)
                lines += section.placeNotes(index).flatMap { TextLine.note($0.label, $0.words, options) }
            }
        }
        if let smaller = section.smaller {
            let sql = smaller.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            lines += TextLine.plain("… \(smaller.words); all of them: \(sql)", options)
        }
        if showsSQL { lines += sql(section, options) }
        return lines
    }

    /// The SQL statement of a section.
    static func sql(_ section: ReportSection, _ options: RenderOptions) -> [String] {
        section.sql.split(separator: "\n").map { TextLine.paint("  sql> \($0)", .dim, options) }
    }

    // MARK: Colour

    private static func color(_ text: String, _ column: ReportColumn, _ padded: String, _ options: RenderOptions)
        -> String
    {
        guard column.style == .word else { return padded }
        switch text {
        case "RED": return TextLine.paint(padded, .red, options)
        case "ORANGE": return TextLine.paint(padded, .orange, options)
        default: return padded
        }
    }
}
