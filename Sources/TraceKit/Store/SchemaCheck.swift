/// Whether the tables and views of a database that says it is ours are those that this program makes.
///
/// SQLite runs what a view says, without end if need be, and what a trigger or a computed column says too. So
/// nothing is read through a view that is not letter by letter one of `schema.sql`, nor from anything else that has the name
/// of a table. Tables and views of other names are the user's own: only what he types asks for them.
struct SchemaCheck {
    private let database: Database
    private let path: String
    /// By name, as SQLite compares names: without regard to case.
    private let own: [String: SchemaObject]

    init(_ database: Database, _ path: String) {
        self.database = database
        self.path = path
        own = Dictionary(uniqueKeysWithValues: SchemaObject.all.map { ($0.name, $0) })
    }

    /// Throws an error that names the first that is not ours. A database of an older version has fewer of them, and its
    /// views are made anew before anybody reads through them.
    func run(isOlder: Bool) throws(TraceError) {
        var missing = isOlder ? [:] : own
        for row in try database.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") {
            guard let type = row[0].text, let name = row[1].text, let table = row[2].text, let sql = row[3].text
            else { continue }
            if type == "trigger", let own = own[table.lowercased()] {
                throw refusal("the trigger '\(name)' on the \(own.type) '\(own.name)' was not made by trace-analyze")
            }
            guard type == "table" || type == "view", let expected = own[name.lowercased()] else { continue }
            missing[expected.name] = nil
            // Views of an older version are dropped unread.
            if expected.isMade(by: sql) || isOlder && expected.type == "view" { continue }
            guard expected.type == "table", try isPlain(name, sql) else {
                throw refusal("the \(expected.type) '\(expected.name)' is not the one that trace-analyze makes")
            }
        }
        if let first = missing.values.min(by: { $0.name < $1.name }) {
            throw refusal("the database has no \(first.type) '\(first.name)'")
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
