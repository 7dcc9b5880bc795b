/// Finds the heavy paths of many overlapping intervals without summing the samples of each again.
///
/// Frames are numbered so that a frame and all its direct and indirect callees are contiguous. A frame with half of an
/// interval's samples then contains one of the middle samples by number, so only their stacks need checking.
final class StackOrder {
    private let stacks: StackTable
    /// By node: its number, and the size of its subtree.
    private let numbers: [UInt32]
    private let sizes: [UInt32]
    private let nodes: [UInt32]
    private let samples: NumberRanks
    /// Numbers looked up, for tests.
    private(set) var steps = 0

    /// - Parameter leaves: the innermost nodes of the samples.
    init(_ leaves: [UInt32], _ stacks: StackTable) {
        self.stacks = stacks
        let table = stacks.nodes
        var sizes = [UInt32](repeating: 1, count: table.count)
        // Callers have lower numbers than callees.
        for node in (1..<table.count).reversed() { sizes[Int(table.parent(node))] += sizes[node] }
        var numbers = [UInt32](repeating: 0, count: table.count)
        // The next number for a callee of each node.
        var next = [UInt32](repeating: 1, count: table.count)
        var nodes = [UInt32](repeating: 0, count: table.count)
        for node in 1..<table.count {
            let parent = Int(table.parent(node))
            numbers[node] = next[parent]
            next[parent] += sizes[node]
            next[node] = numbers[node] + 1
            nodes[Int(numbers[node])] = UInt32(node)
        }
        (self.numbers, self.sizes, self.nodes) = (numbers, sizes, nodes)
        samples = NumberRanks(leaves.map { numbers[Int($0)] }, below: table.count)
    }

    func heavyPath(of places: Range<Int>, _ context: RuleContext) -> HeavyPath? {
        let total = places.count
        let enough = max(1, (total * RuleThresholds.heavyPathPercent + 99) / 100)
        guard total >= enough else { return nil }
        // A contiguous block of that size contains one of these.
        var stacks = stride(from: enough - 1, to: total, by: enough).map { rank in
            stack(of: nodes[Int(samples.number(at: rank, of: places))])
        }
        steps += stacks.count
        var depth = 0
        while true {
            let common = commonDepth(stacks)
            let held = deepest(stacks[0], depth...common, enough, places)
            guard held == common, stacks.count > 1 else {
                return path(stacks[0].prefix(held), total, places)
            }
            depth = held
            // The paths part here: continue with the heaviest callee, as far as any has enough samples.
            var best: (node: UInt32, count: Int)?
            for stack in stacks where stack.count > depth {
                let (node, count) = (stack[depth], count(stack[depth], places))
                guard count >= enough, node != best?.node else { continue }
                if let best, best.count > count { continue }
                if let best, best.count == count, !HeavyPath.comesFirst(node, before: best.node, context) { continue }
                best = (node, count)
            }
            guard let best else { return path(stacks[0].prefix(depth), total, places) }
            stacks.removeAll { $0.count <= depth || $0[depth] != best.node }
            depth += 1
        }
    }

    private func path(_ nodes: ArraySlice<UInt32>, _ total: Int, _ places: Range<Int>) -> HeavyPath? {
        guard let last = nodes.last else { return nil }
        return HeavyPath(frames: nodes.map { stacks.nodes[Int($0)].frame }, samples: count(last, places), total: total)
    }

    /// The nodes of a stack, outermost first; empty if it is unknown.
    private func stack(of leaf: UInt32) -> [UInt32] {
        var stack: [UInt32] = []
        var node = leaf
        while node != 0 {
            stack.append(node)
            node = stacks.nodes.parent(Int(node))
        }
        return stack.reversed()
    }

    private func commonDepth(_ all: [[UInt32]]) -> Int {
        var depth = all.map(\.count).min() ?? 0
        // Equal nodes at one depth of two stacks have the same callers.
        for stack in all.dropFirst() { depth = (0..<depth).firstPlace { stack[$0] != all[0][$0] } }
        return depth
    }

    /// The number of nodes of a stack with enough samples; the first of `range` have.
    private func deepest(_ stack: [UInt32], _ range: ClosedRange<Int>, _ enough: Int, _ places: Range<Int>) -> Int {
        (range.lowerBound..<range.upperBound).firstPlace { count(stack[$0], places) < enough }
    }

    /// The samples of an interval in a node.
    private func count(_ node: UInt32, _ places: Range<Int>) -> Int {
        steps += 1
        let first = numbers[Int(node)]
        return samples.count(below: first + sizes[Int(node)], of: places) - samples.count(below: first, of: places)
    }
}
