/// Paths as chains, with their texts, and the steps that they are made of, each once.
struct PathTexts: ~Copyable {
    private(set) var steps: [ChainStep] = []
    private let table: NameTable
    /// Per path of the tree, its index into `steps`; -1 = not needed so far.
    private let stepOfPath: Scratch<Int32>
    /// Per path that is too long to be written, the one that ends with its first half; -1 = not needed so far.
    private let headOfPath: Scratch<Int32>
    /// What a text is made of, from the update up to the root: not more than are written.
    private var names: [NameID] = []
    private let arrow = Array(" → ".utf8)
    private static let half = ChainPass.longestPath / 2
    /// Steps up the tree that were taken, for tests.
    private(set) var walked = 0

    init(_ paths: borrowing PathTree, _ table: NameTable) {
        self.table = table
        stepOfPath = Scratch(repeating: -1, count: paths.count)
        headOfPath = Scratch(repeating: -1, count: paths.count)
    }

    /// The chain that a path stands for, its text shortened in the middle where it is very long.
    mutating func summary(_ path: Int, _ paths: borrowing PathTree) -> ChainSummary {
        let depth = paths.depth(path)
        names.removeAll(keepingCapacity: true)
        if depth <= ChainPass.longestPath {
            addNames(depth, from: path, paths)
        } else {
            addNames(Self.half, from: path, paths)
            addNames(Self.half, from: head(path, paths), paths)
        }
        return ChainSummary(
            step: keepSteps(path, paths), root: names[names.count - 1], path: text(depth), depth: depth)
    }

    private mutating func addNames(_ count: Int, from path: Int, _ paths: borrowing PathTree) {
        var node = path
        for _ in 0..<count {
            names.append(paths.name(node))
            node = paths.parent(node)
        }
        walked += count
    }

    /// The path that ends with the first half of what is written of a very long one. Each is walked over once.
    private mutating func head(_ path: Int, _ paths: borrowing PathTree) -> Int {
        var node = path
        while headOfPath[node] < 0, paths.depth(node) > Self.half {
            node = paths.parent(node)
            walked += 1
        }
        let head = headOfPath[node] < 0 ? Int32(node) : headOfPath[node]
        node = path
        while headOfPath[node] < 0, paths.depth(node) > Self.half {
            headOfPath[node] = head
            node = paths.parent(node)
        }
        return Int(head)
    }

    private func text(_ depth: Int) -> String {
        let (table, names, count) = (table, names, names.count)
        if depth > count {
            let all = names.reversed()
            let gap = "… (\(depth - count) more) …"
            let text = { (name: NameID) in table.text(name) ?? "" }
            let (first, last) = (all.prefix(Self.half), all.suffix(Self.half))
            return (first.map(text) + [gap] + last.map(text)).joined(separator: " → ")
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
        walked += missing
        // The missing ones are the last of the path; a step comes behind its parent's.
        let first = steps.count
        let known = node >= 0 ? stepOfPath[node] : -1
        steps.append(contentsOf: repeatElement(ChainStep(parent: known, name: .none), count: missing))
        node = path
        for step in (first..<steps.count).reversed() {
            let parent = step == first ? known : Int32(step - 1)
            steps[step] = ChainStep(parent: parent, name: paths.name(node))
            stepOfPath[node] = Int32(step)
            node = paths.parent(node)
        }
        return stepOfPath[path]
    }
}
