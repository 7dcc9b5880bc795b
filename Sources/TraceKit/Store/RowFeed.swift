import CSQLite

/// A cell that is being handed to SQLite.
struct Cell {
    let context: OpaquePointer
    let names: StoredNames

    @inline(__always)
    func integer(_ value: Int64) { sqlite3_result_int64(context, value) }

    @inline(__always)
    func integer(_ value: Int) { sqlite3_result_int64(context, Int64(value)) }

    @inline(__always)
    func null() { sqlite3_result_null(context) }

    /// NULL where the value is the marker for "none".
    @inline(__always)
    func integer(_ value: Int64, none: Int64) { value == none ? null() : integer(value) }

    /// The row's id for an index into rows that begin at `first`; NULL for a negative index.
    @inline(__always)
    func index(_ value: Int32, from first: Int64) { value < 0 ? null() : integer(first + Int64(value)) }

    /// The database's id of a text; NULL for none.
    @inline(__always)
    func name(_ name: NameID) {
        name.isPresent ? sqlite3_result_int64(context, Int64(names.storedID(name))) : null()
    }

    func optional(_ value: Int64?) { value.map { integer($0) } ?? null() }
    func optional(_ value: Double?) { value.map { sqlite3_result_double(context, $0) } ?? null() }

    func text(_ value: String?) {
        guard var value else { return null() }
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_result_text64(
                    context, $0.baseAddress, UInt64($0.count), tracekit_sqlite_transient(), UInt8(SQLITE_UTF8))
            }
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = UnsafeRawPointer(bytes.baseAddress ?? emptyBytes).assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(context, start, UInt64(bytes.count), tracekit_sqlite_transient(), UInt8(SQLITE_UTF8))
    }

    /// An unsigned 64-bit id: INTEGER where it fits, else its decimal text.
    @inline(__always)
    func id(_ value: UInt64?) {
        guard let value else { return null() }
        if value <= UInt64(Int64.max) { integer(Int64(value)) } else { text(String(value)) }
    }
}

/// Rows for one INSERT: SQLite pulls them through a virtual table, cell by cell, which costs about 0.6 of
/// binding and stepping a statement a row.
final class RowFeed {
    let count: Int
    let cell: (_ row: Int, _ column: Int, _ out: Cell) -> Void
    let names: StoredNames
    fileprivate var row = 0

    init(count: Int, names: StoredNames, cell: @escaping (Int, Int, Cell) -> Void) {
        self.count = count
        self.names = names
        self.cell = cell
    }
}

/// The virtual table `tracekit_feed` of a connection, through which `RowFeed`s are inserted.
final class FeedTable {
    /// The columns the virtual table has; a feed uses the first ones.
    static let columnCount = 32
    fileprivate var feed: RowFeed?
    private let database: Database

    init(_ database: Database) throws(TraceError) {
        self.database = database
        let code = sqlite3_create_module_v2(
            database.handle, "tracekit_feed", FeedModule.shared.pointer, Unmanaged.passUnretained(self).toOpaque(), nil)
        if code != SQLITE_OK { throw database.error(code) }
    }

    /// Takes the virtual table from the connection, which may live on and run what users type.
    deinit { sqlite3_create_module_v2(database.handle, "tracekit_feed", nil, nil, nil) }

    /// Inserts all rows of a feed into the first `columns` columns of a table, in order.
    func insert(into table: String, columns: Int, _ feed: RowFeed) throws(TraceError) {
        guard feed.count > 0 else { return }
        self.feed = feed
        defer { self.feed = nil }
        let sources = (0..<columns).map { "c\($0)" }.joined(separator: ", ")
        let targets = try database.rows(
            "SELECT name FROM pragma_table_info(?) ORDER BY cid LIMIT ?", [.text(table), .integer(Int64(columns))]
        )
        .map { row in if case .text(let name) = row[0] { "\"\(name)\"" } else { "" } }.joined(separator: ", ")
        try database.execute("INSERT INTO main.\(table) (\(targets)) SELECT \(sources) FROM tracekit_feed")
    }
}

/// SQLite's table of functions for the virtual table; made once and never changed.
private final class FeedModule: @unchecked Sendable {
    static let shared = FeedModule()
    let pointer: UnsafeMutablePointer<sqlite3_module>

    private struct Table {
        var base: sqlite3_vtab
        var owner: UnsafeMutableRawPointer?
    }

    private init() {
        pointer = .allocate(capacity: 1)
        var module = sqlite3_module()
        module.iVersion = 1
        module.xConnect = { database, client, _, _, result, _ in
            let columns = (0..<FeedTable.columnCount).map { "c\($0)" }.joined(separator: ", ")
            let code = sqlite3_declare_vtab(database, "CREATE TABLE x(\(columns))")
            guard code == SQLITE_OK else { return code }
            let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            table.initialize(to: Table(base: sqlite3_vtab(), owner: client))
            result?.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
            return SQLITE_OK
        }
        module.xDisconnect = { table in
            UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
            return SQLITE_OK
        }
        module.xBestIndex = { _, info in
            info?.pointee.estimatedCost = 1
            return SQLITE_OK
        }
        module.xOpen = { _, result in
            let cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>.allocate(capacity: 1)
            cursor.initialize(to: sqlite3_vtab_cursor())
            result?.pointee = cursor
            return SQLITE_OK
        }
        module.xClose = { cursor in
            cursor?.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { cursor, _, _, _, _ in
            FeedModule.feed(cursor)?.row = 0
            return SQLITE_OK
        }
        module.xNext = { cursor in
            FeedModule.feed(cursor)?.row += 1
            return SQLITE_OK
        }
        module.xEof = { cursor in
            guard let feed = FeedModule.feed(cursor) else { return 1 }
            return feed.row >= feed.count ? 1 : 0
        }
        module.xColumn = { cursor, context, column in
            guard let feed = FeedModule.feed(cursor), let context else { return SQLITE_ERROR }
            feed.cell(feed.row, Int(column), Cell(context: context, names: feed.names))
            return SQLITE_OK
        }
        module.xRowid = { cursor, result in
            result?.pointee = Int64(FeedModule.feed(cursor)?.row ?? 0)
            return SQLITE_OK
        }
        pointer.initialize(to: module)
    }

    @inline(__always)
    private static func feed(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> RowFeed? {
        guard let table = cursor?.pointee.pVtab else { return nil }
        let owner = UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self).pointee.owner
        return owner.flatMap { Unmanaged<FeedTable>.fromOpaque($0).takeUnretainedValue().feed }
    }
}
