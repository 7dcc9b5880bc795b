/// Loops in chains: names that recur on the way down from a root, because an update writes a property that updates it.
///
/// A chain through a loop is as long as the loop has rounds, and each round ends in chains of its own. A tree shows the
/// round once: a repeated step is merged with its first occurrence.
struct ChainLoops {
    /// The fewest rounds of a loop, as in the rule `update-loop`.
    static let leastRounds = 50
    /// The most steps of a round.
    private static let reach = 32

    /// The same step of the first round, by step; empty without loops.
    private var firstSteps: [Int32] = []
    /// The rounds of a loop, by the step to which it returns.
    private(set) var rounds: [Int: Int] = [:]

    init(_ steps: ChainSteps) {
        guard Self.areDeep(steps) else { return }
        let again = Self.repetitions(steps)
        let looped = Set(again.indices.lazy.filter { again[$0] >= Self.leastRounds }.map { steps.names[$0] })
        if !looped.isEmpty { fold(steps, looped, again) }
    }

    /// A step of a chain, or the same step of the first round.
    subscript(step: Int) -> Int { firstSteps.isEmpty ? step : Int(firstSteps[step]) }

    /// Whether any chain is long enough.
    private static func areDeep(_ steps: ChainSteps) -> Bool {
        let parents = steps.parents.buffer
        var depths = [Int32](repeating: 0, count: parents.count)
        for step in parents.indices where parents[step] >= 0 {
            depths[step] = depths[Int(parents[step])] + 1
            if depths[step] >= leastRounds { return true }
        }
        return false
    }

    /// Counts for each step how often its name occurs above, each time within one round.
    private static func repetitions(_ steps: ChainSteps) -> [Int32] {
        let (parents, names) = (steps.parents.buffer, steps.names.buffer)
        var again = [Int32](repeating: 0, count: parents.count)
        for step in parents.indices {
            var (above, left) = (Int(parents[step]), reach)
            while above >= 0, left > 0, names[above] != names[step] {
                above = Int(parents[above])
                left -= 1
            }
            if above >= 0, left > 0 { again[step] = again[above] + 1 }
        }
        return again
    }

    private struct Child: Hashable {
        var parent: Int32
        var name: Int64
    }

    private mutating func fold(_ steps: ChainSteps, _ looped: Set<Int64>, _ again: [Int32]) {
        let (parents, names) = (steps.parents.buffer, steps.names.buffer)
        firstSteps = [Int32](repeating: -1, count: parents.count)
        var children: [Child: Int32] = [:]
        for step in parents.indices {
            let parent = parents[step] < 0 ? -1 : firstSteps[Int(parents[step])]
            if looped.contains(names[step]) {
                var (above, left) = (Int(parent), Self.reach)
                while above >= 0, left > 0, names[above] != names[step] {
                    above = parents[above] < 0 ? -1 : Int(firstSteps[Int(parents[above])])
                    left -= 1
                }
                if above >= 0, left > 0 {
                    firstSteps[step] = Int32(above)
                    rounds[above] = max(rounds[above] ?? 0, Int(again[step]))
                    continue
                }
            }
            let child = Child(parent: parent, name: names[step])
            firstSteps[step] = children[child] ?? Int32(step)
            if children[child] == nil { children[child] = Int32(step) }
        }
    }
}
