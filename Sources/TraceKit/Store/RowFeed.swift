import CSQLite

/// A cell of a small table that is being handed to SQLite.
struct Cell {
    let context: OpaquePointer
    let names: StoredNames

    func integer(_ value: Int64) { sqlite3_result_int64(context, value) }
    func integer(_ value: Int) { sqlite3_result_int64(context, Int64(value)) }
    func null() { sqlite3_result_null(context) }

    /// NULL where the value is the marker for "none".
    func integer(_ value: Int64, none: Int64) { value == none ? null() : integer(value) }

    /// The row's id for an index into rows that begin at `first`; NULL for a negative index.
    func index(_ value: Int32, from first: Int64) { value < 0 ? null() : integer(first + Int64(value)) }

    /// The database's id of a text; NULL for none.
    func name(_ name: NameID) { name.isPresent ? integer(Int64(names.storedID(name))) : null() }

    func optional(_ value: Int64?) { value.map { integer($0) } ?? null() }
    func optional(_ value: Double?) { value.map { sqlite3_result_double(context, $0) } ?? null() }

    func text(_ value: String?) {
        guard var value else { return null() }
        value.withUTF8 { text($0) }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        Self.give(bytes, to: context)
    }

    static func give(_ bytes: UnsafeBufferPointer<UInt8>, to context: OpaquePointer) {
        let start = UnsafeRawPointer(bytes.baseAddress ?? emptyBytes).assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(context, start, UInt64(bytes.count), tracekit_sqlite_transient(), UInt8(SQLITE_UTF8))
    }

    /// An unsigned 64-bit id: INTEGER where it fits, else its decimal text.
    func id(_ value: UInt64?) {
        guard let value else { return null() }
        if value <= UInt64(Int64.max) { integer(Int64(value)) } else { text(String(value)) }
    }
}

/// Rows for one INSERT: SQLite pulls them through a virtual table, which costs about 0.6 of binding and stepping a
/// statement a row.
enum RowFeed {
    /// A cell at a time, of any type: for tables that are never long.
    case cells(count: Int, names: StoredNames, cell: (_ row: Int, _ column: Int, _ out: Cell) -> Void)
    /// A batch of whole columns at a time: for the long tables, where a call a cell would cost more than SQLite does.
    case columns(count: Int, [FeedColumn])

    var count: Int {
        switch self {
        case .cells(let count, _, _), .columns(let count, _): count
        }
    }
}

/// The virtual table `tracekit_feed` of a connection, through which `RowFeed`s are inserted.
final class FeedTable {
    /// The columns the virtual table has; a feed uses the first ones.
    static let columnCount = 32
    /// Rows that are worth telling of.
    private static let many = 10_000
    fileprivate var feed: RowFeed?
    /// The row that the statement begins with.
    fileprivate var firstRow = 0
    /// The column that SQLite reads as the rows' ids.
    fileprivate var rowidColumn: Int?
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
        firstRow = 0
        let names = try database.rows(
            "SELECT name FROM pragma_table_info(?) ORDER BY cid LIMIT ?", [.text(table), .integer(Int64(columns))]
        ).map { "\"\($0[0].text ?? "")\"" }
        rowidColumn = Self.rowidColumn(of: feed)
        var sources = names.indices.map { Self.source($0, of: feed) }
        if let rowidColumn { sources[rowidColumn] = "rowid" }
        func insert(_ limit: String) throws(TraceError) {
            // All columns in the order of the table, without gaps: SQLite then has the SELECT put them where the row is
            // made of them, and copies nothing. Absent columns at the end are left out.
            let count = (sources.lastIndex { $0 != nil } ?? 0) + 1
            let targets = names[..<count].joined(separator: ", ")
            let values = sources[..<count].map { $0 ?? "NULL" }.joined(separator: ", ")
            try database.execute("INSERT INTO main.\(table) (\(targets)) SELECT \(values) FROM tracekit_feed\(limit)")
        }
        if case .columns(_, let columns) = feed, let first = columns.first?.firstID {
            sources[0] = "\(first)"
            try insert(" LIMIT 1")
            sources[0] = nil
            firstRow = 1
        }
        if firstRow < feed.count { try insert("") }
        if feed.count > Self.many { database.wroteRows() }
    }

    /// SQLite takes half the steps to read the id of a row that it takes for a column, but an id is never NULL.
    private static func rowidColumn(of feed: RowFeed) -> Int? {
        guard case .columns(_, let columns) = feed else { return nil }
        return columns.firstIndex { $0.isNeverNull }
    }

    /// What the statement reads for a column; nil where it is NULL in all rows.
    private static func source(_ column: Int, of feed: RowFeed) -> String? {
        guard case .columns(_, let columns) = feed, columns[column].fill == nil else { return "c\(column)" }
        return columns[column].constant.map { "\($0)" }
    }
}

/// Where an INSERT stands in its feed. SQLite knows it as its cursor, and asks it for every cell of every row.
private struct FeedCursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
    var count = 0
    /// The batch that is being read, column by column; nil for a feed of single cells.
    var cells: UnsafeMutablePointer<Int64>?
    /// The first cell of the row; that of the next column is a `stride` further.
    var rowCells: UnsafeMutablePointer<Int64>?
    /// From there to the cell that is read as the row's id.
    var rowidCell = 0
    /// The row behind the batch.
    var end = 0

    /// Makes the batch that begins at `row`.
    mutating func fill(_ columns: [FeedColumn]) {
        guard let cells else { return }
        end = min(count, row + FeedColumn.batch)
        for (index, column) in columns.enumerated() {
            column.fill?(FeedBatch(rows: row..<end, cells: cells + index * FeedColumn.stride))
        }
        rowCells = cells
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
            let cursor = UnsafeMutablePointer<FeedCursor>.allocate(capacity: 1)
            cursor.initialize(to: FeedCursor())
            result?.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        module.xClose = { cursor in
            guard let cursor = FeedModule.cursor(cursor) else { return SQLITE_OK }
            cursor.pointee.cells?.deallocate()
            cursor.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { pointer, _, _, _, _ in
            guard let cursor = FeedModule.cursor(pointer), let table = FeedModule.table(pointer),
                let feed = table.feed
            else { return SQLITE_ERROR }
            cursor.pointee.row = table.firstRow
            cursor.pointee.count = feed.count
            if case .columns(_, let columns) = feed {
                if cursor.pointee.cells == nil {
                    cursor.pointee.cells = .allocate(capacity: columns.count * FeedColumn.stride)
                }
                cursor.pointee.rowidCell = (table.rowidColumn ?? 0) * FeedColumn.stride
                cursor.pointee.fill(columns)
            }
            return SQLITE_OK
        }
        module.xNext = { pointer in
            guard let cursor = FeedModule.cursor(pointer) else { return SQLITE_ERROR }
            cursor.pointee.row &+= 1
            if let cells = cursor.pointee.rowCells { cursor.pointee.rowCells = cells + 1 }
            if cursor.pointee.row == cursor.pointee.end { FeedModule.fill(pointer) }
            return SQLITE_OK
        }
        module.xEof = { pointer in
            guard let cursor = FeedModule.cursor(pointer) else { return 1 }
            return cursor.pointee.row >= cursor.pointee.count ? 1 : 0
        }
        module.xColumn = { pointer, context, column in
            guard let context, let cells = FeedModule.cursor(pointer)?.pointee.rowCells else {
                return FeedModule.giveCell(pointer, context, Int(column))
            }
            let value = cells[Int(column) &* FeedColumn.stride]
            // Nothing said is NULL.
            if value > FeedColumn.asText {
                sqlite3_result_int64(context, value)
            } else if value == FeedColumn.asText {
                FeedModule.giveText(pointer, context, Int(column))
            }
            return SQLITE_OK
        }
        module.xRowid = { pointer, result in
            guard let cursor = FeedModule.cursor(pointer) else { return SQLITE_ERROR }
            result?.pointee = cursor.pointee.rowCells?[cursor.pointee.rowidCell] ?? Int64(cursor.pointee.row)
            return SQLITE_OK
        }
        pointer.initialize(to: module)
    }

    @inline(__always)
    private static func cursor(
        _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
    ) -> UnsafeMutablePointer<FeedCursor>? {
        UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: FeedCursor.self)
    }

    private static func table(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> FeedTable? {
        guard let table = cursor?.pointee.pVtab else { return nil }
        let owner = UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self).pointee.owner
        return owner.map { Unmanaged<FeedTable>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes the next batch, where the feed has one.
    @inline(never)
    private static func fill(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) {
        guard let cursor = FeedModule.cursor(pointer), cursor.pointee.row < cursor.pointee.count,
            case .columns(_, let columns) = table(pointer)?.feed
        else { return }
        cursor.pointee.fill(columns)
    }

    /// A cell of a small table.
    @inline(never)
    private static func giveCell(
        _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int
    ) -> Int32 {
        guard let cursor = FeedModule.cursor(pointer), let context,
            case .cells(_, let names, let cell) = table(pointer)?.feed
        else { return SQLITE_ERROR }
        cell(cursor.pointee.row, column, Cell(context: context, names: names))
        return SQLITE_OK
    }

    /// An id that is larger than an INTEGER can be.
    @inline(never)
    private static func giveText(
        _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer, _ column: Int
    ) {
        guard let cursor = FeedModule.cursor(pointer), case .columns(_, let columns) = table(pointer)?.feed,
            var text = columns[column].text?(cursor.pointee.row)
        else { return }
        text.withUTF8 { Cell.give($0, to: context) }
    }
}
