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

    private func text(_ name: NameID) -> String? { records.names.text(name) }

    private func texts(_ list: ListID) -> [String] { records.lists[list].map { text($0) ?? "" } }

    // MARK: The trace

    /// What the recording is.
    var trace: ExportedRecord {
        let metadata = records.metadata
        var record = ExportedRecord(kind: "trace")
        record.add("name", metadata.name)
        record.add("app", metadata.app)
        record.add("process", metadata.process)
        record.add("pid", metadata.pid)
        record.add("device", metadata.device)
        record.add("os", metadata.os)
        record.add("build", metadata.build)
        record.add("configuration", metadata.configuration)
        record.add("refresh_hz", metadata.refreshHz)
        record.add("started_at", metadata.startedAt)
        record.add("duration_ns", metadata.durationNs)
        return record
    }

    // MARK: Lanes

    /// Calls `take` for every record of a lane.
    func each(_ lane: String, _ take: (ExportedRecord) throws -> Void) rethrows {
        switch lane {
        case "interactions": for row in records.interactions.indices { try take(interaction(row)) }
        case "causes": for row in 0..<records.causes.count { try take(cause(row)) }
        case "updates": for row in 0..<records.updates.count { try take(update(row)) }
        case "edges":
            for row in 0..<records.edges.count where !isShorthand(row) {
                try take(edge(records.edges[row]))
            }
        case "groups": for row in 0..<records.groups.count { try take(group(records.groups[row])) }
        case "signposts": for row in 0..<records.signposts.count { try take(signpost(records.signposts[row])) }
        case "hitches": for hitch in records.hitches { try take(self.hitch(hitch)) }
        case "hangs": for hang in records.hangs { try take(self.hang(hang)) }
        default: for row in 0..<records.samples.count { try take(sample(records.samples[row])) }
        }
    }

    private func interaction(_ row: Int) -> ExportedRecord {
        let interaction = records.interactions[row]
        var record = ExportedRecord(kind: "interaction")
        record.add("id", id: nodeIDs[row])
        record.add("kind", text(interaction.kindWord) ?? interaction.kind.word)
        record.add("name", text(interaction.name))
        record.add("start_ns", interaction.start)
        if interaction.duration >= 0 { record.add("duration_ns", interaction.duration) }
        return record
    }

    private func addCauses(_ node: Int, _ record: inout ExportedRecord) {
        guard let causes = shorthand[UInt32(node)] else { return }
        record.fields.append(causes.count == 1 ? ("cause", .id(causes[0])) : ("causes", .ids(causes)))
    }

    private func cause(_ row: Int) -> ExportedRecord {
        let cause = records.causes[row]
        var record = ExportedRecord(kind: "cause")
        record.add("id", id: nodeIDs[records.firstCauseNode + row])
        addCauses(records.firstCauseNode + row, &record)
        record.add("kind", text(cause.kindWord) ?? cause.kind.word)
        record.add("name", text(cause.name))
        if cause.origin != .unknown { record.add("origin", cause.origin.word) }
        if cause.start != UpdateColumns.untimed { record.add("start_ns", cause.start) }
        return record
    }

    private func update(_ row: Int) -> ExportedRecord {
        let updates = records.updates
        let view = records.views[Int(updates.view[row])]
        var record = ExportedRecord(kind: "update")
        record.add("id", id: nodeIDs[records.firstUpdateNode + row])
        addCauses(records.firstUpdateNode + row, &record)
        record.add("view", text(view.name))
        if view.rawName != view.name { record.add("raw_view", text(view.rawName)) }
        record.add("module", text(view.module))
        record.add("kind", text(view.kindWord) ?? view.kind.word)
        record.add("phase", updates.phase[row].word)
        record.add("instance", text(updates.instance[row]))
        if updates.group[row] != 0 { record.add("group", id: records.groupIDs[Int(updates.group[row])]) }
        if updates.allocations[row] >= 0 { record.add("allocations", updates.allocations[row]) }
        record.add("severity", text(updates.instrumentsSeverity[row]))
        record.add("category", text(updates.category[row]))
        if updates.downstream[row] >= 0 { record.add("downstream_ns", updates.downstream[row]) }
        let changed = updates.changed[row]
        if changed.isPresent { record.fields.append(("changed", .texts(texts(changed)))) }
        if updates.start[row] != UpdateColumns.untimed { record.add("start_ns", updates.start[row]) }
        if updates.duration[row] >= 0 { record.add("duration_ns", updates.duration[row]) }
        record.add("thread", text(updates.thread[row]))
        return record
    }

    private func edge(_ edge: EdgeRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "edge")
        record.add("from", id: nodeIDs[Int(edge.from)])
        record.add("to", id: nodeIDs[Int(edge.to)])
        record.add("label", text(edge.label))
        if edge.at != UpdateColumns.untimed { record.add("at_ns", edge.at) }
        if edge.changed.isPresent { record.fields.append(("changed", .texts(texts(edge.changed)))) }
        return record
    }

    private func group(_ group: GroupRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "group")
        if group.id != 0 { record.add("id", id: records.groupIDs[Int(group.id)]) }
        record.add("label", text(group.label))
        record.add("start_ns", group.start)
        if group.duration >= 0 { record.add("duration_ns", group.duration) }
        record.add("thread", text(group.thread))
        return record
    }

    private func signpost(_ signpost: SignpostRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "signpost")
        record.add("name", text(signpost.name))
        record.add("subsystem", text(signpost.subsystem))
        record.add("category", text(signpost.category))
        if signpost.hasID { record.add("signpost_id", id: signpost.signpostID) }
        record.add("start_ns", signpost.start)
        if signpost.duration >= 0 { record.add("duration_ns", signpost.duration) }
        record.add("message", text(signpost.message))
        record.add("process", text(signpost.process))
        record.add("thread", text(signpost.thread))
        record.add("scope", text(signpost.scope))
        switch signpost.pairing {
        case .complete: break
        case .beginOnly: record.add("unpaired", "begin")
        case .endOnly: record.add("unpaired", "end")
        }
        return record
    }

    private func hitch(_ hitch: HitchRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "hitch")
        record.add("start_ns", hitch.start)
        record.add("duration_ns", hitch.duration)
        record.fields.append(("system", .flag(hitch.isSystem)))
        record.add("narrative", text(hitch.narrative))
        return record
    }

    private func hang(_ hang: HangRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "hang")
        record.add("start_ns", hang.start)
        record.add("duration_ns", hang.duration)
        record.add("kind", text(hang.kind))
        record.add("thread", text(hang.thread))
        return record
    }

    private func sample(_ sample: SampleRecord) -> ExportedRecord {
        var record = ExportedRecord(kind: "sample")
        record.add("start_ns", sample.start)
        if sample.weight >= 0 { record.add("weight_ns", sample.weight) }
        record.add("thread", text(sample.thread))
        record.add("state", text(sample.state))
        var frames: [StackTable.Node] = []
        var frame = Int(sample.stack)
        while frame != 0 {
            frames.append(records.stacks.nodes[frame])
            frame = Int(records.stacks.nodes[frame].parent)
        }
        if !frames.isEmpty { record.fields.append(("frames", .texts(frames.map { text($0.frame) ?? "" }))) }
        if frames.contains(where: { $0.binary.isPresent }) {
            record.fields.append(("binaries", .texts(frames.map { text($0.binary) ?? "" })))
        }
        if frames.contains(where: { $0.isApp }) {
            record.fields.append(("app_frames", .texts(frames.indices.filter { frames[$0].isApp }.map { "\($0)" })))
        }
        return record
    }
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
