/// Draws the rows of a query as they come.
public protocol QueryRenderer {
    /// The word after `--format`.
    static var name: String { get }
    init()
    /// Each returns the text to print next.
    mutating func begin(_ columns: [String]) -> String
    mutating func row(_ values: [SQLValue]) -> String
    mutating func end(width: Int) -> String
}

public enum QueryRenderers {
    public static var all: [any QueryRenderer.Type] {
        [TableQuery.self, CSVQuery.self, JSONQuery.self, MarkdownQuery.self]
    }
}

/// Aligned columns for a terminal.
struct TableQuery: QueryRenderer {
    static let name = "table"
    private var columns: [String] = []
    private var rows: [[SQLValue]] = []

    init() {}

    mutating func begin(_ columns: [String]) -> String {
        self.columns = columns
        return ""
    }

    mutating func row(_ values: [SQLValue]) -> String {
        rows.append(values)
        return ""
    }

    mutating func end(width: Int) -> String {
        let shown = columns.enumerated().map { index, name in
            ReportColumn(name, name, isNumber(index) ? .integer : .text)
        }
        var options = RenderOptions()
        options.width = width
        let table = TextTable(shown, rows, options)
        return table.lines { _, _, padded in padded }.map { CommandGuard.line(String($0.dropFirst(2))) + "\n" }.joined()
    }

    private func isNumber(_ index: Int) -> Bool {
        rows.contains { if case .text = $0[index] { false } else { $0[index] != .null } }
            && !rows.contains { if case .text = $0[index] { true } else { false } }
    }
}

/// RFC 4180, with a header; lines end in LF.
struct CSVQuery: QueryRenderer {
    static let name = "csv"
    init() {}

    mutating func begin(_ columns: [String]) -> String { line(columns.map { .text($0) }) }
    mutating func row(_ values: [SQLValue]) -> String { line(values) }
    mutating func end(width: Int) -> String { "" }

    private func line(_ values: [SQLValue]) -> String { values.map(cell).joined(separator: ",") + "\n" }

    private func cell(_ value: SQLValue) -> String {
        switch value {
        case .null: return ""
        case .integer(let number): return "\(number)"
        case .real(let number): return Decimal.shortest(number)
        case .text(let text):
            guard text.isEmpty || text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return text }
            return "\"" + text.replacing("\"", scalarsWith: "\"\"") + "\""
        case .blob: return JSONText.literal(value)
        }
    }
}

/// One array of objects, an object a line.
struct JSONQuery: QueryRenderer {
    static let name = "json"
    private var columns: [String] = []
    private var isFirst = true

    init() {}

    mutating func begin(_ columns: [String]) -> String {
        self.columns = columns
        return "["
    }

    mutating func row(_ values: [SQLValue]) -> String {
        let pairs = zip(columns, values).map { "\(JSONText.quote($0)): \(JSONText.literal($1))" }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + "  {" + pairs.joined(separator: ", ") + "}"
    }

    mutating func end(width: Int) -> String { isFirst ? "]\n" : "\n]\n" }
}

/// A pipe table, for a pull request.
struct MarkdownQuery: QueryRenderer {
    static let name = "markdown"
    init() {}

    mutating func begin(_ columns: [String]) -> String {
        line(columns.map { .text($0) }) + "|" + columns.map { _ in " --- |" }.joined() + "\n"
    }

    mutating func row(_ values: [SQLValue]) -> String { line(values) }
    mutating func end(width: Int) -> String { "" }

    private func line(_ values: [SQLValue]) -> String {
        "|" + values.map { " \(MarkdownText.cell($0)) |" }.joined() + "\n"
    }
}

/// Text inside Markdown: nothing in a name may become markup.
enum MarkdownText {
    static func cell(_ value: SQLValue) -> String {
        switch value {
        case .null: return ""
        case .integer(let number): return "\(number)"
        case .real(let number): return Decimal.shortest(number)
        case .text(let text): return escape(text)
        case .blob(let bytes): return "\(bytes.count) bytes"
        }
    }

    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "|", "`", "*", "_", "[", "]", "\\", "#", "~", "!": result += "\\\(scalar)"
            case "@": result += "@\u{200B}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
