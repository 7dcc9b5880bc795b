/// The way up from every node of the cause graph (docs/analysis.md, section 3).
struct ParentChoice {
    private let records: TraceRecords
    private let firstCauseNode: Int
    private let firstUpdateNode: Int

    /// The chosen parent per node, or none.
    let parents: Column<Int32>
    /// Distinct updates that the edges of each cause lead to.
    let fanOuts: Column<Int32>

    /// Edges stand together by target, those of one target by source. `role` is that of every update.
    init(_ records: TraceRecords, _ role: Column<UpdateRole>) {
        self.records = records
        firstCauseNode = records.firstCauseNode
        firstUpdateNode = records.firstUpdateNode
        parents = Column(repeating: AnalysisResults.none, count: records.nodeCount)
        fanOuts = Column(repeating: 0, count: records.causes.count)
        let (sources, targets) = (records.edges.from.buffer, records.edges.to.buffer)
        let (parents, fanOuts) = (parents.buffer, fanOuts.buffer)
        let roles = role.buffer
        var edge = 0
        while edge < targets.count {
            let target = Int(targets[edge])
            let first = edge
            edge += 1
            while edge < targets.count, Int(targets[edge]) == target { edge += 1 }
            let isAlone = edge == first + 1
            parents[target] = Int32(bitPattern: isAlone ? sources[first] : best(first..<edge))
            let row = target - firstUpdateNode
            guard row >= 0, roles[row] == .counted else { continue }
            var last = UInt32.max
            for place in first..<edge where sources[place] != last {
                // An update counts once however many edges of one cause lead to it.
                last = sources[place]
                let cause = Int(last) - firstCauseNode
                if cause >= 0, cause < fanOuts.count { fanOuts[cause] += 1 }
            }
        }
    }

    /// The source whose edge is latest but not after the target's own start, then the one with the lowest id; where all
    /// edges are later, the earliest.
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

    /// When an edge took effect: its own time, else its source's start.
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
