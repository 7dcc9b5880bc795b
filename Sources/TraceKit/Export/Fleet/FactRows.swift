/// Hands over the rows of a fact, cell by cell.
///
/// The view of a long fact looks up the same few texts for every row. Such a fact is read from the table below its view, and what all
/// rows with the same value of a key have in common is asked of the view once, for the first of them.
struct FactRows {
    enum Cell {
        case null
        case integer(Int64)
        case text([UInt8])
    }

    private struct Own {
        let place: Int
        let kind: ParquetColumn.Kind
        /// See `FactTable.Numbering`.
        let bases: (above: Int64, below: Int64)

        init(_ column: FactTable.Column, at place: Int, _ trace: StoredTrace) throws(TraceError) {
            (self.place, kind) = (place, column.parquet.kind)
            bases = try column.numbering?.bases(trace) ?? (0, 0)
        }

        func number(_ value: Int64) -> Int64 { value < 0 ? value + bases.below : value - bases.above }
    }

    private let statement: Statement
    /// By column of the statement, behind `same`: its place in the fact.
    private let own: [Own]
    private let keys: [RepeatedCells]

    init(_ database: Database, _ fact: FactTable, trace: Int64) throws(TraceError) {
        let stored = StoredTrace(database, trace)
        let places = Dictionary(uniqueKeysWithValues: fact.columns.enumerated().map { ($1.parquet.name, $0) })
        guard let source = fact.source else {
            var own: [Own] = []
            for (place, column) in fact.columns.enumerated() { own.append(try Own(column, at: place, stored)) }
            self.own = own
            keys = []
            statement = try database.prepare(fact.sql)
            try statement.bind([.integer(trace)])
            return
        }
        var (list, own): ([String], [Own]) = ([], [])
        for (name, sql) in source.own {
            guard let place = places[name] else { continue }
            list.append(sql)
            own.append(try Own(fact.columns[place], at: place, stored))
        }
        self.own = own
        var keys: [RepeatedCells] = []
        for (key, names) in source.keys {
            let columns = names.compactMap { places[$0] }.map { (place: $0, column: fact.columns[$0]) }
            keys.append(try RepeatedCells(database, view: fact.name, column: list.count, columns))
            list.append(key)
        }
        self.keys = keys
        statement = try database.prepare(
            "SELECT \(list.joined(separator: ", ")), id FROM \(source.table) WHERE trace_id = ? ORDER BY id")
        try statement.bind([.integer(trace)])
    }

    /// Calls `take` for every cell of the next row, with its place in the fact; false where there is none.
    func next(_ cells: inout [ParquetCells], behind same: Int) throws(TraceError) -> Bool {
        guard try statement.step() else { return false }
        for (index, column) in own.enumerated() {
            let place = same + column.place
            if statement.isNull(index) {
                cells[place].appendNull()
                continue
            }
            switch column.kind {
            case .bool, .integer, .time: cells[place].append(column.number(statement.integer(index)))
            case .real: cells[place].append(statement.real(index))
            case .text: statement.withText(index) { cells[place].append($0) }
            }
        }
        let row = own.count + keys.count
        for key in keys { try key.append(statement, row: row, to: &cells, behind: same) }
        return true
    }
}

/// What rows with the same value of a key have in common.
private final class RepeatedCells {
    /// The key's column in the statement that reads the rows.
    private let column: Int
    private let places: [Int]
    private let view: Statement
    private var known: [Int64: [FactRows.Cell]] = [:]
    private var last: (key: Int64, cells: [FactRows.Cell])?

    /// What is remembered at a time: a key may differ in every row.
    private static let most = 65_536

    init(
        _ database: Database, view name: String, column: Int, _ columns: [(place: Int, column: FactTable.Column)]
    ) throws(TraceError) {
        self.column = column
        places = columns.map(\.place)
        let list = columns.map(\.column.sql).joined(separator: ", ")
        view = try database.prepare("SELECT \(list) FROM \(name) WHERE id = ?")
    }

    func append(
        _ rows: Statement, row: Int, to cells: inout [ParquetCells], behind same: Int
    ) throws(TraceError) {
        if rows.isNull(column) {
            for place in places { cells[same + place].appendNull() }
            return
        }
        let values = try values(rows.integer(column), row: rows.integer(row))
        for (index, place) in places.enumerated() {
            switch values[index] {
            case .null: cells[same + place].appendNull()
            case .integer(let number): cells[same + place].append(number)
            case .text(let text): text.withUnsafeBufferPointer { cells[same + place].append($0) }
            }
        }
    }

    private func values(_ key: Int64, row: Int64) throws(TraceError) -> [FactRows.Cell] {
        if let last, last.key == key { return last.cells }
        if let found = known[key] {
            last = (key, found)
            return found
        }
        try view.bind([.integer(row)])
        guard try view.step() else {
            throw TraceError(.database, "the database is damaged: row \(row) is not in its view")
        }
        let cells = places.indices.map { index -> FactRows.Cell in
            switch view.value(index) {
            case .integer(let number): .integer(number)
            case .text(let text): .text(Array(text.utf8))
            default: .null
            }
        }
        view.reset()
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        known[key] = cells
        last = (key, cells)
        return cells
    }
}
