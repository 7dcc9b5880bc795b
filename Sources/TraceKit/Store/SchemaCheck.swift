import TraceSchema

/// Checks that the tables and views of a database that claims to be ours are those that this
/// program makes.
///
/// SQLite runs a view's statement, endlessly if it says so, and also computed columns and the
/// expressions of indexes. So nothing is read or written unless `sqlite_schema` has every statement
/// of `schema.sql`, letter by letter, and nothing else that SQLite would run for one of our tables.
/// Triggers never run on our connections (see `Database`). Tables, views and plain indexes of other
/// names are the user's own.
struct SchemaCheck {
    /// A row of `sqlite_schema`.
    private struct Entry: Equatable {
        let type: String
        let name: String
        let table: String
        /// The statement; nil for an index that SQLite made automatically.
        let sql: String?

        /// Returns nil if a column has another type than SQLite writes there: readers of text would skip
        /// it, but SQLite would run it.
        init?(_ row: [SQLValue]) {
            guard let type = row[0].text, let name = row[1].text, let table = row[2].text, case .integer = row[3],
                row[4].text != nil || row[4] == .null
            else { return nil }
            (self.type, self.name, self.table, sql) = (type, name, table, row[4].text)
        }

        /// Whether SQLite would read the statement as the type that the row states.
        var isHonest: Bool {
            guard let sql else { return type == "index" && name.hasPrefix("sqlite_autoindex_") }
            let beginnings = [
                "table": ["CREATE TABLE ", "CREATE VIRTUAL TABLE "], "view": ["CREATE VIEW "],
                "index": ["CREATE INDEX ", "CREATE UNIQUE INDEX "], "trigger": ["CREATE TRIGGER "],
            ]
            return beginnings[type]?.contains { sql.hasPrefix($0) } ?? false
        }
    }

    private let database: Database
    private let path: String

    init(_ database: Database, _ path: String) {
        self.database = database
        self.path = path
    }

    /// Throws an error that names the first table or view that is not ours.
    func run() throws(TraceError) {
        let ours = try Self.expected()
        var missing = ours
        var hasOthers = false
        for row in try Self.rows(database) {
            guard let entry = Entry(row) else { throw refusal("a row of sqlite_schema does not hold texts") }
            // SQLite compares names without regard to case.
            if let expected = ours[entry.name.lowercased()] {
                guard entry == expected, missing.removeValue(forKey: expected.name) != nil else {
                    throw refusal("the \(expected.type) '\(expected.name)' is not the one that trace-analyze makes")
                }
                continue
            }
            hasOthers = true
            if let owner = ours[entry.table.lowercased()], entry.type != "index" {
                throw refusal(
                    "the \(entry.type) '\(entry.name)' on the \(owner.type) '\(owner.name)' was not made by trace-analyze"
                )
            }
            if !entry.isHonest { throw refusal("'\(entry.name)' in sqlite_schema is no \(entry.type)") }
        }
        if let first = missing.values.min(by: { $0.name < $1.name }) {
            throw refusal("the database has no \(first.type) '\(first.name)'")
        }
        if hasOthers { try checkIndexes(of: ours.values.filter { $0.type == "table" }.map(\.name).sorted()) }
    }

    /// Throws unless the user's indexes contain only columns: SQLite computes an expression for every written row, and
    /// rejects or drops rows that violate a UNIQUE index.
    private func checkIndexes(of tables: [String]) throws(TraceError) {
        for table in tables {
            let odd = try database.rows(
                """
                SELECT l.name FROM pragma_index_list(?) l WHERE l."unique" OR l.partial
                    OR EXISTS (SELECT 1 FROM pragma_index_xinfo(l.name) x WHERE x.cid = -2 OR x.key AND x.coll <> 'BINARY')
                """, [.text(table)])
            if let name = odd.first?.first?.text {
                throw refusal("the index '\(name)' on the table '\(table)' is more than a list of columns")
            }
        }
    }

    /// The rows of `schema.sql` as SQLite stores them, by name.
    private static func expected() throws(TraceError) -> [String: Entry] {
        let model = try Database(path: "", mode: .create, displayName: Database.temporaryName)
        try model.execute(TraceSchema.sql)
        let entries = try rows(model).compactMap { Entry($0) }
        return Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    }

    private static func rows(_ database: Database) throws(TraceError) -> [[SQLValue]] {
        try database.rows("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid")
    }

    private func refusal(_ message: String) -> TraceError {
        TraceError(.database, message, at: Place(file: path), fix: "import the traces again, into a new file")
    }
}
