/// SQL with `:name` placeholders for numbers that are filled in before it is shown or run, so that what a report
/// prints can be pasted into any SQLite tool.
///
/// Text between single quotes stays as it is: names from traces stand there, and a view may be called `List:trace`.
enum SQLTemplate {
    static func fill(_ sql: String, _ values: [String: String]) -> String {
        var result = ""
        var isQuoted = false
        var rest = sql.utf8[...]
        while let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: ":") }) {
            let isQuote = rest[mark] == UInt8(ascii: "'")
            if isQuote { isQuoted.toggle() }
            let behind = rest.index(after: mark)
            result += sql[rest.startIndex..<behind]
            rest = rest[behind...]
            guard !isQuote, !isQuoted else { continue }
            let name = sql[behind..<(rest.firstIndex { !isPartOfName($0) } ?? rest.endIndex)]
            guard let value = values[String(name)] else { continue }
            result.removeLast()
            result += value
            rest = rest[name.endIndex...]
        }
        return result + sql[rest.startIndex...]
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    /// A text as an SQL literal.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
