/// Paths of names from root to node, each stored once as a step from the path of its parent.
struct PathTree: ~Copyable {
    private let labels: NodeLabels
    private var index = KeyIndex()
    private let parents = Column<Int32>()
    private let names = Column<NameID>()
    private let depths = Column<Int32>()

    init(_ labels: NodeLabels) { self.labels = labels }

    var count: Int { names.count }

    /// The path of every node, walking the chosen parents without recursion. A repeated node cuts the walk.
    mutating func assign(_ parents: Column<Int32>) -> Column<UInt32> {
        let unknown = UInt32.max
        let paths = Column<UInt32>(repeating: unknown, count: parents.count)
        // 0 = not seen, otherwise the number of the walk that saw the node first.
        let seenBy = Column<UInt32>(repeating: 0, count: parents.count)
        var walk: [Int] = []
        for first in 0..<parents.count where paths[first] == unknown {
            var node = first
            walk.removeAll(keepingCapacity: true)
            while paths[node] == unknown, seenBy[node] != UInt32(first + 1) {
                seenBy[node] = UInt32(first + 1)
                walk.append(node)
                guard parents[node] >= 0 else { break }
                node = Int(parents[node])
            }
            if paths[node] == unknown, parents[node] >= 0, let entry = walk.firstIndex(of: node) {
                assignCycle(Array(walk[entry...]), paths)
                walk.removeSubrange(entry...)
            }
            for node in walk.reversed() {
                let parent = parents[node] >= 0 ? Int32(bitPattern: paths[Int(parents[node])]) : -1
                paths[node] = UInt32(step(from: parent, to: labels.label(node)))
            }
        }
        return paths
    }

    /// A node of a cycle has the path that goes once round, from its own effect to itself.
    private mutating func assignCycle(_ cycle: [Int], _ paths: Column<UInt32>) {
        for (place, node) in cycle.enumerated() {
            var path: Int32 = -1
            // The walk from `node` passes cycle[place], cycle[place + 1], …; the root is the one before `place`.
            let length = min(cycle.count, ChainPass.longestCycle)
            for back in stride(from: length - 1, through: 0, by: -1) {
                path = Int32(step(from: path, to: labels.label(cycle[(place + back) % cycle.count])))
            }
            paths[node] = UInt32(bitPattern: path)
        }
    }

    private mutating func step(from parent: Int32, to name: NameID) -> Int {
        let number = index.number(UInt64(UInt32(bitPattern: parent)), UInt64(name.rawValue))
        if number == names.count {
            parents.append(parent)
            names.append(name)
            depths.append(parent < 0 ? 1 : depths[Int(parent)] &+ 1)
        }
        return number
    }

    /// The chain that a path stands for, its text shortened in the middle where it is very long.
    ///
    /// The steps it needs are appended to `steps`, each once (`stepOfPath` remembers them).
    func summary(
        _ path: Int, _ table: NameTable, _ steps: inout [ChainStep], _ stepOfPath: Column<Int32>
    ) -> ChainSummary {
        let depth = Int(depths[path])
        var tail: [NameID] = []
        var node = path
        while true {
            tail.append(names[node])
            guard parents[node] >= 0 else { break }
            node = Int(parents[node])
        }
        tail.reverse()
        let step = keepSteps(path, &steps, stepOfPath)
        var texts: [String]
        if depth > ChainPass.longestPath {
            let half = ChainPass.longestPath / 2
            texts = tail.prefix(half).map { table.text($0) ?? "" }
            texts.append("… (\(depth - 2 * half) more) …")
            texts += tail.suffix(half).map { table.text($0) ?? "" }
        } else {
            texts = tail.map { table.text($0) ?? "" }
        }
        return ChainSummary(step: step, root: tail[0], path: texts.joined(separator: " → "), depth: depth)
    }

    private func keepSteps(_ path: Int, _ steps: inout [ChainStep], _ stepOfPath: Column<Int32>) -> Int32 {
        var missing: [Int] = []
        var node = Int32(path)
        while node >= 0, stepOfPath[Int(node)] < 0 {
            missing.append(Int(node))
            node = parents[Int(node)]
        }
        var parent = node >= 0 ? stepOfPath[Int(node)] : -1
        for node in missing.reversed() {
            steps.append(ChainStep(parent: parent, name: names[node]))
            parent = Int32(steps.count - 1)
            stepOfPath[node] = parent
        }
        return parent
    }
}
