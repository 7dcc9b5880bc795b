/// Reads a trace from a database into records as its importer made them, for another analysis, for exports and
/// comparisons.
///
/// Passes use records as indexes and rely on their order, so every row is checked here: each value by `StoredRows`, and
/// conditions on several values (order of time, consecutive nodes) below.
struct TraceReader {
    let trace: StoredTrace
    let records = TraceRecords()
    /// The trace's ids of names by the database's, counted from the first.
    private let nameIDs = Column<NameID>()
    private let firstName: Int64
    /// The id of the first node of the cause graph; nil if it is empty.
    private let firstNode: Int64?

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> TraceRecords {
        let trace = StoredTrace(database, trace)
        let reader = TraceReader(
            trace: trace, firstName: try trace.rows(of: "name")?.lowerBound ?? 1,
            firstNode: try trace.nodes()?.lowerBound)
        try reader.readMetadata()
        try reader.readNames()
        try reader.readInteractions()
        try reader.readCauses()
        let groupHandles = try reader.readGroups()
        let lists = try reader.readLists()
        try reader.readUpdates(groupHandles, lists)
        try reader.readSamples()
        try reader.readEdges(lists)
        try reader.readSignposts()
        try reader.readStalls()
        try reader.readLogs()
        try reader.readMetrics()
        try reader.readImport()
        return reader.records
    }

    /// The deadlines with which a trace was analysed.
    static func deadlines(_ database: Database, trace: Int64) throws(TraceError) -> Deadlines {
        var deadlines = Deadlines.frame
        try StoredRows(["profile", "orange_ns", "red_ns"], of: "trace", StoredTrace(database, trace)).each {
            row throws(TraceError) in
            guard let orange = row.integer(1), let red = row.integer(2) else { return }
            guard orange <= red else { throw row.damaged("has an orange deadline of \(orange) ns, above the red one") }
            deadlines = Deadlines(profile: row.text(0) ?? "custom", orangeNs: orange, redNs: red)
        }
        return deadlines
    }

    /// Calls `take` for every row of the trace's part of a table, by ascending id.
    func each(
        _ columns: [String], of table: String, _ take: (StoredRows) throws(TraceError) -> Void
    ) throws(TraceError) {
        try StoredRows(columns, of: table, trace).each(take)
    }

    /// The name with the id in a column; none for NULL.
    func name(_ row: StoredRows, _ column: Int) throws(TraceError) -> NameID {
        guard let id = row.integer(column) else { return .none }
        let place = id - firstName
        guard place >= 0, place < Int64(nameIDs.count) else {
            throw row.damaged("names the text \(id), which does not exist")
        }
        return nameIDs[Int(place)]
    }

    /// A new handle for a node's id; zero for none.
    fileprivate func handle(_ row: StoredRows, _ column: Int) -> UInt32 {
        guard let id = row.sourceID(column) else { return 0 }
        records.ids.append(id)
        return UInt32(records.ids.count - 1)
    }

    /// Calls `take` for every record of a lane's table with its row, in order of time. Reads the
    /// columns `more` before those of the record, and leaves out rows for which `isRecord` is
    /// false.
    func eachRecord<Record: LaneRecord>(
        _: Record.Type, of table: String, and more: [String] = [],
        where isRecord: (StoredRows) throws(TraceError) -> Bool = { _ in true },
        _ take: (StoredRows, Record) throws(TraceError) -> Void
    ) throws(TraceError) {
        var last = Int64.min
        try each(more + StoredColumnNames(of: Record()).all, of: table) { row throws(TraceError) in
            guard try isRecord(row) else { return }
            var (record, fields) = (Record(), StoredFields(reader: self, row: row, column: more.count))
            try record.visit(&fields)
            try keepOrder(record.start, &last, row)
            try take(row, record)
        }
    }

    /// Throws if a row begins before the previous one. `last`: the start of that one.
    func keepOrder(_ start: Int64, _ last: inout Int64, _ row: StoredRows) throws(TraceError) {
        if start < last { throw row.damaged("begins before the row above it") }
        last = start
    }

    /// Throws unless a row has the id of the next node of the cause graph.
    private func keepNodes(_ row: StoredRows) throws(TraceError) {
        let next = (firstNode ?? row.id) + Int64(records.nodeCount)
        if row.id != next { throw row.damaged("is not the next node of the cause graph, \(next)") }
    }

    // MARK: Tables

    private func readMetadata() throws(TraceError) {
        let columns = [
            "duration_ns", "is_duration_stated", "truncated_file", "truncated_byte", "damage", "warnings", "lanes",
            "source_file", "format", "content_hash", "label",
        ]
        var isThere = false
        try each(columns + StoredColumnNames(of: TraceMetadata()).all, of: "trace") { row throws(TraceError) in
            isThere = true
            try readMetadata(row, behind: columns.count)
        }
        guard isThere else {
            throw TraceError(
                .database, "the database has no trace \(trace.id)", at: Place(file: trace.database.displayName))
        }
    }

    private func readMetadata(_ row: StoredRows, behind columns: Int) throws(TraceError) {
        let records = records
        var fields = StoredFields(reader: self, row: row, column: columns)
        try records.metadata.visit(&fields)
        if row.integer(1) == 1 { records.metadata.durationNs = row.integer(0) }
        records.metadata.label = row.text(10)
        if let byte = row.integer(3) {
            records.metadata.truncatedAt = Place(file: row.text(2) ?? "", byte: Int(byte))
            records.damage = Diagnostic(.error, at: records.metadata.truncatedAt, row.text(4) ?? "")
        }
        records.warnings = (row.text(5) ?? "").split(separator: "\n").map { Diagnostic(.warning, String($0)) }
        records.lanes = Lane.set(row.text(6))
        records.sourceFiles = (row.text(7) ?? "").split(separator: "\n").map(String.init)
        records.formats = CommaList.words(row.text(8))
        records.contentHash = row.text(9) ?? ""
    }

    private func readNames() throws(TraceError) {
        try each(["text"], of: "name") { row throws(TraceError) in
            nameIDs.append(records.names.intern(row.text(0) ?? ""))
        }
    }

    /// Windows that the analysis made (for gestures, signposts, the whole trace) are no records.
    private func readInteractions() throws(TraceError) {
        func isRecord(_ row: StoredRows) throws(TraceError) -> Bool {
            guard row.integer(0) == row.id else { return false }
            try keepNodes(row)
            return true
        }
        try eachRecord(InteractionRecord.self, of: "interaction", and: ["node_id"], where: isRecord) {
            row, interaction throws(TraceError) in
            if interaction.kind == .trace { throw row.damaged("is the whole trace, and a record") }
            records.interactions.append(interaction)
        }
    }

    private func readCauses() throws(TraceError) {
        try eachRecord(CauseRecord.self, of: "cause") { row, cause throws(TraceError) in
            try keepNodes(row)
            records.causes.append(cause)
        }
    }

    /// Returns the handle of each group by its id in the database. Leaves out derived groups, which
    /// the analysis derives again.
    private func readGroups() throws(TraceError) -> [Int64: UInt32] {
        var handles: [Int64: UInt32] = [:]
        func isRecord(_ row: StoredRows) -> Bool {
            guard row.integer(0) == 0 else { return false }
            let isRecord = row.integer(1) == 1
            // Only updates name it.
            if !isRecord, let id = row.sourceID(2) { handles[row.id] = groupHandle(id) }
            return isRecord
        }
        try eachRecord(GroupRecord.self, of: "update_group", and: ["derived", "is_record"], where: isRecord) {
            row, group in
            if group.id != 0 { handles[row.id] = group.id }
            records.groups.append(group)
        }
        return handles
    }

    /// A new handle for a group's id.
    fileprivate func groupHandle(_ id: UInt64) -> UInt32 {
        records.groupIDs.append(id)
        return UInt32(records.groupIDs.count - 1)
    }

    private func readLists() throws(TraceError) -> [Int64: ListID] {
        var lists: [Int64: ListID] = [:]
        try each(["text"], of: "property_list") { row in
            lists[row.id] = records.lists.intern(
                PropertyList.items(row.text(0) ?? "").map { records.names.intern($0) })
        }
        return lists
    }

    /// The sites of updates, in order of their ids.
    private func readSites() throws(TraceError) -> [UpdateSource] {
        var views: [Int64: ViewKey] = [:]
        try each(["name_id", "module_id", "kind"], of: "view") { row throws(TraceError) in
            let name = try name(row, 0)
            views[row.id] = ViewKey(
                name: name, rawName: name, module: try self.name(row, 1),
                kind: try row.code(2, UpdateKind.self) ?? .other, kindWord: .none)
        }
        let keys = DenseIndex(keys: records.views)
        var sites: [UpdateSource] = []
        try each(
            ["view_id", "raw_name_id", "kind_word_id", "category_id", "thread_id", "process_id", "view_hierarchy_id"],
            of: "update_site"
        ) {
            row throws(TraceError) in
            guard var key = row.integer(0).flatMap({ views[$0] }) else { throw row.damaged("is of no view") }
            if row.integer(1) != nil { key.rawName = try name(row, 1) }
            key.kindWord = try name(row, 2)
            sites.append(
                UpdateSource(
                    view: UInt32(keys.number(of: key)), thread: try name(row, 4), category: try name(row, 3),
                    process: try name(row, 5), hierarchy: try name(row, 6)))
        }
        return sites
    }

    private func readUpdates(_ groups: [Int64: UInt32], _ lists: [Int64: ListID]) throws(TraceError) {
        let (updates, sites) = (records.updates, try readSites())
        let firstSite = try trace.rows(of: "update_site")?.lowerBound ?? 1
        let fixed = ["source_id", "codes", "start_ns", "duration_ns"]
        let optional = updates.optional.filter { !$0.isOfSite }
        var last: Int64 = 0
        try each(fixed + optional.map(\.storedName), of: "view_update") { row throws(TraceError) in
            try keepNodes(row)
            let code = UpdateCodes.parts(row.integer(1) ?? 0)
            let place = code.site - firstSite
            guard place >= 0, place < sites.count, let phase = code.phase else { throw row.damaged("is of no site") }
            let site = sites[Int(place)]
            let start = row.integer(2) ?? UpdateColumns.untimed
            // Untimed evidence comes last.
            try keepOrder(row.integer(2) ?? .max, &last, row)
            let index = updates.count
            updates.append(
                start: start, duration: row.integer(3) ?? UpdateColumns.unterminated, view: site.view,
                id: handle(row, 0), thread: site.thread, phase: phase)
            if site.category.isPresent { updates.category[index] = site.category }
            if site.process.isPresent { updates.process[index] = site.process }
            if site.hierarchy.isPresent { updates.hierarchy[index] = site.hierarchy }
            for place in optional.indices {
                guard let value = row.integer(fixed.count + place) else { continue }
                switch optional[place].values {
                case .names(let names, _): names[index] = try name(row, fixed.count + place)
                case .lists(let ids): ids[index] = lists[value] ?? .none
                case .groups(let handles): if let handle = groups[value] { handles[index] = handle }
                case .numbers(let numbers), .times(let numbers): numbers[index] = value
                }
            }
        }
    }

    /// Reads the edges in import order, with those stored at their targets in between.
    private func readEdges(_ lists: [Int64: ListID]) throws(TraceError) {
        let (records, first, nodes) = (records, firstNode ?? 1, records.nodeCount)
        func edge(_ row: StoredRows, _ from: Int64, _ to: Int64) throws(TraceError) -> EdgeRecord {
            guard from != to else { throw row.damaged("leads from \(from) to itself") }
            return EdgeRecord(
                from: try node(row, from), to: try node(row, to), at: UpdateColumns.untimed, label: NameID(.update),
                changed: .none)
        }
        func node(_ row: StoredRows, _ id: Int64) throws(TraceError) -> UInt32 {
            guard let node = UInt32(exactly: id - first), node < nodes else {
                throw row.damaged("leads from or to \(id), no node")
            }
            return node
        }
        for table in ["cause", "view_update"] {
            try each(["cause_id"], of: table) { row throws(TraceError) in
                guard let from = row.integer(0) else { return }
                records.edges.append(try edge(row, from, row.id))
            }
        }
        try each(["from_id", "to_id", "at_ns", "label_id", "changed_id"], of: "edge") { row throws(TraceError) in
            guard let from = row.integer(0), let to = row.integer(1) else { return }
            var edge = try edge(row, from, to)
            edge.at = row.integer(2) ?? UpdateColumns.untimed
            edge.label = try name(row, 3)
            edge.changed = row.integer(4).flatMap { lists[$0] } ?? .none
            records.edges.append(edge)
        }
        records.edges.sort { records.isEdge($0, before: $1) }
    }
}

/// Sets a record's columns from a row, whose columns are in visiting order.
struct StoredFields: ColumnVisitor {
    typealias Failure = TraceError

    let reader: TraceReader
    let row: StoredRows
    var column: Int

    private mutating func next() -> Int {
        column += 1
        return column - 1
    }

    mutating func node(_ handle: inout UInt32, _ field: Field) { handle = reader.handle(row, next()) }

    mutating func group(_ handle: inout UInt32, _ field: Field) {
        if let id = row.sourceID(next()) { handle = reader.groupHandle(id) }
    }

    mutating func id(_ id: inout UInt64?, _ field: Field) { id = row.sourceID(next()) }

    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) throws(TraceError) {
        code = try row.code(next(), Code.self) ?? code
        if field == .kind { other = try reader.name(row, next()) }
    }

    mutating func name(
        _ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence
    ) throws(TraceError) {
        name = try reader.name(row, next())
    }

    /// Stacks have other numbers here; readers of samples convert them.
    mutating func stack(_ stack: inout UInt32, _ field: Field) { column += 1 }

    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        time = row.integer(next()) ?? UpdateColumns.untimed
    }

    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        time = row.integer(next()) ?? -1
    }

    mutating func number(_ number: inout Int64, _ field: Field) { number = row.integer(next()) ?? -1 }
    mutating func flag(_ flag: inout Bool?, _ field: Field) { flag = row.integer(next()).map { $0 == 1 } }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) { text = row.text(next()) }
    mutating func integer(_ number: inout Int64?, _ field: Field) { number = row.integer(next()) }
}
