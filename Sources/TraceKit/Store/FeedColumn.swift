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

    typealias Fill = (_ rows: Range<Int>, _ cells: UnsafeMutablePointer<Int64>) -> Void

    /// Fills in the cells of these rows; nil for a column that has one value, which then stands in the statement.
    let fill: Fill?
    /// That value; nil = NULL, and the statement leaves the column out.
    var constant: Int64?
    /// The first of the ids that count up row by row, where the column holds those.
    var firstID: Int64?
    /// The text of a row's cell, where that is `asText`.
    var text: ((_ row: Int) -> String)?

    /// A column without values.
    static var absent: FeedColumn { FeedColumn(fill: nil) }

    /// A value a row.
    @inline(__always)
    static func each(_ value: @escaping (_ row: Int) -> Int64) -> FeedColumn {
        FeedColumn(fill: { rows, cells in
            for (index, row) in rows.enumerated() { cells[index] = value(row) }
        })
    }

    /// `first`, `first + 1`, … as row ids behind all that the table holds.
    ///
    /// Only the first row says its id: the others get the next one from SQLite, which then need not look up where
    /// they belong.
    static func ids(from first: Int64) -> FeedColumn { FeedColumn(fill: nil, firstID: first) }

    static func constant(_ value: Int64) -> FeedColumn { FeedColumn(fill: nil, constant: value) }

    /// The database's ids of texts; NULL for none.
    @inline(__always)
    static func names(_ names: StoredNames, _ name: @escaping (_ row: Int) -> NameID) -> FeedColumn {
        each { row in
            let name = name(row)
            return name.isPresent ? Int64(names.storedID(name)) : null
        }
    }

    /// A column of values that most traces do not have.
    @inline(__always)
    static func sparse<Element>(
        _ column: SparseColumn<Element>, _ value: @escaping (Element) -> Int64
    ) -> FeedColumn {
        column.isEmpty ? absent : each { value(column[$0]) }
    }

    /// The database's ids of texts that most traces do not have.
    @inline(__always)
    static func names(_ names: StoredNames, _ column: SparseColumn<NameID>) -> FeedColumn {
        column.isEmpty ? absent : .names(names) { column[$0] }
    }

    /// Ids of rows that are counted from `first`; NULL for an index below zero.
    static func indexes(_ column: Column<Int32>, from first: Int64, row skipped: Int = 0) -> FeedColumn {
        let indexes = column.buffer[skipped...]
        guard indexes.contains(where: { $0 >= 0 }) else { return absent }
        return each { row in
            let index = column[skipped + row]
            return index < 0 ? null : first + Int64(index)
        }
    }

    static func texts(_ text: @escaping (_ row: Int) -> String) -> FeedColumn {
        var column = each { _ in asText }
        column.text = text
        return column
    }

    /// Unsigned 64-bit ids: INTEGER where they fit, else their decimal text; NULL for none.
    @inline(__always)
    static func ids(_ id: @escaping (_ row: Int) -> UInt64?) -> FeedColumn {
        var column = each { row in
            guard let id = id(row) else { return null }
            return id <= UInt64(Int64.max) ? Int64(id) : asText
        }
        column.text = { row in id(row).map { "\($0)" } ?? "" }
        return column
    }
}
