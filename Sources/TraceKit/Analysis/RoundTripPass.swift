/// Finds chains in which an app event goes through the framework and back to the app (docs/analysis.md, section 3):
/// state that could be passed directly takes a detour through a preference, a notification or a system delegate.
///
/// Such a chain has a cause of the app, then one of the system, then a cause of the app or a body of one of its views.
/// View updates between them are the normal way down and prove nothing.
enum RoundTripPass: AnalysisPass {
    static let name = "round-trips"
    static let reads: Results = .chains
    static let writes: Results = .roundTrips

    /// How far a walk from the root has come.
    private enum Progress: UInt8, BitwiseCopyable { case nothing, inApp, inSystem, back, unknown }
    private enum Step: UInt8, BitwiseCopyable { case app, system, appView, neutral }

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.goesRound = [Bool](repeating: false, count: results.chains.count)
        guard hasBothOrigins(records) else { return }
        let progress = progress(records, results)
        let (chains, first) = (results.chain.buffer, records.firstUpdateNode)
        var goesRound = results.goesRound
        for row in chains.indices where progress[first + row] == .back && chains[row] >= 0 {
            goesRound[Int(chains[row])] = true
        }
        results.goesRound = goesRound
    }

    private static func hasBothOrigins(_ records: TraceRecords) -> Bool {
        let causes = records.causes.buffer
        return causes.contains { $0.origin == .app } && causes.contains { $0.origin == .system }
    }

    /// The progress at every node. Each is walked once; in a cycle the walk starts over.
    private static func progress(_ records: TraceRecords, _ results: AnalysisResults) -> Scratch<Progress> {
        let known = Scratch(repeating: Progress.unknown, count: records.nodeCount)
        let parents = results.parent.buffer
        let steps = steps(records)
        let next = Transitions()
        var walk: [Int] = []
        for first in parents.indices where known[first] == .unknown {
            let parent = Int(parents[first])
            if parent < 0 || known[parent] != .unknown {
                known[first] = next[parent < 0 ? .nothing : known[parent], steps[first]]
                continue
            }
            var node = first
            walk.removeAll(keepingCapacity: true)
            while known[node] == .unknown {
                known[node] = .nothing
                walk.append(node)
                guard parents[node] >= 0 else { break }
                node = Int(parents[node])
            }
            // A walk that ended at a root or in a cycle starts with `nothing`.
            var state = known[node]
            for node in walk.reversed() {
                state = next[state, steps[node]]
                known[node] = state
            }
        }
        return known
    }

    /// The owner of every node's code.
    private static func steps(_ records: TraceRecords) -> Scratch<Step> {
        let steps = Scratch(repeating: Step.neutral, count: records.nodeCount)
        for (row, cause) in records.causes.buffer.enumerated() {
            switch cause.origin {
            case .app: steps[records.firstCauseNode + row] = .app
            case .system: steps[records.firstCauseNode + row] = .system
            case .unknown: break
            }
        }
        let stepOfKey = Scratch(repeating: Step.neutral, count: records.views.count)
        for (key, view) in records.views.buffer.enumerated() where AppViews.isAppBody(view, records.names) {
            stepOfKey[key] = .appView
        }
        let (keys, first) = (records.updates.view.buffer, records.firstUpdateNode)
        for row in keys.indices { steps[first + row] = stepOfKey[Int(keys[row])] }
        return steps
    }

    /// The next state for each state and step.
    private struct Transitions: ~Copyable {
        private let states = Scratch(repeating: Progress.nothing, count: 16)

        init() {
            for state in [Progress.nothing, .inApp, .inSystem, .back] {
                for step in [Step.app, .system, .appView, .neutral] {
                    states[Int(state.rawValue << 2 | step.rawValue)] = RoundTripPass.next(state, step)
                }
            }
        }

        @inline(__always)
        subscript(state: Progress, step: Step) -> Progress { states[Int(state.rawValue << 2 | step.rawValue)] }
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
