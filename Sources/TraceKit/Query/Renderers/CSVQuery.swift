/// RFC 4180, with a header; lines end in LF.
struct CSVQuery: QueryRenderer {
    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String { line(columns.map { .text($0) }) }
    mutating func row(_ values: [SQLValue]) -> String { line(values) }
    mutating func end() -> String { "" }

    private func line(_ values: [SQLValue]) -> String {
        values.enumerated().map { cell($1, isFirst: $0 == 0) }.joined(separator: ",") + "\n"
    }

    /// Quotes around the first cell keep a CI host from taking the line for a command, and change nothing.
    private func cell(_ value: SQLValue, isFirst: Bool) -> String {
        switch value {
        case .null: return ""
        case .integer(let number): return "\(number)"
        case .real(let number): return Decimal.shortest(number)
        case .text(let text):
            let needsQuotes =
                text.isEmpty || text.utf8.contains { ",\"\n\r".utf8.contains($0) }
                || isFirst && CommandGuard.beginsCommand(text)
            guard needsQuotes else { return text }
            return "\"" + text.replacing("\"", scalarsWith: "\"\"") + "\""
        case .blob: return JSONText.literal(value)
        }
    }
}
