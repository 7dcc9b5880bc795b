/// Converts records back to the fields of our own format (version 1), lane by lane.
///
/// A record that is referred to but has no id gets one above all used ids, because the format links by id.
final class ExportedRecords {
    private let records: TraceRecords
    /// Ids by node; nil if the node has none and needs none.
    private var nodeIDs: [UInt64?]
    /// Sources of edges that are written as the `cause` of their target, by target.
    private var causes = Buckets()

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
        causes = Buckets(
            records.edges.count, numbers: nodeIDs.count,
            number: { isShorthand($0) && nodeIDs[Int(records.edges[$0].from)] != nil ? Int(records.edges[$0].to) : -1 },
            item: { records.edges[$0].from })
    }

    /// Assigns ids to the ends of edges so that readers keep the order of nodes: records with equal starts are ordered
    /// by id, those without one last.
    private func numberNodes() {
        let isReferred = Column<Bool>(repeating: false, count: nodeIDs.count)
        for index in 0..<records.edges.count {
            isReferred[Int(records.edges[index].from)] = true
            isReferred[Int(records.edges[index].to)] = true
        }
        // From the last node on: a node before a numbered one with the same start needs an id, too.
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

    /// Whether a node and the next one are in the same lane and have the same start.
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

    /// Whether an edge only says that one node caused the other, so that the shorthand `cause` suffices. Not if there
    /// is another edge between the two; equal pairs are adjacent.
    private func isShorthand(_ index: Int) -> Bool {
        let edge = records.edges[index]
        return edge.at == UpdateColumns.untimed && edge.label == NameID(.update) && !edge.changed.isPresent
            && Int(edge.to) >= records.firstCauseNode && !isPair(edge, index - 1) && !isPair(edge, index + 1)
    }

    private func isPair(_ edge: EdgeRecord, _ index: Int) -> Bool {
        guard index >= 0, index < records.edges.count else { return false }
        return records.edges[index].from == edge.from && records.edges[index].to == edge.to
    }

    func text(as shape: RecordText.Shape) -> RecordText { RecordText(records, nodeIDs: nodeIDs, as: shape) }

    /// Writes the metadata of the recording.
    func writeTrace(_ text: inout RecordText) {
        var metadata = records.metadata
        text.begin(.trace)
        metadata.visit(&text)
        if let duration = metadata.durationNs { text.add(.duration, duration) }
        let empty = Lane.ofRecords.filter { records.lanes.contains($0) && records.count($0) == 0 }
        if !empty.isEmpty { text.add(.emptyLanes, empty.map(\.rawValue).joined(separator: ",")) }
        text.end()
    }

    // MARK: Lanes

    /// Writes every record of a lane and calls `separate` before and `goesOn` after each. Returns whether more is
    /// wanted.
    func write(
        _ lane: Lane, _ text: inout RecordText, separate: (RecordText) -> Void = { _ in },
        goesOn: (RecordText) -> Bool
    ) -> Bool {
        for row in 0..<records.count(lane) {
            if lane == .edges, isShorthand(row) { continue }
            separate(text)
            write(lane, row, &text)
            guard goesOn(text) else { return false }
        }
        return true
    }

    private func write(_ lane: Lane, _ row: Int, _ text: inout RecordText) {
        switch lane {
        case .interactions: write(records.interactions[row], node: row, &text)
        case .causes: write(records.causes[row], node: records.firstCauseNode + row, &text)
        case .updates: writeUpdate(row, &text)
        case .edges: write(records.edges[row], &text)
        case .groups: write(records.groups[row], &text)
        case .signposts: write(records.signposts[row], &text)
        case .hitches: write(records.hitches[row], &text)
        case .hangs: write(records.hangs[row], &text)
        case .samples: write(records.samples[row], &text)
        case .logs: write(records.logs[row], &text)
        // They have no records.
        case .evaluations, .metrics: break
        }
    }

    /// - Parameter node: the index of the record, if it is a node.
    private func write<Record: LaneRecord>(_ source: Record, node: Int? = nil, _ text: inout RecordText) {
        var source = source
        text.begin(Record.kind)
        if let node { writeID(node, &text) }
        source.visit(&text)
        text.end()
    }

    private func writeID(_ node: Int, _ text: inout RecordText) {
        text.add(.id, id: nodeIDs[node])
        if !causes.places(node).isEmpty { text.add(causes: causes.places(node).compactMap { nodeIDs[causes[$0]] }) }
    }

    private func writeUpdate(_ row: Int, _ text: inout RecordText) {
        let view = records.views[Int(records.updates.view[row])]
        text.begin(.update)
        writeID(records.firstUpdateNode + row, &text)
        text.add(.view, view.name)
        if view.rawName != view.name { text.add(.rawView, view.rawName) }
        text.add(.module, view.module)
        text.add(.kind, view.kindWord.isPresent ? view.kindWord : view.kind.wordID.nameID)
        records.updates.visit(row, &text)
        text.end()
    }
}

/// Unused ids in ascending order: above all used ids, or if these reach the maximum, in the last gap with enough room.
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
