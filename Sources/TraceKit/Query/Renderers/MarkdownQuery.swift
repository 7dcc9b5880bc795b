/// A pipe table, for a pull request.
struct MarkdownQuery: QueryRenderer {
    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String {
        line(columns.map { .text($0) }) + "|" + columns.map { _ in " --- |" }.joined() + "\n"
    }

    mutating func row(_ values: [SQLValue]) -> String { line(values) }
    mutating func end() -> String { "" }

    private func line(_ values: [SQLValue]) -> String {
        "\(MarkdownText.row(values.map(MarkdownText.cell)))\n"
    }
}
