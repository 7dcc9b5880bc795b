import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs SQL that users typed: one statement that reads, within a time limit, on a database that cannot change.
public struct GuardedQuery {
    /// The longest text or blob a query may make, in bytes.
    private static let valueLimit: Int32 = 64 << 20
    /// Virtual machine steps between two looks at the clock.
    private static let stepsPerCheck: Int32 = 10_000

    /// Pragmas that only tell what tables there are.
    private static let harmlessPragmas = ["table_info", "table_xinfo", "table_list", "index_list", "index_info"]

    private let database: Database
    private let timeLimit: Double

    /// `timeLimit` in seconds.
    public init(_ store: TraceStore, timeLimit: Double = 30) {
        database = store.database
        self.timeLimit = timeLimit
    }

    /// Calls `begin` with the names of the columns, then `row` for every row until it answers false.
    public func run(
        _ sql: String, begin: ([String]) -> Void, row: ([SQLValue]) -> Bool
    ) throws(TraceError) {
        let watch = Deadline(seconds: timeLimit)
        try protect(watch)
        defer { unprotect() }
        let statement: Statement
        do throws(TraceError) {
            statement = try database.prepareSingle(sql)
            guard statement.isReadOnly else { throw refusal("the statement would write") }
            begin((0..<statement.columnCount).map { statement.columnName($0) })
            while try statement.step(), row(statement.row()) {}
        } catch {
            throw explain(error, watch)
        }
    }

    private func protect(_ watch: Deadline) throws(TraceError) {
        // SQLite sets up the tables behind harmless pragmas on first use, which no authorizer would let pass.
        let tables = Self.harmlessPragmas.map { $0 == "table_list" ? "pragma_\($0)" : "pragma_\($0)('trace')" }
        try database.execute("SELECT 1 FROM \(tables.joined(separator: ", ")) LIMIT 0")
        try database.execute("PRAGMA query_only = ON")
        sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, Self.valueLimit)
        sqlite3_limit(database.handle, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_set_authorizer(
            database.handle,
            { _, action, first, second, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
                case SQLITE_FUNCTION:
                    let name = second.map { String(cString: $0).lowercased() } ?? ""
                    return name == "load_extension" ? SQLITE_DENY : SQLITE_OK
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
                return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().hasPassed ? 1 : 0
            }, Unmanaged.passUnretained(watch).toOpaque())
    }

    private func unprotect() {
        sqlite3_progress_handler(database.handle, 0, nil, nil)
        sqlite3_set_authorizer(database.handle, nil, nil)
    }

    private func refusal(_ why: String) -> TraceError {
        TraceError(
            .database, "the query was refused: \(why)",
            fix: "only a single SELECT is run, and it cannot change anything")
    }

    private func explain(_ error: TraceError, _ watch: Deadline) -> TraceError {
        let message = error.diagnostic.message
        if watch.hasPassed {
            return TraceError(
                .database, "the query was stopped after \(Decimal.shortest(timeLimit)) seconds",
                fix: "narrow it, or give more time with --timeout SECONDS")
        }
        if message.contains("not authorized") || message.contains("prohibited") || message.contains("attached") {
            return refusal("it does more than read")
        }
        if message.contains("too big") { return refusal("it makes a value of more than \(Self.valueLimit >> 20) MB") }
        return error
    }
}

/// A point in time of the monotonic clock.
private final class Deadline {
    private let end: ContinuousClock.Instant

    init(seconds: Double) { end = .now + .nanoseconds(Int64(min(seconds, 1e9) * 1e9)) }

    var hasPassed: Bool { ContinuousClock.now >= end }
}

extension Database {
    /// Prepares text that must hold exactly one statement.
    func prepareSingle(_ sql: String) throws(TraceError) -> Statement {
        var tailIsEmpty = true
        var prepared: OpaquePointer?
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
            if let tail {
                tailIsEmpty = String(cString: tail).utf8.allSatisfy { isSpace($0) || $0 == UInt8(ascii: ";") }
            }
            return code
        }
        defer { sqlite3_finalize(prepared) }
        if code != SQLITE_OK { throw queryError(code, sql) }
        guard prepared != nil else { throw TraceError(.database, "there is no statement in the query") }
        guard tailIsEmpty else {
            throw TraceError(
                .database, "the query was refused: it holds more than one statement", fix: "run them one by one")
        }
        return try prepare(sql)
    }

    /// SQLite's words about a statement the user typed, with the place in it.
    private func queryError(_ code: Int32, _ sql: String) -> TraceError {
        let words = String(cString: sqlite3_errmsg(handle))
        let offset = sqlite3_error_offset(handle)
        let place = offset >= 0 ? Place(file: "query", line: 1, column: Int(offset) + 1, byte: Int(offset)) : nil
        return TraceError(
            .database, words, at: place, fix: "trace-analyze schema lists the views and their columns")
    }
}
