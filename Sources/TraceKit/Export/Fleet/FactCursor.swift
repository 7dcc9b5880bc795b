/// The rows of a fact in their order, whichever tables they stand in. Each table has a statement of its own, and rows are merged
/// here: SQLite would hand each from statement to statement, column by column.
final class FactCursor {
    private struct Part {
        let statement: Statement
        /// The column of each read; -1 where it is NULL in this table.
        let columns: [Int]
        /// The columns that rows are in the order of: one or two.
        let order: [Int]
        /// What the next row has in them; nil = there is none.
        var next: (Int64, Int64)?

        mutating func advance() throws(TraceError) {
            guard try statement.step() else { return next = nil }
            next = (statement.integer(order[0]), statement.integer(order[order.count - 1]))
        }
    }

    private var parts: [Part] = []
    /// The statement of the current row, and the columns of it.
    private(set) var row: Statement
    private(set) var columns: [Int]
    private var current: Int?
    private var isAtEnd = false

    /// The rows of a fact without tables below its view.
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
                "SELECT \((columns + (isAsked ? ["id"] : [])).joined(separator: ", ")) FROM \(part.name) "
                + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.joined(separator: ", "))"
            parts.append(
                Part(
                    statement: try trace.database.prepare(sql),
                    columns: source.reads.map { columns.firstIndex(of: $0.sql[table]) ?? -1 },
                    order: order.compactMap(columns.firstIndex)))
        }
        (row, columns) = (parts[0].statement, parts[0].columns)
    }

    /// Whether there is a further row, which is the current one then.
    func step() throws(TraceError) -> Bool {
        // A statement that is asked again begins again.
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
