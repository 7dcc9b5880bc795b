/// Walks every update back to its root cause and adds up equal paths (docs/analysis.md, section 3).
///
/// Paths are nodes of a tree of names, so that a path costs one step from its parent's however long it is. In a
/// cycle every node is the start of a path of its own; walks round a cycle stop after `longestCycle` nodes, which
/// keeps the time linear in hostile graphs.
enum ChainPass: AnalysisPass {
    static let name = "cause-chains"
    static let reads: Results = [.edges, .processes, .severity]
    static let writes: Results = .chains
    static let longestCycle = 1_000

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let choice = ParentChoice(records, results.role)
        results.parent = choice.parents
        results.fanOuts = choice.fanOuts
        results.recordAbove = RecordsAbove.nearest(choice.parents, firstUpdateNode: records.firstUpdateNode)
        results.drivingCause = drivingCauses(records, results.recordAbove)
        collect(records, PathTree(results.parent, records.labels), results)
    }

    /// The nearest node up the chain that is no view update, per update; none where the walk ends before one.
    private static func drivingCauses(_ records: TraceRecords, _ recordAbove: Column<Int32>) -> Column<Int32> {
        let (first, count) = (records.firstUpdateNode, records.updates.count)
        let drivers = Column<Int32>(capacity: count)
        drivers.append(contentsOf: recordAbove.base + first, count: count)
        let causes = records.causes.buffer
        // Of the nodes that are no rows of the update lanes, some may be view updates too.
        guard causes.contains(where: { $0.kind == .update }) else { return drivers }
        let (firstCause, found) = (records.firstCauseNode, drivers.buffer)
        let driverOfRecord = RecordsAbove.nearest(recordAbove, firstUpdateNode: first) { node in
            node < firstCause || causes[node - firstCause].kind != .update
        }
        for row in found.indices where found[row] >= 0 { found[row] = driverOfRecord[Int(found[row])] }
        return drivers
    }

    private static func collect(_ records: TraceRecords, _ paths: PathTree, _ results: AnalysisResults) {
        let updates = records.updates
        let (durations, roles) = (updates.duration.buffer, results.role.buffer)
        let (severity, pathOfNode, first) = (results.severity.buffer, paths.pathOfNode.buffer, records.firstUpdateNode)
        let chains = Column<Int32>(repeating: AnalysisResults.none, count: updates.count)
        let chainOf = chains.buffer
        let chainOfPath = Scratch(repeating: AnalysisResults.none, count: paths.count)
        // A path is a chain if an update has it: chains are numbered in the order of their first update.
        let summaries = Column<ChainSummary>()
        var steps = PathSteps(paths)
        for row in durations.indices where roles[row] == .counted {
            let path = Int(pathOfNode[first + row])
            if chainOfPath[path] == AnalysisResults.none {
                chainOfPath[path] = Int32(summaries.count)
                summaries.append(steps.summary(path, paths))
            }
            let chain = chainOfPath[path]
            chainOf[row] = chain
            summaries.base[Int(chain)].add(severity: severity[row], max(0, durations[row]))
        }
        results.chain = chains
        results.chains = summaries
        results.chainSteps = steps.steps
        results.chainHeads = steps.heads
    }
}
