/// The interactions and views that differ, by their names: what stands below them is looked at.
struct DiffRoots {
    var interactions: Set<String>
    var views: Set<String>

    var isEmpty: Bool { interactions.isEmpty && views.isEmpty }
}

/// The chains of all traces of a comparison that end at a view that differs or run in such an interaction.
///
/// They pair step by step: a trace may have half a million of them whose texts are a page each, so that a text is only made
/// for a chain that is listed.
final class ChainPairs {
    private let names: DiffNames
    private let roots: DiffRoots
    private let traces: Int
    /// Names as they pair, each behind the step before it, which is counted from one.
    private let steps = PairIndex()
    private let depths = Column<Int32>()
    /// By step, the last one of the beginning that is written of a very long chain; -1 where there is none so far.
    private let heads = Column<Int32>()
    /// By step, the chain that ends there; -1 = none.
    private let chainOfStep = Column<Int32>()
    private let lastSteps = Column<Int32>()
    /// By chain, one a trace: which one of the trace it is; -1 where it has none.
    private let places = Column<Int32>()
    /// The further ones where several chains of a trace pair as one.
    private var others: [Int: [Int]] = [:]
    /// Whether a chain runs in an interaction in any trace.
    private let runs = Column<Bool>()
    /// By name as it pairs, whether it is that of a view that differs; nil = nobody has asked.
    private var isRoot: [Bool?] = []
    /// Whether paths are texts taken apart, of which very long ones lack their middle.
    private var areWritten = false
    /// By trace.
    private var figures: [(_ place: Int) -> ChainFigures] = []

    init(_ names: DiffNames, _ roots: DiffRoots, traces: Int) {
        (self.names, self.roots, self.traces) = (names, roots, traces)
    }

    /// Those that run in interactions: of the others nothing is counted.
    private(set) lazy var listed = (0..<lastSteps.count).filter { runs[$0] }

    // MARK: The next trace

    func add(_ chains: TraceChains) throws(TraceError) {
        let isRootKind = chains.kinds.keys.map { roots.interactions.contains(names.interaction($0).title) }
        let ids = chains.nameIDs ?? 0...0
        let partOfName = Column<Int32>(repeating: -1, count: ids.count)
        func part(_ step: Int) throws(TraceError) -> Int {
            guard let name = ids.place(of: chains.steps.names[step]) else { return 0 }
            if partOfName[name] < 0 {
                partOfName[name] = Int32(try chains.withName(chains.steps.names[step]) { names.pairedPart(of: $0) })
            }
            return Int(partOfName[name])
        }
        let paired = Column<Int32>(repeating: -1, count: chains.steps.count)
        var missing: [Int] = []
        figures.append(chains.figures)
        for (place, last) in chains.lastSteps.enumerated() where last >= 0 && chains.hasUpdates(place) {
            let byKind = chains.byKind(place)
            if !byKind.contains(where: { isRootKind[Int($0.kind)] }) {
                guard endsAtRoot(try part(Int(last))) else { continue }
            }
            var step = Int(last)
            while step >= 0, paired[step] < 0 {
                missing.append(step)
                step = Int(chains.steps.parents[step])
            }
            while let next = missing.popLast() {
                paired[next] = self.step(from: step < 0 ? -1 : paired[step], to: try part(next))
                step = next
            }
            add(place, endingAt: paired[Int(last)], runs: !byKind.isEmpty)
        }
    }

    /// The same of chains by their texts.
    func add(_ chains: [String: ChainFigures]) {
        let chains = chains.sorted { $0.key < $1.key }
        areWritten = true
        figures.append { chains[$0].value }
        for (place, (path, figures)) in chains.enumerated() {
            let parts = names.pairedParts(ofPath: path)
            let runsInRoot = figures.byInteraction.keys.contains {
                roots.interactions.contains(names.interaction($0).title)
            }
            guard let last = parts.last, runsInRoot || endsAtRoot(last) else { continue }
            let step = parts.reduce(-1) { self.step(from: $0, to: $1) }
            add(place, endingAt: step, runs: !figures.byInteraction.isEmpty)
        }
    }

    private func step(from parent: Int32, to part: Int) -> Int32 {
        let step = steps.number(UInt32(parent + 1), UInt32(part))
        if step == depths.count {
            let depth = parent < 0 ? 1 : depths[Int(parent)] + 1
            depths.append(depth)
            heads.append(depth == Self.half ? Int32(step) : parent < 0 ? -1 : heads[Int(parent)])
            chainOfStep.append(-1)
        }
        return Int32(step)
    }

    private func add(_ place: Int, endingAt step: Int32, runs: Bool) {
        var chain = Int(chainOfStep[Int(step)])
        if chain < 0 {
            chain = lastSteps.count
            chainOfStep[Int(step)] = Int32(chain)
            lastSteps.append(step)
            self.runs.append(false)
            for _ in 0..<traces { places.append(-1) }
        }
        if runs { self.runs[chain] = true }
        let row = chain * traces + figures.count - 1
        if places[row] < 0 { places[row] = Int32(place) } else { others[row, default: []].append(place) }
    }

    private func endsAtRoot(_ part: Int) -> Bool {
        while isRoot.count <= part { isRoot.append(nil) }
        if let known = isRoot[part] { return known }
        let name = names.pairedName(part)
        let isOne = roots.views.contains(name.hasSuffix(".body") ? String(name.dropLast(5)) : name)
        isRoot[part] = isOne
        return isOne
    }

    // MARK: Chains

    /// One a trace, nil where it does not have the chain.
    func figures(_ chain: Int) -> [ChainFigures?] {
        (0..<traces).map { trace in
            let row = chain * traces + trace
            guard places[row] >= 0 else { return nil }
            var sum = figures[trace](Int(places[row]))
            for other in others[row] ?? [] { sum += figures[trace](other) }
            sum.byInteraction = names.renamed(sum.byInteraction)
            return sum
        }
    }

    private func parent(_ step: Int32) -> Int32 { Int32(steps.pair(Int(step)).0) - 1 }
    private func part(_ step: Int32) -> Int { Int(steps.pair(Int(step)).1) }
    private func name(_ step: Int32) -> String { names.pairedName(part(step)) }

    /// As the view `cause_chains` writes it.
    func text(_ chain: Int) -> String {
        let last = lastSteps[chain]
        let depth = Int(depths[Int(last)])
        var written: [String]
        if depth > 2 * Self.half, !areWritten {
            written = names(upFrom: last, most: Self.half)
            written.append("… (\(depth - 2 * Self.half) more) …")
            written += names(upFrom: heads[Int(last)], most: Self.half)
        } else {
            written = names(upFrom: last, most: depth)
        }
        return written.reversed().joined(separator: " → ")
    }

    private static let half = CauseChain.mostWritten / 2

    private func names(upFrom step: Int32, most: Int) -> [String] {
        var (step, names): (Int32, [String]) = (step, [])
        while step >= 0, names.count < most {
            names.append(name(step))
            step = parent(step)
        }
        return names
    }

    /// An order of chains, by their names from the last one up.
    func isBefore(_ chain: Int, _ other: Int) -> Bool {
        var (step, otherStep) = (lastSteps[chain], lastSteps[other])
        for _ in 0..<CauseChain.mostWritten where step != otherStep {
            guard step >= 0, otherStep >= 0 else { return step < 0 }
            if part(step) != part(otherStep) { return name(step) < name(otherStep) }
            (step, otherStep) = (parent(step), parent(otherStep))
        }
        return chain < other
    }
}
