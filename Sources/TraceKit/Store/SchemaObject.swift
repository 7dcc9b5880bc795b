import TraceSchema

/// A table or a view of `schema.sql`.
struct SchemaObject: Sendable {
    /// As SQLite has it: `table` or `view`.
    let type: String
    let name: String
    /// Where its statement begins, in bytes.
    fileprivate let start: Int

    /// All of them, in the order in which they stand.
    static let all: [SchemaObject] = {
        var schema = TraceSchema.sql
        return schema.withUTF8(read)
    }()

    private static func read(_ schema: UnsafeBufferPointer<UInt8>) -> [SchemaObject] {
        var objects: [SchemaObject] = []
        for line in schema.split(separator: UInt8(ascii: "\n")) where line.starts(with: "CREATE ".utf8) {
            // CREATE TABLE name (, CREATE VIEW name AS
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
                .map { String(decoding: $0, as: UTF8.self) }
            guard words.count > 2, words[1] == "TABLE" || words[1] == "VIEW" else { continue }
            objects.append(SchemaObject(type: words[1].lowercased(), name: words[2], start: line.startIndex))
        }
        return objects
    }

    /// The schema from its statement on.
    var textOnwards: String { String(Substring(TraceSchema.sql.utf8.dropFirst(start))) }

    /// Whether this is its statement, to the end and without the semicolon behind it.
    func isMade(by sql: String) -> Bool {
        var (schema, sql) = (TraceSchema.sql, sql)
        return schema.withUTF8 { ours in
            sql.withUTF8 { theirs in
                let rest = ours[start...]
                return rest.starts(with: theirs) && rest.dropFirst(theirs.count).first == UInt8(ascii: ";")
            }
        }
    }
}
