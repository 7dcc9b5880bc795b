import CSQLite

/// A prepared statement. Text is bound and read with its length in bytes, so that NULs survive.
final class Statement {
    let handle: OpaquePointer
    private let database: Database
    private let sql: String

    init(_ database: Database, _ sql: String) throws(TraceError) {
        self.database = database
        self.sql = sql
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
        if code != SQLITE_OK { throw database.error(code, sql: sql) }
        guard let prepared else { throw TraceError(.database, "there is no statement in: \(sql.prefix(200))") }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLValue]) throws(TraceError) {
        sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(handle, place)
            case .integer(let number): code = sqlite3_bind_int64(handle, place, number)
            case .real(let number): code = sqlite3_bind_double(handle, place, number)
            case .text(var text):
                code = text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_bind_text(handle, place, $0.baseAddress, Int32($0.count), tracekit_sqlite_transient())
                    }
                }
            case .blob(let bytes):
                code = sqlite3_bind_blob(handle, place, bytes, Int32(bytes.count), tracekit_sqlite_transient())
            }
            if code != SQLITE_OK { throw database.error(code, sql: sql) }
        }
    }

    /// Moves to the next row. Returns whether there is one.
    func step() throws(TraceError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.error(code, sql: sql)
        }
    }

    /// Runs the statement once with these values.
    func run(_ values: [SQLValue]) throws(TraceError) {
        try bind(values)
        _ = try step()
        sqlite3_reset(handle)
    }

    /// Ends the reading of rows.
    func reset() { sqlite3_reset(handle) }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The names of the columns, made once for all rows.
    private(set) lazy var columnNames = (0..<columnCount).map { index in
        sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
    }

    /// Whether the statement cannot change the database.
    var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// A column of the current row as an integer; zero for NULL.
    func integer(_ index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

    /// The type of a column in the current row: `SQLITE_INTEGER`, `SQLITE_NULL`, …
    func type(_ index: Int) -> Int32 { sqlite3_column_type(handle, Int32(index)) }

    func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }
    func isInteger(_ index: Int) -> Bool { type(index) == SQLITE_INTEGER }

    /// A column as a whole number, which is never negative for times, counts and ids; -1 for anything else.
    func whole(_ index: Int) -> Int64 { type(index) == SQLITE_INTEGER ? integer(index) : -1 }

    func value(_ index: Int) -> SQLValue {
        let column = Int32(index)
        switch type(index) {
        case SQLITE_INTEGER: return .integer(integer(index))
        case SQLITE_FLOAT: return .real(real(index))
        case SQLITE_TEXT:
            guard let bytes = sqlite3_column_text(handle, column) else { return .null }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(handle, column) else { return .blob([]) }
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))))
        default: return .null
        }
    }

    /// A column of the current row as a double; zero for NULL.
    func real(_ index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

    /// Calls `body` with the bytes of a text in the current row, valid meanwhile; none for NULL.
    func withText(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let bytes = sqlite3_column_text(handle, Int32(index))
        body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
    }

    /// The number of bytes of the texts and blobs in the current row.
    var byteCount: Int {
        var count = 0
        for column in 0..<sqlite3_column_count(handle) {
            let type = sqlite3_column_type(handle, column)
            if type == SQLITE_TEXT || type == SQLITE_BLOB { count += Int(sqlite3_column_bytes(handle, column)) }
        }
        return count
    }

    func row() -> [SQLValue] { (0..<columnCount).map { value($0) } }
}
