import CSQLite

/// A connection to an SQLite database. Deliberately not `Sendable`: a connection belongs to one task at a time.
package final class Database {
    let handle: OpaquePointer
    /// The name of the database in messages.
    let displayName: String
    /// Whether to wait up to `patience` for other processes that have the database.
    var waits = true
    /// Called after many rows were written to a new database.
    var wroteRows: () -> Void = {}
    private(set) var interruption: Interruption?

    /// The longest wait for another process, and the pause between two tries, in microseconds.
    static let patience = 10_000_000
    static let pause = 20_000

    enum Mode {
        case readOnly
        case readWrite
        /// Created empty; the file must not exist.
        case create
    }

    init(path: String, mode: Mode, displayName: String? = nil) throws(TraceError) {
        SQLiteSetup.once()
        self.displayName = displayName ?? path
        let place = path.isEmpty ? path : DatabaseFiles.place(of: path)
        let flags: Int32
        switch mode {
        case .readOnly: flags = SQLITE_OPEN_READONLY
        case .readWrite: flags = SQLITE_OPEN_READWRITE
        case .create: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var connection: OpaquePointer?
        // SQLite must not follow a link made since, nor read ':memory:' and 'file:x' as anything but files.
        let code = sqlite3_open_v2(
            place, &connection, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, SQLiteSetup.fileSystem)
        guard let connection else { throw TraceError(.database, "out of memory while opening a database") }
        handle = connection
        if code != SQLITE_OK { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        setDefensive(mode != .create)
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        // We have no triggers, and must not run those of a foreign database.
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
        if mode != .create { try execute("PRAGMA cell_size_check = ON") }
        wait()
    }

    deinit { sqlite3_close_v2(handle) }

    /// A private database without a name, which disappears with its connection.
    static func temporary() throws(TraceError) -> Database {
        try Database(path: "", mode: .create, displayName: temporaryName)
    }

    /// Switches defensive mode, which forbids a database without a journal: a new one has none.
    /// Apple's SQLite begins in this mode, so it must be switched off too.
    private func setDefensive(_ isDefensive: Bool) {
        _ = tracekit_sqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, isDefensive ? 1 : 0)
    }

    /// Waits while another process has the database, unless interrupted.
    private func wait() {
        sqlite3_busy_handler(
            handle,
            { context, tries in
                guard let context else { return 0 }
                let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
                guard database.waits, Int(tries) < Database.patience / Database.pause,
                    database.interruption?.isRequested != true
                else { return 0 }
                usleep(UInt32(Database.pause))
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs `body` on one state of the database. Otherwise each statement asks the system whether
    /// the file has changed, which takes longer than reading a row of a small trace.
    func reading<Value>(_ body: () throws(TraceError) -> Value) throws(TraceError) -> Value {
        try execute("BEGIN")
        do throws(TraceError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// The number of virtual machine steps between two checks for a stop.
    private static let stepsPerCheck: Int32 = 20_000

    /// Stops statements with an error of the kind `interrupted` once a stop is requested.
    func watch(_ interruption: Interruption) {
        self.interruption = interruption
        sqlite3_progress_handler(
            handle, Self.stepsPerCheck,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isRequested ? 1 : 0
            }, Unmanaged.passUnretained(interruption).toOpaque())
    }

    /// Whether a transaction of a killed process must be rolled back, which a read-only connection
    /// cannot do.
    var needsRollback: Bool {
        // SQLITE_READONLY_ROLLBACK, a macro that Swift does not see.
        sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil) == SQLITE_READONLY | 3 << 8
    }

    /// Runs statements without results.
    func execute(_ sql: String) throws(TraceError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code, sql: sql) }
    }

    func prepare(_ sql: String) throws(TraceError) -> Statement { try Statement(self, sql) }

    /// The first column of the first row as an integer; nil without a row, or for NULL.
    func integer(_ sql: String, _ values: SQLValue...) throws(TraceError) -> Int64? {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return nil }
        if case .integer(let value) = statement.value(0) { return value }
        return nil
    }

    /// Calls `take` for every row of a table that satisfies the conditions, by id: SQLite scans the
    /// table itself, whatever indexes exist. Rows of a damaged table may come in any order.
    func scan(
        _ columns: [String], of table: String, where conditions: String, _ take: (Statement) throws(TraceError) -> Void
    ) throws(TraceError) {
        let statement = try prepare(
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) NOT INDEXED WHERE \(conditions)")
        while try statement.step() { try take(statement) }
    }

    /// All rows of a query.
    func rows(_ sql: String, _ values: [SQLValue] = []) throws(TraceError) -> [[SQLValue]] {
        let statement = try prepare(sql)
        try statement.bind(values)
        var rows: [[SQLValue]] = []
        while try statement.step() { rows.append(statement.row()) }
        return rows
    }

    /// The last error of SQLite, with the statement but never with bound values.
    func error(_ code: Int32, sql: String? = nil) -> TraceError {
        let last = errno
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
        case SQLITE_BUSY, SQLITE_LOCKED: return Self.busy(displayName)
        case SQLITE_INTERRUPT where interruption?.isRequested == true: return Interruption.error
        case SQLITE_FULL:
            return TraceError(
                .database, "the disk is full", at: Place(file: displayName), fix: fix(ENOSPC))
        case SQLITE_IOERR:
            let number = systemError(last)
            let reason = number == 0 ? words : String(cString: strerror(number)).lowercased()
            return TraceError(
                .database, "cannot read or write the database: \(reason)", at: Place(file: displayName),
                fix: fix(number))
        case SQLITE_NOMEM:
            return TraceError(
                .database, "out of memory", at: Place(file: displayName), fix: "allow this process more memory")
        case SQLITE_READONLY:
            return TraceError(
                .database, "the database cannot be written to (\(words))", at: Place(file: displayName),
                fix: Self.fix(EACCES))
        case SQLITE_ERROR where words == "integer overflow":
            return TraceError(
                .database, "the database is damaged: the numbers in it add up to more than 64 bits\(statement)",
                at: Place(file: displayName), fix: "import the trace again, into a new file")
        default:
            return TraceError(.database, "SQLite error \(code): \(words)\(statement)", at: Place(file: displayName))
        }
    }
}

/// Errors when the system is at its limits.
extension Database {
    static func busy(_ name: String) -> TraceError {
        TraceError(
            .database, "another process is using the database, for more than \(patience / 1_000_000) seconds now",
            at: Place(file: name), fix: "wait for it and try again")
    }

    /// The remedy for an error of the system; nil if there is none.
    static func fix(_ code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "free some space"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EACCES, EPERM, EROFS: "give the name of a file in a folder that you may write to"
        default: nil
        }
    }

    /// The error of the system. SQLite forgets it if a commit fails; then it may still be the
    /// thread's last error.
    private func systemError(_ last: Int32) -> Int32 {
        let number = sqlite3_system_errno(handle)
        return number == 0 && [EIO, EFBIG, ENOSPC, EDQUOT, EROFS].contains(last) ? last : number
    }

    /// The remedy; a database without a name is in the folder for temporary files.
    private func fix(_ code: Int32) -> String? {
        guard displayName == Self.temporaryName, [ENOSPC, EDQUOT].contains(code) else { return Self.fix(code) }
        return "free some space in the folder for temporary files, or name another one with TMPDIR"
    }

    /// The name of a database without a file in messages.
    static let temporaryName = "temporary database"
}

/// Settings of the SQLite library as a whole, made before the first connection.
enum SQLiteSetup {
    /// The file system of all our connections (shim.h).
    static let fileSystem = "tracekit"

    private static let done: Int32 = {
        _ = tracekit_sqlite_count_memory(0)
        return tracekit_sqlite_register_vfs()
    }()

    static func once() { _ = done }

    /// Switches on SQLite's count of its memory, which its memory limits need, for the rest of the
    /// process. Works only before the first connection. Apple's SQLite does not count by default.
    static func countMemory() {
        _ = tracekit_sqlite_count_memory(1)
        // After this, `once` does not switch it off again.
        sqlite3_initialize()
    }
}
