/// The nodes and edges of one trace by source, for the passes about windows.
///
/// Nodes are numbered as in `TraceRecords`: interactions, causes, updates. Unknown times are `UpdateColumns.untimed`,
/// which is smaller than any time.
struct CauseGraph {
    let records: TraceRecords
    let nodeCount: Int
    /// Edges by source: the targets of node n are `targets[firstTarget[n] ..< firstTarget[n + 1]]`.
    let firstTarget: Column<UInt32>
    let targets: Column<UInt32>

    init(_ records: TraceRecords) {
        self.records = records
        nodeCount = records.nodeCount
        let edges = records.edges.buffer
        firstTarget = Column<UInt32>(repeating: 0, count: nodeCount + 1)
        targets = Column<UInt32>(repeating: 0, count: edges.count)
        let (firsts, targets) = (firstTarget.buffer, targets.buffer)
        for edge in edges { firsts[Int(edge.from)] += 1 }
        var sum: UInt32 = 0
        for node in firsts.indices {
            sum += firsts[node]
            firsts[node] = sum
        }
        // From the last edge on, so that edges of one source keep their order.
        for edge in edges.reversed() {
            let source = Int(edge.from)
            firsts[source] -= 1
            targets[Int(firsts[source])] = edge.to
        }
    }
}

extension TraceRecords {
    /// The start of a node; `UpdateColumns.untimed` if unknown.
    func start(ofNode node: Int) -> Int64 {
        if node >= firstUpdateNode { return updates.start[node - firstUpdateNode] }
        return node >= firstCauseNode ? causes[node - firstCauseNode].start : interactions[node].start
    }

    /// The exporter's id of a node, to break ties: ids compare as numbers, nodes without an id come last.
    func sourceID(ofNode node: Int) -> UInt64? {
        if node >= firstUpdateNode { return sourceID(updates.id[node - firstUpdateNode]) }
        return sourceID(node >= firstCauseNode ? causes[node - firstCauseNode].id : interactions[node].id)
    }
}

/// Chooses the parent of every node of the cause graph (docs/analysis.md, section 3).
struct ParentChoice {
    private let records: TraceRecords
    private let firstCauseNode: Int
    private let firstUpdateNode: Int

    /// The chosen parent of each node, or none.
    let parents: Column<Int32>
    /// The number of distinct updates that the edges of each cause lead to.
    let fanOuts: Column<Int32>

    /// - Parameters: edges are sorted by target, then source; `role` has the role of every update.
    init(_ records: TraceRecords, _ role: Column<UpdateRole>) {
        self.records = records
        firstCauseNode = records.firstCauseNode
        firstUpdateNode = records.firstUpdateNode
        parents = Column(repeating: AnalysisResults.none, count: records.nodeCount)
        fanOuts = Column(repeating: 0, count: records.causes.count)
        let edges = records.edges.buffer
        let (parents, fanOuts) = (parents.buffer, fanOuts.buffer)
        let roles = role.buffer
        var edge = 0
        while edge < edges.count {
            let target = Int(edges[edge].to)
            let first = edge
            edge += 1
            while edge < edges.count, Int(edges[edge].to) == target { edge += 1 }
            let isAlone = edge == first + 1
            parents[target] = Int32(bitPattern: isAlone ? edges[first].from : best(first..<edge))
            let row = target - firstUpdateNode
            guard row >= 0, roles[row] == .counted else { continue }
            var last = UInt32.max
            for place in first..<edge where edges[place].from != last {
                // An update counts once, even with several edges from one cause.
                last = edges[place].from
                let cause = Int(last) - firstCauseNode
                if cause >= 0, cause < fanOuts.count { fanOuts[cause] += 1 }
            }
        }
    }

    /// Prefers the source with the latest edge not after the target's start, then the lowest id; if all edges are
    /// later, the earliest.
    @inline(never)
    private func best(_ range: Range<Int>) -> UInt32 {
        let edges = records.edges
        let first = edges[range.lowerBound]
        let own = start(of: Int(first.to))
        let start = own == UpdateColumns.untimed ? Int64.max : own
        var (best, bestTime) = (first.from, time(of: first))
        for index in range.dropFirst() {
            let edge = edges[index]
            let time = time(of: edge)
            if isBetter(edge.from, time, than: best, bestTime, start: start) { (best, bestTime) = (edge.from, time) }
        }
        return best
    }

    @inline(__always)
    private func start(of node: Int) -> Int64 {
        if node >= firstUpdateNode { return records.updates.start.base[node - firstUpdateNode] }
        return node >= firstCauseNode
            ? records.causes.base[node - firstCauseNode].start : records.interactions[node].start
    }

    /// The time of an edge: its own, else its source's start.
    private func time(of edge: EdgeRecord) -> Int64 {
        edge.at != UpdateColumns.untimed ? edge.at : start(of: Int(edge.from))
    }

    private func isBetter(_ source: UInt32, _ time: Int64, than best: UInt32, _ bestTime: Int64, start: Int64) -> Bool {
        if time == bestTime { return isLowerID(Int(source), Int(best)) }
        switch (time <= start, bestTime <= start) {
        case (true, true): return time > bestTime
        case (true, false): return true
        case (false, true): return false
        case (false, false): return time < bestTime
        }
    }

    private func isLowerID(_ left: Int, _ right: Int) -> Bool {
        switch (records.sourceID(ofNode: left), records.sourceID(ofNode: right)) {
        case (let left?, let right?) where left != right: left < right
        case (_?, nil): true
        case (nil, _?): false
        default: left < right
        }
    }
}

/// Finds the interactions and causes in the chains of nodes, skipping updates between them.
///
/// Most chains have few updates and many causes, and there are ten times more updates than causes, so that finding an
/// update's driving cause walks over causes only.
enum RecordsAbove {
    /// For each node, the nearest interaction or cause up its chain, or none. Every node is walked once; a cycle of
    /// updates has none.
    static func nearest(_ parents: Column<Int32>, firstUpdateNode: Int) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(repeating: unknown, count: parents.count)
        let (parents, found) = (parents.buffer, nearest.buffer)
        for node in found.indices {
            let parent = Int(parents[node])
            if parent < firstUpdateNode {
                found[node] = Int32(truncatingIfNeeded: parent)
            } else if found[parent] != unknown {
                found[node] = found[parent]
            } else {
                walk(from: node, parents, found, firstUpdateNode, unknown)
            }
        }
        return nearest
    }

    /// Walks up to the first node with a known result, which applies to all on the way.
    private static func walk(
        from first: Int, _ parents: UnsafeMutableBufferPointer<Int32>, _ found: UnsafeMutableBufferPointer<Int32>,
        _ firstUpdateNode: Int, _ unknown: Int32
    ) {
        var node = first
        var above = AnalysisResults.none
        while true {
            // Marked during the walk, which stops it in a cycle.
            if found[node] == unknown { found[node] = AnalysisResults.none }
            let parent = Int(parents[node])
            if parent < firstUpdateNode {
                above = Int32(parent)
                break
            }
            if found[parent] != unknown {
                above = found[parent]
                break
            }
            node = parent
        }
        let last = node
        node = first
        while true {
            found[node] = above
            if node == last { return }
            node = Int(parents[node])
        }
    }

    /// For each interaction and cause: itself if it is wanted, else the nearest wanted one up its chain, or none.
    static func nearest(
        _ above: Column<Int32>, firstUpdateNode: Int, _ isWanted: (Int) -> Bool
    ) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(capacity: firstUpdateNode)
        for record in 0..<firstUpdateNode { nearest.append(isWanted(record) ? Int32(record) : unknown) }
        let found = nearest.buffer
        var walk: [Int] = []
        for first in 0..<firstUpdateNode where found[first] == unknown {
            var record = first
            walk.removeAll(keepingCapacity: true)
            while found[record] == unknown {
                found[record] = AnalysisResults.none
                walk.append(record)
                let next = Int(above[record])
                if next < 0 { break }
                record = next
            }
            // None if the walk ended at a root or in a cycle.
            for step in walk { found[step] = found[record] }
        }
        return nearest
    }
}
