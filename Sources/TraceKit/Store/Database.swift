import CSQLite

/// A connection to an SQLite database. Deliberately not `Sendable`: a connection belongs to one task at a time.
public final class Database {
    let handle: OpaquePointer
    /// What to call the database in messages.
    let displayName: String

    enum Mode {
        case readOnly
        case readWrite
        /// Created empty; the file must not exist.
        case create
    }

    init(path: String, mode: Mode, displayName: String? = nil) throws(TraceError) {
        SQLiteSetup.once()
        self.displayName = displayName ?? path
        let flags: Int32
        switch mode {
        case .readOnly: flags = SQLITE_OPEN_READONLY
        case .readWrite: flags = SQLITE_OPEN_READWRITE
        case .create: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var connection: OpaquePointer?
        // A file may be called ':memory:'; only SQLite thinks that this is no file.
        let file = path.hasPrefix(":") ? "./\(path)" : path
        let code = sqlite3_open_v2(file, &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let connection else { throw TraceError(.database, "out of memory while opening a database") }
        handle = connection
        if code != SQLITE_OK { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        // A database that is being made goes without a journal, which defensive mode forbids.
        if mode != .create { _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return nothing.
    func execute(_ sql: String) throws(TraceError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code, sql: sql) }
    }

    func prepare(_ sql: String) throws(TraceError) -> Statement { try Statement(self, sql) }

    /// The first column of the first row as an integer; nil where there is no row or it is NULL.
    func integer(_ sql: String, _ values: SQLValue...) throws(TraceError) -> Int64? {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return nil }
        if case .integer(let value) = statement.value(0) { return value }
        return nil
    }

    /// All rows of a query.
    func rows(_ sql: String, _ values: [SQLValue] = []) throws(TraceError) -> [[SQLValue]] {
        let statement = try prepare(sql)
        try statement.bind(values)
        var rows: [[SQLValue]] = []
        while try statement.step() { rows.append(statement.row()) }
        return rows
    }

    /// What SQLite said last, with the statement, never with bound values.
    func error(_ code: Int32, sql: String? = nil) -> TraceError {
        let words = String(cString: sqlite3_errmsg(handle))
        let statement = sql.map { " in: \($0.prefix(200))" } ?? ""
        switch code & 0xFF {
        case SQLITE_NOTADB:
            return TraceError(.database, "this is not an SQLite database", at: Place(file: displayName))
        case SQLITE_CORRUPT:
            return TraceError(
                .database, "the database is damaged (\(words))", at: Place(file: displayName),
                fix: "import the trace again")
        case SQLITE_CANTOPEN:
            return TraceError(.database, "cannot open the database (\(words))", at: Place(file: displayName))
        case SQLITE_BUSY, SQLITE_LOCKED:
            return TraceError(
                .database, "another process is writing to the database", at: Place(file: displayName),
                fix: "wait for it and try again")
        case SQLITE_FULL:
            return TraceError(.database, "the disk is full", at: Place(file: displayName), fix: "free some space")
        case SQLITE_READONLY:
            return TraceError(.database, "the database cannot be written to (\(words))", at: Place(file: displayName))
        default:
            return TraceError(.database, "SQLite error \(code): \(words)\(statement)", at: Place(file: displayName))
        }
    }
}

/// Settings of the SQLite library as a whole, made before the first connection.
private enum SQLiteSetup {
    private static let done: Void = { _ = tracekit_sqlite_disable_memory_statistics() }()
    static func once() { done }
}
