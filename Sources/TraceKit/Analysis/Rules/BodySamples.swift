/// The main thread's samples inside the long bodies of one view.
struct BodySamples {
    struct Stack {
        var samples = 0
        /// The sum of their weights; meaningful if all have one.
        var nanoseconds: Int64 = 0
    }

    /// One sample in one body.
    struct InBody: BitwiseCopyable {
        let body: Int32
        let stack: UInt32
        /// Negative = not known.
        let nanoseconds: Int64
    }

    var byStack: [UInt32: Stack] = [:]
    private(set) var inBodies: [InBody] = []
    var samples = 0
    var hasWeights = true
    var window = CommonWindow()

    /// Of fewer expected samples the missing ones say nothing.
    private static let enough = 100

    /// The time of the view's long bodies and what of it the main thread ran in them, if that is little: then they wait.
    func wait(of view: Int, _ context: RuleContext) -> (totalNs: Int64, runningNs: Int64)? {
        guard let long = context.longUpdates[view], let period = context.samplePeriodNs, samples > 0, hasWeights,
            long.totalNs / period >= Self.enough
        else { return nil }
        let running = Int64(samples).multipliedReportingOverflow(by: period)
        guard !running.overflow, running.partialValue < long.totalNs / 100 * Int64(RuleThresholds.blockedPercent) else {
            return nil
        }
        return (long.totalNs, running.partialValue)
    }

    func heavyPath(_ context: RuleContext) -> HeavyPath? {
        HeavyPath(byStack.mapValues(\.samples), total: samples, context)
    }

    /// By view.
    static func collect(_ context: RuleContext) -> [Int: BodySamples] {
        var found: [Int: BodySamples] = [:]
        each(context) { body, sample in
            found[context.view(body), default: BodySamples()].add(sample, body, window: context.results.window[body])
        }
        return found
    }

    /// Visits the samples inside long bodies, with the row of the update. A sample belongs to the long body of its
    /// process that contains it and began last.
    static func each(_ context: RuleContext, _ visit: (_ body: Int, SampleRecord) -> Void) {
        let (samples, updates) = (context.records.samples, context.updates)
        let bodies = longBodies(context)
        guard !bodies.isEmpty else { return }
        let scope = context.results.scope
        var next = 0
        // By process: no body contains a sample of another process.
        var open: [NameID: [Int]] = [:]
        var states = RunningStates(context.names)
        let isRunning = samples.bySource { states.contains($0.state) }
        for row in context.mainSamples.rows.lazy.map({ Int($0) }) where isRunning[row] {
            let sample = samples[row]
            while next < bodies.count, updates.start[bodies[next]] <= sample.start {
                open[scope.owner(updates.process[bodies[next]]), default: []].append(bodies[next])
                next += 1
            }
            let owner = scope.owner(sample.process)
            while let last = open[owner]?.last {
                if updates.start[last].addingSaturating(context.duration(last)) > sample.start {
                    visit(last, sample)
                    break
                }
                open[owner]?.removeLast()
            }
        }
    }

    private static func longBodies(_ context: RuleContext) -> [Int] {
        let (updates, results) = (context.updates, context.results)
        guard context.records.samples.count > 0 else { return [] }
        return (0..<updates.count).filter { row in
            results.severity[row] > 0 && context.isCounted(row) && updates.thread[row] == NameID(.main)
                && results.views[context.view(row)].kind == .body
        }
    }

    private mutating func add(_ sample: SampleRecord, _ body: Int, window: Int32) {
        samples += 1
        inBodies.append(InBody(body: Int32(body), stack: sample.stack, nanoseconds: sample.weight))
        self.window.add(window)
        var stack = byStack[sample.stack] ?? Stack()
        stack.samples += 1
        stack.nanoseconds = stack.nanoseconds.addingSaturating(max(0, sample.weight))
        byStack[sample.stack] = stack
        if sample.weight < 0 { hasWeights = false }
    }
}

/// App signpost intervals inside the long bodies of a view: the app's own measurements.
struct BodyIntervals {
    /// One signpost by name.
    struct Tally {
        var name: NameID
        /// Long bodies with such an interval.
        var bodies = 0
        var totalNs: Int64 = 0
        /// The long body that was counted last.
        fileprivate var last = -1
    }

    /// By view: those in at least half of its long bodies, with most time first.
    static func collect(_ context: RuleContext) -> [Int: [Tally]] {
        let (updates, severity) = (context.updates, context.results.severity.buffer)
        let signposts = context.records.signposts
        guard signposts.count > 0 else { return [:] }
        let bodies = severity.indices.filter { row in
            severity[row] > 0 && context.isCounted(row) && updates.duration[row] > 0
                && context.results.views[context.view(row)].kind == .body
        }
        guard !bodies.isEmpty else { return [:] }
        var tallies: [Int: [NameID: Tally]] = [:]
        var (next, open) = (0, [Int]())
        // Bodies and signposts come by start.
        for index in 0..<signposts.count where signposts[index].duration > 0 {
            let signpost = signposts[index]
            let end = signpost.start.addingSaturating(signpost.duration)
            while next < bodies.count, updates.start[bodies[next]] <= signpost.start {
                open.append(bodies[next])
                next += 1
            }
            while let last = open.last, updates.start[last].addingSaturating(updates.duration[last]) <= signpost.start {
                open.removeLast()
            }
            guard let body = open.last, updates.start[body].addingSaturating(updates.duration[body]) >= end,
                isSameThread(signpost, body, context)
            else { continue }
            tallies[context.view(body), default: [:]][signpost.name, default: Tally(name: signpost.name)].add(
                signpost.duration, body)
        }
        return tallies.reduce(into: [:]) { found, entry in
            let count = context.longUpdates[entry.key]?.count ?? 0
            let most = entry.value.values.filter { $0.bodies * 2 >= count }
            if !most.isEmpty { found[entry.key] = most.sorted { isFirst($0, $1, context) } }
        }
    }

    private static func isFirst(_ left: Tally, _ right: Tally, _ context: RuleContext) -> Bool {
        left.totalNs == right.totalNs
            ? context.names.isText(left.name, before: right.name) : left.totalNs > right.totalNs
    }

    /// Bodies of logs are on the main thread, whose signposts have a thread number there.
    private static func isSameThread(_ signpost: SignpostRecord, _ body: Int, _ context: RuleContext) -> Bool {
        let updates = context.updates
        let isNumber = context.name(signpost.thread).hasPrefix("0x") && updates.thread[body] == NameID(.main)
        let isOneThread = !signpost.thread.isPresent || isNumber || signpost.thread == updates.thread[body]
        let scope = context.results.scope
        return isOneThread && scope.owner(signpost.process) == scope.owner(updates.process[body])
    }
}

extension BodyIntervals.Tally {
    fileprivate mutating func add(_ duration: Int64, _ body: Int) {
        totalNs = totalNs.addingSaturating(duration)
        if last != body {
            last = body
            bodies += 1
        }
    }
}

/// The call path with most samples: from the outermost frame inwards, as long as one callee has most of them.
struct HeavyPath {
    /// Outermost first; never empty.
    let frames: [NameID]
    /// Of the frames; empty where they are not known.
    let binaries: [NameID]
    /// Samples in the innermost of them, and all samples.
    let samples: Int
    let total: Int

    var percent: Int { RuleWords.percent(samples, of: total) }

    /// Nil if no call has enough of the samples.
    init?(_ samplesByStack: [UInt32: Int], total: Int, _ context: RuleContext) {
        let nodes = context.records.stacks.nodes
        var counts: [UInt32: Int] = [:]
        for (leaf, count) in samplesByStack {
            counts[leaf, default: 0] += count
            // Callers already added by another stack are skipped.
            var node = nodes.parent(Int(leaf))
            while node != 0, counts[node] == nil {
                counts[node] = 0
                node = nodes.parent(Int(node))
            }
        }
        var children: [UInt32: [UInt32]] = [:]
        // Callers have lower numbers than callees.
        for node in counts.keys.sorted(by: >) where node != 0 {
            let parent = nodes.parent(Int(node))
            children[parent, default: []].append(node)
            if parent != 0 { counts[parent, default: 0] += counts[node] ?? 0 }
        }
        var (path, binaries): ([NameID], [NameID]) = ([], [])
        var held = 0
        var place: UInt32 = 0
        while let heaviest = Self.heaviest(children[place] ?? [], counts, context),
            let count = counts[heaviest], count * 100 >= total * RuleThresholds.heavyPathPercent, count > 0
        {
            path.append(nodes[Int(heaviest)].frame)
            binaries.append(nodes[Int(heaviest)].binary)
            held = count
            place = heaviest
        }
        guard !path.isEmpty else { return nil }
        (frames, self.binaries, samples, self.total) = (path, binaries, held, total)
    }

    /// For paths that were found in another way.
    init(frames: [NameID], samples: Int, total: Int) {
        (self.frames, binaries, self.samples, self.total) = (frames, [], samples, total)
    }

    private static func heaviest(_ nodes: [UInt32], _ counts: [UInt32: Int], _ context: RuleContext) -> UInt32? {
        nodes.max { left, right in
            let (first, second) = (counts[left] ?? 0, counts[right] ?? 0)
            return first != second ? first < second : comesFirst(right, before: left, context)
        }
    }

    /// Ties between callees prefer the first by name.
    static func comesFirst(_ left: UInt32, before right: UInt32, _ context: RuleContext) -> Bool {
        let table = context.records.stacks.nodes
        let (one, other) = (table[Int(left)], table[Int(right)])
        if one.frame != other.frame { return context.names.isText(one.frame, before: other.frame) }
        return context.names.isText(one.binary, before: other.binary)
    }

    /// The innermost frames: `ModelData.load(_:) → JSONDecoder.decode(_:from:)`; nil for only the entry point.
    func words(_ context: RuleContext, _ limit: Int) -> String? {
        guard frames.count > 1 else { return nil }
        return frames.suffix(min(limit, frames.count - 1)).map { context.placed($0) }.joined(separator: " → ")
    }
}

extension HeavyPath {
    /// The path inside a body, after its getter; nil if most samples are in the body itself.
    func inBody(_ context: RuleContext) -> String? {
        let getter = frames.lastIndex { frame in
            let words = CostlyCalls.words(Array(context.names.bytes(of: frame)))
            return words.contains { $0.elementsEqual("body".utf8) }
                && words.contains { $0.elementsEqual("getter".utf8) }
        }
        var inner = getter.map { frames[($0 + 1)...] } ?? frames.dropFirst()
        while let last = inner.indices.last, isOfRuntime(last, context) { inner.removeLast() }
        guard !inner.isEmpty else { return nil }
        return inner.suffix(2).map { context.placed($0) }.joined(separator: " → ")
    }

    /// Whether a frame is of what runs any body: no one can take it out.
    private func isOfRuntime(_ place: Int, _ context: RuleContext) -> Bool {
        if place < binaries.count, Self.runtime.contains(context.name(binaries[place])) { return true }
        let name = context.name(frames[place])
        return Self.prefixes.contains { name.hasPrefix($0) }
    }

    private static let runtime: Set<String> = [
        "SwiftUI", "SwiftUICore", "AttributeGraph", "libswiftCore.dylib", "libobjc.A.dylib", "libsystem_malloc.dylib",
        "libsystem_platform.dylib",
    ]
    private static let prefixes = ["swift_", "_swift_", "objc_", "malloc", "_malloc", "free", "_platform_mem", "AG::"]
}
