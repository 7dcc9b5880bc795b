import CSQLite

extension Database {
    /// The id after that of a table's last row.
    func nextID(_ table: String) throws(TraceError) -> Int64 {
        let last = try integer("SELECT max(id) FROM \(table)") ?? 0
        guard (0..<StoredTable.mostRows).contains(last) else {
            throw TraceError(
                .database, "the database is damaged: the table '\(table)' has the id \(last), which no row of ours has",
                at: Place(file: displayName), fix: "import the traces again, into a new file")
        }
        return last + 1
    }

    /// The tables that this database omits.
    func lackingTables() throws(TraceError) -> Set<LongTable> {
        let present = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0[0].text }
        return Set(LongTable.allCases.filter { !present.contains($0.rawValue) })
    }
}

extension StoredTable {
    /// The column with the trace of a row.
    var traceColumn: String { name == "trace" ? "id" : "trace_id" }
}

/// The rows of a trace in one table, by ascending id. Every value is checked against the declaration of its column
/// before it is returned, so that it can be used as an index, an id, a code or a count.
final class StoredRows {
    private let trace: StoredTrace
    private let table: StoredTable
    private let columns: [StoredColumn]
    /// The allowed numbers of each column; nil = no limit.
    private let bounds: [ClosedRange<Int64>?]
    private let codes: Int?
    private let range: ClosedRange<Int64>?
    private var row: Statement?
    /// The indexes of the start and the duration among the columns, if both are read.
    private let interval: (start: Int, duration: Int)?
    /// The id of the current row.
    private(set) var id: Int64 = 0

    /// - Parameter names: the columns to read, counted from 0 by `value(_:)` and the others; nil = all.
    init(_ names: [String]? = nil, of tableName: String, _ trace: StoredTrace) throws(TraceError) {
        self.trace = trace
        let table = try StoredTable.named(tableName)
        self.table = table
        range = try trace.rows(of: tableName)
        let names = names ?? table.columns.map(\.name)
        let columns = names.compactMap { name in table.columns.first { $0.name == name } }
        guard columns.count == names.count else {
            throw TraceError(.internalError, "the table '\(tableName)' lacks one of \(names.joined(separator: ", "))")
        }
        self.columns = columns
        var bounds: [ClosedRange<Int64>?] = []
        for column in columns { bounds.append(try Self.numbers(column.content, trace)) }
        self.bounds = bounds
        codes = columns.firstIndex { if case .updateCodes = $0.content { true } else { false } }
        let start = columns.firstIndex { $0.name == "start_ns" }
        let duration = columns.firstIndex { $0.name == "duration_ns" }
        if let start, let duration { interval = (start, duration) } else { interval = nil }
    }

    private static func numbers(
        _ content: StoredColumn.Content, _ trace: StoredTrace
    ) throws(TraceError) -> ClosedRange<Int64>? {
        switch content {
        case .number(let range): range
        case .row(let table): try trace.rows(of: table)
        case .node: try trace.nodes()
        case .updateCodes: try trace.rows(of: "update_site")
        case .sourceID, .real: Int64.min...Int64.max
        case .text, .word: nil
        }
    }

    /// Calls `take` for every row.
    func each(_ take: (StoredRows) throws(TraceError) -> Void) throws(TraceError) {
        guard let range else { return }
        try trace.database.scan(
            [table.key, table.traceColumn] + columns.map { "\"\($0.name)\"" }, of: table.name,
            where: "\(table.key) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        ) { row throws(TraceError) in
            self.row = row
            try check(row, range)
            try take(self)
        }
        row = nil
        if table.isDense, id != range.upperBound { throw damaged("is not followed by row \(range.upperBound)") }
    }

    private func check(_ row: Statement, _ range: ClosedRange<Int64>) throws(TraceError) {
        let last = id
        id = row.integer(0)
        // This also stops at a table whose pages form a ring.
        let isInOrder = last == 0 ? id == range.lowerBound : table.isDense ? id == last + 1 : id > last
        if !isInOrder { throw trace.damaged(table, row: id, "does not follow row \(last)") }
        if row.integer(1) != trace.id {
            throw trace.damaged(table, row: id, "is of another trace than its neighbours")
        }
        for index in columns.indices where !isValid(index, row) { throw damagedValue(index) }
        if let interval, let start = integer(interval.start), let duration = integer(interval.duration),
            start.addingReportingOverflow(duration).overflow
        {
            throw damaged("ends behind all times")
        }
    }

    private func isValid(_ index: Int, _ row: Statement) -> Bool {
        switch row.type(index + 2) {
        case SQLITE_NULL: return columns[index].isOptional
        case SQLITE_INTEGER:
            guard let bounds = bounds[index] else { return false }
            let value = row.integer(index + 2)
            if index == codes { return UpdateCodes.isValid(value, sites: bounds) }
            return bounds.contains(value) && (!columns[index].isBelowID || value < id)
        case SQLITE_TEXT: return isValidText(columns[index], index)
        case SQLITE_FLOAT:
            if case .real = columns[index].content { return row.real(index + 2).isFinite }
            return false
        default: return false
        }
    }

    private func isValidText(_ column: StoredColumn, _ index: Int) -> Bool {
        switch column.content {
        case .text: true
        case .word(let words): text(index).map { words.contains($0) } ?? false
        case .sourceID: text(index).flatMap { UInt64($0) } != nil
        default: false
        }
    }

    private func damagedValue(_ index: Int) -> TraceError {
        let found =
            switch value(index) {
            case .null: "no value"
            case .integer(let value): "\(value)"
            case .real(let value): "\(value)"
            case .text(let text): "the text '\(text.prefix(40))'"
            case .blob(let bytes): "\(bytes.count) bytes"
            }
        return damaged("has \(found) in '\(columns[index].name)'")
    }

    /// An error for the current row, for faults that involve several values.
    func damaged(_ words: String) -> TraceError { trace.damaged(table, row: id, words) }

    // MARK: The current row

    func integer(_ column: Int) -> Int64? {
        guard let row, row.type(column + 2) == SQLITE_INTEGER else { return nil }
        return row.integer(column + 2)
    }

    private func value(_ column: Int) -> SQLValue { row?.value(column + 2) ?? .null }

    func text(_ column: Int) -> String? { value(column).text }

    func real(_ column: Int) -> Double { value(column).number }

    /// An exporter's 64-bit id: INTEGER, or TEXT above 2^63 - 1.
    func sourceID(_ column: Int) -> UInt64? {
        switch value(column) {
        case .integer(let value): UInt64(bitPattern: value)
        case .text(let text): UInt64(text)
        default: nil
        }
    }

    /// The case of a code in a column; nil for NULL.
    func code<Code: RawRepresentable<UInt8>>(_ column: Int, _: Code.Type) throws(TraceError) -> Code? {
        guard let number = integer(column) else { return nil }
        guard let code = UInt8(exactly: number).flatMap({ Code(rawValue: $0) }) else { throw damagedValue(column) }
        return code
    }
}

/// Numbers the sites that many rows share, from 0 in order of first appearance, so that rows have one column for all
/// shared values.
final class RowSites<Site: DenseKey> {
    private let index = DenseIndex<Site>()

    /// All sites by number.
    var all: Column<Site> { index.keys }

    func number(of site: Site) -> Int64 { Int64(index.number(of: site)) }
}

/// A row of `update_site`.
struct UpdateSource: DenseKey {
    /// Index of its spelling into `TraceRecords.views`.
    let view: UInt32
    let thread: NameID
    let category: NameID
    let process: NameID
    let hierarchy: NameID

    var hash: UInt64 {
        HashMixer.mix(view, thread.rawValue &* 31 &+ hierarchy.rawValue, category.rawValue, process.rawValue)
    }
}

/// A row of `signpost_site`.
struct SignpostSite: DenseKey {
    let (name, subsystem, category): (NameID, NameID, NameID)
    let (process, thread, scope): (NameID, NameID, NameID)

    var hash: UInt64 {
        HashMixer.mix(
            UInt64(name.rawValue) << 32 | UInt64(scope.rawValue),
            HashMixer.mix(subsystem.rawValue, category.rawValue, process.rawValue, thread.rawValue))
    }
}

/// The views of a trace, by the sites that updates refer to.
struct SiteViews {
    /// The distinct views that have sites.
    private(set) var views: [Int64] = []
    private var first: Int64 = 0
    /// The index of a site's view; -1 if there is no such site.
    private var places: [Int32] = []

    init() {}

    init(_ stored: StoredTrace) throws(TraceError) {
        guard let sites = try stored.rows(of: "update_site"), let ids = try stored.rows(of: "view") else { return }
        first = sites.lowerBound
        places = Array(repeating: -1, count: sites.count)
        var known = [Int32](repeating: -1, count: ids.count)
        try stored.database.scan(
            ["id", "view_id"], of: "update_site", where: try stored.condition("update_site")
        ) { row in
            let (site, view) = (row.integer(0), row.integer(1))
            guard ids.contains(view) else { return }
            let index = Int(view - ids.lowerBound)
            if known[index] < 0 {
                known[index] = Int32(views.count)
                views.append(view)
            }
            places[Int(site - first)] = known[index]
        }
    }

    func place(of site: Int64) -> Int? {
        let index = site - first
        guard index >= 0, index < places.count, places[Int(index)] >= 0 else { return nil }
        return Int(places[Int(index)])
    }

    func view(of site: Int64) -> Int64 { place(of: site).map { views[$0] } ?? -1 }
}

/// The texts of a trace as rows of `name`. A text gets its id when the first row refers to it, so that the table
/// contains exactly the used texts, in order of use.
///
/// Traces share no texts. Looking up those of a thousand traces would cost more than the trace itself, especially if it
/// names instances that no other trace has.
final class StoredNames {
    let trace: NameTable
    private let traceID: Int64
    /// The used texts, in order of use.
    private let used = Column<NameID>()
    /// The database's id by the trace's; zero = not used yet.
    private let storedIDs: Column<UInt32>
    /// The id of the first row.
    private let first: UInt32

    /// Ids begin after those of the texts in the database.
    init(_ trace: NameTable, of traceID: Int64, _ database: Database) throws(TraceError) {
        self.trace = trace
        self.traceID = traceID
        storedIDs = Column(repeating: 0, count: trace.count + 1)
        let next = try database.nextID("name")
        guard next + Int64(trace.count) < Int64(UInt32.max) else {
            throw TraceError(
                .database, "the database is full: it holds \(next - 1) texts", at: Place(file: database.displayName),
                fix: "import into a new database")
        }
        first = UInt32(next)
    }

    func storedID(_ name: NameID) -> UInt32 {
        let id = storedIDs[name.index]
        return id != 0 ? id : store(name)
    }

    private func store(_ name: NameID) -> UInt32 {
        let id = first + UInt32(used.count)
        used.append(name)
        storedIDs[name.index] = id
        return id
    }

    /// Inserts the rows; the last step of writing a trace.
    func insert(into database: Database) throws(TraceError) {
        let (trace, used) = (trace, used)
        try database.insert(
            into: "name", count: used.count,
            [
                "id": .ids(from: Int64(first)),
                "trace_id": .constant(traceID),
                "text": .cell { row, out in out.text(trace.bytes(of: used[row])) },
            ], names: self)
    }
}

/// Sums over the views of a trace. There may be as many views as updates, so their table is read
/// once for all sums.
struct ViewSums: Sendable {
    /// All views, those that were updated, and those with unnecessary updates.
    private(set) var views = 0
    private(set) var updated = 0
    private(set) var wasteful = 0
    /// Updates of all kinds, checks, and evidence without a time.
    private(set) var updates = 0
    private(set) var checks = 0
    private(set) var untimed = 0
    /// Updates of bodies, by severity, and those without an end.
    private(set) var bodies = 0
    private(set) var red = 0
    private(set) var orange = 0
    private(set) var gray = 0
    private(set) var unterminated = 0
    /// Updates over a deadline: of bodies, and of all others.
    var longBodies: Int { red + orange }
    private(set) var longOthers = 0

    private static let columns = [
        "kind", "updates", "red", "orange", "gray", "unterminated", "checks", "untimed", "unnecessary",
    ]

    init(_ stored: StoredTrace) throws(TraceError) {
        var sums = ViewSums()
        try StoredRows(Self.columns, of: "view", stored).each { sums.add($0) }
        self = sums
    }

    private init() {}

    private mutating func add(_ row: StoredRows) {
        func count(_ column: Int) -> Int { Int(row.integer(column) ?? 0) }
        views += 1
        if count(1) > 0 { updated += 1 }
        if count(8) > 0 { wasteful += 1 }
        updates += count(1)
        checks += count(6)
        untimed += count(7)
        if row.integer(0) == Int64(UpdateKind.body.rawValue) {
            bodies += count(1)
            red += count(2)
            orange += count(3)
            gray += count(4)
            unterminated += count(5)
        } else {
            longOthers += count(2) + count(3)
        }
    }
}
