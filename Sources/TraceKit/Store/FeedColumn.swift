/// A column of a long table on its way into the database, made a batch of rows at a time by one tight loop a column.
struct FeedColumn {
    /// Rows a batch: its cells fit the processor's second cache.
    static let batch = 512
    /// From a cell to that of the next column. No power of two: the cells of a row would crowd into a few lines of the
    /// processor's first cache.
    static let stride = batch + 8
    /// What stands for NULL in a batch.
    static let null = Int64.min
    /// What stands for a value that is no INTEGER: `text` has it.
    static let asText = Int64.min + 1

    typealias Fill = (FeedBatch) -> Void

    /// Fills in the cells of these rows; nil for a column that has one value, which then stands in the statement.
    let fill: Fill?
    /// That value; nil = NULL, and the statement leaves the column out.
    var constant: Int64?
    /// The first of the ids that count up row by row, where the column holds those.
    var firstID: Int64?
    /// Whether every row has a number.
    var isNeverNull = false
    /// The text of a row's cell, where that is `asText`.
    var text: ((_ row: Int) -> String)?

    /// A column without values.
    static var absent: FeedColumn { FeedColumn(fill: nil) }

    /// A column that is made a batch at a time: by one of the loops of `FeedBatch`, with what it says of a row inside.
    static func batch(_ fill: @escaping Fill) -> FeedColumn { FeedColumn(fill: fill) }

    /// The same, where every row has a number.
    static func numbers(_ fill: @escaping Fill) -> FeedColumn { FeedColumn(fill: fill, isNeverNull: true) }

    /// `first`, `first + 1`, … as row ids behind all that the table holds.
    ///
    /// Only the first row says its id: the others get the next one from SQLite, which then need not look up where
    /// they belong.
    static func ids(from first: Int64) -> FeedColumn { FeedColumn(fill: nil, firstID: first) }

    static func constant(_ value: Int64) -> FeedColumn { FeedColumn(fill: nil, constant: value) }

    /// The database's ids of texts that most traces do not have.
    static func names(_ names: StoredNames, _ column: SparseColumn<NameID>) -> FeedColumn {
        column.isEmpty ? absent : batch { $0.names(names) { column[$0] } }
    }

    /// Numbers that most traces do not have; NULL where they are below zero.
    static func counts(_ column: SparseColumn<Int64>) -> FeedColumn {
        column.isEmpty ? absent : batch { $0.each { column[$0] < 0 ? null : column[$0] } }
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

    static func texts(_ text: @escaping (_ row: Int) -> String) -> FeedColumn {
        var column = batch { $0.each { _ in asText } }
        column.text = text
        return column
    }

    /// Unsigned 64-bit ids: INTEGER where they fit, else their decimal text. `fill` makes them by `FeedBatch.ids` of `id`.
    static func ids(_ fill: @escaping Fill, of id: @escaping (_ row: Int) -> UInt64?) -> FeedColumn {
        var column = batch(fill)
        column.text = { row in id(row).map { "\($0)" } ?? "" }
        return column
    }
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
            return id <= UInt64(Int64.max) ? Int64(id) : FeedColumn.asText
        }
    }
}
