/// A comparison for a terminal: the answer in words, then the tables of differences.
enum TextDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        var lines: [String] = []
        let notes = diff.warnings.flatMap { TextLine.labelled("! Note", $0, options) }
        lines += TextLine.labelled("Verdict", DiffText.verdict(diff), options)
        // With one input on both sides, a line of its figures says nothing either.
        if diff.isEmpty, diff.otherDifferences == nil, diff.before.label == diff.after.label {
            if diff.warnings.isEmpty { lines += TextLine.labelled("Both", DiffText.side(diff.after), options) }
            return TextPage.text(lines + notes, options)
        }
        lines += TextLine.labelled("Before", DiffText.side(diff.before), options)
        lines += TextLine.labelled("After", DiffText.side(diff.after), options)
        if diff.isEmpty {
            if let words = diff.otherDifferences { lines += TextLine.labelled("Differs", words, options) }
            return TextPage.text(lines + notes, options)
        }
        // Warnings about comparability come before the numbers.
        lines += notes
        for line in diff.answer { lines += TextLine.labelled(line.label, line.text, options) }
        lines += TextLine.next(diff.next, options)
        // The method explains how to read the tables.
        if diff.tables.contains(where: { !$0.rows.isEmpty }) {
            lines += [""] + TextLine.wrap(diff.method, width: options.width, indent: 0, options)
        }
        for table in diff.tables where !table.rows.isEmpty { lines += self.table(table, options) }
        return TextPage.text(lines, options)
    }

    private static func table(_ table: DiffTable, _ options: RenderOptions) -> [String] {
        let columns = DiffText.columns(table)
        let rows = DiffText.rows(table, options.top)
        let text = TextTable(columns, rows, options)
        var lines = [""] + TextLine.title(DiffText.title(table, shown: rows.count), options)
        lines += text.head().map { TextLine.paint($0, .dim, options) }
        for index in rows.indices {
            lines += text.row(index).map { color($0, table.rows[index].verdict, options) }
            // Fixed and remaining rows need no notes, because their titles say enough.
            if table.rows[index].verdict == .worse { lines += TextLine.notes(columns, rows[index], options) }
        }
        return lines
    }

    private static func color(_ line: String, _ verdict: DiffVerdict, _ options: RenderOptions) -> String {
        switch verdict {
        case .worse: TextLine.paint(line, .red, options)
        case .mixed: TextLine.paint(line, .orange, options)
        case .better: TextLine.paint(line, .green, options)
        case .none: line
        }
    }

}
