/// Reads what a page draws from the database.
struct PageBuilder {
    let database: Database
    let trace: Int64
    /// Whether it is about a part of the trace.
    private let isChosen: Bool
    private var names: [String] = []
    /// By their bytes: two spellings that Unicode calls equivalent are two names.
    private var nameIndex: [[UInt8]: Int64] = [:]
    private let sites: PageSites
    /// Of all updates, once they have been read.
    private(set) var sums: PageSums?
    /// Long times in which no update begins, by the update that ends them, ascending.
    private(set) var pauses: [Pause] = []
    /// Whether a table is made of the sums.
    private let hasSums: Bool

    struct Pause {
        let update: Int64
        /// When the update before it begins, and this one.
        let from: Int64
        let to: Int64
    }

    /// The tables of one trace, or of the part of it that `zoom` names.
    static func data(
        _ database: Database, trace: Int64, zoom: ReportZoom = ReportZoom(),
        tables: [PageTableDefinition] = PageTables.all
    ) throws(TraceError) -> PageData {
        var builder = try PageBuilder(
            database, trace: trace, isChosen: try ChosenUpdates.choose(database, trace: trace, zoom),
            hasSums: tables.contains { $0.rows != nil })
        try DrawnItems.begin(database)
        var data = PageData()
        for definition in tables {
            let table = try builder.table(definition)
            try DrawnItems.note(database, trace, table)
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

    private init(_ database: Database, trace: Int64, isChosen: Bool, hasSums: Bool) throws(TraceError) {
        (self.database, self.trace, self.isChosen, self.hasSums) = (database, trace, isChosen, hasSums)
        sites = PageSites(
            try database.rows("SELECT id, view_id FROM update_site WHERE trace_id = ? ORDER BY id", [.integer(trace)])
                .map { (Self.whole($0[0]), Self.whole($0[1])) })
    }

    private mutating func table(_ definition: PageTableDefinition) throws(TraceError) -> PageTable {
        let isCrowded = sites.views.count >= PageTables.manyViews
        let drawn = isCrowded ? definition.limit / 2 : definition.limit
        var columns = definition.columns.map { PageColumn(name: $0.name, encoding: $0.encoding, values: []) }
        if let rows = definition.rows {
            let (first, total) = try rows(self, drawn)
            for index in columns.indices { columns[index].values = first.map { $0[index] } }
            return PageTable(id: definition.id, columns: columns, total: total)
        }
        var thinning: PageThinning?
        if let sql = definition.isOfUpdates && isChosen ? PageTables.countOfChosen : definition.countSQL {
            let counts = try database.rows(fill(sql)).first.map { $0.map(Self.whole) } ?? [0, 0]
            thinning = PageThinning(all: Int(max(0, counts[0])), long: Int(max(0, counts[1])), limit: drawn)
        }
        let statement = try database.prepare(fill(definition.sql))
        let total =
            definition.isOfUpdates
            ? try readUpdates(statement, &thinning, into: &columns)
            : try readRows(statement, &thinning, definition.limit, into: &columns)
        var table = PageTable(id: definition.id, columns: columns, total: total)
        if let thinning { (table.grayLeftOut, table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut) }
        return table
    }

    /// Returns how many rows there are.
    private mutating func readRows(
        _ statement: Statement, _ thinning: inout PageThinning?, _ limit: Int, into columns: inout [PageColumn]
    ) throws(TraceError) -> Int {
        let most = thinning == nil ? limit : Int.max
        let longIndex = columns.firstIndex { $0.name == PageTables.longColumn }
        var rows = 0
        while try statement.step() {
            rows += 1
            if rows > most { continue }
            let isLong = longIndex.map { statement.integer($0) == 1 } ?? false
            guard thinning?.keeps(isLong: isLong) ?? true else { continue }
            for index in columns.indices where index != longIndex {
                let isName = columns[index].encoding == .name
                columns[index].values.append(isName ? name(statement.value(index)) : statement.whole(index))
            }
        }
        if let longIndex { columns.remove(at: longIndex) }
        return rows
    }

    /// The same for updates, which are added up on the way: one scan of a table that is most of the database.
    private mutating func readUpdates(
        _ statement: Statement, _ thinning: inout PageThinning?, into columns: inout [PageColumn]
    ) throws(TraceError) -> Int {
        let deadlines = try database.rows("SELECT orange_ns, red_ns FROM traces WHERE id = ?", [.integer(trace)]).first
        let sums = PageSums(
            sites, orangeNs: Self.whole(deadlines?[0] ?? .null), redNs: Self.whole(deadlines?[1] ?? .null))
        let widest = try ProblemSpans.widest(self)
        var (rows, last) = (0, Int64.max)
        while try statement.step() {
            let update = PageUpdate(statement)
            if last < update.start - widest { pauses.append(Pause(update: update.id, from: last, to: update.start)) }
            last = update.start
            guard update.codes.membership != .otherProcess else { continue }
            rows += 1
            if hasSums { sums.add(update) }
            guard thinning?.keeps(isLong: update.isLong) ?? true else { continue }
            for (index, value) in update.values(sites).enumerated() { columns[index].values.append(value) }
        }
        self.sums = sums
        return rows
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

/// The views, chains and their steps that the tables of a page refer to, kept beside the database while the page is read: the
/// tables that say what these are hold no others.
private enum DrawnItems {
    private static let tables = ["view": "drawn_view", "chain": "drawn_chain", "step": "drawn_step"]

    static func begin(_ database: Database) throws(TraceError) {
        for table in tables.values {
            try database.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(table);")
        }
    }

    static func note(_ database: Database, _ trace: Int64, _ table: PageTable) throws(TraceError) {
        for column in table.columns where column.encoding == .plain {
            guard let drawn = tables[column.name] else { continue }
            let ids =
                column.name == "step"
                ? try withAncestors(column.values, database, trace) : Set(column.values).sorted()
            let insert = try database.prepare(
                "INSERT OR IGNORE INTO temp.\(drawn) SELECT value FROM json_each(?) WHERE value >= 0")
            try insert.run([.text("[\(ids.map { "\($0)" }.joined(separator: ","))]")])
        }
    }

    /// The steps of chains with all those before them, ascending. The id of a step is larger than its parent's.
    private static func withAncestors(
        _ steps: [Int64], _ database: Database, _ trace: Int64
    ) throws(TraceError) -> [Int64] {
        let statement = try database.prepare(
            "SELECT id, parent_id FROM chain_step WHERE trace_id = \(trace) ORDER BY id")
        var (ids, parents): ([Int64], [Int64]) = ([], [])
        while try statement.step() {
            ids.append(statement.whole(0))
            parents.append(statement.whole(1))
        }
        var found: [Int64] = []
        var isWanted = Set(steps)
        for (id, parent) in zip(ids, parents).reversed() where isWanted.contains(id) {
            found.append(id)
            if parent >= 0 { isWanted.insert(parent) }
        }
        return found.reversed()
    }
}
