/// The nodes and edges of one trace by source: what the passes about windows walk over.
///
/// Nodes are numbered as in `TraceRecords`: interactions, causes, updates. Times that are unknown are
/// `UpdateColumns.untimed`, which is before everything.
struct CauseGraph {
    let records: TraceRecords
    let nodeCount: Int
    /// Edges by source: targets of node n are `targets[firstTarget[n] ..< firstTarget[n + 1]]`.
    let firstTarget: Column<UInt32>
    let targets: Column<UInt32>

    init(_ records: TraceRecords) {
        self.records = records
        nodeCount = records.nodeCount
        let edges = (from: records.edges.from.buffer, to: records.edges.to.buffer)
        firstTarget = Column<UInt32>(repeating: 0, count: nodeCount + 1)
        targets = Column<UInt32>(repeating: 0, count: edges.to.count)
        let (firsts, targets) = (firstTarget.buffer, targets.buffer)
        for source in edges.from { firsts[Int(source)] += 1 }
        var sum: UInt32 = 0
        for node in firsts.indices {
            sum += firsts[node]
            firsts[node] = sum
        }
        // From the last edge on, each is put before those of its source that are in.
        for edge in edges.to.indices.reversed() {
            let source = Int(edges.from[edge])
            firsts[source] -= 1
            targets[Int(firsts[source])] = edges.to[edge]
        }
    }
}

extension TraceRecords {
    /// When a node began; `UpdateColumns.untimed` where that is unknown.
    func start(ofNode node: Int) -> Int64 {
        if node >= firstUpdateNode { return updates.start[node - firstUpdateNode] }
        return node >= firstCauseNode ? causes[node - firstCauseNode].start : interactions[node].start
    }

    /// The exporter's id of a node, for ties: ids compare as numbers, nodes without an id come last.
    func sourceID(ofNode node: Int) -> UInt64? {
        if node >= firstUpdateNode { return sourceID(updates.id[node - firstUpdateNode]) }
        return sourceID(node >= firstCauseNode ? causes[node - firstCauseNode].id : interactions[node].id)
    }
}
