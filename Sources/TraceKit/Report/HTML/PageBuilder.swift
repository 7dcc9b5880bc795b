/// Reads what a page draws from the database.
struct PageBuilder {
    private let database: Database
    private let trace: Int64
    /// Whether it is about a part of the trace.
    private let isChosen: Bool
    private var names: [String] = []
    /// By their bytes: two spellings that Unicode calls equivalent are two names.
    private var nameIndex: [[UInt8]: Int64] = [:]
    /// Read when a table first needs them.
    private var sums: PageSums?
    private var sites: PageSites?
    /// Whether a table is made of the sums: then they say how many updates there are too.
    private let hasSums: Bool

    /// The tables of one trace, or of the part of it that `zoom` names.
    static func data(
        _ database: Database, trace: Int64, zoom: ReportZoom = ReportZoom(),
        tables: [PageTableDefinition] = PageTables.all
    ) throws(TraceError) -> PageData {
        var builder = PageBuilder(
            database: database, trace: trace, isChosen: try ChosenUpdates.choose(database, trace: trace, zoom),
            hasSums: tables.contains { $0.rows != nil })
        try DrawnItems.begin(database)
        var data = PageData()
        for definition in tables {
            let table = try builder.table(definition)
            try DrawnItems.note(database, table)
            data.tables.append(table)
        }
        data.names = builder.names
        let facts = try database.rows(
            "SELECT CAST(round(coalesce(duration_ms, 0) * 1e6) AS INTEGER), orange_ns, red_ns, lanes FROM traces WHERE id = ?",
            [.integer(trace)])
        if let row = facts.first {
            (data.durationNs, data.orangeNs, data.redNs) = (Self.whole(row[0]), Self.whole(row[1]), Self.whole(row[2]))
            data.lanes = (row[3].text ?? "").split(separator: ",").map(String.init)
        }
        return data
    }

    private init(database: Database, trace: Int64, isChosen: Bool, hasSums: Bool) {
        self.hasSums = hasSums
        self.database = database
        self.trace = trace
        self.isChosen = isChosen
    }

    private mutating func table(_ definition: PageTableDefinition) throws(TraceError) -> PageTable {
        let isCrowded = try allSites().views.count >= PageTables.manyViews
        let drawn = isCrowded ? definition.limit / 2 : definition.limit
        if let rows = definition.rows {
            let (first, total) = rows(try allSums(), drawn)
            return Self.table(definition, first, total: total)
        }
        var thinning: PageThinning?
        if definition.row != nil, hasSums {
            let counts = try allSums().drawn
            thinning = PageThinning(all: counts.all, long: counts.long, limit: drawn)
        } else if let sql = definition.countSQL {
            let counts = try database.rows(fill(sql)).first.map { $0.map(Self.whole) } ?? [0, 0]
            thinning = PageThinning(all: Int(counts[0]), long: Int(counts[1]), limit: drawn)
        }
        let limit = thinning == nil ? definition.limit : Int.max
        var columns = definition.columns.map { PageColumn(name: $0.name, encoding: $0.encoding, values: []) }
        let longIndex = columns.firstIndex { $0.name == PageTables.longColumn }
        let statement = try database.prepare(fill(definition.sql))
        let sites = definition.row == nil ? PageSites() : try allSites()
        var rows = 0
        while try statement.step() {
            if let make = definition.row {
                guard let isLong = make.isLong(statement) else { continue }
                rows += 1
                guard thinning?.keeps(isLong: isLong) ?? true else { continue }
                for (index, value) in make.values(statement, sites).enumerated() { columns[index].values.append(value) }
                continue
            }
            rows += 1
            if rows > limit { continue }
            let isLong = longIndex.map { statement.integer($0) == 1 } ?? false
            guard thinning?.keeps(isLong: isLong) ?? true else { continue }
            for index in columns.indices where index != longIndex {
                let isName = columns[index].encoding == .name
                columns[index].values.append(isName ? name(statement.value(index)) : statement.whole(index))
            }
        }
        if let longIndex { columns.remove(at: longIndex) }
        var table = PageTable(id: definition.id, columns: columns, total: rows)
        if let thinning { (table.grayLeftOut, table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut) }
        return table
    }

    private static func table(
        _ definition: PageTableDefinition, _ rows: [[Int64]], total: Int
    ) -> PageTable {
        let columns = definition.columns.enumerated().map { index, column in
            PageColumn(name: column.name, encoding: column.encoding, values: rows.map { $0[index] })
        }
        return PageTable(id: definition.id, columns: columns, total: total)
    }

    private mutating func allSums() throws(TraceError) -> PageSums {
        if let sums { return sums }
        let deadlines = try database.rows("SELECT orange_ns, red_ns FROM traces WHERE id = ?", [.integer(trace)]).first
        let read = try PageSums.read(
            try database.prepare(fill(PageTables.summedUpdates)), try allSites(),
            orangeNs: Self.whole(deadlines?[0] ?? .null), redNs: Self.whole(deadlines?[1] ?? .null))
        sums = read
        return read
    }

    private mutating func allSites() throws(TraceError) -> PageSites {
        if let sites { return sites }
        let read = PageSites(
            try database.rows("SELECT id, view_id FROM update_site WHERE trace_id = ? ORDER BY id", [.integer(trace)])
                .map { (Self.whole($0[0]), Self.whole($0[1])) })
        sites = read
        return read
    }

    private func fill(_ sql: String) -> String {
        SQLTemplate.fill(sql, ["trace": "\(trace)", "updates": isChosen ? ChosenUpdates.condition("t") : ""])
    }

    private mutating func name(_ value: SQLValue) -> Int64 {
        guard let text = value.text else { return -1 }
        let key = Array(text.utf8)
        if let index = nameIndex[key] { return index }
        let index = Int64(names.count)
        nameIndex[key] = index
        names.append(text)
        return index
    }

    /// -1 for anything that is no whole number: times, counts and ids are never negative.
    private static func whole(_ value: SQLValue) -> Int64 {
        if case .integer(let number) = value { number } else { -1 }
    }
}

/// The views and chains that the tables of a page refer to, kept beside the database while the page is read: the tables
/// that say what these are hold no others.
private enum DrawnItems {
    private static let tables = ["view": "drawn_view", "chain": "drawn_chain"]

    static func begin(_ database: Database) throws(TraceError) {
        for table in tables.values {
            try database.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(table);")
        }
    }

    static func note(_ database: Database, _ table: PageTable) throws(TraceError) {
        for column in table.columns where column.encoding == .plain {
            guard let drawn = tables[column.name] else { continue }
            let insert = try database.prepare("INSERT OR IGNORE INTO temp.\(drawn) VALUES (?)")
            for id in Set(column.values).sorted() where id >= 0 { try insert.run([.integer(id)]) }
        }
    }
}
