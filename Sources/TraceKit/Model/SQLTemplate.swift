/// SQL with `:name` placeholders for numbers that are filled in before it is shown or run, so that what a report
/// prints can be pasted into any SQLite tool.
///
/// Text between single quotes stays as it is: names from traces stand there, and a view may be called `List:trace`.
enum SQLTemplate {
    static func fill(_ sql: String, _ values: [String: String]) -> String {
        var result = String.UnicodeScalarView()
        var isQuoted = false
        var rest = sql.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "'" { isQuoted.toggle() }
            let name = isQuoted || scalar != ":" ? "" : String(rest.prefix { $0.properties.isAlphabetic || $0 == "_" })
            if let value = values[name] {
                result.append(contentsOf: value.unicodeScalars)
                rest = rest.dropFirst(name.unicodeScalars.count)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// A text as an SQL literal.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
