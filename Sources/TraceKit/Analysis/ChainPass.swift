/// Walks every update back to its root cause and adds up equal paths (analysis contract, section 3).
///
/// Paths are nodes of a tree of names, so that a path costs one step from its parent's however long it is. In a
/// cycle every node is the start of a path of its own; walks round a cycle stop after `longestCycle` nodes, which
/// keeps the time linear in hostile graphs.
enum ChainPass: AnalysisPass {
    static let name = "cause-chains"
    static let longestCycle = 1_000
    /// Names a path shows at most; the middle of a longer one is left out (its depth still counts all).
    static let longestPath = 64

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let graph = CauseGraph(records)
        results.parent = graph.parents()
        results.drivingCause = drivingCauses(graph, results.parent)
        var paths = PathTree(NodeLabels(records))
        let pathOfNode = paths.assign(results.parent)
        collect(records, pathOfNode, paths, results)
        results.causes = causeSummaries(graph, results)
    }

    // MARK: Driving causes

    /// The nearest node up the chain that is no view update, per update; none where the walk ends before one.
    private static func drivingCauses(_ graph: CauseGraph, _ parents: Column<Int32>) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(repeating: unknown, count: graph.nodeCount)
        var walk: [Int] = []
        for first in 0..<graph.nodeCount where nearest[first] == unknown {
            var node = first
            var found = AnalysisResults.none
            walk.removeAll(keepingCapacity: true)
            while nearest[node] == unknown {
                // Marked as none while it is walked: a cycle of updates has no driving cause.
                nearest[node] = AnalysisResults.none
                walk.append(node)
                let parent = Int(parents[node])
                if parent < 0 { break }
                if !graph.isViewUpdate(parent) {
                    found = Int32(parent)
                    break
                }
                node = parent
                if nearest[node] != unknown { found = nearest[node] }
            }
            for node in walk { nearest[node] = found }
        }
        let causes = Column<Int32>(capacity: graph.records.updates.count)
        causes.append(contentsOf: nearest.base + graph.firstUpdateNode, count: graph.records.updates.count)
        return causes
    }

    // MARK: Chains

    private static func collect(
        _ records: TraceRecords, _ pathOfNode: Column<UInt32>, _ paths: borrowing PathTree, _ results: AnalysisResults
    ) {
        let updates = records.updates
        let chains = Column<Int32>(repeating: AnalysisResults.none, count: updates.count)
        let chainOfPath = Column<Int32>(repeating: AnalysisResults.none, count: paths.count)
        let stepOfPath = Column<Int32>(repeating: -1, count: paths.count)
        let (severity, firstUpdateNode) = (results.severity, records.firstUpdateNode)
        var summaries: [ChainSummary] = []
        for row in 0..<updates.count where updates.isCounted(row) {
            let path = Int(pathOfNode[firstUpdateNode + row])
            if chainOfPath[path] == AnalysisResults.none {
                chainOfPath[path] = Int32(summaries.count)
                summaries.append(paths.summary(path, records.names, &results.chainSteps, stepOfPath))
            }
            let chain = Int(chainOfPath[path])
            chains[row] = Int32(chain)
            summaries[chain].updates += 1
            summaries[chain].severities.add(severity[row])
            summaries[chain].totalNs = summaries[chain].totalNs.addingUpTo(max(0, updates.duration[row]))
        }
        results.chain = chains
        results.chains = summaries
    }

    /// Fan-out of every cause. What its chains sum up to is added once verdicts are known.
    private static func causeSummaries(_ graph: CauseGraph, _ results: AnalysisResults) -> [CauseSummary] {
        let records = graph.records
        var causes = [CauseSummary](repeating: CauseSummary(), count: records.causes.count)
        let (edges, firstCauseNode, firstUpdateNode) = (records.edges, graph.firstCauseNode, graph.firstUpdateNode)
        for edge in 0..<edges.count {
            // Equal pairs stand together: an update counts once however many edges lead to it.
            if edge > 0, edges[edge].to == edges[edge - 1].to, edges[edge].from == edges[edge - 1].from { continue }
            let (from, to) = (Int(edges[edge].from) - firstCauseNode, Int(edges[edge].to) - firstUpdateNode)
            guard from >= 0, from < causes.count, to >= 0, records.updates.isCounted(to) else { continue }
            causes[from].fanOut += 1
        }
        return causes
    }
}

extension UpdateColumns {
    /// Whether the update is counted: no check and no untimed evidence.
    @inline(__always)
    func isCounted(_ row: Int) -> Bool { phase[row] != .check && start[row] != Self.untimed }
}
