/// A value of a fact table.
enum FactCell {
    case null
    case integer(Int64)
    case text([UInt8])
}

/// Looks up the texts of a column's keys.
final class KeyTexts {
    private let statement: Statement
    private let columns: Int
    /// Whether the statement is queried by the row id, the last column of the statement for rows.
    private let asksByRow: Bool
    /// Keys of names, by trace id.
    private let map: FactKeys.Map?

    fileprivate init(_ statement: Statement, columns: Int = 1, asksByRow: Bool = false, _ map: FactKeys.Map? = nil) {
        (self.statement, self.columns, self.asksByRow, self.map) = (statement, columns, asksByRow, map)
    }

    func mapped(_ key: Int64) -> Int64 { map?[key] ?? key }

    /// The values for a key, one per column. `row`: a row with this key.
    func cells(_ key: Int64, _ row: Statement) throws(TraceError) -> [FactCell] {
        let id = asksByRow ? row.integer(row.columnCount - 1) : key
        try statement.bind([.integer(id)])
        defer { statement.reset() }
        guard try statement.step() else {
            throw TraceError(.database, "the database is damaged: what row \(id.magnitude) refers to is not there")
        }
        return (0..<columns).map { column in
            switch statement.value(column) {
            case .integer(let number): .integer(number)
            case .text(let text): .text(Array(text.utf8))
            default: .null
            }
        }
    }
}

/// Maps ids of one trace to keys of texts.
final class FactKeys {
    /// Keys by id, for each table of ids.
    struct Map {
        fileprivate var tables: [(first: Int64, keys: Column<Int64>)] = []
        /// Whether ids found in no table belong to interactions, whose ids have gaps: those not recorded come after all
        /// other nodes.
        fileprivate var hasInteractions = false

        subscript(id: Int64) -> Int64 {
            for table in tables {
                let index = id - table.first
                if index >= 0, index < table.keys.count { return table.keys.base[Int(index)] }
            }
            return hasInteractions ? -id : 0
        }
    }

    private let trace: StoredTrace
    private var maps: [FactTable.Texts: Map] = [:]

    init(_ trace: StoredTrace) { self.trace = trace }

    /// - Parameter columns: their SQL expressions in the view.
    func texts(_ texts: FactTable.Texts, _ columns: [String], of view: String) throws(TraceError) -> KeyTexts {
        let database = trace.database
        switch texts {
        case .view:
            let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(view) WHERE id = ?"
            return KeyTexts(try database.prepare(sql), columns: columns.count, asksByRow: true)
        case .labels:
            return KeyTexts(
                try database.prepare(
                    "SELECT iif(?1 = 0, 'update', (SELECT text FROM name WHERE id = ?1))"))
        case .lists: return KeyTexts(try database.prepare("SELECT text FROM property_list WHERE id = ?"))
        case .names: return KeyTexts(try database.prepare(Self.name))
        case .roots: return KeyTexts(try database.prepare(Self.name), try map(texts))
        case .causes, .nodes: return KeyTexts(try database.prepare(node), try map(texts))
        }
    }

    private static let name = "SELECT text FROM name WHERE id = ?"
    /// The key of a node: twice the id of its name, plus one for a view body; negative for an interaction, which must
    /// exist.
    private var node: String {
        """
        SELECT label FROM interaction WHERE ?1 < 0 AND id = -?1 AND trace_id = \(trace.id)
        UNION ALL SELECT (SELECT text || iif(?1 & 1, '.body', '') FROM name WHERE id = ?1 >> 1) WHERE ?1 >= 0
        """
    }

    private func map(_ texts: FactTable.Texts) throws(TraceError) -> Map {
        if let known = maps[texts] { return known }
        var map = Map()
        if texts == .roots {
            try fill(&map, "cause_chain", "root_name_id")
        } else {
            if texts == .nodes {
                var sites = Map()
                try fill(&sites, "update_site", "name_id << 1 | (kind = \(UpdateKind.body.sql))")
                try fill(&map, "view_update", UpdateCodes.site("view_update")) { sites[$0] }
            }
            try fill(&map, "cause", "name_id << 1")
            map.hasInteractions = true
        }
        maps[texts] = map
        return map
    }

    private func fill(
        _ map: inout Map, _ table: String, _ key: String, _ changed: (Int64) -> Int64 = { $0 }
    ) throws(TraceError) {
        guard let first = try trace.rows(of: table)?.lowerBound else { return }
        let keys = Column<Int64>()
        let rows = try trace.database.prepare(
            "SELECT id, \(key) FROM \(table) WHERE \(try trace.condition(table)) ORDER BY id")
        while try rows.step() {
            let id = rows.integer(0)
            guard id == first + Int64(keys.count) else {
                throw trace.damaged(try StoredTable.named(table), row: id, "does not follow the one before it")
            }
            keys.append(changed(rows.integer(1)))
        }
        map.tables.append((first, keys))
    }
}
