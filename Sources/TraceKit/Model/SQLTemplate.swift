/// SQL with `:name` placeholders for numbers that are filled in before it is shown or run, so that what a report
/// prints can be pasted into any SQLite tool.
///
/// Text between single quotes stays as it is: names from traces stand there, and a view may be called `List:trace`.
enum SQLTemplate {
    static func fill(_ sql: String, _ values: [String: String]) -> String {
        let bytes = Array(sql.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 32)
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            if byte == UInt8(ascii: ":"), !isQuoted {
                let end = bytes[(index + 1)...].firstIndex { !isPartOfName($0) } ?? bytes.count
                if let value = values[String(decoding: bytes[(index + 1)..<end], as: UTF8.self)] {
                    result += value.utf8
                    index = end
                    continue
                }
            }
            result.append(byte)
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    /// A text as an SQL literal.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
