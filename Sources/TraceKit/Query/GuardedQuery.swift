import CSQLite

/// Runs a user's SQL: one read-only statement, within a time limit, on a database that cannot change.
package struct GuardedQuery {
    /// The longest text or blob a query may make, and the most bytes of texts and blobs per row.
    private static let valueLimit: Int32 = 64 << 20
    /// The longest statement, in bytes.
    private static let textLimit = 1 << 20
    /// The memory limit of SQLite in bytes after `limitMemory`.
    private static let memoryLimit: Int64 = 512 << 20
    /// The longest pattern of LIKE and GLOB, in bytes: matching takes the product of both lengths.
    private static let patternLimit: Int32 = 1000
    /// Virtual machine steps between two checks of the clock.
    private static let stepsPerCheck: Int32 = 10_000
    /// Seconds past its limit after which a query is stopped by other means.
    private static let grace = Duration.seconds(1)

    /// Virtual tables that expose the pages of the file, including deleted content; Apple's SQLite has both.
    private static let pageTables = ["dbstat", "sqlite_dbpage"]
    /// Pragmas that only list tables and columns.
    private static let harmlessPragmas = ["table_info", "table_xinfo", "table_list", "index_list", "index_info"]

    /// Table functions over JSON text.
    private static let jsonTables = ["json_each('[]')", "json_tree('[]')"]

    /// Functions that only compute. Everything else in SQLite is refused: `load_extension` and `fts3_tokenizer` handle
    /// code addresses, others read pages of the file or write to a log.
    private static let harmlessFunctions: Set<String> = Set(
        """
        -> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling changes char coalesce concat concat_ws cos cosh
        count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor
        format glob group_concat hex if ifnull iif instr json json_array json_array_insert json_array_length
        json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty
        json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract
        jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set
        julianday lag last_insert_rowid last_value lead length like likelihood likely ln log log10 log2 lower ltrim max
        median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow
        power printf quote radians random randomblob rank replace round row_number rtrim sign sin sinh soundex
        sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id sqlite_version sqrt strftime string_agg substr
        substring subtype sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode unistr
        unistr_quote unixepoch unlikely upper zeroblob
        """.split(whereSeparator: \.isWhitespace).map { String($0) })

    private let database: Database
    /// Must run before the authorizer is set, which refuses this statement.
    private let isMemoryLimited: Bool
    private let timeLimit: Double
    private let clock: QueryClock
    private let interruption: Interruption?
    private let onOverdue: (@Sendable (TraceError) -> Void)?

    /// - Parameters:
    /// - timeLimit: seconds spent inside SQLite, over all runs together.
    /// - onOverdue: called on another thread with the error of the query, and must end the process. A single SQLite
    ///   step (searching a text of 60 MB for one of 30 MB) may take hours without polling.
    package init(
        _ store: TraceStore, timeLimit: Double = 30, interruption: Interruption? = nil,
        onOverdue: (@Sendable (TraceError) -> Void)? = nil
    ) {
        database = store.database
        isMemoryLimited = Self.hasMemoryLimit(store.database)
        self.timeLimit = timeLimit
        clock = QueryClock(seconds: timeLimit, interruption)
        self.interruption = interruption
        self.onOverdue = onOverdue
    }

    /// Limits the memory of SQLite to 512 MB in the whole process. Call it before the first database is opened; later
    /// it has no effect.
    package static func limitMemory() {
        SQLiteSetup.countMemory()
        // The limit is global to the library; Apple's header does not declare the function for it.
        let database = try? Database(path: "", mode: .create, displayName: Database.temporaryName)
        _ = try? database?.integer("PRAGMA hard_heap_limit = \(memoryLimit)")
    }

    /// Whether `limitMemory` had an effect.
    static func hasMemoryLimit(_ database: Database) -> Bool {
        (try? database.integer("PRAGMA hard_heap_limit")) == memoryLimit
    }

    /// Calls `begin` with the column names, then `row` for every row until it returns false. Time spent in these
    /// closures does not count, so drawing and reading rows may take any time.
    package func run(
        _ sql: String, begin: ([String]) -> Void, row: ([SQLValue]) -> Bool
    ) throws(TraceError) {
        guard sql.utf8.count <= Self.textLimit else { throw refusal("it is longer than \(Self.textLimit >> 20) MB") }
        guard !sql.utf8.contains(0) else { throw refusal("it contains a zero byte") }
        clock.begin()
        let watcher = onOverdue.map { act in
            let (clock, error) = (clock, timeIsOver)
            return BackgroundWork { () throws(TraceError) in if clock.waitForOverdue(Self.grace) { act(error) } }
        }
        defer {
            clock.finish()
            _ = try? watcher?.wait()
        }
        var before: [(kind: Int32, value: Int32)] = []
        try protect(clock, &before)
        defer { unprotect(before) }
        do throws(TraceError) {
            let statement = try database.prepareSingle(sql)
            guard statement.isReadOnly else { throw refusal("the statement would write") }
            let columns = statement.columnNames
            clock.pausing { begin(columns) }
            while try step(statement) {
                guard statement.byteCount <= Int(Self.valueLimit) else {
                    throw refusal("it makes a row of more than \(Self.valueLimit >> 20) MB")
                }
                let values = statement.row()
                guard clock.pausing({ row(values) }) else { break }
            }
        } catch {
            throw explain(error, clock)
        }
    }

    private func step(_ statement: Statement) throws(TraceError) -> Bool {
        do throws(TraceError) {
            return try statement.step()
        } catch {
            // An error while the statement runs is not damage of the database.
            throw database.runError() ?? error
        }
    }

    private static let limits: [(kind: Int32, value: Int32)] = [
        (SQLITE_LIMIT_LENGTH, valueLimit), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, patternLimit), (SQLITE_LIMIT_ATTACHED, 0),
    ]

    private func protect(
        _ clock: QueryClock, _ before: inout [(kind: Int32, value: Int32)]
    ) throws(TraceError) {
        // SQLite creates the tables behind harmless pragmas on first use, which no authorizer would permit.
        let tables = Self.harmlessPragmas.map { $0 == "table_list" ? "pragma_\($0)" : "pragma_\($0)('trace')" }
        try database.execute("SELECT 1 FROM \(tables.joined(separator: ", ")) LIMIT 0")
        // SQLite may be built without JSON.
        _ = try? database.execute("SELECT 1 FROM \(Self.jsonTables.joined(separator: ", ")) LIMIT 0")
        try database.execute("PRAGMA query_only = ON")
        before = Self.limits.map { (kind: $0.kind, value: sqlite3_limit(database.handle, $0.kind, $0.value)) }
        sqlite3_set_authorizer(
            database.handle,
            { _, action, first, second, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
                case SQLITE_READ:
                    let table = first.map { String(cString: $0).lowercased() } ?? ""
                    return GuardedQuery.pageTables.contains(table) ? SQLITE_DENY : SQLITE_OK
                case SQLITE_FUNCTION:
                    let name = second.map { String(cString: $0).lowercased() } ?? ""
                    return GuardedQuery.harmlessFunctions.contains(name) ? SQLITE_OK : SQLITE_DENY
                case SQLITE_PRAGMA:
                    let name = first.map { String(cString: $0).lowercased() } ?? ""
                    let isHarmless =
                        GuardedQuery.harmlessPragmas.contains(name)
                        || ["user_version", "application_id", "page_size", "page_count"].contains(name) && second == nil
                    return isHarmless ? SQLITE_OK : SQLITE_DENY
                default: return SQLITE_DENY
                }
            }, nil)
        sqlite3_progress_handler(
            database.handle, Self.stepsPerCheck,
            { context in
                guard let context else { return 0 }
                return Unmanaged<QueryClock>.fromOpaque(context).takeUnretainedValue().stops ? 1 : 0
            }, Unmanaged.passUnretained(clock).toOpaque())
    }

    /// Restores the connection, which a server continues to use.
    private func unprotect(_ before: [(kind: Int32, value: Int32)]) {
        sqlite3_progress_handler(database.handle, 0, nil, nil)
        sqlite3_set_authorizer(database.handle, nil, nil)
        for limit in before { sqlite3_limit(database.handle, limit.kind, limit.value) }
        try? database.execute("PRAGMA query_only = OFF")
    }

    private func refusal(_ why: String) -> TraceError {
        TraceError(
            .database, "the query was refused: \(why)",
            fix: "only a single SELECT is run, and it cannot change anything")
    }

    private var timeIsOver: TraceError {
        TraceError(
            .database, "the query was stopped after \(Decimal.shortest(timeLimit)) seconds",
            fix: "narrow it, or give more time with --timeout SECONDS")
    }

    private func explain(_ error: TraceError, _ clock: QueryClock) -> TraceError {
        let message = error.diagnostic.message
        if interruption?.isRequested == true { return Interruption.error }
        if clock.hasPassed { return timeIsOver }
        if message == "out of memory", isMemoryLimited {
            return refusal("it takes more than \(Self.memoryLimit >> 20) MB of memory")
        }
        // The last is SQLite's message if the tables behind a virtual one were not authorized.
        if ["not authorized", "prohibited", "attached", "vtable constructor failed"].contains(where: message.contains) {
            return refusal("it does more than read")
        }
        if message.contains("too big") { return refusal("it makes a value of more than \(Self.valueLimit >> 20) MB") }
        return error
    }
}

extension Database {
    /// Prepares a text that must hold exactly one statement.
    func prepareSingle(_ sql: String) throws(TraceError) -> Statement {
        var tailIsEmpty = true
        var prepared: OpaquePointer?
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
            if code == SQLITE_OK, let tail { tailIsEmpty = holdsNothing(tail) }
            return code
        }
        defer { sqlite3_finalize(prepared) }
        if code != SQLITE_OK { throw queryError(code, sql) }
        guard prepared != nil else { throw TraceError(.database, "the query has no statement") }
        guard tailIsEmpty else {
            throw TraceError(
                .database, "the query was refused: it holds more than one statement", fix: "run them one by one")
        }
        return try prepare(sql)
    }

    /// Whether SQL consists of space, semicolons and comments.
    private func holdsNothing(_ sql: UnsafePointer<CChar>) -> Bool {
        var prepared: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, &tail)
        defer { sqlite3_finalize(prepared) }
        guard code == SQLITE_OK, prepared == nil, let tail else { return false }
        return tail == sql ? tail.pointee == 0 : holdsNothing(tail)
    }

    /// SQLite's message about the user's statement, with its position.
    private func queryError(_ code: Int32, _ sql: String) -> TraceError {
        let words = String(cString: sqlite3_errmsg(handle))
        let offset = sqlite3_error_offset(handle)
        let place = offset >= 0 ? Place(file: "query", line: 1, column: Int(offset) + 1, byte: Int(offset)) : nil
        let near = nearest(words, sql).map { "did you mean '\($0)'? " } ?? ""
        return TraceError(
            .database, words, at: place, fix: "\(near)trace-analyze schema lists the views and their columns")
    }

    /// The error of a user's statement that just failed; nil if the statement is not the cause.
    fileprivate func runError() -> TraceError? {
        let code = sqlite3_extended_errcode(handle)
        let words = String(cString: sqlite3_errmsg(handle))
        switch code & 0xFF {
        case SQLITE_ERROR where words == "integer overflow":
            return TraceError(
                .database, "your statement adds up to more than 64 bits",
                fix: "add up real numbers: CAST(… AS REAL), total(…) or avg(…)")
        case SQLITE_MISMATCH:
            return TraceError(
                .database, "your statement has a value of the wrong type (\(words))",
                fix: "LIMIT and OFFSET take whole numbers")
        case SQLITE_ERROR: return TraceError(.database, words, fix: "correct the statement")
        // Only sorting and grouping write anything.
        case SQLITE_FULL, SQLITE_CANTOPEN: return temporaryFileError(words)
        case SQLITE_IOERR where Self.writeErrors.contains(code): return temporaryFileError(words)
        default: return nil
        }
    }

    /// SQLITE_IOERR_WRITE and SQLITE_IOERR_GETTEMPPATH, macros that are not imported into Swift.
    private static let writeErrors = [SQLITE_IOERR | 3 << 8, SQLITE_IOERR | 25 << 8]

    private func temporaryFileError(_ words: String) -> TraceError {
        let number = sqlite3_system_errno(handle)
        let reason = number == 0 ? words : String(cString: strerror(number)).lowercased()
        let fix = number == EFBIG ? Database.fix(number) : nil
        return TraceError(
            .database, "cannot write the temporary files that your statement needs: \(reason)",
            fix: fix ?? "free some space in the folder for temporary files, or name another one with TMPDIR")
    }

    /// The column, table or view closest to an unknown name.
    private func nearest(_ words: String, _ statement: String) -> String? {
        // Only views that the statement names.
        let problems: [(words: String, sql: String, values: [SQLValue])] = [
            (
                "no such column: ",
                """
                SELECT DISTINCT c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
                WHERE s.type = 'view' AND instr(lower(?), s.name) ORDER BY 1
                """, [.text(statement)]
            ),
            (
                "no such table: ",
                "SELECT name FROM sqlite_schema WHERE type IN ('view', 'table') ORDER BY type DESC, name", []
            ),
        ]
        guard let problem = problems.first(where: { words.hasPrefix($0.words) }) else { return nil }
        let name = words.dropFirst(problem.words.count).split(separator: ".").last.map(String.init) ?? ""
        let known = (try? rows(problem.sql, problem.values))?.compactMap { $0.first?.text } ?? []
        return NearestWord.to(name, among: known)
    }
}

/// The time limit of one query or several in sequence. Time in which a reader consumes rows does not count: a pager may
/// wait forever. One thread runs the query, another may wait for the limit.
final class QueryClock: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Duration
    private var end: ContinuousClock.Instant
    private var hasBegun = false
    private var pauseStart: ContinuousClock.Instant?
    private var isFinished = false
    private let interruption: Interruption?

    init(seconds: Double, _ interruption: Interruption? = nil) {
        limit = .nanoseconds(Int64(min(seconds, 1e9) * 1e9))
        end = .now + limit
        self.interruption = interruption
    }

    /// Starts a query with the time left by earlier ones.
    func begin() {
        monitor.locked {
            if !hasBegun { end = .now + limit }
            (hasBegun, isFinished) = (true, false)
        }
    }

    var hasPassed: Bool { monitor.locked { ContinuousClock.now >= end } }

    /// Whether the query should stop: its time is over, or it was interrupted.
    var stops: Bool { hasPassed || interruption?.isRequested == true }

    /// Runs work that does not count.
    func pausing<Result>(_ body: () -> Result) -> Result {
        monitor.locked { pauseStart = .now }
        defer {
            monitor.locked {
                if let pauseStart { end += ContinuousClock.now - pauseStart }
                pauseStart = nil
            }
        }
        return body()
    }

    /// Ends the query, successful or not.
    func finish() {
        monitor.locked {
            isFinished = true
            monitor.signal()
        }
    }

    /// Returns when the query is over; true if it is still running this long after its limit.
    func waitForOverdue(_ grace: Duration) -> Bool {
        monitor.locked {
            while !isFinished {
                if pauseStart == nil, ContinuousClock.now >= end + grace { return true }
                monitor.wait(milliseconds: 100)
            }
            return false
        }
    }
}
