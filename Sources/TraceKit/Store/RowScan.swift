import CSQLite

/// What a row of a scan has in its columns.
struct ScannedRow {
    fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

    /// As an integer; zero for NULL.
    @inline(__always)
    func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }

    @inline(__always)
    func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

    @inline(__always)
    func type(_ index: Int) -> Int32 { sqlite3_value_type(values[index]) }

    func value(_ index: Int) -> SQLValue {
        let value = values[index]
        return SQLValue(
            type: type(index), integer: integer(index), real: sqlite3_value_double(value),
            text: sqlite3_value_text(value), blob: sqlite3_value_blob(value), count: sqlite3_value_bytes(value))
    }

    /// -1 for anything that is no whole number: times, counts and ids are never negative.
    @inline(__always)
    func whole(_ index: Int) -> Int64 {
        type(index) == SQLITE_INTEGER ? integer(index) : -1
    }
}

extension Database {
    /// Calls `take` for every row of a table that satisfies the conditions, by id: SQLite scans the table itself,
    /// whatever indexes exist. In a damaged one they may come in any order.
    ///
    /// SQLite calls an aggregate function of ours for each row it has read: stepping a statement costs half as much
    /// again, for returning at every row and for checking at every column whether the connection is shared.
    func scan(
        _ columns: [String], of table: String, where conditions: String, _ take: (ScannedRow) throws(TraceError) -> Void
    ) throws(TraceError) {
        let scanner = try scanner()
        let values = columns.joined(separator: ", ")
        let statement = try prepare(
            "SELECT \(RowScanner.function)(\(values)) FROM \(table) NOT INDEXED WHERE \(conditions)")
        try withoutActuallyEscaping(take) { take throws(TraceError) in
            let outer = scanner.scan
            scanner.scan = RowScanner.Scan(take: take)
            defer { scanner.scan = outer }
            do throws(TraceError) {
                _ = try statement.step()
            } catch {
                throw scanner.scan?.error ?? error
            }
        }
    }
}

/// The function that a connection scans with, which it has from its first scan on.
final class RowScanner {
    fileprivate static let function = "tracekit_scan"

    fileprivate struct Scan {
        let take: (ScannedRow) throws(TraceError) -> Void
        var error: TraceError?
    }

    /// Nil where nothing is scanned: who calls the function in a statement of their own gets an error.
    fileprivate var scan: Scan?

    init(_ database: Database) throws(TraceError) {
        let code = sqlite3_create_function_v2(
            database.handle, Self.function, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passUnretained(self).toOpaque(), nil,
            { context, _, values in
                guard let context, let values, let owner = sqlite3_user_data(context) else { return }
                if !Unmanaged<RowScanner>.fromOpaque(owner).takeUnretainedValue().take(ScannedRow(values: values)) {
                    sqlite3_result_error(context, "the scan ended early", -1)
                }
            }, { _ in }, nil)
        if code != SQLITE_OK { throw database.error(code) }
    }

    /// False where the scan is to end.
    private func take(_ row: ScannedRow) -> Bool {
        guard scan != nil else { return false }
        do throws(TraceError) {
            try scan?.take(row)
            return true
        } catch {
            scan?.error = error
            return false
        }
    }
}
