/// The main thread's samples inside the long bodies of one view.
struct BodySamples {
    struct Stack {
        var samples = 0
        /// Their weights; meaningful where all have one.
        var nanoseconds: Int64 = 0
    }

    var byStack: [UInt32: Stack] = [:]
    var samples = 0
    var hasWeights = true
    var window = CommonWindow()

    func heavyPath(_ context: RuleContext) -> HeavyPath? {
        HeavyPath(byStack.mapValues(\.samples), total: samples, context)
    }

    /// By view.
    static func collect(_ context: RuleContext) -> [Int: BodySamples] {
        var found: [Int: BodySamples] = [:]
        each(context) { body, sample in
            found[context.view(body), default: BodySamples()].add(sample, window: context.results.window[body])
        }
        return found
    }

    /// Goes through the samples inside long bodies, with the row of the update. A sample belongs to the long body that
    /// began last of those of its process that hold it.
    static func each(_ context: RuleContext, _ visit: (_ body: Int, SampleRecord) -> Void) {
        let (samples, updates) = (context.records.samples, context.updates)
        let bodies = longBodies(context)
        guard !bodies.isEmpty else { return }
        let scope = context.results.scope
        var next = 0
        // By process: no body of one holds a sample of another.
        var open: [NameID: [Int]] = [:]
        var running = RunningStates(context.names)
        for index in context.mainSamples.rows where running.contains(samples[index].state) {
            let sample = samples[index]
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

    private mutating func add(_ sample: SampleRecord, window: Int32) {
        samples += 1
        self.window.add(window)
        var stack = byStack[sample.stack] ?? Stack()
        stack.samples += 1
        stack.nanoseconds = stack.nanoseconds.addingSaturating(max(0, sample.weight))
        byStack[sample.stack] = stack
        if sample.weight < 0 { hasWeights = false }
    }
}
