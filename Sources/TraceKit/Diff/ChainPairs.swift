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

/// The views of all traces of a comparison, each once, with where its figures stand in every trace. There may be as many
/// as updates: none is looked up twice.
struct ViewPairs: Sendable {
    private let traces: [FigureTable<ViewFigureKey, ViewFigures>]
    private let tracesBefore: Int
    /// By view, one a trace; -1 where a trace does not have it.
    private var places: [Int32] = []
    /// Views of one side alone: those that are gone, and those that are new.
    private(set) var oneSided: (gone: [Int], new: [Int]) = ([], [])

    /// Those of one trace behind those of the other, in their order.
    init(before: [TraceFigures], after: [TraceFigures]) {
        traces = (before + after).map(\.views)
        tracesBefore = before.count
        var isPaired = traces.map { [Bool](repeating: false, count: $0.count) }
        for (number, views) in traces.enumerated() {
            for (place, key) in views.keys.enumerated() where !isPaired[number][place] {
                let row = count
                for _ in 0..<number { places.append(-1) }
                places.append(Int32(truncatingIfNeeded: place))
                for later in number + 1..<traces.count {
                    let other = traces[later].place(of: key)
                    if let other { isPaired[later][other] = true }
                    places.append(Int32(truncatingIfNeeded: other ?? -1))
                }
                if number >= tracesBefore {
                    oneSided.new.append(row)
                } else if self.places(row).dropFirst(tracesBefore).allSatisfy({ $0 < 0 }) {
                    oneSided.gone.append(row)
                }
            }
        }
    }

    var count: Int { traces.isEmpty ? 0 : places.count / traces.count }

    func key(_ row: Int) -> ViewFigureKey {
        for (views, place) in zip(traces, places(row)) where place >= 0 { return views.keys[Int(place)] }
        return ViewFigureKey(view: "", kind: .other)
    }

    /// One a trace.
    func figures(_ row: Int) -> [ViewFigures?] {
        zip(traces, places(row)).map { views, place in place < 0 ? nil : views.values[Int(place)] }
    }

    private func places(_ row: Int) -> ArraySlice<Int32> {
        places[row * traces.count..<(row + 1) * traces.count]
    }

    /// What to say where hardly any view pairs, as names that hold an id or a file differ from run to run; nil where they do.
    var warning: String? {
        let (gone, new) = oneSided
        let both = count - gone.count - new.count
        let fewer = both + min(gone.count, new.count)
        guard fewer >= 20, 20 * both <= fewer, let example = gone.map(key).min() else { return nil }
        let pairing = both == 0 ? "none has" : "only \(both) have"
        return
            "of \(Decimal.grouped(fewer)) views \(pairing) the same name on both sides (\(example.view) is not there "
            + "after): leave out of names what changes from run to run with --pair REGEX"
    }
}

/// A regular expression that takes parts out of names before these are paired.
///
/// A match cannot be stopped, and on an unlucky name some patterns take longer than anyone waits: `(_?[a-z]+)+$` tries every
/// way to cut a word into pieces. Then `onOverdue` is called on another thread, and has to end the process.
final class PairPattern: @unchecked Sendable {
    private let text: String
    private let clock = MatchClock()

    /// Throws where the text is no regular expression.
    init(_ text: String, onOverdue: @escaping @Sendable (TraceError) -> Void) throws {
        self.text = text
        _ = try Regex(text)
        let clock = clock
        // Ends with the pattern, so nothing waits for it.
        _ = BackgroundWork { () throws(TraceError) in
            guard let name = clock.waitForOverdue() else { return }
            onOverdue(
                TraceError(
                    .usage,
                    "'--pair \(text.prefix(80))' takes too long on the name '\(name.prefix(80))'",
                    fix: "repeat nothing that repeats something: '[a-z_]+$' instead of '(_?[a-z]+)+$'"))
        }
    }

    deinit { clock.finish() }

    /// A name without what the pattern matches in it.
    func removed(from name: String) -> String {
        matching(name) { $0.replacing($1, with: "") } ?? name
    }

    func matches(in name: String) -> Bool {
        matching(name) { $0.firstMatch(of: $1) != nil } ?? false
    }

    private func matching<Result>(_ name: String, _ body: (String, Regex<AnyRegexOutput>) -> Result) -> Result? {
        // Made where it is used: a Regex may not cross to another thread.
        guard let regex = try? Regex(text) else { return nil }
        clock.begin(name)
        defer { clock.end() }
        return body(name, regex)
    }
}

/// Knows which match is running, and since when.
private final class MatchClock: @unchecked Sendable {
    private let monitor = Monitor()
    private var running: (name: String, since: ContinuousClock.Instant)?
    private var isFinished = false
    private static let patience = Duration.seconds(2)

    func begin(_ name: String) { monitor.locked { running = (name, .now) } }

    func end() { monitor.locked { running = nil } }

    /// No match will begin any more.
    func finish() {
        monitor.locked {
            isFinished = true
            monitor.signal()
        }
    }

    /// The name on which a match takes too long; nil once there will be no more matches.
    func waitForOverdue() -> String? {
        monitor.locked {
            while !isFinished {
                if let running, ContinuousClock.now - running.since > Self.patience { return running.name }
                monitor.wait(milliseconds: 100)
            }
            return nil
        }
    }
}
