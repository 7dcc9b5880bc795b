/// A column of a table on its way into the database. In a table that may be long, it is made a batch of rows at a time by
/// one tight loop; in a short one, a cell at a time.
struct FeedColumn {
    /// Rows a batch: its cells fit the processor's second cache.
    static let batch = 512
    /// From a cell to that of the next column. No power of two: the cells of a row would crowd into a few lines of the
    /// processor's first cache.
    static let stride = batch + 8
    /// The marker of NULL in a batch.
    static let null = Int64.min
    /// The marker of a value that is no INTEGER: `cell` has it.
    static let asCell = Int64.min + 1

    typealias Fill = (FeedBatch) -> Void

    /// Fills in the cells of these rows; nil for a column that is made by `cell`, and for one with a constant value,
    /// which is part of the statement.
    var fill: Fill?
    /// That value; nil = NULL, and the statement leaves the column out.
    var constant: Int64?
    /// The first of the ids that count up row by row, where the column holds those.
    var firstID: Int64?
    /// Whether every row has a number.
    var isNeverNull = false
    /// Gives SQLite the cell of a row.
    var cell: ((_ row: Int, _ out: Cell) -> Void)?

    /// A column without values.
    static var absent: FeedColumn { FeedColumn() }

    /// A column with the same number in all rows; nil = NULL.
    static func constant(_ value: Int64?) -> FeedColumn { FeedColumn(constant: value) }

    /// `first`, `first + 1`, … as row ids behind all that the table holds.
    ///
    /// Of a long table only the first row says its id: the others get the next one from SQLite, which then need not look
    /// up where they belong.
    static func ids(from first: Int64) -> FeedColumn { FeedColumn(firstID: first) }

    // MARK: Batch by batch

    /// A column that is made a batch at a time: by one of the loops of `FeedBatch`, with what it says of a row inside.
    static func batch(_ fill: @escaping Fill) -> FeedColumn { FeedColumn(fill: fill) }

    /// The same, where every row has a number.
    static func numbers(_ fill: @escaping Fill) -> FeedColumn { FeedColumn(fill: fill, isNeverNull: true) }

    /// The database's ids of texts that most traces do not have.
    static func names(_ names: StoredNames, _ column: SparseColumn<NameID>) -> FeedColumn {
        column.isEmpty ? absent : batch { $0.names(names) { column[$0] } }
    }

    /// Numbers that most traces do not have; NULL where they are below zero.
    static func counts(_ column: SparseColumn<Int64>) -> FeedColumn {
        column.isEmpty ? absent : batch { $0.each { column[$0] < 0 ? null : column[$0] } }
    }

    /// Ids of property lists, the first of which has the id `first`.
    static func lists(_ column: SparseColumn<ListID>, from first: Int64) -> FeedColumn {
        column.isEmpty
            ? absent : batch { $0.each { column[$0].isPresent ? first + Int64(column[$0].rawValue) - 1 : null } }
    }

    /// Ids of rows that are counted from `first`; NULL for an index below zero.
    static func indexes(_ column: Column<Int32>, from first: Int64, row skipped: Int = 0) -> FeedColumn {
        let indexes = column.buffer[skipped...]
        guard indexes.contains(where: { $0 >= 0 }) else { return absent }
        return batch {
            $0.each { row in
                let index = column[skipped + row]
                return index < 0 ? null : first + Int64(index)
            }
        }
    }

    /// Unsigned 64-bit ids: INTEGER where they fit, else their decimal text. `fill` makes them by `FeedBatch.ids` of `id`.
    static func ids(_ fill: @escaping Fill, of id: @escaping (_ row: Int) -> UInt64?) -> FeedColumn {
        var column = sourceIDs(id)
        column.fill = fill
        return column
    }

    // MARK: Cell by cell

    static func cell(_ give: @escaping (_ row: Int, _ out: Cell) -> Void) -> FeedColumn { FeedColumn(cell: give) }

    static func integers<Number: BinaryInteger>(_ value: @escaping (_ row: Int) -> Number?) -> FeedColumn {
        cell { $1.optional(value($0).map { Int64($0) }) }
    }

    /// Numbers; NULL where they are below zero.
    static func counts(_ value: @escaping (_ row: Int) -> Int64) -> FeedColumn {
        integers { row in
            let value = value(row)
            return value < 0 ? nil : value
        }
    }

    static func flags(_ isSet: @escaping (_ row: Int) -> Bool) -> FeedColumn { integers { isSet($0) ? 1 : 0 } }

    static func reals(_ value: @escaping (_ row: Int) -> Double?) -> FeedColumn { cell { $1.optional(value($0)) } }

    static func texts(_ text: @escaping (_ row: Int) -> String?) -> FeedColumn { cell { $1.text(text($0)) } }

    /// The same text in all rows; nil = NULL.
    static func text(_ text: String?) -> FeedColumn { texts { _ in text } }

    /// The database's ids of texts; NULL for none.
    static func names(_ name: @escaping (_ row: Int) -> NameID) -> FeedColumn { cell { $1.name(name($0)) } }

    /// Unsigned 64-bit ids: INTEGER where they fit, else their decimal text.
    static func sourceIDs(_ id: @escaping (_ row: Int) -> UInt64?) -> FeedColumn { cell { $1.id(id($0)) } }
}

/// Rows of one column, to be filled in. Its functions are inlined together with what they are given, so that a batch is
/// one loop without a call: a call a cell would cost as much as SQLite takes to store it.
struct FeedBatch {
    let rows: Range<Int>
    let cells: UnsafeMutablePointer<Int64>

    /// A value a row.
    @inline(__always)
    func each(_ value: (_ row: Int) -> Int64) {
        for row in rows { cells[row - rows.lowerBound] = value(row) }
    }

    /// The database's ids of texts; NULL for none.
    @inline(__always)
    func names(_ names: StoredNames, _ name: (_ row: Int) -> NameID) {
        each { row in
            let name = name(row)
            return name.isPresent ? Int64(names.storedID(name)) : FeedColumn.null
        }
    }

    /// Unsigned 64-bit ids; NULL for none.
    @inline(__always)
    func ids(_ id: (_ row: Int) -> UInt64?) {
        each { row in
            guard let id = id(row) else { return FeedColumn.null }
            return id <= UInt64(Int64.max) ? Int64(id) : FeedColumn.asCell
        }
    }
}
