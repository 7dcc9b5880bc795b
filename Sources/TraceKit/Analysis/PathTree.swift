/// Paths of names from root to node, each stored once as a step from the path of its parent.
struct PathTree {
    /// By path: that of the parent, as bits, and the name of the step from there.
    private let steps: Column<UInt64>
    private let depths: Column<Int32>
    let pathOfNode: Column<UInt32>

    init(_ parents: Column<Int32>, _ labels: NodeLabels) {
        var builder = PathTreeBuilder(labels)
        pathOfNode = builder.assign(parents)
        (steps, depths) = (builder.steps, builder.depths)
    }

    var count: Int { steps.count }

    /// The path of the parent, or -1.
    func parent(_ path: Int) -> Int { Int(Int32(truncatingIfNeeded: steps[path] >> 32)) }

    func name(_ path: Int) -> NameID { NameID(rawValue: UInt32(truncatingIfNeeded: steps[path])) }

    /// The number of its names.
    func depth(_ path: Int) -> Int { Int(depths[path]) }
}

private struct PathTreeBuilder: ~Copyable {
    private let labels: NodeLabels
    private let index = PairIndex()
    let depths = Column<Int32>()

    init(_ labels: NodeLabels) { self.labels = labels }

    var steps: Column<UInt64> { index.keys }

    /// The path of every node, walking the chosen parents without recursion. A repeated node cuts the walk.
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

    /// Up to the first node whose path is known, then back down.
    private mutating func walk(
        from first: Int, _ parents: UnsafeMutableBufferPointer<Int32>, _ paths: UnsafeMutableBufferPointer<UInt32>
    ) {
        var node = first
        var walk: [Int] = []
        while paths[node] == Self.unknown {
            walk.append(node)
            // Marked while it is walked: that stops the walk round a cycle.
            paths[node] = Self.onWalk
            guard parents[node] >= 0 else { break }
            node = Int(parents[node])
        }
        if parents[node] >= 0, paths[node] == Self.onWalk, let entry = walk.firstIndex(of: node) {
            assignCycle(Array(walk[entry...]), paths)
            walk.removeSubrange(entry...)
        }
        for node in walk.reversed() {
            let parent = parents[node] >= 0 ? Int32(bitPattern: paths[Int(parents[node])]) : -1
            paths[node] = step(from: parent, to: labels.label(node))
        }
    }

    private static let onWalk = UInt32.max - 1

    /// A node of a cycle has the path that goes once round, from its own effect to itself.
    private mutating func assignCycle(_ cycle: [Int], _ paths: UnsafeMutableBufferPointer<UInt32>) {
        for (place, node) in cycle.enumerated() {
            var path: Int32 = -1
            // The walk from `node` passes cycle[place], cycle[place + 1], …; the root is the one before `place`.
            let length = min(cycle.count, ChainPass.longestCycle)
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
