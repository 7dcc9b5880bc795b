/// Draws the rows of a query as they arrive.
package protocol QueryRenderer {
    /// Each method returns the text to print next.
    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String
    mutating func row(_ values: [SQLValue]) -> String
    mutating func end() -> String
}

extension GuardedQuery {
    /// The output formats of rows.
    package static let renderers = Renderers<@Sendable () -> any QueryRenderer>([
        Renderer("table", "text/plain") { TableQuery() }, Renderer("csv", "text/csv") { CSVQuery() },
        Renderer("json", "application/json") { JSONQuery() }, Renderer("markdown", "text/markdown") { MarkdownQuery() },
    ])
}

/// Aligned columns for a terminal; other outputs get every name in full. Results too large for memory are drawn in
/// parts, each with its own header and widths.
struct TableQuery: QueryRenderer {
    /// Limits of a part: rows, and bytes of text.
    static let rowsPerPart = 20_000
    private static let bytesPerPart = 16 << 20

    private var columns: [String] = []
    private var rows: [[SQLValue]] = []
    private var byteCount = 0
    private var options = RenderOptions()
    private var isFirst = true

    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String {
        self.columns = columns
        self.options = options
        return ""
    }

    mutating func row(_ values: [SQLValue]) -> String {
        var part = ""
        if rows.count >= Self.rowsPerPart || byteCount > Self.bytesPerPart { part = draw() }
        rows.append(values)
        for case .text(let text) in values { byteCount += text.utf8.count }
        for case .blob(let bytes) in values { byteCount += bytes.count }
        return part
    }

    mutating func end() -> String { rows.isEmpty && !isFirst ? "" : draw() }

    private mutating func draw() -> String {
        defer {
            rows = []
            byteCount = 0
            isFirst = false
        }
        let shown = columns.enumerated().map { index, name in
            ReportColumn(name, name, isNumber(index) ? .integer : .text)
        }
        let table = TextTable(shown, rows, options)
        return table.lines().map { CommandGuard.line(String($0.dropFirst(2))) + "\n" }.joined()
    }

    private func isNumber(_ index: Int) -> Bool {
        rows.contains { if case .text = $0[index] { false } else { $0[index] != .null } }
            && !rows.contains { if case .text = $0[index] { true } else { false } }
    }
}

/// A Markdown table, for a pull request.
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

/// CSV of RFC 4180 with a header; lines end in LF.
struct CSVQuery: QueryRenderer {
    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String { line(columns.map { .text($0) }) }
    mutating func row(_ values: [SQLValue]) -> String { line(values) }
    mutating func end() -> String { "" }

    private func line(_ values: [SQLValue]) -> String {
        values.enumerated().map { cell($1, isFirst: $0 == 0) }.joined(separator: ",") + "\n"
    }

    /// Quotes around the first cell keep CI hosts from reading the line as a command, and change nothing.
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

/// One array of objects, one object per line.
struct JSONQuery: QueryRenderer {
    private var columns: [String] = []
    private var isFirst = true

    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String {
        self.columns = columns
        return "["
    }

    mutating func row(_ values: [SQLValue]) -> String {
        let pairs = zip(columns, values).map { "\(JSONText.quote($0)): \(JSONText.literal($1))" }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + "  {" + pairs.joined(separator: ", ") + "}"
    }

    mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }
}
