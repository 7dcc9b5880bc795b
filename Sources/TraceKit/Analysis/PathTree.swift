/// Paths of names from root to node, each stored once as a step from its parent's path.
struct PathTree {
    /// By path: that of the parent, as bits, and the name of the step from there.
    private let steps: Column<UInt64>
    private let depths: Column<Int32>
    let pathOfNode: Column<UInt32>

    /// - Parameter firstUpdateNode: nodes from here on are updates, which need their paths even without children.
    init(_ parents: Column<Int32>, _ labels: NodeLabels, firstUpdateNode: Int = 0) {
        var builder = PathTreeBuilder(labels, firstUpdateNode: firstUpdateNode)
        pathOfNode = builder.assign(parents)
        (steps, depths) = (builder.steps, builder.depths)
    }

    var count: Int { steps.count }

    /// The path of the parent, or -1.
    func parent(_ path: Int) -> Int { Int(Int32(truncatingIfNeeded: steps[path] >> 32)) }

    func name(_ path: Int) -> NameID { NameID(rawValue: UInt32(truncatingIfNeeded: steps[path])) }

    /// The number of names in a path.
    func depth(_ path: Int) -> Int { Int(depths[path]) }
}

private struct PathTreeBuilder: ~Copyable {
    private let labels: NodeLabels
    private let firstUpdateNode: Int
    private let index = PairIndex()
    let depths = Column<Int32>()
    /// Nil until the first cycle.
    private var walks: CycleWalks?

    init(_ labels: NodeLabels, firstUpdateNode: Int) { (self.labels, self.firstUpdateNode) = (labels, firstUpdateNode) }

    var steps: Column<UInt64> { index.keys }

    /// The path of every node, walking the chosen parents without recursion. A repeated node ends the walk.
    mutating func assign(_ parents: Column<Int32>) -> Column<UInt32> {
        let paths = Column<UInt32>(repeating: Self.unknown, count: parents.count)
        let (found, parents, labels) = (paths.buffer, parents.buffer, labels)
        for node in found.indices where found[node] == Self.unknown {
            let parent = Int(parents[node])
            if parent < 0 {
                found[node] = step(from: -1, to: labels.label(node))
            } else if found[parent] != Self.unknown {
                found[node] = step(from: Int32(bitPattern: found[parent]), to: labels.label(node))
            } else {
                walk(from: node, parents, found)
            }
        }
        return paths
    }

    private static let unknown = UInt32.max

    /// Walks up to the first node with a known path, then back down.
    private mutating func walk(
        from first: Int, _ parents: UnsafeMutableBufferPointer<Int32>, _ paths: UnsafeMutableBufferPointer<UInt32>
    ) {
        var node = first
        var walk: [Int] = []
        while paths[node] == Self.unknown {
            walk.append(node)
            // Marked during the walk, which stops it in a cycle.
            paths[node] = Self.onWalk
            guard parents[node] >= 0 else { break }
            node = Int(parents[node])
        }
        if parents[node] >= 0, paths[node] == Self.onWalk, let entry = walk.firstIndex(of: node) {
            let walks = walks ?? CycleWalks(parents, firstUpdateNode: firstUpdateNode)
            self.walks = walks
            assignCycle(Array(walk[entry...]), walks, paths)
            walk.removeSubrange(entry...)
        }
        for node in walk.reversed() {
            let parent = parents[node] >= 0 ? Int32(bitPattern: paths[Int(parents[node])]) : -1
            paths[node] = step(from: parent, to: labels.label(node))
        }
    }

    private static let onWalk = UInt32.max - 1

    /// In a cycle, a node's path goes round once, from its own effect to itself. Nodes whose path is not needed get
    /// none.
    private mutating func assignCycle(
        _ cycle: [Int], _ walks: CycleWalks, _ paths: UnsafeMutableBufferPointer<UInt32>
    ) {
        let length = min(cycle.count, walks.longest)
        for (place, node) in cycle.enumerated() {
            var path: Int32 = -1
            if !walks.isStart[node] {
                paths[node] = step(from: -1, to: labels.label(node))
                continue
            }
            // The walk from `node` passes cycle[place], cycle[place + 1], …; the root is the one before `place`.
            for back in stride(from: length - 1, through: 0, by: -1) {
                let name = labels.label(cycle[(place + back) % cycle.count])
                path = Int32(bitPattern: step(from: path, to: name))
            }
            paths[node] = UInt32(bitPattern: path)
        }
    }

    @inline(__always)
    private mutating func step(from parent: Int32, to name: NameID) -> UInt32 {
        let number = index.number(UInt32(bitPattern: parent), name.rawValue)
        if number == depths.count {
            depths.append(parent < 0 ? 1 : depths[Int(parent)] &+ 1)
        }
        return UInt32(truncatingIfNeeded: number)
    }
}

/// The walks round the cycles of a graph: the nodes that need one, and the length limit.
private struct CycleWalks {
    /// By node: whether it is in a cycle, and an update or the parent of a node outside.
    let isStart: Column<Bool>
    /// The most nodes per walk: `ChainPass.longestCycle`, or fewer if all walks together would be too long.
    let longest: Int

    init(_ parents: UnsafeMutableBufferPointer<Int32>, firstUpdateNode: Int) {
        let isInCycle = Self.cycles(parents)
        isStart = Column(repeating: false, count: parents.count)
        for node in parents.indices {
            let parent = Int(parents[node])
            if isInCycle[node] {
                if node >= firstUpdateNode { isStart[node] = true }
            } else if parent >= 0, isInCycle[parent] {
                isStart[parent] = true
            }
        }
        let starts = isStart.buffer.count { $0 }
        longest = min(
            ChainPass.longestCycle, max(ChainPass.shortestWalk, ChainPass.mostCycleSteps / max(1, starts)))
    }

    /// By node, whether the way up returns to it.
    private static func cycles(_ parents: UnsafeMutableBufferPointer<Int32>) -> Column<Bool> {
        let isInCycle = Column<Bool>(repeating: false, count: parents.count)
        /// The node from which each was reached first.
        let reachedFrom = Scratch<Int32>(repeating: -1, count: parents.count)
        for first in parents.indices where reachedFrom[first] < 0 {
            var node = first
            while node >= 0, reachedFrom[node] < 0 {
                reachedFrom[node] = Int32(first)
                node = Int(parents[node])
            }
            guard node >= 0, reachedFrom[node] == Int32(first) else { continue }
            while !isInCycle[node] {
                isInCycle[node] = true
                node = Int(parents[node])
            }
        }
        return isInCycle
    }
}

/// The distinct steps that chains consist of.
struct PathSteps: ~Copyable {
    let steps = Column<ChainStep>()
    let heads = SparseColumn<Int32>(absent: -1)
    /// For each path of the tree, its index into `steps`; -1 = not needed so far.
    private let stepOfPath: Scratch<Int32>
    /// Paths without a step yet, from the last one up.
    private var missing: [Int] = []
    /// Steps taken up the tree, for tests.
    private(set) var walked = 0

    init(_ paths: PathTree) {
        stepOfPath = Scratch(repeating: -1, count: paths.count)
    }

    /// The chain of a path.
    mutating func chain(_ path: Int, _ paths: PathTree) -> CauseChain {
        CauseChain(step: keepSteps(path, paths), depth: Int32(paths.depth(path)))
    }

    private mutating func keepSteps(_ path: Int, _ paths: PathTree) -> Int32 {
        var node = path
        missing.removeAll(keepingCapacity: true)
        while node >= 0, stepOfPath[node] < 0 {
            missing.append(node)
            node = paths.parent(node)
        }
        walked += missing.count
        var parent = node >= 0 ? stepOfPath[node] : -1
        // A step follows its parent's.
        for path in missing.reversed() {
            let (number, name) = (Int32(steps.count), paths.name(path))
            let root = parent < 0 ? name : steps[Int(parent)].root
            steps.append(ChainStep(parent: parent, name: name, root: root))
            let depth = paths.depth(path)
            if depth >= CauseChain.mostWritten / 2 {
                heads[Int(number)] = depth == CauseChain.mostWritten / 2 ? number : heads[Int(parent)]
            }
            stepOfPath[path] = number
            parent = number
        }
        return parent
    }
}
