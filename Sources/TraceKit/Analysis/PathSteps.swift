/// The steps that chains are made of, each once.
struct PathSteps: ~Copyable {
    let steps = Column<ChainStep>()
    let heads = SparseColumn<Int32>(absent: -1)
    /// Per path of the tree, its index into `steps`; -1 = not needed so far.
    private let stepOfPath: Scratch<Int32>
    /// Paths without a step yet, from the last one up.
    private var missing: [Int] = []
    /// Steps up the tree that were taken, for tests.
    private(set) var walked = 0

    init(_ paths: PathTree) {
        stepOfPath = Scratch(repeating: -1, count: paths.count)
    }

    /// The chain that a path stands for.
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
        // A step comes behind its parent's.
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
