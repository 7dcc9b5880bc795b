/// A value of a field of our own format.
enum ExportValue {
    case text(String)
    case integer(Int64)
    case id(UInt64)
    case flag(Bool)
    case texts([String])
    case ids([UInt64])
}

/// One record of our own format, in the order in which its fields are written.
struct ExportedRecord {
    let kind: String
    var fields: [(key: String, value: ExportValue)] = []

    mutating func add(_ key: String, _ text: String?) { text.map { fields.append((key, .text($0))) } }
    mutating func add(_ key: String, _ number: Int64?) { number.map { fields.append((key, .integer($0))) } }
    mutating func add(_ key: String, id: UInt64?) { id.map { fields.append((key, .id($0))) } }
}

/// Turns records back into the fields of our own format (version 1), one lane after the other.
///
/// What has no id and is referred to gets one above all that are used, because the format links by id.
struct ExportedRecords {
    /// The lanes in the order of the document, with the kind of their records.
    static let lanes: [(key: String, kind: String)] = [
        ("interactions", "interaction"), ("causes", "cause"), ("updates", "update"), ("edges", "edge"),
        ("groups", "group"), ("signposts", "signpost"), ("hitches", "hitch"), ("hangs", "hang"), ("samples", "sample"),
        ("logs", "log"),
    ]

    private let records: TraceRecords
    /// The id of every node, by node; nil where it has none and needs none.
    private var nodeIDs: [UInt64?]
    /// Sources of the edges that are written as the `cause` of their target, by target.
    private var shorthand: [UInt32: [UInt64]] = [:]

    init(_ records: TraceRecords) {
        self.records = records
        nodeIDs = (0..<records.nodeCount).map { node in
            if node < records.firstCauseNode { return records.sourceID(records.interactions[node].id) }
            if node < records.firstUpdateNode {
                return records.sourceID(records.causes[node - records.firstCauseNode].id)
            }
            return records.sourceID(records.updates.id[node - records.firstUpdateNode])
        }
        numberNodes()
        for index in 0..<records.edges.count {
            let edge = records.edges[index]
            guard isShorthand(index), let from = nodeIDs[Int(edge.from)] else { continue }
            shorthand[edge.to, default: []].append(from)
        }
    }

    /// Gives ids to the nodes that edges lead from or to, so that whoever reads them puts the nodes in the order in which
    /// they stand here: records that begin at once are ordered by id, and those without one come last.
    private mutating func numberNodes() {
        let isReferred = Column<Bool>(repeating: false, count: nodeIDs.count)
        for index in 0..<records.edges.count {
            isReferred[Int(records.edges[index].from)] = true
            isReferred[Int(records.edges[index].to)] = true
        }
        // From the last node on: what stands before one that gets an id, and begins with it, needs one too.
        var isBeforeNumbered = false
        var unnumbered: [Int] = []
        for node in nodeIDs.indices.reversed() {
            isBeforeNumbered = isBeforeNumbered && beginsWithNext(node)
            guard nodeIDs[node] == nil else { continue }
            guard isReferred[node] || isBeforeNumbered else { continue }
            unnumbered.append(node)
            isBeforeNumbered = true
        }
        var ids = UnusedIDs(among: nodeIDs.compactMap { $0 }, count: unnumbered.count)
        for node in unnumbered.reversed() { nodeIDs[node] = ids.next() }
    }

    /// Whether a node and the next one are of the same lane and begin at once.
    private func beginsWithNext(_ node: Int) -> Bool {
        let next = node + 1
        if next == records.firstCauseNode || next == records.firstUpdateNode || next >= nodeIDs.count { return false }
        if node < records.firstCauseNode { return records.interactions[node].start == records.interactions[next].start }
        if node < records.firstUpdateNode {
            let row = node - records.firstCauseNode
            return records.causes[row].start == records.causes[row + 1].start
        }
        let row = node - records.firstUpdateNode
        return records.updates.start[row] == records.updates.start[row + 1]
    }

    /// An edge that says no more than that one node caused the other. Beside another edge between the two a shorthand
    /// says nothing at all; equal pairs stand together.
    private func isShorthand(_ index: Int) -> Bool {
        let edge = records.edges[index]
        return edge.at == UpdateColumns.untimed && edge.label == NameID(.update) && !edge.changed.isPresent
            && Int(edge.to) >= records.firstCauseNode && !isPair(edge, index - 1) && !isPair(edge, index + 1)
    }

    private func isPair(_ edge: EdgeRecord, _ index: Int) -> Bool {
        guard index >= 0, index < records.edges.count else { return false }
        return records.edges[index].from == edge.from && records.edges[index].to == edge.to
    }

    // MARK: The trace

    /// What the recording is.
    var trace: ExportedRecord {
        var (metadata, writer) = (records.metadata, writer("trace"))
        metadata.visit(&writer)
        writer.record.add("duration_ns", metadata.durationNs)
        return writer.record
    }

    // MARK: Lanes

    /// Calls `take` for every record of a lane.
    func each(_ lane: String, _ take: (ExportedRecord) throws -> Void) rethrows {
        switch lane {
        case "interactions":
            for row in records.interactions.indices { try take(record(records.interactions[row], node: row)) }
        case "causes":
            for row in 0..<records.causes.count {
                try take(record(records.causes[row], node: records.firstCauseNode + row))
            }
        case "updates": for row in 0..<records.updates.count { try take(update(row)) }
        case "edges":
            for row in 0..<records.edges.count where !isShorthand(row) { try take(record(records.edges[row])) }
        case "groups": for row in 0..<records.groups.count { try take(record(records.groups[row])) }
        case "signposts": for row in 0..<records.signposts.count { try take(record(records.signposts[row])) }
        case "hitches": for hitch in records.hitches { try take(record(hitch)) }
        case "hangs": for hang in records.hangs { try take(record(hang)) }
        case "samples": for row in 0..<records.samples.count { try take(record(records.samples[row])) }
        default: for row in 0..<records.logs.count { try take(record(records.logs[row])) }
        }
    }

    private func writer(_ kind: String) -> FieldWriter {
        FieldWriter(records: records, nodeIDs: nodeIDs, record: ExportedRecord(kind: kind))
    }

    /// `node`: where the record is one, its index.
    private func record<Record: LaneRecord>(_ source: Record, node: Int? = nil) -> ExportedRecord {
        var (source, writer) = (source, writer(Record.kind.word.text))
        if let node { addID(node, &writer.record) }
        source.visit(&writer)
        return writer.record
    }

    private func addID(_ node: Int, _ record: inout ExportedRecord) {
        record.add("id", id: nodeIDs[node])
        guard let causes = shorthand[UInt32(node)] else { return }
        record.fields.append(causes.count == 1 ? ("cause", .id(causes[0])) : ("causes", .ids(causes)))
    }

    private func update(_ row: Int) -> ExportedRecord {
        let view = records.views[Int(records.updates.view[row])]
        var writer = writer("update")
        addID(records.firstUpdateNode + row, &writer.record)
        writer.record.add("view", records.names.text(view.name))
        if view.rawName != view.name { writer.record.add("raw_view", records.names.text(view.rawName)) }
        writer.record.add("module", records.names.text(view.module))
        writer.record.add("kind", records.names.text(view.kindWord) ?? view.kind.word)
        records.updates.visit(row, &writer)
        return writer.record
    }
}

/// Writes the columns of a record as the fields of our own format; what has no value is left out.
private struct FieldWriter: ColumnVisitor {
    let records: TraceRecords
    let nodeIDs: [UInt64?]
    var record: ExportedRecord

    mutating func node(_ handle: inout UInt32, _ field: Field) {
        // A node's own id may be one that the export gives it; edges refer to nodes by index.
        if field == .from || field == .to { record.add(field.key, id: nodeIDs[Int(handle)]) }
    }
    mutating func group(_ handle: inout UInt32, _ field: Field) {
        if handle != 0 { record.add(field.key, id: records.groupIDs[Int(handle)]) }
    }
    mutating func id(_ id: inout UInt64?, _ field: Field) { record.add(field.key, id: id) }
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        if let text = records.names.text(other) { return record.add(field.key, text) }
        if code.wordID != .empty { record.add(field.key, code.word) }
    }
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        record.add(field.key, records.names.text(name))
    }
    mutating func list(_ list: inout ListID, _ field: Field) {
        guard list.isPresent else { return }
        record.fields.append((field.key, .texts(records.lists[list].map { records.names.text($0) ?? "" })))
    }
    mutating func stack(_ stack: inout UInt32, _ field: Field) {
        var frames: [StackTable.Node] = []
        var frame = Int(stack)
        while frame != 0 {
            frames.append(records.stacks.nodes[frame])
            frame = Int(records.stacks.nodes[frame].parent)
        }
        func add(_ field: Field, _ texts: [String]) { record.fields.append((field.key, .texts(texts))) }
        if !frames.isEmpty { add(field, frames.map { records.names.text($0.frame) ?? "" }) }
        if frames.contains(where: { $0.binary.isPresent }) {
            add(.binaries, frames.map { records.names.text($0.binary) ?? "" })
        }
        if frames.contains(where: { $0.isApp }) {
            add(.appFrames, frames.indices.filter { frames[$0].isApp }.map { "\($0)" })
        }
        let places = frames.map { frame in
            records.stacks.source(of: frame).map { "\(records.names.text($0.file) ?? ""):\($0.line)" } ?? ""
        }
        if places.contains(where: { !$0.isEmpty }) { add(.sources, places) }
    }
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        if time != UpdateColumns.untimed { record.add(field.exportedKey, time) }
    }
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        if time >= 0 { record.add(field.exportedKey, time) }
    }
    mutating func number(_ number: inout Int64, _ field: Field) { if number >= 0 { record.add(field.key, number) } }
    mutating func flag(_ flag: inout Bool, _ field: Field) { record.fields.append((field.key, .flag(flag))) }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) { record.add(field.key, text) }
    mutating func integer(_ number: inout Int64?, _ field: Field) { record.add(field.key, number) }
}

/// Ids that no record has, from small to large: above all that are used, or where these reach to the end of the numbers,
/// above all that stand before the last gap with room for them.
private struct UnusedIDs {
    private var following: UInt64

    init(among used: [UInt64], count: Int) {
        let count = UInt64(count)
        let highest = used.max() ?? 0
        following = highest &+ 1
        guard highest > .max - count else { return }
        var higher = highest
        for id in used.sorted(by: >) + [0] {
            following = id &+ 1
            if higher > id, higher - id > count { return }
            higher = id
        }
    }

    mutating func next() -> UInt64 {
        defer { following &+= 1 }
        return following
    }
}
