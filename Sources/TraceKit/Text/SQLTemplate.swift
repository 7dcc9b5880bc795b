/// SQL with `:name` placeholders for numbers, filled in before it is shown or run, so that printed SQL can be pasted
/// into any SQLite tool.
///
/// Text between single quotes is kept: it contains names from traces, and a view may be called `List:trace`.
enum SQLTemplate {
    static func fill(_ sql: String, _ values: [String: String]) -> String {
        var sql = sql
        let filled = sql.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 32)
            var isQuoted = false
            // The part before `copied` is already in the result.
            var (index, copied) = (0, 0)
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "'") { isQuoted.toggle() }
                guard byte == UInt8(ascii: ":"), !isQuoted else { continue }
                let end = bytes[index...].firstIndex { !isPartOfName($0) } ?? bytes.count
                guard let value = values[String(decoding: bytes[index..<end], as: UTF8.self)] else { continue }
                result += bytes[copied..<(index - 1)]
                result += value.utf8
                (index, copied) = (end, end)
            }
            result += bytes[copied...]
            return result
        }
        return String(decoding: filled, as: UTF8.self)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    /// A text as an SQL literal.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
