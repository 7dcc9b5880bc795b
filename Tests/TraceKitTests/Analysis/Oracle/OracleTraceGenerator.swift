@testable import TraceKit

/// Random traces of few ids, few names and few times, so that ties, collisions and boundary values are the rule.
struct OracleTraceGenerator {
    private var random: SeededNumbers
    private var trace = OracleTrace()
    /// Ids in random order, some of them above 2^63, and who has them.
    private var freshIDs: [UInt64] = []
    private var ids: [UInt64] = []
    /// Times are near multiples of this.
    private var step: Int64 = 1
    /// How many nodes most causes are of, and how many percent of the causes are of any node.
    private var sources = 1
    private var wildness = 0
    /// Windows without ids, and updates without ids, tie by nothing that docs/analysis.md names: no two begin together.
    private var anonymousWindows: Set<Int64> = []
    private var anonymousUpdates: Set<Int64> = []

    static func make(seed: Int) -> (trace: OracleTrace, options: AnalysisOptions) {
        var generator = OracleTraceGenerator(seed)
        generator.fill()
        return (generator.trace, generator.options())
    }

    private init(_ seed: Int) {
        random = SeededNumbers(seed)
        freshIDs = (0...79).map { $0 % 11 == 10 ? UInt64(Int64.max) + UInt64($0) : UInt64($0) }.shuffled(using: &random)
        sources = pick([1, 2, 20])
        wildness = pick([5, 20, 50, 90])
        step = pick([1, 400_000, 500_000, 1_000_000, 50_000_000, 125_000_000, 250_000_000])
    }

    // MARK: Dice

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &random)] }
    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func time() -> Int64 {
        max(0, Int64(count(0...12)) * step + pick([0, 0, 0, 0, 1, -1, 1_000_000, 8_300_000, 250_000_000]))
    }

    private mutating func duration() -> Int64? {
        pick([
            nil, 0, 0, 1, step, max(0, step - 1), 2 * step, 400_000, 500_000, 500_001, 1_000_000, 1_000_001, 4_150_000,
            8_299_999, 8_300_000, 8_300_001, 16_666_666, 16_670_000, 16_670_001, 249_999_999, 250_000_000,
            3_000_000_000,
        ])
    }

    private mutating func id(orNonePercent percent: Int) -> UInt64? {
        if chance(percent) { return nil }
        let id = freshIDs.popLast()
        if let id { ids.append(id) }
        return id
    }

    private mutating func uniqueStart(_ id: UInt64?, _ taken: WritableKeyPath<Self, Set<Int64>>) -> Int64 {
        var start = time()
        guard id == nil else { return start }
        while !self[keyPath: taken].insert(start).inserted { start += 1 }
        return start
    }

    // MARK: Lanes

    private mutating func fill() {
        let isQuiet = chance(25)
        if !isQuiet { for _ in 0..<count(0...4) { addInteraction() } }
        for _ in 0..<count(0...8) { addCause(isQuiet) }
        let groupMode = count(0...4)
        for number in 0..<count(0...30) { addUpdate(number, hasGroupID: groupMode == 1 || groupMode == 3) }
        if groupMode == 1 || groupMode == 2 { for id in 1...UInt64(count(1...5)) { addGroup(id) } }
        if groupMode == 4 { trace.groups = [] }
        if chance(25) { addTicks() }
        addShorthand()
        if chance(50) { crowdUpdates() }
        addEdges()
        for _ in 0..<count(0...3) { addSignpost() }
        addStalls()
    }

    private mutating func addInteraction() {
        let id = id(orNonePercent: 15)
        let start = uniqueStart(id, \.anonymousWindows)
        trace.interactions.append(
            OracleTrace.Interaction(
                id: id, kind: pick(["tap", "scroll", "other", "swoosh"]), name: pick([nil, "A", "B"]), start: start,
                duration: chance(50) ? duration() : nil))
    }

    private mutating func addCause(_ isQuiet: Bool) {
        let id = id(orNonePercent: 15)
        let start = uniqueStart(id, \.anonymousWindows)
        let names = ["model", "@State x", "Row.body", "monkey", "untapped", "External: Time"]
        let gestures = ["onTapGesture", "Tap \"A\"", "key_down", "scroll", "model"]
        let kinds: [String?] = ["state", "environment", "update", "odd", nil]
        trace.causes.append(
            OracleTrace.Cause(
                id: id, kind: pick(isQuiet ? kinds : kinds + ["gesture", "touch-down"]),
                name: pick(isQuiet ? names : names + gestures), start: chance(20) ? nil : start))
    }

    /// Something that comes again and again, with what it updates.
    private mutating func addTicks() {
        let (name, kind) = (pick(["model", "tick", "key_down"]), pick(["state", nil]))
        let views = pick([["Row"], ["Row", "List"], ["Row", "Row", "Row"]])
        for tick in 0..<count(2...12) {
            let id = id(orNonePercent: 0)
            let start = Int64(tick) * pick([step, step, 300_000_000])
            trace.causes.append(OracleTrace.Cause(id: id, kind: kind, name: name, start: chance(80) ? start : nil))
            for view in views {
                let start = uniqueStart(nil, \.anonymousUpdates)
                trace.updates.append(
                    OracleTrace.Update(
                        tag: trace.updates.count, id: nil, view: view, module: "App", kind: "body", phase: "update",
                        start: start, duration: pick([1_000_000, 400_000]), thread: "main",
                        changed: pick([nil, ["@self"]]), causes: id.map { [$0] } ?? []))
            }
        }
    }

    /// Short updates of one view that one cause drives: what repeats, fan-outs and accumulated groups are made of.
    private mutating func crowdUpdates() {
        let instances: [String?] = pick([["1"], ["1", "2"], [nil, "1", "2"], [nil]])
        let cause = ids.isEmpty ? nil : source()
        for index in trace.updates.indices where chance(80) {
            trace.updates[index].view = "Row"
            trace.updates[index].kind = "body"
            trace.updates[index].module = "App"
            trace.updates[index].thread = "main"
            trace.updates[index].instance = pick(instances)
            if let cause, chance(70) { trace.updates[index].causes = [cause] }
            guard trace.updates[index].start != nil else { continue }
            trace.updates[index].duration = pick([0, 400_000, 999_999, 1_000_000, 4_150_000, 8_300_000])
            if chance(70) { trace.updates[index].phase = "update" }
            if chance(80) { trace.updates[index].changed = pick([nil, ["@self"], ["@dependencies"]]) }
        }
    }

    private mutating func addUpdate(_ number: Int, hasGroupID: Bool) {
        let id = id(orNonePercent: 10)
        let isEvidence = chance(5)
        let start = uniqueStart(id, \.anonymousUpdates)
        let changed: [[String]?] = [
            nil, nil, nil, [], ["@self"], ["@dependencies"], ["@self", "@dependencies"], ["@identity"], ["a"],
            ["@self", "_b"], ["@self", "@identity"], ["@dependencies", "a"],
        ]
        trace.updates.append(
            OracleTrace.Update(
                tag: number, id: id,
                view: pick(["Row", "Row", "Row", "Row", "Row", "List", "Rolodex", "UpdatedHostingScrollView"]),
                module: pick([nil, "App", "App", "App"]),
                kind: pick(["body", "body", "body", "body", "layout", "odd", "other"]),
                phase: isEvidence ? "update" : pick(["update", "update", "update", "update", "creation", "check"]),
                start: isEvidence ? nil : start, duration: isEvidence ? nil : duration(),
                thread: pick([nil, "main", "main", "worker"]), instance: pick([nil, "1", "1", "2", "3"]),
                group: hasGroupID && chance(60) ? UInt64(count(1...5)) : nil,
                changed: isEvidence ? ["@self"] : pick(changed)))
    }

    private mutating func addGroup(_ id: UInt64) {
        let isAnonymous = chance(25)
        // Groups without ids tie by nothing either.
        let starts = (trace.groups ?? []).filter { $0.id == nil }.map(\.start)
        var start = time()
        while isAnonymous, starts.contains(start) { start += 1 }
        trace.groups =
            (trace.groups ?? []) + [
                OracleTrace.Group(
                    id: isAnonymous ? nil : id, start: start, duration: duration(),
                    thread: pick([nil, "main", "worker"]))
            ]
    }

    private mutating func addSignpost() {
        let start = uniqueStart(nil, \.anonymousWindows)
        trace.signposts.append(
            OracleTrace.Signpost(
                name: pick(["Load", "Save"]), subsystem: pick(["app", "lib"]),
                category: pick(["PointsOfInterest", "PointsOfInterest", "net"]), start: start, duration: duration()))
    }

    private mutating func addStalls() {
        let lengths: [Int64] = [
            0, 1, 8_300_000, 16_670_000, 99_999_999, 100_000_000, 249_999_999, 250_000_000, 499_999_999, 500_000_000,
            1_999_999_999, 2_000_000_000,
        ]
        if chance(50) {
            trace.hitches = (0..<count(0...4)).map { _ in
                OracleTrace.Hitch(start: time(), duration: pick(lengths), isSystem: chance(30))
            }
        }
        for _ in 0..<count(0...3) {
            trace.hangs.append(OracleTrace.Hang(start: time(), duration: pick(lengths), kind: pick([nil, nil, "Odd"])))
        }
        let weights: [Int64?] = pick([[nil], [0, nil, 1_000_000, 2_000_000, 10_000_000], [1, 100_000_000]])
        for _ in 0..<pick([0, 1, 2, 5, 12]) {
            trace.samples.append(
                OracleTrace.Sample(start: time(), weight: pick(weights), thread: pick([nil, "main", "main", "worker"])))
        }
    }

    // MARK: Edges

    /// An id that something may refer to; now and then one that nothing has.
    private mutating func anyID() -> UInt64 { ids.isEmpty || chance(3) ? 9_999 : pick(ids) }

    /// Most causes lead to updates: from the few nodes that are none.
    private mutating func source() -> UInt64 {
        let few = (trace.causes.compactMap(\.id) + trace.interactions.compactMap(\.id)).prefix(sources)
        return few.isEmpty || chance(wildness) ? anyID() : pick(Array(few))
    }

    private mutating func addShorthand() {
        for index in trace.updates.indices where chance(55) {
            trace.updates[index].causes = (0..<pick([1, 1, 1, 2, 3])).map { _ in source() }
        }
        for index in trace.causes.indices where chance(30) {
            trace.causes[index].causes = (0..<pick([1, 1, 2])).map { _ in source() }
        }
    }

    private mutating func addEdges() {
        // Where nothing has an id no edge leads anywhere, and a trace of such edges only is refused.
        guard !ids.isEmpty else { return }
        for _ in 0..<count(0...14) { addEdge(from: source(), to: anyID()) }
        for update in trace.updates {
            guard let id = update.id, let cause = update.causes.first, chance(30) else { continue }
            addEdge(from: cause, to: id)
        }
        let copies = trace.edges.filter { _ in chance(10) }
        trace.edges += copies
    }

    private mutating func addEdge(from: UInt64, to: UInt64) {
        trace.edges.append(
            OracleTrace.Edge(
                from: from, to: to, at: chance(40) ? nil : time(), label: pick([nil, "update", "creation", "odd"]),
                changed: pick([nil, [], ["a"]])))
    }

    // MARK: Options

    private mutating func options() -> AnalysisOptions {
        var options = AnalysisOptions()
        options.deadlines = pick([
            .frame, .frame, .instruments, Deadlines(profile: "custom", orangeNs: 1_000_000, redNs: 1_000_000),
            Deadlines(profile: "custom", orangeNs: 16_666_666, redNs: 33_333_333),
        ])
        if chance(20) { options.leastConfidence = pick([.likely, .proven]) }
        if chance(15) { options.ignoredViews = pick([["Row"], ["Ro*"], ["Li*", "Rolodex"]]) }
        if chance(15) {
            options.interactionSignposts = pick([
                [SignpostFilter(subsystem: "app", category: "net")],
                [SignpostFilter(subsystem: "lib", category: "PointsOfInterest", name: "Load")],
            ])
        }
        return options
    }
}
