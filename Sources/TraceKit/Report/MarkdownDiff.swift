/// A comparison for a pull request: the answer, then a table each, folded where it is long.
enum MarkdownDiff: DiffRenderer {
    static let name = "markdown"

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
        let columns = DiffText.columns(table)
        let rows = DiffText.rows(table, options.top)
        var lines = [
            "<details><summary>\(MarkdownText.escape(DiffText.title(table, shown: rows.count)))</summary>", "",
            "| \(columns.map { MarkdownText.escape($0.title) }.joined(separator: " | ")) |",
            "|\(columns.map { $0.style == .change ? " ---: |" : " --- |" }.joined())",
        ]
        for row in rows {
            let cells = row.map { MarkdownText.escape(($0.text ?? "").split(separator: " ").joined(separator: " ")) }
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        return lines + ["", "</details>", ""]
    }
}
