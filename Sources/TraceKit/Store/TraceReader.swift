/// Reads one trace back from a database into records, as its importer made them: for another analysis of it, for
/// exports and comparisons.
struct TraceReader {
    private let database: Database
    private let traceID: Int64
    let records = TraceRecords()
    /// The database's ids of names, as they are met.
    let nameIDs = SparseColumn<NameID>(absent: .none)
    /// The id of node 0.
    private let firstNode: Int64

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> TraceRecords {
        let reader = try TraceReader(database, trace)
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
        let rows = try database.rows("SELECT profile, orange_ns, red_ns FROM traces WHERE id = ?", [.integer(trace)])
        guard let row = rows.first, case .integer(let orange) = row[1], case .integer(let red) = row[2] else {
            return .frame
        }
        return Deadlines(profile: row[0].text ?? "custom", orangeNs: orange, redNs: red)
    }

    private init(_ database: Database, _ trace: Int64) throws(TraceError) {
        self.database = database
        traceID = trace
        var first: Int64?
        for table in ["interaction", "cause", "view_update"] {
            if let id = try database.integer("SELECT min(id) FROM \(table) WHERE trace_id = ?", .integer(trace)) {
                first = min(first ?? id, id)
            }
        }
        firstNode = first ?? 1
    }

    /// Calls `take` for every row of the trace's part of a table, by ascending id.
    func each(
        _ columns: String, of table: String, _ take: (Row) throws(TraceError) -> Void
    ) throws(TraceError) {
        let statement = try database.prepare("SELECT \(columns) FROM \(table) WHERE trace_id = ? ORDER BY id")
        try statement.bind([.integer(traceID)])
        while try statement.step() { try take(Row(statement: statement, reader: self)) }
    }

    /// The current row of a statement.
    struct Row {
        let statement: Statement
        let reader: TraceReader

        func integer(_ column: Int) -> Int64? {
            if case .integer(let value) = statement.value(column) { value } else { nil }
        }

        func text(_ column: Int) -> String? { statement.value(column).text }

        func name(_ column: Int) -> NameID { integer(column).map { reader.nameIDs[Int($0)] } ?? .none }

        /// A 64-bit id: INTEGER, or TEXT above 2^63 - 1.
        func id(_ column: Int) -> UInt64? {
            switch statement.value(column) {
            case .integer(let value): UInt64(bitPattern: value)
            case .text(let text): UInt64(text)
            default: nil
            }
        }

        /// A handle of its own for a node's id; zero for none.
        func handle(_ column: Int) -> UInt32 {
            guard let id = id(column) else { return 0 }
            reader.records.ids.append(id)
            return UInt32(reader.records.ids.count - 1)
        }
    }

    // MARK: Tables

    private func readMetadata() throws(TraceError) {
        let records = records
        let columns =
            "name, app, process, pid, device, os, build, configuration, refresh_hz, started_at, duration_ns, "
            + "is_duration_stated, truncated_file, truncated_byte, damage, warnings, lanes, source_file, format, "
            + "content_hash, label"
        let statement = try database.prepare("SELECT \(columns) FROM trace WHERE id = ?")
        try statement.bind([.integer(traceID)])
        guard try statement.step() else {
            throw TraceError(.database, "the database has no trace \(traceID)", at: Place(file: database.displayName))
        }
        let row = Row(statement: statement, reader: self)
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
        let statement = try database.prepare("SELECT id, text FROM name")
        while try statement.step() {
            guard case .integer(let id) = statement.value(0), let text = statement.value(1).text else { continue }
            nameIDs[Int(id)] = records.names.intern(text)
        }
    }

    /// Windows that the analysis made (of gestures, signposts, the whole trace) are no records.
    private func readInteractions() throws(TraceError) {
        let records = records
        try each("source_id, kind, kind_word_id, name_id, start_ns, duration_ns, id, node_id", of: "interaction") {
            row in
            guard let kind = InteractionKind(rawValue: UInt8(row.integer(1) ?? 7)), row.integer(6) == row.integer(7)
            else { return }
            records.interactions.append(
                InteractionRecord(
                    id: row.handle(0), kind: kind, kindWord: row.name(2), name: row.name(3), start: row.integer(4) ?? 0,
                    duration: row.integer(5) ?? -1, causeID: 0))
        }
    }

    private func readCauses() throws(TraceError) {
        let records = records
        try each("source_id, kind, kind_word_id, name_id, origin, start_ns", of: "cause") { row in
            records.causes.append(
                CauseRecord(
                    id: row.handle(0), name: row.name(3),
                    kind: CauseKind(rawValue: UInt8(row.integer(1) ?? 10)) ?? .other,
                    kindWord: row.name(2), origin: Origin(rawValue: UInt8(row.integer(4) ?? 2)) ?? .unknown,
                    start: row.integer(5) ?? UpdateColumns.untimed))
        }
    }

    /// Returns the handle of each group's id, by the group's id in the database. Derived groups are left out: the
    /// analysis derives them again.
    private func readGroups() throws(TraceError) -> [Int64: UInt32] {
        let records = records
        var handles: [Int64: UInt32] = [:]
        try each("id, source_id, label_id, thread_id, start_ns, duration_ns, derived, is_record", of: "update_group") {
            row in
            guard row.integer(6) == 0 else { return }
            var handle: UInt32 = 0
            if let id = row.id(1) {
                records.groupIDs.append(id)
                handle = UInt32(records.groupIDs.count - 1)
                handles[row.integer(0) ?? 0] = handle
            }
            guard row.integer(7) == 1 else { return }
            records.groups.append(
                GroupRecord(
                    id: handle, label: row.name(2), thread: row.name(3), start: row.integer(4) ?? 0,
                    duration: row.integer(5) ?? -1))
        }
        return handles
    }

    private func readLists() throws(TraceError) -> [Int64: ListID] {
        var lists: [Int64: ListID] = [:]
        let statement = try database.prepare("SELECT id, text FROM property_list")
        while try statement.step() {
            guard case .integer(let id) = statement.value(0), let text = statement.value(1).text else { continue }
            lists[id] = records.lists.intern(PropertyList.items(text).map { records.names.intern($0) })
        }
        return lists
    }

    private func readUpdates(_ groups: [Int64: UInt32], _ lists: [Int64: ListID]) throws(TraceError) {
        let updates = records.updates
        var views: [Int64: ViewKey] = [:]
        try each("id, name_id, module_id, kind", of: "view") { row in
            let name = row.name(1)
            views[row.integer(0) ?? 0] = ViewKey(
                name: name, rawName: name, module: row.name(2),
                kind: UpdateKind(rawValue: UInt8(row.integer(3) ?? 6)) ?? .other, kindWord: .none)
        }
        var keys: [ViewKey: UInt32] = [:]
        var sites: [Int64: UpdateSite] = [:]
        try each("id, view_id, raw_name_id, kind_word_id, category_id, thread_id", of: "update_site") { row in
            guard let id = row.integer(0), var key = views[row.integer(1) ?? 0] else { return }
            if row.integer(2) != nil { key.rawName = row.name(2) }
            key.kindWord = row.name(3)
            let number = keys[key] ?? UInt32(records.views.count)
            if keys.updateValue(number, forKey: key) == nil { records.views.append(key) }
            sites[id] = UpdateSite(view: number, thread: row.name(5), category: row.name(4))
        }
        let columns =
            "source_id, \(UpdateCodes.site("view_update")), \(UpdateCodes.phase("view_update")), start_ns, duration_ns, instance_id, "
            + "instruments_severity_id, group_id, allocations, downstream_ns, changed_id"
        try each(columns, of: "view_update") { row in
            guard let site = sites[row.integer(1) ?? 0] else { return }
            let index = updates.count
            updates.id.append(row.handle(0))
            updates.view.append(site.view)
            updates.phase.append(UpdatePhase(rawValue: UInt8(row.integer(2) ?? 0)) ?? .update)
            updates.thread.append(site.thread)
            updates.start.append(row.integer(3) ?? UpdateColumns.untimed)
            updates.duration.append(row.integer(4) ?? UpdateColumns.unterminated)
            if site.category.isPresent { updates.category[index] = site.category }
            if row.integer(5) != nil { updates.instance[index] = row.name(5) }
            if row.integer(6) != nil { updates.instrumentsSeverity[index] = row.name(6) }
            if let group = row.integer(7), let handle = groups[group] { updates.group[index] = handle }
            if let count = row.integer(8) { updates.allocations[index] = count }
            if let cost = row.integer(9) { updates.downstream[index] = cost }
            if let list = row.integer(10) { updates.changed[index] = lists[list] ?? .none }
        }
    }

    /// In the order in which an import has them, those that stand with their target among the others.
    private func readEdges(_ lists: [Int64: ListID]) throws(TraceError) {
        let (records, first) = (records, firstNode)
        for table in ["cause", "view_update"] {
            try each("id, cause_id", of: table) { row in
                guard let to = row.integer(0), let from = row.integer(1) else { return }
                records.edges.append(
                    EdgeRecord(
                        from: UInt32(from - first), to: UInt32(to - first), at: UpdateColumns.untimed,
                        label: NameID(.update), changed: .none))
            }
        }
        try each("from_id, to_id, at_ns, label_id, changed_id", of: "edge") { row in
            guard let from = row.integer(0), let to = row.integer(1) else { return }
            records.edges.append(
                EdgeRecord(
                    from: UInt32(from - first), to: UInt32(to - first), at: row.integer(2) ?? UpdateColumns.untimed,
                    label: row.name(3), changed: row.integer(4).flatMap { lists[$0] } ?? .none))
        }
        records.edges.sort { records.isEdge($0, before: $1) }
    }
}
