import CSQLite

/// A column of the rows that one statement inserts.
struct InsertColumn {
    /// The marker of NULL in a batch.
    fileprivate static let null = Int64.min
    /// The marker of a value that `cell` provides: one that is no INTEGER, or equals a marker.
    static let asCell = Int64.min + 1

    /// Fills in the numbers of a batch of rows; nil if `cell` provides every value.
    fileprivate(set) var fill: ((InsertBatch) -> Void)?
    /// Passes the value of a row to SQLite; nil if all rows have the same.
    fileprivate(set) var cell: ((_ row: Int, _ out: InsertCell) -> Void)?
    /// The value of all rows; nil = NULL.
    fileprivate(set) var constant: Int64?
    /// The id of the first row, if ids count up row by row.
    fileprivate(set) var firstID: Int64?

    /// A column without values.
    static var absent: InsertColumn { InsertColumn() }

    /// A column with the same number in all rows; nil = NULL.
    static func constant(_ value: Int64?) -> InsertColumn { InsertColumn(constant: value) }

    static func cell(_ give: @escaping (_ row: Int, _ out: InsertCell) -> Void) -> InsertColumn {
        InsertColumn(cell: give)
    }

    /// The ids `first`, `first + 1`, … after all ids of the table.
    static func ids(from first: Int64) -> InsertColumn { InsertColumn(firstID: first) }

    static func integers<Number: BinaryInteger>(_ value: @escaping (_ row: Int) -> Number?) -> InsertColumn {
        InsertColumn(
            fill: { batch in
                batch.each { row in
                    guard let value = value(row) else { return null }
                    return max(Int64(value), asCell)
                }
            },
            cell: { row, out in value(row).map { out.integer(Int64($0)) } ?? out.null() })
    }

    /// A column of numbers; NULL if negative.
    static func counts<Number: SignedInteger>(_ value: @escaping (_ row: Int) -> Number) -> InsertColumn {
        integers { row in
            let value = value(row)
            return value < 0 ? nil : value
        }
    }

    /// A column of times; NULL if unknown.
    static func times(_ time: @escaping (_ row: Int) -> Int64) -> InsertColumn {
        integers { row in
            let time = time(row)
            return time == UpdateColumns.untimed ? nil : time
        }
    }

    static func flags(_ isSet: @escaping (_ row: Int) -> Bool) -> InsertColumn { integers { isSet($0) ? 1 : 0 } }

    static func reals(_ value: @escaping (_ row: Int) -> Double?) -> InsertColumn { cell { $1.real(value($0)) } }

    static func texts(_ text: @escaping (_ row: Int) -> String?) -> InsertColumn { cell { $1.text(text($0)) } }

    /// A column with the same text in all rows; nil = NULL.
    static func text(_ text: String?) -> InsertColumn { texts { _ in text } }

    /// A column of the database's ids of texts; NULL for none.
    static func names(_ name: @escaping (_ row: Int) -> NameID) -> InsertColumn {
        InsertColumn(
            fill: { batch in
                let names = batch.names
                batch.each { row in
                    let name = name(row)
                    return name.isPresent ? Int64(names.storedID(name)) : null
                }
            }, cell: { _, out in out.null() })
    }

    /// A column of unsigned 64-bit ids: INTEGER if they fit, otherwise their decimal text.
    static func sourceIDs(_ id: @escaping (_ row: Int) -> UInt64?) -> InsertColumn {
        InsertColumn(
            fill: { batch in
                batch.each { row in id(row).map { Int64(exactly: $0) ?? asCell } ?? null }
            },
            cell: { row, out in id(row).map { out.text(String($0)) } ?? out.null() })
    }

    // MARK: Columns that most traces lack

    static func names(_ column: SparseColumn<NameID>) -> InsertColumn {
        column.isEmpty ? absent : names { column[$0] }
    }

    static func counts(_ column: SparseColumn<Int64>) -> InsertColumn {
        column.isEmpty ? absent : counts { column[$0] }
    }

    /// A column of ids of property lists; that of the first list is `first`.
    static func lists(_ column: SparseColumn<ListID>, from first: Int64) -> InsertColumn {
        column.isEmpty
            ? absent : integers { column[$0].isPresent ? first + Int64(column[$0].rawValue) - 1 : nil }
    }

    /// A column of row ids, counted from `first`; NULL for a negative index.
    static func indexes(_ column: Column<Int32>, from first: Int64, row skipped: Int = 0) -> InsertColumn {
        guard column.buffer[skipped...].contains(where: { $0 >= 0 }) else { return absent }
        return integers { row in
            let index = column[skipped + row]
            return index < 0 ? nil : first + Int64(index)
        }
    }
}

/// The rows of one column to fill in.
struct InsertBatch {
    let rows: Range<Int>
    let cells: UnsafeMutablePointer<Int64>
    let names: StoredNames

    @inline(__always)
    func each(_ value: (_ row: Int) -> Int64) {
        for row in rows { cells[row - rows.lowerBound] = value(row) }
    }
}

/// The cell of a row that SQLite asks for.
struct InsertCell {
    let context: OpaquePointer

    func null() { sqlite3_result_null(context) }
    func integer(_ value: Int64) { sqlite3_result_int64(context, value) }
    func real(_ value: Double?) { value.map { sqlite3_result_double(context, $0) } ?? null() }

    func text(_ value: String?) {
        guard var value else { return null() }
        value.withUTF8 { text($0) }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = UnsafeRawPointer(bytes.baseAddress ?? emptyBytes).assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(context, start, UInt64(bytes.count), tracekit_sqlite_transient(), UInt8(SQLITE_UTF8))
    }
}
