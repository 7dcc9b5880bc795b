/// Finds chains in which an event of the app goes round through the framework and comes back to the app
/// (analysis contract, section 3): state that could have been passed on directly takes a detour through a preference,
/// a notification or a delegate of the system.
///
/// Such a chain holds a cause of the app, behind it one of the system, and behind that a cause of the app or a body of one
/// of its views. View updates in between are the normal way down and tell nothing.
enum RoundTripPass: AnalysisPass {
    static let name = "round-trips"

    /// How far a walk from the root has come.
    private enum Progress: UInt8, BitwiseCopyable { case nothing, inApp, inSystem, back, unknown }
    private enum Step { case app, system, appView, neutral }

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        guard hasBothOrigins(records) else { return }
        let progress = progress(records, results)
        for row in 0..<records.updates.count where progress[records.firstUpdateNode + row] == .back {
            let chain = Int(results.chain[row])
            if chain >= 0 { results.chains[chain].goesRound = true }
        }
    }

    private static func hasBothOrigins(_ records: TraceRecords) -> Bool {
        let causes = records.causes
        let hasApp = (0..<causes.count).contains { causes[$0].origin == .app }
        return hasApp && (0..<causes.count).contains { causes[$0].origin == .system }
    }

    /// Of every node. Each is walked over once; in a cycle the walk begins anew.
    private static func progress(_ records: TraceRecords, _ results: AnalysisResults) -> Column<Progress> {
        let known = Column<Progress>(repeating: .unknown, count: records.nodeCount)
        let parents = results.parent
        let isAppBody = records.views.map { AppViews.isAppBody($0, records.names) }
        var walk: [Int] = []
        for first in 0..<records.nodeCount where known[first] == .unknown {
            var node = first
            var state = Progress.nothing
            walk.removeAll(keepingCapacity: true)
            while known[node] == .unknown {
                known[node] = .nothing
                walk.append(node)
                guard parents[node] >= 0 else { break }
                node = Int(parents[node])
                if known[node] != .unknown { state = known[node] }
            }
            for node in walk.reversed() {
                state = next(state, step(node, records, isAppBody))
                known[node] = state
            }
        }
        return known
    }

    private static func step(_ node: Int, _ records: TraceRecords, _ isAppBody: [Bool]) -> Step {
        if node >= records.firstUpdateNode {
            return isAppBody[Int(records.updates.view[node - records.firstUpdateNode])] ? .appView : .neutral
        }
        guard node >= records.firstCauseNode else { return .neutral }
        switch records.causes[node - records.firstCauseNode].origin {
        case .app: return .app
        case .system: return .system
        case .unknown: return .neutral
        }
    }

    private static func next(_ state: Progress, _ step: Step) -> Progress {
        switch (state, step) {
        case (.back, _), (.inSystem, .app), (.inSystem, .appView): .back
        case (_, .app): .inApp
        case (.inApp, .system): .inSystem
        default: state
        }
    }
}
