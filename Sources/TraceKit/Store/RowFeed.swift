import CSQLite

/// The rows of one INSERT, which reads them from the virtual table `tracekit_feed`.
///
/// With a bound and stepped statement per row, SQLite takes twice as long: a quarter of a report's time.
private final class RowFeed {
    /// The number of rows whose numbers are made at once, so that they fit the processor's second
    /// cache.
    static let batch = 512
    /// The distance from a cell to that of the next column. It is no power of two, so that the cells of a row do not
    /// share lines of the first cache.
    static let stride = batch + 8

    let columns: [InsertColumn]
    /// The column names as in the definition of a table.
    let columnNames: String
    let count: Int
    /// The first row of the statement.
    var first = 0
    private let names: StoredNames
    fileprivate let cells: UnsafeMutablePointer<Int64>

    init(_ columns: [(name: String, column: InsertColumn)], count: Int, _ names: StoredNames) {
        (self.columns, self.count, self.names) = (columns.map(\.column), count, names)
        // A table with only constants needs rows too.
        columnNames = columns.isEmpty ? "nothing" : columns.map(\.name).joined(separator: ", ")
        cells = .allocate(capacity: max(1, columns.count) * Self.stride)
        cells.initialize(repeating: InsertColumn.asCell, count: max(1, columns.count) * Self.stride)
    }

    deinit { cells.deallocate() }

    /// Computes the numbers of the rows from `row` on, and returns the row after the last of them.
    func fill(from row: Int) -> Int {
        let end = min(count, row + Self.batch)
        for (index, column) in columns.enumerated() {
            column.fill?(InsertBatch(rows: row..<end, cells: cells + index * Self.stride, names: names))
        }
        return end
    }
}

extension Database {
    /// The smallest number of rows that is reported.
    private static let long = 10_000

    /// Inserts `count` rows into a table, in order. `columns` are all columns of the table, in any
    /// order.
    func insert(
        into table: String, count: Int, _ columns: KeyValuePairs<String, InsertColumn>,
        _ more: [(key: String, value: InsertColumn)] = [], names: StoredNames
    ) throws(TraceError) {
        guard count > 0 else { return }
        let columns = columns + more
        let known = try rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(table)])
            .compactMap { $0[0].text }
        let byName = Dictionary(columns.map { ($0.key, $0.value) }) { first, _ in first }
        guard Set(byName.keys) == Set(known), columns.count == known.count else {
            let given = columns.map(\.key).joined(separator: ", ")
            throw TraceError(
                .internalError, "'\(table)' has the columns \(known.joined(separator: ", ")), not \(given)")
        }
        // If the columns are in the table's order, SQLite builds the row in place.
        let all = known.map { name in (name: "\"\(name)\"", column: byName[name] ?? .absent) }
        let fed = all.filter { $0.column.cell != nil }
        let feed = RowFeed(fed, count: count, names)
        let module = "tracekit_feed"
        let code = sqlite3_create_module_v2(
            handle, module, FeedModule.functions, Unmanaged.passUnretained(feed).toOpaque(), nil)
        if code != SQLITE_OK { throw error(code) }
        // The connection may be used later for the user's statements.
        defer { withExtendedLifetime(feed) { _ = sqlite3_create_module_v2(handle, module, nil, nil, nil) } }
        func insert(_ values: [(name: String, value: String?)], _ limit: String = "") throws(TraceError) {
            let end = (values.lastIndex { $0.value != nil } ?? 0) + 1
            let names = values[..<end].map(\.name).joined(separator: ", ")
            let sources = values[..<end].map { $0.value ?? "NULL" }.joined(separator: ", ")
            try execute("INSERT INTO main.\(table) (\(names)) SELECT \(sources) FROM \(module)\(limit)")
        }
        func values(withID: Bool) -> [(name: String, value: String?)] {
            all.map { name, column in
                if let id = column.firstID { return (name, withID ? "\(id)" : nil) }
                return (name, column.cell == nil ? column.constant.map { "\($0)" } : name)
            }
        }
        // Only the first row gets its id, so that SQLite does not search for the places of the others.
        if all.contains(where: { $0.column.firstID != nil }) {
            try insert(values(withID: true), " LIMIT 1")
            feed.first = 1
        }
        if feed.first < count { try insert(values(withID: false)) }
        if count > Self.long { wroteRows() }
    }
}

/// SQLite's functions for the virtual table.
private enum FeedModule {
    /// Made once and never changed: SQLite calls them even after the table is removed.
    nonisolated(unsafe) static let functions: UnsafeMutablePointer<sqlite3_module> = {
        var module = sqlite3_module()
        module.iVersion = 1
        addTable(to: &module)
        addCursor(to: &module)
        addRows(to: &module)
        let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        pointer.initialize(to: module)
        return pointer
    }()

    private struct Table {
        var base = sqlite3_vtab()
        let feed: Unmanaged<RowFeed>
    }

    fileprivate struct Cursor {
        var base = sqlite3_vtab_cursor()
        let feed: Unmanaged<RowFeed>
        let cells: UnsafeMutablePointer<Int64>
        let count: Int
        /// The row, and the part of the batch that begins with it.
        var row = 0
        var rowCells: UnsafeMutablePointer<Int64>
        /// The row after the batch.
        var end = 0

        mutating func begin(at first: Int) {
            (row, rowCells) = (first, cells)
            end = row < count ? feed.takeUnretainedValue().fill(from: first) : row
        }
    }

    private static func addTable(to module: inout sqlite3_module) {
        module.xConnect = { database, feed, _, _, result, _ in
            guard let feed else { return SQLITE_ERROR }
            let table = Table(feed: .fromOpaque(feed))
            let columns = table.feed.takeUnretainedValue().columnNames
            let code = sqlite3_declare_vtab(database, "CREATE TABLE x(\(columns))")
            guard code == SQLITE_OK else { return code }
            let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            pointer.initialize(to: table)
            result?.pointee = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sqlite3_vtab.self)
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
        module.xOpen = { table, result in
            guard let table = UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self) else {
                return SQLITE_ERROR
            }
            let feed = table.pointee.feed.takeUnretainedValue()
            let pointer = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
            pointer.initialize(
                to: Cursor(feed: table.pointee.feed, cells: feed.cells, count: feed.count, rowCells: feed.cells))
            result?.pointee = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        module.xClose = { pointer in
            feedCursor(pointer)?.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { pointer, _, _, _, _ in
            guard let cursor = feedCursor(pointer) else { return SQLITE_ERROR }
            cursor.pointee.begin(at: cursor.pointee.feed.takeUnretainedValue().first)
            return SQLITE_OK
        }
    }

    private static func addRows(to module: inout sqlite3_module) {
        module.xNext = { pointer in
            guard let cursor = feedCursor(pointer) else { return SQLITE_ERROR }
            cursor.pointee.row += 1
            cursor.pointee.rowCells += 1
            if cursor.pointee.row == cursor.pointee.end { cursor.pointee.begin(at: cursor.pointee.row) }
            return SQLITE_OK
        }
        module.xEof = { pointer in
            guard let cursor = feedCursor(pointer) else { return 1 }
            return cursor.pointee.row >= cursor.pointee.count ? 1 : 0
        }
        module.xColumn = { pointer, context, column in
            guard let cursor = feedCursor(pointer), let context else { return SQLITE_ERROR }
            let value = cursor.pointee.rowCells[Int(column) * RowFeed.stride]
            if value > InsertColumn.asCell {
                sqlite3_result_int64(context, value)
            } else if value == InsertColumn.asCell {
                let cell = cursor.pointee.feed.takeUnretainedValue().columns[Int(column)].cell
                cell?(cursor.pointee.row, InsertCell(context: context))
            }
            // A column without a value is NULL.
            return SQLITE_OK
        }
        module.xRowid = { pointer, result in
            guard let cursor = feedCursor(pointer) else { return SQLITE_ERROR }
            result?.pointee = Int64(cursor.pointee.row)
            return SQLITE_OK
        }
    }
}

@inline(__always)
private func feedCursor(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
) -> UnsafeMutablePointer<FeedModule.Cursor>? {
    UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: FeedModule.Cursor.self)
}
