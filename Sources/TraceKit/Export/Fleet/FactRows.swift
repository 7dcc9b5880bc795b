/// Reads the rows of a fact table in blocks.
///
/// The view of a long fact looks up the same few texts for every row. Such a fact is read from the tables below the
/// view, which have keys instead of texts; each key is looked up once.
final class FactRows {
    /// A value that is read as a column of the fact.
    private struct Own {
        /// The column of the cursor.
        let read: Int
        /// The index of its first value in a block.
        let start: Int
        /// The column of the file.
        let place: Int
        let kind: ParquetColumn.Kind
        /// See `FactTable.Numbering`.
        let bases: (above: Int64, below: Int64)

        func number(_ value: Int64) -> Int64 { value < 0 ? value + bases.below : value - bases.above }
    }

    private let cursor: FactCursor
    private let own: [Own]
    private let keys: [KeyedCells]
    /// The values of a block, column by column: numbers, bits of reals, numbers of texts in the row group and of keys.
    private let values: Column<Int64>
    /// 0 = null, 1 = a value.
    private let levels: Column<UInt8>

    private let digits = TextBytes(capacity: 32)

    private static let blockRows = 1_024

    /// - Parameter same: the number of file columns before those of the fact.
    init(_ database: Database, _ fact: FactTable, trace: Int64, behind same: Int) throws(TraceError) {
        let stored = StoredTrace(database, trace)
        let reads = fact.source?.reads ?? fact.columns.map { .init(names: [$0.parquet.name], texts: nil, sql: []) }
        if let source = fact.source {
            cursor = try FactCursor(source, of: stored)
        } else {
            let statement = try database.prepare(fact.sql)
            try statement.bind([.integer(trace)])
            cursor = FactCursor(statement)
        }
        values = .unset(count: reads.count * Self.blockRows)
        levels = .unset(count: reads.count * Self.blockRows)
        let places = Dictionary(uniqueKeysWithValues: fact.columns.enumerated().map { ($1.parquet.name, $0) })
        let maps = FactKeys(stored)
        var (own, keys): ([Own], [KeyedCells]) = ([], [])
        for (index, read) in reads.enumerated() {
            let start = index * Self.blockRows
            let places = read.names.compactMap { places[$0] }
            guard let texts = read.texts else {
                guard let place = places.first else { continue }
                let of = fact.columns[place]
                own.append(
                    Own(
                        read: index, start: start, place: same + place, kind: of.parquet.kind,
                        bases: try of.numbering?.bases(stored) ?? (0, 0)))
                continue
            }
            let key = try maps.texts(texts, places.map { fact.columns[$0].sql }, of: fact.name)
            keys.append(KeyedCells(read: index, start: start, places: places.map { same + $0 }, key))
        }
        (self.own, self.keys) = (own, keys)
    }

    /// Appends rows to every column, as many as fit in a block and the row group. Returns their number; zero at the
    /// end.
    func next(_ writer: inout ParquetWriter) throws(TraceError) -> Int {
        for key in keys { key.begin(writer.groupNumber) }
        let most = min(Self.blockRows, writer.room)
        var row = 0
        while row < most, !writer.isFull, try cursor.step() {
            try read(row, &writer)
            row += 1
        }
        for own in own {
            writer.cells[own.place].append(values.base + own.start, levels: levels.base + own.start, count: row)
        }
        for key in keys { key.append(values.base + key.start, count: row, to: &writer.cells) }
        return row
    }

    private func read(_ row: Int, _ writer: inout ParquetWriter) throws(TraceError) {
        let (values, levels) = (values.base + row, levels.base + row)
        let (statement, columns) = (cursor.row, cursor.columns)
        for own in own {
            let column = columns[own.read]
            if column < 0 {
                levels[own.start] = 0
                continue
            }
            switch own.kind {
            case .bool, .integer, .time:
                let value = statement.integer(column)
                values[own.start] = own.number(value)
                levels[own.start] = value == 0 && statement.isNull(column) ? 0 : 1
            case .real:
                values[own.start] = Int64(bitPattern: statement.real(column).bitPattern)
                levels[own.start] = statement.isNull(column) ? 0 : 1
            case .text:
                levels[own.start] = statement.isNull(column) ? 0 : 1
                if levels[own.start] == 0 { continue }
                values[own.start] = text(statement, column) { Int64(writer.number(of: $0, in: own.place)) }
            }
        }
        for key in keys {
            values[key.start] = try key.place(statement, columns[key.read], &writer)
        }
    }

    /// Exporters' ids are usually whole numbers, which SQLite formats slower than it reads the rest of the row.
    private func text(_ statement: Statement, _ column: Int, _ number: (UnsafeBufferPointer<UInt8>) -> Int64) -> Int64 {
        if statement.isInteger(column) {
            digits.clear()
            digits.append(statement.integer(column))
            return digits.withBytes(number)
        }
        var value: Int64 = 0
        statement.withText(column) { value = number($0) }
        return value
    }
}

/// The columns of a fact that depend on a key.
private final class KeyedCells {
    /// The column of the cursor.
    let read: Int
    /// The index of its first entry in a block.
    let start: Int
    private let places: [Int]
    private let texts: KeyTexts
    private var keys = DenseIndex<Int64>()
    private var last: (key: Int64, place: Int)?
    /// The values of the keys, one per column.
    private var cells: [FactCell] = []
    /// The same as values and levels of the current row group; valid where `groups` has its number.
    private var values: [Int64] = []
    private var levels: [UInt8] = []
    private var groups: [Int] = []
    private var group = -1
    private var textBytes = 0
    private let block = (values: Column<Int64>(), levels: Column<UInt8>())

    /// Limits of the cache: every row may have another key.
    private static let (most, mostBytes) = (65_536, 8 << 20)

    init(read: Int, start: Int, places: [Int], _ texts: KeyTexts) {
        (self.read, self.start, self.places, self.texts) = (read, start, places, texts)
    }

    /// Prepares for the rows of a block.
    func begin(_ group: Int) {
        if group != self.group { last = nil }
        self.group = group
        guard groups.count >= Self.most || textBytes >= Self.mostBytes else { return }
        keys = DenseIndex<Int64>()
        (last, textBytes) = (nil, 0)
        cells.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
    }

    /// The cache index for the key of the current row; negative if the row has none.
    func place(_ row: Statement, _ column: Int, _ writer: inout ParquetWriter) throws(TraceError) -> Int64 {
        if column < 0 { return -1 }
        var key = row.integer(column)
        if key == 0, row.isNull(column) { return -1 }
        key = texts.mapped(key)
        if let last, last.key == key { return Int64(last.place) }
        let index = try find(key, row)
        last = (key, index)
        if groups[index] != group {
            groups[index] = group
            for (number, column) in places.enumerated() { enter(index * places.count + number, column, &writer) }
        }
        return Int64(index)
    }

    /// Appends the values that `place` found for the rows.
    func append(_ rows: UnsafePointer<Int64>, count: Int, to columns: inout [ParquetCells]) {
        block.values.pad(to: count, with: 0)
        block.levels.pad(to: count, with: 0)
        for (number, column) in places.enumerated() {
            for row in 0..<count {
                let at = Int(rows[row]) * places.count + number
                block.values.base[row] = at < 0 ? 0 : values[at]
                block.levels.base[row] = at < 0 ? 0 : levels[at]
            }
            columns[column].append(block.values.base, levels: block.levels.base, count: count)
        }
    }

    private func enter(_ cell: Int, _ column: Int, _ writer: inout ParquetWriter) {
        switch cells[cell] {
        case .null: levels[cell] = 0
        case .integer(let number): (values[cell], levels[cell]) = (number, 1)
        case .text(let text):
            values[cell] = Int64(text.withUnsafeBufferPointer { writer.number(of: $0, in: column) })
            levels[cell] = 1
        }
    }

    private func find(_ key: Int64, _ row: Statement) throws(TraceError) -> Int {
        let index = keys.number(of: key)
        guard index == groups.count else { return index }
        let new = try texts.cells(key, row)
        for cell in new { if case .text(let text) = cell { textBytes += text.count } }
        cells += new
        values += [Int64](repeating: 0, count: new.count)
        levels += [UInt8](repeating: 0, count: new.count)
        groups.append(-1)
        return index
    }
}

/// The rows of a fact in order, from one statement per table. They are merged here, because SQLite would pass each row
/// from statement to statement, column by column.
final class FactCursor {
    private struct Part {
        let statement: Statement
        /// The column of each value; -1 where it is NULL in this table.
        let columns: [Int]
        /// The columns of the sort order: one or two.
        let order: [Int]
        /// The sort key of the next row; nil = none.
        var next: (Int64, Int64)?

        mutating func advance() throws(TraceError) {
            guard try statement.step() else { return next = nil }
            next = (statement.integer(order[0]), statement.integer(order[order.count - 1]))
        }
    }

    private var parts: [Part] = []
    /// The statement of the current row, and its columns.
    private(set) var row: Statement
    private(set) var columns: [Int]
    private var current: Int?
    private var isAtEnd = false

    /// The rows of a fact read through its view.
    init(_ statement: Statement) {
        (row, columns) = (statement, Array(0..<statement.columnCount))
        parts = [Part(statement: row, columns: columns, order: [])]
    }

    init(_ source: FactTable.Source, of trace: StoredTrace) throws(TraceError) {
        for (table, part) in source.tables.enumerated() {
            let columns = source.columns(of: table)
            let order = source.order.compactMap { name in source.reads.first { $0.names == [name] }?.sql[table] }
            let isAsked = source.reads.contains { $0.texts == .view }
            let conditions = [try trace.condition(part.name)] + (part.condition.map { [$0] } ?? [])
            let sql =
                """
                SELECT \((columns + (isAsked ? ["id"] : [])).joined(separator: ", ")) FROM \(part.name) WHERE \
                \(conditions.joined(separator: " AND ")) ORDER BY \(order.joined(separator: ", "))
                """
            parts.append(
                Part(
                    statement: try trace.database.prepare(sql),
                    columns: source.reads.map { columns.firstIndex(of: $0.sql[table]) ?? -1 },
                    order: order.compactMap(columns.firstIndex)))
        }
        (row, columns) = (parts[0].statement, parts[0].columns)
    }

    /// Moves to the next row; false at the end.
    func step() throws(TraceError) -> Bool {
        // A finished statement would start again.
        guard !isAtEnd else { return false }
        if parts.count == 1 {
            isAtEnd = try !row.step()
            return !isAtEnd
        }
        if let current {
            try parts[current].advance()
        } else {
            for part in parts.indices { try parts[part].advance() }
        }
        var first: (part: Int, order: (Int64, Int64))?
        for part in parts.indices {
            guard let next = parts[part].next else { continue }
            if let first, first.order <= next { continue }
            first = (part, next)
        }
        isAtEnd = first == nil
        if let part = first?.part, part != current {
            (row, columns, current) = (parts[part].statement, parts[part].columns, part)
        }
        return !isAtEnd
    }
}
