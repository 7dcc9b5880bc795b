@testable import TraceKit

/// Section 3 of docs/analysis.md, recurring causes: which run of which cause an update belongs to.
struct OracleRecurring {
    struct Run {
        /// What tells the causes apart.
        var cause: String
        /// What tells the runs of a cause apart.
        var number: String
        /// nil = without a time.
        var start: Int64?
    }

    let graph: OracleGraph
    /// Per update.
    private(set) var runs: [Run?]

    init(_ graph: OracleGraph) {
        self.graph = graph
        runs = Array(repeating: nil, count: graph.trace.updates.count)
        addRoots()
        addBursts()
        let causes = Dictionary(grouping: runs.compactMap(\.self), by: \.cause)
        let recurring = causes.filter { Set($0.value.map(\.number)).count >= 3 }.keys
        runs = runs.map { $0.flatMap { recurring.contains($0.cause) ? $0 : nil } }
    }

    // MARK: Recorded

    private func isRecord(_ node: Int) -> Bool { graph.update(node) == nil }

    /// The first interaction or cause above a node, up to the root; nil where the way up goes round.
    private func top(of node: Int) -> Int? {
        var (node, seen) = (node, Set<Int>())
        var found: Int?
        while let next = graph.chains[node].dropLast().last(where: isRecord) {
            guard seen.insert(next).inserted else { return nil }
            (node, found) = (next, next)
        }
        return found
    }

    /// "A root of the graph that is no interaction, gesture or creation."
    private mutating func addRoots() {
        let trace = graph.trace
        for index in trace.updates.indices.sorted(by: isEarlier) where trace.updates[index].counts {
            guard let top = top(of: graph.updateNode(index)), top >= graph.causeNode(0) else { continue }
            let cause = top - graph.causeNode(0)
            guard cause < trace.causes.count, !graph.isGesture(cause), trace.causes[cause].kind != "update" else {
                continue
            }
            let kind =
                ["state", "environment"].contains(trace.causes[cause].kind ?? "") ? trace.causes[cause].kind : nil
            let number = "\(top)"
            let first = runs.compactMap(\.self).first { $0.number == number }
            runs[index] = Run(
                cause: "\(trace.causes[cause].name) \(kind ?? "other")", number: number,
                start: trace.causes[cause].start ?? first?.start ?? trace.updates[index].start)
        }
    }

    private func isEarlier(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (graph.trace.updates[left], graph.trace.updates[right])
        guard let start = one.start, let other = other.start, start != other else {
            if (one.start == nil) != (other.start == nil) { return other.start == nil }
            return (one.id ?? .max) < (other.id ?? .max)
        }
        return start < other
    }

    // MARK: Inferred

    /// "Where updates have changed properties and no recorded cause."
    private mutating func addBursts() {
        let trace = graph.trace
        var lines: [OracleBursts.Line] = []
        var rows: [Int] = []
        for index in trace.updates.indices.sorted(by: isEarlier) where !trace.updates[index].isCheck {
            let update = trace.updates[index]
            guard let changed = update.changed, update.viewKey[2] == "body",
                graph.chains[graph.updateNode(index)].count == 1,
                !graph.edges.contains(where: { $0.to == graph.updateNode(index) })
            else { continue }
            lines.append(
                OracleBursts.Line(
                    view: "\(update.viewKey)", reasons: changed, ns: update.start, lasting: update.duration ?? 0))
            rows.append(index)
        }
        let bursts = OracleBursts(lines)
        let causes = bursts.causes()
        var next = 0
        for (number, burst) in bursts.bursts.enumerated() {
            for _ in burst.lines {
                if let cause = causes[number] {
                    runs[rows[next]] = Run(cause: cause, number: "burst \(number)", start: burst.lines[0].ns)
                }
                next += 1
            }
        }
    }
}
