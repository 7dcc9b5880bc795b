/// A comparison for a pull request: the answer, then the tables, long ones folded.
enum MarkdownDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        var lines = ["### \(MarkdownText.escape(DiffText.verdict(diff)))", ""]
        lines += diff.warnings.map { "> **Note:** \(MarkdownText.escape($0))\n" }
        lines += ["| | |", "| --- | --- |"]
        lines.append("| Before | \(MarkdownText.escape(DiffText.side(diff.before))) |")
        lines.append("| After | \(MarkdownText.escape(DiffText.side(diff.after))) |")
        lines += diff.answer.map { "| \($0.label) | \(MarkdownText.escape($0.text)) |" }
        lines.append("")
        for table in diff.tables where !table.rows.isEmpty { lines += self.table(table, options) }
        if !diff.isEmpty { lines.append(MarkdownText.escape(diff.method)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ table: DiffTable, _ options: RenderOptions) -> [String] {
        let rows = DiffText.rows(table, options.top)
        var lines = [
            "<details><summary>\(MarkdownText.escape(DiffText.title(table, shown: rows.count)))</summary>", "",
            MarkdownText.head(DiffText.columns(table)),
        ]
        for row in rows {
            lines.append(
                MarkdownText.row(
                    row.map { MarkdownText.escape(($0.text ?? "").split(separator: " ").joined(separator: " ")) }))
        }
        return lines + ["", "</details>", ""]
    }
}
