/// Reads one trace back from a database into records, as its importer made them: for another analysis of it, for
/// exports and comparisons.
///
/// Passes use records as indexes and rely on their order, so everything that a row says is checked here: each value by
/// `StoredRows`, and what takes more than one value to see (order of time, nodes that follow each other) below.
struct TraceReader {
    let trace: StoredTrace
    let records = TraceRecords()
    /// By the database's ids of names; 0 is none. The table is dense, so this is as long as the table.
    private let nameIDs = Column<NameID>()

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> TraceRecords {
        let reader = TraceReader(trace: StoredTrace(database, trace))
        try reader.readMetadata()
        try reader.readNames()
        try reader.readInteractions()
        try reader.readCauses()
        let groupHandles = try reader.readGroups()
        let lists = try reader.readLists()
        try reader.readUpdates(groupHandles, lists)
        try reader.readEdges(lists)
        try reader.readSignposts()
        try reader.readStalls()
        try reader.readSamples()
        try reader.readMetrics()
        try reader.readImport()
        return reader.records
    }

    /// The deadlines that a trace was analysed with.
    static func deadlines(_ database: Database, trace: Int64) throws(TraceError) -> Deadlines {
        let row = try StoredRows(["profile", "orange_ns", "red_ns"], of: "trace", StoredTrace(database, trace))
        guard try row.next(), let orange = row.integer(1), let red = row.integer(2) else { return .frame }
        guard orange <= red else { throw row.damaged("has an orange deadline of \(orange) ns, above the red one") }
        return Deadlines(profile: row.text(0) ?? "custom", orangeNs: orange, redNs: red)
    }

    /// Calls `take` for every row of the trace's part of a table, by ascending id.
    func each(
        _ columns: [String], of table: String, _ take: (StoredRows) throws(TraceError) -> Void
    ) throws(TraceError) {
        let rows = try StoredRows(columns, of: table, trace)
        while try rows.next() { try take(rows) }
    }

    /// The name behind the id in a column; none for NULL.
    func name(_ row: StoredRows, _ column: Int) throws(TraceError) -> NameID {
        guard let id = row.integer(column) else { return .none }
        guard id < Int64(nameIDs.count) else { throw row.damaged("names the text \(id), which does not exist") }
        return nameIDs[Int(id)]
    }

    /// A handle of its own for a node's id; zero for none.
    private func handle(_ row: StoredRows, _ column: Int) -> UInt32 {
        guard let id = row.sourceID(column) else { return 0 }
        records.ids.append(id)
        return UInt32(records.ids.count - 1)
    }

    /// Fails unless a row begins where the one before began, or later: `last` is when that was.
    func keepOrder(_ start: Int64, _ last: inout Int64, _ row: StoredRows) throws(TraceError) {
        if start < last { throw row.damaged("begins before the row above it") }
        last = start
    }

    /// Fails unless a row has the id that the next node of the cause graph has.
    private func keepNodes(_ row: StoredRows) throws(TraceError) {
        let next = (try trace.nodes()?.lowerBound ?? row.id) + Int64(records.nodeCount)
        if row.id != next { throw row.damaged("is not the next node of the cause graph, \(next)") }
    }

    // MARK: Tables

    private func readMetadata() throws(TraceError) {
        let records = records
        let columns = [
            "name", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
            "duration_ns", "is_duration_stated", "truncated_file", "truncated_byte", "damage", "warnings", "lanes",
            "source_file", "format", "content_hash", "label",
        ]
        let row = try StoredRows(columns, of: "trace", trace)
        guard try row.next() else {
            throw TraceError(
                .database, "the database has no trace \(trace.id)", at: Place(file: trace.database.displayName))
        }
        records.metadata = TraceMetadata(
            name: row.text(0), app: row.text(1), process: row.text(2), pid: row.integer(3), device: row.text(4),
            os: row.text(5), build: row.text(6), configuration: row.text(7), refreshHz: row.integer(8),
            startedAt: row.text(9), durationNs: row.integer(11) == 1 ? row.integer(10) : nil,
            label: row.text(20))
        if let byte = row.integer(13) {
            records.metadata.truncatedAt = Place(file: row.text(12) ?? "", byte: Int(byte))
            records.damage = Diagnostic(.error, at: records.metadata.truncatedAt, row.text(14) ?? "")
        }
        records.warnings = (row.text(15) ?? "").split(separator: "\n").map { Diagnostic(.warning, String($0)) }
        records.lanes = Set((row.text(16) ?? "").split(separator: ",").map(String.init))
        records.sourceFiles = (row.text(17) ?? "").split(separator: "\n").map(String.init)
        records.formats = (row.text(18) ?? "").split(separator: ",").map(String.init)
        records.contentHash = row.text(19) ?? ""
    }

    private func readNames() throws(TraceError) {
        nameIDs.append(.none)
        try each(["text"], of: "name") { row throws(TraceError) in
            guard row.id == Int64(nameIDs.count) else { throw row.damaged("is not text \(nameIDs.count)") }
            nameIDs.append(records.names.intern(row.text(0) ?? ""))
        }
    }

    /// Windows that the analysis made (of gestures, signposts, the whole trace) are no records.
    private func readInteractions() throws(TraceError) {
        let (records, columns) = (
            records, ["source_id", "kind", "kind_word_id", "name_id", "start_ns", "duration_ns", "node_id"]
        )
        var last: Int64 = 0
        try each(columns, of: "interaction") { row throws(TraceError) in
            guard row.integer(6) == row.id else { return }
            try keepNodes(row)
            let kind = try row.code(1, InteractionKind.self) ?? .other
            if kind == .trace { throw row.damaged("is the whole trace, and a record") }
            let start = row.integer(4) ?? 0
            try keepOrder(start, &last, row)
            records.interactions.append(
                InteractionRecord(
                    id: handle(row, 0), kind: kind, kindWord: try name(row, 2), name: try name(row, 3), start: start,
                    duration: row.integer(5) ?? -1, causeID: 0))
        }
    }

    private func readCauses() throws(TraceError) {
        let records = records
        var last = UpdateColumns.untimed
        try each(["source_id", "kind", "kind_word_id", "name_id", "origin", "start_ns"], of: "cause") {
            row throws(TraceError) in
            try keepNodes(row)
            let start = row.integer(5) ?? UpdateColumns.untimed
            try keepOrder(start, &last, row)
            records.causes.append(
                CauseRecord(
                    id: handle(row, 0), name: try name(row, 3), kind: try row.code(1, CauseKind.self) ?? .other,
                    kindWord: try name(row, 2), origin: try row.code(4, Origin.self) ?? .unknown, start: start))
        }
    }

    /// Returns the handle of each group's id, by the group's id in the database. Derived groups are left out: the
    /// analysis derives them again.
    private func readGroups() throws(TraceError) -> [Int64: UInt32] {
        let (records, columns) = (
            records, ["source_id", "label_id", "thread_id", "start_ns", "duration_ns", "derived", "is_record"]
        )
        var handles: [Int64: UInt32] = [:]
        var last: Int64 = 0
        try each(columns, of: "update_group") { row throws(TraceError) in
            guard row.integer(5) == 0 else { return }
            var handle: UInt32 = 0
            if let id = row.sourceID(0) {
                records.groupIDs.append(id)
                handle = UInt32(records.groupIDs.count - 1)
                handles[row.id] = handle
            }
            guard row.integer(6) == 1 else { return }
            let start = row.integer(3) ?? 0
            try keepOrder(start, &last, row)
            records.groups.append(
                GroupRecord(
                    id: handle, label: try name(row, 1), thread: try name(row, 2), start: start,
                    duration: row.integer(4) ?? -1))
        }
        return handles
    }

    private func readLists() throws(TraceError) -> [Int64: ListID] {
        var lists: [Int64: ListID] = [:]
        try each(["text"], of: "property_list") { row in
            lists[row.id] = records.lists.intern(
                PropertyList.items(row.text(0) ?? "").map { records.names.intern($0) })
        }
        return lists
    }

    /// What updates say of themselves through their site, by its id.
    private func readSites() throws(TraceError) -> [Int64: UpdateSite] {
        var views: [Int64: ViewKey] = [:]
        try each(["name_id", "module_id", "kind"], of: "view") { row throws(TraceError) in
            let name = try name(row, 0)
            views[row.id] = ViewKey(
                name: name, rawName: name, module: try self.name(row, 1),
                kind: try row.code(2, UpdateKind.self) ?? .other, kindWord: .none)
        }
        var keys: [ViewKey: UInt32] = [:]
        var sites: [Int64: UpdateSite] = [:]
        try each(["view_id", "raw_name_id", "kind_word_id", "category_id", "thread_id"], of: "update_site") {
            row throws(TraceError) in
            guard var key = row.integer(0).flatMap({ views[$0] }) else { throw row.damaged("is of no view") }
            if row.integer(1) != nil { key.rawName = try name(row, 1) }
            key.kindWord = try name(row, 2)
            let number = keys[key] ?? UInt32(records.views.count)
            if keys.updateValue(number, forKey: key) == nil { records.views.append(key) }
            sites[row.id] = UpdateSite(view: number, thread: try name(row, 4), category: try name(row, 3))
        }
        return sites
    }

    private func readUpdates(_ groups: [Int64: UInt32], _ lists: [Int64: ListID]) throws(TraceError) {
        let (updates, sites) = (records.updates, try readSites())
        let columns = [
            "source_id", "codes", "start_ns", "duration_ns", "instance_id", "instruments_severity_id", "group_id",
            "allocations", "downstream_ns", "changed_id",
        ]
        var last: Int64 = 0
        try each(columns, of: "view_update") { row throws(TraceError) in
            try keepNodes(row)
            let code = UpdateCodes.record(row.integer(1) ?? 0)
            guard let site = sites[code.site], let phase = code.phase else { throw row.damaged("is of no site") }
            let start = row.integer(2) ?? UpdateColumns.untimed
            // Untimed evidence comes last.
            try keepOrder(row.integer(2) ?? .max, &last, row)
            let index = updates.count
            updates.append(
                start: start, duration: row.integer(3) ?? UpdateColumns.unterminated, view: site.view,
                id: handle(row, 0), thread: site.thread, phase: phase)
            if site.category.isPresent { updates.category[index] = site.category }
            if row.integer(4) != nil { updates.instance[index] = try name(row, 4) }
            if row.integer(5) != nil { updates.instrumentsSeverity[index] = try name(row, 5) }
            if let group = row.integer(6), let handle = groups[group] { updates.group[index] = handle }
            if let count = row.integer(7) { updates.allocations[index] = count }
            if let cost = row.integer(8) { updates.downstream[index] = cost }
            if let list = row.integer(9) { updates.changed[index] = lists[list] ?? .none }
        }
    }

    /// In the order in which an import has them, those that stand with their target among the others.
    private func readEdges(_ lists: [Int64: ListID]) throws(TraceError) {
        let (records, first) = (records, try trace.nodes()?.lowerBound ?? 1)
        func edge(_ row: StoredRows, _ from: Int64, _ to: Int64) throws(TraceError) -> EdgeRecord {
            guard from != to else { throw row.damaged("leads from \(from) to itself") }
            return EdgeRecord(
                from: try node(row, from), to: try node(row, to), at: UpdateColumns.untimed, label: NameID(.update),
                changed: .none)
        }
        func node(_ row: StoredRows, _ id: Int64) throws(TraceError) -> UInt32 {
            guard id - first < Int64(records.nodeCount) else { throw row.damaged("leads from or to \(id), no node") }
            return UInt32(id - first)
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
