/// Follows every update back to its root cause; equal paths form one chain (docs/analysis.md, section 3).
///
/// Paths are nodes of a tree of names, so that a path costs one step from its parent's, however long it is. In a cycle
/// every node begins a path of its own; walks round cycles stop after `longestCycle` nodes, and earlier if all of them
/// would have more than `mostCycleSteps`, which keeps time and memory linear for hostile graphs.
enum ChainPass: AnalysisPass {
    static let name = "cause-chains"
    static let reads: Results = [.edges, .processes]
    static let writes: Results = .chains
    static let longestCycle = 1_000
    static let mostCycleSteps = 1 << 18
    /// The least length of a walk, however many there are.
    static let shortestWalk = 8

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let choice = ParentChoice(records, results.role)
        results.parent = choice.parents
        results.fanOuts = choice.fanOuts
        results.recordAbove = RecordsAbove.nearest(choice.parents, firstUpdateNode: records.firstUpdateNode)
        results.drivingCause = drivingCauses(records, results.recordAbove)
        collect(records, PathTree(results.parent, records.labels, firstUpdateNode: records.firstUpdateNode), results)
    }

    /// For each update, the nearest node up the chain that is no view update; none if the walk ends before one.
    private static func drivingCauses(_ records: TraceRecords, _ recordAbove: Column<Int32>) -> DrivingCauses {
        let (causes, first, firstCause) = (records.causes.buffer, records.firstUpdateNode, records.firstCauseNode)
        // Some of the cause records may be view updates too.
        guard causes.contains(where: { $0.kind == .update }) else {
            return DrivingCauses(nodes: recordAbove, first: first)
        }
        let driverOfRecord = RecordsAbove.nearest(recordAbove, firstUpdateNode: first) { node in
            node < firstCause || causes[node - firstCause].kind != .update
        }
        let drivers = Column<Int32>(capacity: records.updates.count)
        for above in recordAbove.buffer[first...] { drivers.append(above < 0 ? above : driverOfRecord[Int(above)]) }
        return DrivingCauses(nodes: drivers, first: 0)
    }

    private static func collect(_ records: TraceRecords, _ paths: PathTree, _ results: AnalysisResults) {
        let (roles, pathOfNode, first) = (results.role.buffer, paths.pathOfNode.buffer, records.firstUpdateNode)
        let chainOf = Column<Int32>(capacity: roles.count)
        let chainOfPath = Scratch(repeating: AnalysisResults.none, count: paths.count)
        // A path is a chain if an update has it; chains are numbered by their first update.
        let chains = Column<CauseChain>()
        var steps = PathSteps(paths)
        for row in roles.indices {
            guard roles[row] == .counted else {
                chainOf.append(AnalysisResults.none)
                continue
            }
            let path = Int(pathOfNode[first + row])
            if chainOfPath[path] == AnalysisResults.none {
                chainOfPath[path] = Int32(chains.count)
                chains.append(steps.chain(path, paths))
            }
            chainOf.append(chainOfPath[path])
        }
        results.chain = chainOf
        results.chains = chains
        results.chainSteps = steps.steps
        results.chainHeads = steps.heads
    }
}
