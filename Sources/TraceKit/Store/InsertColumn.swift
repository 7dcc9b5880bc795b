import CSQLite

/// A column of the rows that one statement inserts.
struct InsertColumn {
    /// Binds the value of a row; nil where all rows have the same.
    fileprivate var cell: ((_ row: Int, _ out: InsertCell) -> Void)?
    /// That value; nil = NULL.
    fileprivate var constant: Int64?

    /// A column without values.
    static var absent: InsertColumn { InsertColumn() }

    /// A column with the same number in all rows; nil = NULL.
    static func constant(_ value: Int64?) -> InsertColumn { InsertColumn(constant: value) }

    static func cell(_ bind: @escaping (_ row: Int, _ out: InsertCell) -> Void) -> InsertColumn {
        InsertColumn(cell: bind)
    }

    /// `first`, `first + 1`, …
    static func ids(from first: Int64) -> InsertColumn { cell { $1.integer(first + Int64($0)) } }

    static func integers<Number: BinaryInteger>(_ value: @escaping (_ row: Int) -> Number?) -> InsertColumn {
        cell { row, out in value(row).map { out.integer(Int64($0)) } ?? out.null() }
    }

    /// Numbers; NULL where they are below zero.
    static func counts<Number: SignedInteger>(_ value: @escaping (_ row: Int) -> Number) -> InsertColumn {
        integers { row in
            let value = value(row)
            return value < 0 ? nil : value
        }
    }

    /// NULL where the time is unknown.
    static func times(_ time: @escaping (_ row: Int) -> Int64) -> InsertColumn {
        integers { row in
            let time = time(row)
            return time == UpdateColumns.untimed ? nil : time
        }
    }

    static func flags(_ isSet: @escaping (_ row: Int) -> Bool) -> InsertColumn { integers { isSet($0) ? 1 : 0 } }

    static func reals(_ value: @escaping (_ row: Int) -> Double?) -> InsertColumn { cell { $1.real(value($0)) } }

    static func texts(_ text: @escaping (_ row: Int) -> String?) -> InsertColumn { cell { $1.text(text($0)) } }

    /// The same text in all rows; nil = NULL.
    static func text(_ text: String?) -> InsertColumn { texts { _ in text } }

    /// The database's ids of texts; NULL for none.
    static func names(_ name: @escaping (_ row: Int) -> NameID) -> InsertColumn { cell { $1.name(name($0)) } }

    /// Unsigned 64-bit ids: INTEGER where they fit, else their decimal text.
    static func sourceIDs(_ id: @escaping (_ row: Int) -> UInt64?) -> InsertColumn { cell { $1.id(id($0)) } }

    // MARK: Columns that most traces lack

    static func names(_ column: SparseColumn<NameID>) -> InsertColumn {
        column.isEmpty ? absent : names { column[$0] }
    }

    static func counts(_ column: SparseColumn<Int64>) -> InsertColumn {
        column.isEmpty ? absent : counts { column[$0] }
    }

    /// Ids of property lists, the first of which has the id `first`.
    static func lists(_ column: SparseColumn<ListID>, from first: Int64) -> InsertColumn {
        column.isEmpty
            ? absent : integers { column[$0].isPresent ? first + Int64(column[$0].rawValue) - 1 : nil }
    }

    /// Ids of rows that are counted from `first`; NULL for an index below zero.
    static func indexes(_ column: Column<Int32>, from first: Int64, row skipped: Int = 0) -> InsertColumn {
        guard column.buffer[skipped...].contains(where: { $0 >= 0 }) else { return absent }
        return integers { row in
            let index = column[skipped + row]
            return index < 0 ? nil : first + Int64(index)
        }
    }
}

/// The parameter of the statement that is to be bound.
final class InsertCell {
    private let names: StoredNames
    private var statement: OpaquePointer?
    private var parameter: Int32 = 0
    /// The last error.
    fileprivate private(set) var code = SQLITE_OK

    fileprivate init(_ names: StoredNames) { self.names = names }

    fileprivate func begin(_ statement: Statement) { (self.statement, parameter) = (statement.handle, 0) }

    fileprivate func bind(_ row: Int, by column: (Int, InsertCell) -> Void) {
        parameter += 1
        column(row, self)
    }

    func null() { note(sqlite3_bind_null(statement, parameter)) }
    func integer(_ value: Int64) { note(sqlite3_bind_int64(statement, parameter, value)) }
    func real(_ value: Double?) { value.map { note(sqlite3_bind_double(statement, parameter, $0)) } ?? null() }

    /// The database's id of a text; NULL for none.
    func name(_ name: NameID) { name.isPresent ? integer(Int64(names.storedID(name))) : null() }

    func text(_ value: String?) {
        guard var value else { return null() }
        value.withUTF8 { text($0) }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = UnsafeRawPointer(bytes.baseAddress ?? emptyBytes).assumingMemoryBound(to: CChar.self)
        note(
            sqlite3_bind_text64(
                statement, parameter, start, UInt64(bytes.count), tracekit_sqlite_transient(), UInt8(SQLITE_UTF8)))
    }

    /// An unsigned 64-bit id: INTEGER where it fits, else its decimal text.
    func id(_ value: UInt64?) {
        guard let value else { return null() }
        if let value = Int64(exactly: value) { integer(value) } else { text(String(value)) }
    }

    private func note(_ code: Int32) { if code != SQLITE_OK { self.code = code } }
}

extension Database {
    /// So many new rows are worth telling of.
    private static let long = 10_000

    /// Inserts `count` rows into a table, in order. `columns` are all of the table's by name, in any order.
    func insert(
        into table: String, count: Int, _ columns: KeyValuePairs<String, InsertColumn>,
        _ more: [(key: String, value: InsertColumn)] = [], names texts: StoredNames
    ) throws(TraceError) {
        guard count > 0 else { return }
        let columns = columns + more
        let known = try rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap { $0[0].text }
        guard Set(columns.map(\.key)) == Set(known), columns.count == known.count else {
            let given = columns.map(\.key).joined(separator: ", ")
            throw TraceError(
                .internalError, "'\(table)' has the columns \(known.joined(separator: ", ")), not \(given)")
        }
        let present = columns.filter { $0.value.cell != nil || $0.value.constant != nil }
        let cells = present.compactMap(\.value.cell)
        let names = present.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let row = "(\(present.map { $0.value.constant.map { "\($0)" } ?? "?" }.joined(separator: ", ")))"
        func statement(_ rows: Int) throws(TraceError) -> Statement {
            let values = repeatElement(row, count: rows).joined(separator: ", ")
            return try prepare("INSERT INTO main.\(table) (\(names)) VALUES \(values)")
        }
        // SQLite then looks for the end of the table once for many rows; it may allow no more than 999 parameters.
        let many = min(64, 999 / max(1, cells.count))
        let (one, several) = (try statement(1), count < many ? nil : try statement(many))
        let out = InsertCell(texts)
        var next = 0
        while next < count {
            let (statement, end) =
                if let several, next + many <= count { (several, next + many) } else { (one, next + 1) }
            out.begin(statement)
            for row in next..<end { for bind in cells { out.bind(row, by: bind) } }
            if out.code != SQLITE_OK { throw error(out.code) }
            _ = try statement.step()
            statement.reset()
            next = end
        }
        if count > Self.long { wroteRows() }
    }
}
