/// `swiftui-causes` and `swiftui-full-causes`: the edges of the cause graph, one row each.
///
/// Both hold the same edges; the full table says of each node when it was. The nodes are settled when all files
/// are read: only then is it known which of them are updates.
final class XctraceCauses: XctraceTable {
    private enum Slot: Int { case timestamp, sourceID, source, targetID, target, label, changed, process }

    let schemas = ["swiftui-causes", "swiftui-full-causes"]
    let lanes = ["causes", "edges"]
    let columns = [
        XctraceColumn("timestamp"), XctraceColumn("source-node-event-id"),
        XctraceColumn("source-node", shape: .node, isNeeded: true), XctraceColumn("destination-node-event-id"),
        XctraceColumn("destination-node", shape: .node, isNeeded: true), XctraceColumn("label"),
        XctraceColumn("changed-properties"), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns = ["value-type", "layout-info"]
    let signature = ["source-node", "destination-node"]

    private let nodes = XctraceCauseNodes()
    private let roots: XctraceRootCauses
    private var hasIDs = true
    private var hasRows = false
    private var namedHandles: [NameID: UInt32] = [:]
    private var lists: [NameID: ListID] = [:]

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func begin(_ table: XctraceTableInfo) {
        hasRows = true
        hasIDs = table.has(Slot.sourceID) && table.has(Slot.targetID)
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try row.integer(Slot.timestamp)
        let at = time == nil ? UpdateColumns.untimed : try builder.start(time)
        let (from, to) = try hasIDs ? ids(row, builder) : names(row, builder)
        let process = row.process(Slot.process)
        nodes.note(from, row.value(Slot.source), row.values, process)
        nodes.note(to, row.value(Slot.target), row.values, process)
        for detail in row.details { nodes.note(detail, from, to, builder) }
        let edge = EdgeRecord(
            from: from, to: to, at: at, label: label(row.word(Slot.label)),
            changed: changed(row.word(Slot.changed), builder))
        builder.appendEdge(edge, offset: row.offset, file: row.file)
        return .imported
    }

    func finish(_ builder: TraceBuilder) {
        if !hasRows { roots.link(builder) }
        nodes.settle(builder)
    }

    // MARK: Ends

    private func ids(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> (UInt32, UInt32) {
        guard let from = try row.unsigned(Slot.sourceID) else {
            throw RowProblem(.missingField, "the source node's event id is missing", .from)
        }
        guard let to = try row.unsigned(Slot.targetID) else {
            throw RowProblem(.missingField, "the destination node's event id is missing", .to)
        }
        guard from != to else { throw RowProblem(.selfEdge, "the edge leads from \(from) to itself", .to) }
        return (builder.handle(from), builder.handle(to))
    }

    /// Tables without ids are joined by name, which is marked: equal names need not be equal nodes.
    private func names(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> (UInt32, UInt32) {
        let (from, to) = (row.name(Slot.source), row.name(Slot.target))
        guard from.isPresent, to.isPresent else { throw RowProblem(.missingField, "a node's name is missing") }
        guard from != to else {
            throw RowProblem(
                .selfEdge, "the edge leads from '\((builder.names.text(from) ?? "").prefix(40))' to itself")
        }
        builder.records.counters.add(.joinedByName)
        return (handle(named: from, builder), handle(named: to, builder))
    }

    private func handle(named name: NameID, _ builder: TraceBuilder) -> UInt32 {
        if let known = namedHandles[name] { return known }
        let handle = builder.anonymousHandle(as: .none)
        namedHandles[name] = handle
        return handle
    }

    // MARK: Words

    private func label(_ word: NameID) -> NameID {
        switch word {
        case .none, NameID(.updateTitle): NameID(.update)
        case NameID(.creationTitle): NameID(.creation)
        default: word
        }
    }

    /// Changed properties as a list; a missing or empty cell says nothing about them.
    private func changed(_ text: NameID, _ builder: TraceBuilder) -> ListID {
        guard text.isPresent else { return .none }
        if let known = lists[text] { return known }
        let items = Self.items(builder.names.text(text) ?? "").map { builder.names.intern($0) }
        let list = items.isEmpty ? ListID.none : builder.records.lists.intern(items)
        lists[text] = list
        return list
    }

    /// Split at commas that stand in no brackets.
    static func items(_ text: String) -> [String] {
        var items: [String] = []
        var depth = 0
        var item = Substring()
        for character in text {
            if character == ",", depth == 0 {
                items.append(String(item.trimmingSpaces))
                item = ""
                continue
            }
            if "<([".contains(character) { depth += 1 }
            if ">)]".contains(character) { depth -= 1 }
            item.append(character)
        }
        items.append(String(item.trimmingSpaces))
        return items.filter { !$0.isEmpty }
    }
}
