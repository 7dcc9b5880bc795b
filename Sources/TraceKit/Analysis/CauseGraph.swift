/// The nodes and edges of one trace as arrays: what the passes about causes walk over.
///
/// Nodes are numbered as in `TraceRecords`: interactions, causes, updates. Times that are unknown are
/// `UpdateColumns.untimed`, which is before everything.
struct CauseGraph {
    let records: TraceRecords
    let nodeCount: Int
    let firstCauseNode: Int
    let firstUpdateNode: Int
    /// Start of each node.
    let starts: Column<Int64>
    /// Edges by source: targets of node n are `targets[firstTarget[n] ..< firstTarget[n + 1]]`.
    let firstTarget: Column<UInt32>
    let targets: Column<UInt32>

    init(_ records: TraceRecords) {
        self.records = records
        nodeCount = records.nodeCount
        firstCauseNode = records.firstCauseNode
        firstUpdateNode = records.firstUpdateNode
        starts = Column<Int64>(capacity: nodeCount)
        for interaction in records.interactions { starts.append(interaction.start) }
        for row in 0..<records.causes.count { starts.append(records.causes[row].start) }
        starts.append(contentsOf: records.updates.start.base, count: records.updates.count)
        firstTarget = Column<UInt32>(repeating: 0, count: nodeCount + 1)
        let edges = records.edges
        for edge in 0..<edges.count { firstTarget[Int(edges[edge].from) + 1] += 1 }
        for node in 0..<nodeCount { firstTarget[node + 1] += firstTarget[node] }
        targets = Column<UInt32>(repeating: 0, count: edges.count)
        let next = Column<UInt32>(capacity: nodeCount + 1)
        next.append(contentsOf: firstTarget.base, count: nodeCount + 1)
        for edge in 0..<edges.count {
            let source = Int(edges[edge].from)
            targets[Int(next[source])] = edges[edge].to
            next[source] += 1
        }
    }

    /// Whether the node is a view update: a row of the update lanes, or one that only the cause graph names.
    func isViewUpdate(_ node: Int) -> Bool {
        if node >= firstUpdateNode { return true }
        guard node >= firstCauseNode else { return false }
        return records.causes[node - firstCauseNode].kind == .update
    }

    /// When an edge took effect: its own time, else its source's start.
    func time(of edge: EdgeRecord) -> Int64 {
        edge.at != UpdateColumns.untimed ? edge.at : starts[Int(edge.from)]
    }

    /// The exporter's id of a node, for ties: ids compare as numbers, nodes without an id come last.
    func sourceID(_ node: Int) -> UInt64? {
        if node < firstCauseNode { return records.sourceID(records.interactions[node].id) }
        if node < firstUpdateNode { return records.sourceID(records.causes[node - firstCauseNode].id) }
        return records.sourceID(records.updates.id[node - firstUpdateNode])
    }

    func isLowerID(_ left: Int, _ right: Int) -> Bool {
        switch (sourceID(left), sourceID(right)) {
        case (let left?, let right?) where left != right: left < right
        case (_?, nil): true
        case (nil, _?): false
        default: left < right
        }
    }

    /// The parent of every node (section 3): the source whose edge is latest but not after the node's own start,
    /// then the one with the lowest id; where all edges are later, the earliest. -1 = a root.
    func parents() -> Column<Int32> {
        let parents = Column<Int32>(repeating: AnalysisResults.none, count: nodeCount)
        let edges = records.edges
        var edge = 0
        // Edges stand together by target.
        while edge < edges.count {
            let target = Int(edges[edge].to)
            let start = starts[target] == UpdateColumns.untimed ? Int64.max : starts[target]
            var best = Int(edges[edge].from)
            var bestTime = time(of: edges[edge])
            edge += 1
            while edge < edges.count, Int(edges[edge].to) == target {
                let source = Int(edges[edge].from)
                let time = time(of: edges[edge])
                if isBetter(source, time, than: best, bestTime, start: start) { (best, bestTime) = (source, time) }
                edge += 1
            }
            parents[target] = Int32(best)
        }
        return parents
    }

    private func isBetter(_ source: Int, _ time: Int64, than best: Int, _ bestTime: Int64, start: Int64) -> Bool {
        if time == bestTime { return isLowerID(source, best) }
        switch (time <= start, bestTime <= start) {
        case (true, true): return time > bestTime
        case (true, false): return true
        case (false, true): return false
        case (false, false): return time < bestTime
        }
    }
}
