import TraceSchema

/// Whether the tables and views of a database that says it is ours are those that this program makes.
///
/// SQLite runs what a view says, without end if need be, and what a trigger or a computed column says too. So
/// nothing is read through a view that is not letter by letter one of `schema.sql`, nor from anything else that has the name
/// of a table. Tables and views of other names are the user's own: only what he types asks for them.
struct SchemaCheck {
    /// A table or a view that this program makes.
    private struct Own {
        let type: String
        /// The schema from the beginning of its statement on.
        let text: Substring.UTF8View

        /// Whether this is the statement, to its end.
        func isMade(by sql: String) -> Bool {
            text.starts(with: sql.utf8) && text.dropFirst(sql.utf8.count).first == UInt8(ascii: ";")
        }
    }

    private let database: Database
    private let path: String
    private let own: [String: Own]

    init(_ database: Database, _ path: String) {
        self.database = database
        self.path = path
        var own: [String: Own] = [:]
        let schema = TraceSchema.sql.utf8
        for line in schema.split(separator: UInt8(ascii: "\n")) where line.starts(with: "CREATE ".utf8) {
            // CREATE TABLE name (, CREATE VIEW name AS
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3).compactMap { String($0) }
            guard words.count > 2, words[1] != "INDEX" else { continue }
            own[words[2]] = Own(type: words[1].lowercased(), text: schema[line.startIndex...])
        }
        self.own = own
    }

    /// Throws an error that names the first that is not ours. A database of an older version has fewer of them, and its
    /// views are made anew before anybody reads through them.
    func run(isOlder: Bool) throws(TraceError) {
        var missing = isOlder ? [:] : own
        for row in try database.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") {
            guard let type = row[0].text, let name = row[1].text, let table = row[2].text else { continue }
            if type == "trigger", let changed = own[table] {
                throw refusal("the trigger '\(name)' on the \(changed.type) '\(table)' was not made by trace-analyze")
            }
            guard let expected = own[name], type == "table" || type == "view", let sql = row[3].text else { continue }
            missing[name] = nil
            // Views of an older version are dropped unread.
            if expected.isMade(by: sql) || isOlder && expected.type == "view" { continue }
            guard expected.type == "table", try isPlain(name, sql) else {
                throw refusal("the \(expected.type) '\(name)' is not the one that trace-analyze makes")
            }
        }
        if let name = missing.keys.min(), let expected = missing[name] {
            throw refusal("the database has no \(expected.type) '\(name)'")
        }
    }

    /// Whether a table of another wording only holds rows: that of an older version does, as it was changed.
    private func isPlain(_ name: String, _ sql: String) throws(TraceError) -> Bool {
        guard sql.hasPrefix("CREATE TABLE ") else { return false }
        return try database.rows("SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0", [.text(name)]).isEmpty
    }

    private func refusal(_ message: String) -> TraceError {
        TraceError(.database, message, at: Place(file: path), fix: "import the traces again, into a new file")
    }
}
