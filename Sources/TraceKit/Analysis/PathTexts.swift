/// Paths as chains, with their texts, and the steps that they are made of, each once.
struct PathTexts: ~Copyable {
    private(set) var steps: [ChainStep] = []
    private let table: NameTable
    /// Per path of the tree, its index into `steps`; -1 = not needed so far.
    private let stepOfPath: Scratch<Int32>
    private var names: [NameID] = []
    private let arrow = Array(" → ".utf8)

    init(_ paths: borrowing PathTree, _ table: NameTable) {
        self.table = table
        stepOfPath = Scratch(repeating: -1, count: paths.count)
    }

    /// The chain that a path stands for, its text shortened in the middle where it is very long.
    mutating func summary(_ path: Int, _ paths: borrowing PathTree) -> ChainSummary {
        // From the update up to the root.
        names.removeAll(keepingCapacity: true)
        var node = path
        while node >= 0 {
            names.append(paths.name(node))
            node = paths.parent(node)
        }
        return ChainSummary(
            step: keepSteps(path, paths), root: names[names.count - 1], path: text(), depth: paths.depth(path))
    }

    private func text() -> String {
        let (table, names, count) = (table, names, names.count)
        if count > ChainPass.longestPath {
            let half = ChainPass.longestPath / 2
            let all = names.reversed()
            let gap = "… (\(count - 2 * half) more) …"
            let text = { (name: NameID) in table.text(name) ?? "" }
            return (all.prefix(half).map(text) + [gap] + all.suffix(half).map(text)).joined(separator: " → ")
        }
        let arrow = arrow
        let size = names.reduce((count - 1) * arrow.count) { $0 + table.bytes(of: $1).count }
        return String(unsafeUninitializedCapacity: size) { buffer in
            var end = 0
            for place in (0..<count).reversed() {
                end = buffer[end...].update(fromContentsOf: table.bytes(of: names[place]))
                if place > 0 { end = buffer[end...].update(fromContentsOf: arrow) }
            }
            return end
        }
    }

    private mutating func keepSteps(_ path: Int, _ paths: borrowing PathTree) -> Int32 {
        var missing = 0
        var node = path
        while node >= 0, stepOfPath[node] < 0 {
            missing += 1
            node = paths.parent(node)
        }
        // The missing ones are the last of the path; a step comes behind its parent's.
        let last = steps.count + missing - 1
        var parent = node >= 0 ? stepOfPath[node] : -1
        for place in (0..<missing).reversed() {
            steps.append(ChainStep(parent: parent, name: names[place]))
            parent = Int32(steps.count - 1)
        }
        node = path
        for back in 0..<missing {
            stepOfPath[node] = Int32(last - back)
            node = paths.parent(node)
        }
        return stepOfPath[path]
    }
}
