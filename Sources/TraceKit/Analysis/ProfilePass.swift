/// Sums Time Profiler samples by thread, function and call tree node (docs/analysis.md, section 12).
///
/// Each node of the stack tree is visited once per thread seen in it, however many samples there are.
enum ProfilePass: AnalysisPass {
    static let name = "time-profile"
    static let reads: Results = []
    static let writes: Results = .profile

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let samples = records.samples
        guard !samples.isEmpty else { return }
        var threads: [SampleThread] = []
        let byThread = byThread(samples, records.names, &threads)
        results.sampleThreads = threads
        let tree = FunctionTree(records.stacks.nodes)
        var sums = CallSums(tree, records.names, samples: byThread.count)
        for thread in threads.indices {
            for place in byThread.places(thread) { sums.add(samples[byThread[place]]) }
            sums.close(thread)
        }
        results.functions = sums.functions
        results.calls = sums.calls
    }

    /// The rows of samples with a running thread, by thread.
    private static func byThread(
        _ samples: SampleColumn, _ names: NameTable, _ threads: inout [SampleThread]
    ) -> Buckets {
        var states = RunningStates(names)
        let isRunning = samples.bySource { states.contains($0.state) }
        let index = PairIndex()
        let pairOf = samples.bySource { index.number($0.process.rawValue, $0.thread.rawValue) }
        // By pair, in the order of the first samples.
        var threadOf = [Int](repeating: -1, count: index.count)
        for row in samples.indices {
            let (sample, pair) = (samples[row], pairOf[row])
            if threadOf[pair] < 0 {
                threadOf[pair] = threads.count
                threads.append(SampleThread(process: sample.process, thread: sample.thread, firstNs: sample.start))
            }
            let thread = threadOf[pair]
            threads[thread].samples += 1
            threads[thread].lastNs = sample.start
            if isRunning[row] { threads[thread].running.add(sample.weight) }
        }
        // A sample without a stack is in no function.
        return Buckets(
            samples.count, numbers: threads.count,
            number: { isRunning[$0] && samples[$0].stack != 0 ? threadOf[pairOf[$0]] : -1 }, item: { UInt32($0) })
    }
}

/// The stack tree with the function of each node. Callers precede callees.
private final class FunctionTree {
    let nodes: StackTable.Nodes
    /// By node: whether a caller of it is the same function.
    let isRepeated: Column<Bool>
    /// A symbol in a binary is one function, which is the app's if any of its frames is.
    let functions: [StackTable.Frame]
    /// By frame number: index into `functions`.
    private let functionOfFrame: [UInt32]

    init(_ nodes: StackTable.Nodes) {
        self.nodes = nodes
        isRepeated = Column(repeating: false, count: nodes.count)
        let index = PairIndex()
        var functions: [StackTable.Frame] = []
        functionOfFrame = nodes.frames.buffer.map { frame in
            let number = index.number(frame.name.rawValue, frame.binary.rawValue)
            if number == functions.count { functions.append(frame) }
            functions[number].isApp = functions[number].isApp || frame.isApp
            return UInt32(number)
        }
        self.functions = functions
        markRepeated()
    }

    @inline(__always)
    func function(_ node: Int) -> Int { Int(functionOfFrame[nodes.frame(node)]) }

    /// Walks the tree once, counting how often each function is on the current path.
    private func markRepeated() {
        let firstChild = Scratch<UInt32>(repeating: 0, count: nodes.count)
        let sibling = Scratch<UInt32>(repeating: 0, count: nodes.count)
        for node in (1..<nodes.count).reversed() {
            let parent = Int(nodes.parent(node))
            sibling[node] = firstChild[parent]
            firstChild[parent] = UInt32(node)
        }
        let onWay = Scratch<UInt32>(repeating: 0, count: functions.count)
        var node = Int(firstChild[0])
        while node != 0 {
            let own = function(node)
            isRepeated.buffer[node] = onWay[own] > 0
            onWay[own] += 1
            if firstChild[node] != 0 {
                node = Int(firstChild[node])
                continue
            }
            // Up to the first caller with another callee.
            while node != 0 {
                onWay[function(node)] -= 1
                if sibling[node] != 0 { break }
                node = Int(nodes.parent(node))
            }
            if node != 0 { node = Int(sibling[node]) }
        }
    }
}

/// Sums over the samples of one thread after another.
private struct CallSums: ~Copyable {
    private let tree: FunctionTree
    private let names: NameTable
    /// Nodes with fewer samples are left out of the call tree.
    private let least: Int
    // By node, for the current thread: indexes in `sums`, from 1, of samples that end in it, and of these with all
    // callees. Most nodes of a deep stack have one callee and share its sum.
    private let ends: Scratch<UInt32>
    private let totals: Scratch<UInt32>
    /// A flag in `totals`: the sum belongs to the node, which may add to it.
    private static let isOwn: UInt32 = 1 << 31
    private let sums = Column<SampleSum>()
    private let isTouched: Scratch<Bool>
    private let touched = Column<UInt32>()
    // By function, for the current thread: its index in `functions`, from 1.
    private let placeOf: Scratch<UInt32>

    private(set) var functions: [FunctionSum] = []
    private(set) var calls: [CallSum] = []

    init(_ tree: FunctionTree, _ names: NameTable, samples: Int) {
        self.tree = tree
        self.names = names
        least = max(1, samples / CallSum.leastShare)
        let count = tree.nodes.count
        ends = Scratch(repeating: 0, count: count)
        totals = Scratch(repeating: 0, count: count)
        isTouched = Scratch(repeating: false, count: count)
        placeOf = Scratch(repeating: 0, count: tree.functions.count)
    }

    mutating func add(_ sample: SampleRecord) {
        var node = Int(sample.stack)
        if ends[node] == 0 { ends[node] = newSum() }
        sums[Int(ends[node]) - 1].add(sample.weight)
        while node != 0, !isTouched[node] {
            isTouched[node] = true
            touched.append(UInt32(node))
            node = Int(tree.nodes.parent(node))
        }
    }

    /// The index of a new sum.
    private func newSum() -> UInt32 {
        sums.append(SampleSum())
        return UInt32(sums.count)
    }

    /// The samples that end in a node.
    private func own(_ node: Int) -> SampleSum { ends[node] == 0 ? SampleSum() : sums[Int(ends[node]) - 1] }

    /// The same including all callees.
    private func total(_ node: Int) -> SampleSum { sums[Int(totals[node] & ~Self.isOwn) - 1] }

    /// Adds to the total of a node, which shares the first added sum as long as it is the only one. Callees come first,
    /// then its own samples.
    private func add(_ place: UInt32, to node: Int) {
        let old = totals[node]
        if old == 0 || place == 0 { return totals[node] = max(old, place) }
        if old & Self.isOwn == 0 {
            totals[node] = newSum() | Self.isOwn
            sums[Int(totals[node] & ~Self.isOwn) - 1] = sums[Int(old) - 1]
        }
        sums[Int(totals[node] & ~Self.isOwn) - 1].add(sums[Int(place) - 1])
    }

    /// Ends a thread after all its samples.
    mutating func close(_ thread: Int) {
        var nodes = touched.buffer
        nodes.sort()
        for number in nodes.reversed() {
            let node = Int(number)
            add(ends[node], to: node)
            add(totals[node] & ~Self.isOwn, to: Int(tree.nodes.parent(node)))
        }
        addFunctions(thread)
        addCalls(thread)
        for number in touched.buffer {
            let node = Int(number)
            (totals[node], ends[node], isTouched[node]) = (0, 0, false)
            placeOf[tree.function(node)] = 0
        }
        totals[0] = 0
        touched.removeAll()
        sums.removeAll()
    }

    /// Ties are ordered by text, because numbers of nodes and names depend on the order of the rows.
    private func isBefore(_ one: (frame: NameID, binary: NameID), _ two: (frame: NameID, binary: NameID)) -> Bool {
        one.frame == two.frame
            ? names.isText(one.binary, before: two.binary) : names.isText(one.frame, before: two.frame)
    }

    private mutating func addFunctions(_ thread: Int) {
        let first = functions.count
        for number in touched.buffer {
            let node = Int(number)
            let function = tree.function(node)
            if placeOf[function] == 0 {
                let frame = tree.functions[function]
                functions.append(
                    FunctionSum(thread: thread, frame: frame.name, binary: frame.binary, isApp: frame.isApp))
                placeOf[function] = UInt32(functions.count)
            }
            let index = Int(placeOf[function]) - 1
            functions[index].own.add(own(node))
            // A recursive function is counted where it is entered.
            if !tree.isRepeated.buffer[node] { functions[index].total.add(total(node)) }
        }
        let sorted = functions[first...].sorted { one, two in
            if one.total.samples != two.total.samples { return one.total.samples > two.total.samples }
            return isBefore((one.frame, one.binary), (two.frame, two.binary))
        }
        functions.replaceSubrange(first..., with: sorted)
    }

    /// Whether a node adds nothing to its heaviest callee. The last app function on a path is kept, because it shows
    /// who called the system.
    private func passesOn(_ node: Int, to heaviest: Int) -> Bool {
        total(heaviest).samples * 20 >= total(node).samples * 19
            && (tree.nodes[heaviest].isApp || !tree.nodes[node].isApp)
    }

    private func isHeavier(_ one: UInt32, _ two: UInt32) -> Bool {
        let (one, two) = (Int(one), Int(two))
        let (left, right) = (tree.nodes[one], tree.nodes[two])
        if total(one).samples != total(two).samples { return total(one).samples > total(two).samples }
        return isBefore((left.frame, left.binary), (right.frame, right.binary))
    }

    /// Callers precede callees; siblings are sorted by weight, heaviest first.
    private mutating func addCalls(_ thread: Int) {
        let kept = touched.buffer.filter { total(Int($0)).samples >= least }
        let heaviest = kept.sorted { isHeavier($0, $1) }
        // A caller has the samples of its callees, so it is kept too.
        let (nodes, number) = (tree.nodes, Dictionary(uniqueKeysWithValues: zip(heaviest, 1...)))
        let callees = Buckets(
            heaviest.count, numbers: heaviest.count + 1,
            number: { number[nodes.parent(Int(heaviest[$0]))] ?? 0 }, item: { heaviest[$0] })
        // Pending nodes with their caller; the next one is last.
        var waiting: [(node: Int, caller: Int?)] = callees.places(0).reversed().map { (callees[$0], nil) }
        while let (node, caller) = waiting.popLast() {
            let places = callees.places(number[UInt32(node)] ?? 0)
            let passes = places.first.map { passesOn(node, to: callees[$0]) } ?? false
            let above = caller.map { calls[$0] }
            waiting += places.reversed().map { (callees[$0], calls.count) }
            calls.append(
                CallSum(
                    thread: thread, node: node, caller: caller, depth: above.map { $0.depth + 1 } ?? 0,
                    level: above.map { $0.level + ($0.passesOn ? 0 : 1) } ?? 0, passesOn: passes,
                    own: own(node), total: total(node)))
        }
    }
}
