import CSQLite

/// A cell of a small table that is being handed to SQLite.
struct Cell {
    let context: OpaquePointer
    let names: StoredNames

    func integer(_ value: Int64) { sqlite3_result_int64(context, value) }
    func null() { sqlite3_result_null(context) }

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
private struct RowFeed {
    let count: Int
    /// In the order of the table.
    let columns: [FeedColumn]
    let names: StoredNames
    /// Whether rows are made a batch at a time: in a long table a call a cell would cost more than SQLite does.
    let isBatched: Bool

    init(count: Int, _ columns: [FeedColumn], _ names: StoredNames) {
        (self.count, self.names) = (count, names)
        let isBatched = columns.contains { $0.fill != nil }
        self.isBatched = isBatched
        self.columns = columns.map { column in
            guard isBatched, column.fill == nil, column.cell != nil else { return column }
            var column = column
            column.fill = { $0.each { _ in FeedColumn.asCell } }
            return column
        }
    }

    /// What the statement reads for every column; nil where it is NULL in all rows.
    var sources: [String?] {
        // SQLite takes half the steps to read the id of a row that it takes for a column, but an id is never NULL.
        let rowidColumn = self.rowidColumn
        return columns.enumerated().map { index, column in
            if index == rowidColumn { return "rowid" }
            if column.fill != nil || column.cell != nil { return "c\(index)" }
            if let first = column.firstID, !isBatched { return "rowid + \(first)" }
            return column.constant.map { "\($0)" }
        }
    }

    /// The column that SQLite reads as the rows' ids; where there is none, these are the rows' numbers.
    var rowidColumn: Int? { columns.firstIndex { $0.isNeverNull } }
}

/// The virtual table `tracekit_feed` of a connection, through which `RowFeed`s are inserted.
final class FeedTable {
    /// The columns the virtual table has; a feed uses the first ones.
    fileprivate static let columnCount = 32
    /// Rows that are worth telling of.
    private static let many = 10_000
    fileprivate var feed: RowFeed?
    /// The row that the statement begins with.
    fileprivate var firstRow = 0
    private let database: Database

    init(_ database: Database) throws(TraceError) {
        self.database = database
        let code = sqlite3_create_module_v2(
            database.handle, "tracekit_feed", FeedModule.shared.pointer, Unmanaged.passUnretained(self).toOpaque(), nil)
        if code != SQLITE_OK { throw database.error(code) }
    }

    /// Takes the virtual table from the connection, which may live on and run what users type.
    deinit { sqlite3_create_module_v2(database.handle, "tracekit_feed", nil, nil, nil) }

    /// Inserts `count` rows into a table, in order. `columns` are all of the table's by name, in any order.
    func insert(
        into table: String, count: Int, _ columns: KeyValuePairs<String, FeedColumn>,
        _ more: [(key: String, value: FeedColumn)] = [], names: StoredNames
    ) throws(TraceError) {
        guard count > 0 else { return }
        let order = try database.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(table)])
            .compactMap { $0[0].text }
        let feed = RowFeed(count: count, try Self.columns(columns + more, as: order, of: table), names)
        self.feed = feed
        defer { self.feed = nil }
        firstRow = 0
        var sources = feed.sources
        func insert(_ limit: String) throws(TraceError) {
            // All columns in the order of the table, without gaps: SQLite then has the SELECT put them where the row is
            // made of them, and copies nothing. Absent columns at the end are left out.
            let count = (sources.lastIndex { $0 != nil } ?? 0) + 1
            let targets = order[..<count].map { "\"\($0)\"" }.joined(separator: ", ")
            let values = sources[..<count].map { $0 ?? "NULL" }.joined(separator: ", ")
            try database.execute("INSERT INTO main.\(table) (\(targets)) SELECT \(values) FROM tracekit_feed\(limit)")
        }
        if feed.isBatched, let first = feed.columns.first?.firstID {
            sources[0] = "\(first)"
            try insert(" LIMIT 1")
            sources[0] = nil
            firstRow = 1
        }
        if firstRow < feed.count { try insert("") }
        if feed.count > Self.many { database.wroteRows() }
    }

    /// The columns in the order of the table. Throws unless every one of the table's is given once, and no other.
    private static func columns(
        _ columns: [(key: String, value: FeedColumn)], as order: [String], of table: String
    ) throws(TraceError) -> [FeedColumn] {
        let byName = Dictionary(columns.map { ($0.key, $0.value) }) { first, _ in first }
        let ordered = order.compactMap { byName[$0] }
        guard ordered.count == order.count, columns.count == order.count, order.count <= columnCount else {
            let names = columns.map(\.key).joined(separator: ", ")
            throw TraceError(
                .internalError, "'\(table)' has the columns \(order.joined(separator: ", ")), not \(names)")
        }
        return ordered
    }
}

/// The position of an INSERT in its feed: SQLite's cursor, asked for every cell of every row.
private struct FeedCursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
    var count = 0
    /// The batch that is being read, column by column; nil where cells are made one by one.
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
        Self.addTable(to: &module)
        Self.addCursor(to: &module)
        Self.addRows(to: &module)
        pointer.initialize(to: module)
    }

    private static func addTable(to module: inout sqlite3_module) {
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
    }

    private static func addCursor(to module: inout sqlite3_module) {
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
            if feed.isBatched {
                if cursor.pointee.cells == nil {
                    cursor.pointee.cells = .allocate(capacity: feed.columns.count * FeedColumn.stride)
                }
                cursor.pointee.rowidCell = (feed.rowidColumn ?? 0) * FeedColumn.stride
                cursor.pointee.fill(feed.columns)
            }
            return SQLITE_OK
        }
    }

    private static func addRows(to module: inout sqlite3_module) {
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
            // A column without a value is NULL.
            if value > FeedColumn.asCell {
                sqlite3_result_int64(context, value)
            } else if value == FeedColumn.asCell {
                return FeedModule.giveCell(pointer, context, Int(column))
            }
            return SQLITE_OK
        }
        module.xRowid = { pointer, result in
            guard let cursor = FeedModule.cursor(pointer) else { return SQLITE_ERROR }
            result?.pointee = cursor.pointee.rowCells?[cursor.pointee.rowidCell] ?? Int64(cursor.pointee.row)
            return SQLITE_OK
        }
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
            let feed = table(pointer)?.feed
        else { return }
        cursor.pointee.fill(feed.columns)
    }

    /// A cell of a short table, or one that is no INTEGER.
    @inline(never)
    private static func giveCell(
        _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int
    ) -> Int32 {
        guard let cursor = FeedModule.cursor(pointer), let context, let feed = table(pointer)?.feed,
            let cell = feed.columns[column].cell
        else { return SQLITE_ERROR }
        cell(cursor.pointee.row, Cell(context: context, names: feed.names))
        return SQLITE_OK
    }
}
