/// The main thread's samples by time.
struct MainSamples {
    /// Rows of `TraceRecords.samples`, by time.
    let rows: [UInt32]
    private var walks: WalkAllowance
    /// The path that was asked for last: samples without times are in every interval.
    private var last: (places: Range<Int>, path: HeavyPath?)?

    init(_ context: RuleContext) {
        self.init(rows: context.results.mainSampleRows)
    }

    private init(rows: [UInt32]) {
        self.rows = rows
        walks = WalkAllowance(rows: rows.count)
    }

    /// The samples by process, if several are analysed.
    func byOwner(_ context: RuleContext) -> [NameID: MainSamples] {
        let samples = context.records.samples
        return context.results.scope.byOwner(rows) { samples[Int($0)].process }.mapValues { MainSamples(rows: $0) }
    }

    /// Samples walked over, for tests.
    var steps: Int { walks.walked }

    /// The call path with most of the samples in an interval; nil also where so many overlap that it would take too long.
    mutating func heavyPath(from start: Int64, to end: Int64, _ context: RuleContext) -> HeavyPath? {
        let places = places(from: start, to: end, context)
        if let last, last.places == places { return last.path }
        guard walks.allows(places.count) else { return nil }
        let stacks = stacks(from: start, to: end, context)
        let path = HeavyPath(stacks.byStack, total: stacks.total, context)
        last = (places, path)
        return path
    }

    /// The stacks of the samples in an interval with their counts, including those of a waiting thread.
    func stacks(from start: Int64, to end: Int64, _ context: RuleContext) -> (byStack: [UInt32: Int], total: Int) {
        let samples = context.records.samples
        let places = places(from: start, to: end, context)
        var byStack: [UInt32: Int] = [:]
        for place in places {
            let stack = samples[Int(rows[place])].stack
            if stack != 0 { byStack[stack, default: 0] += 1 }
        }
        return (byStack, places.count)
    }

    /// Indexes into `rows`.
    private func places(from start: Int64, to end: Int64, _ context: RuleContext) -> Range<Int> {
        let samples = context.records.samples
        if context.records.areUntimed(samples: rows) { return rows.indices }
        let first = rows.firstPlace { samples[Int($0)].start >= start }
        return first..<max(first, rows.firstPlace { samples[Int($0)].start >= end })
    }
}

/// Which thread states mean running, as far as the source says; each is looked up once.
struct RunningStates {
    private let names: NameTable
    private var known: [UInt32: Bool] = [:]
    private var last: (state: UInt32, isRunning: Bool)?

    init(_ names: NameTable) { self.names = names }

    mutating func contains(_ state: NameID) -> Bool {
        if let last, last.state == state.rawValue { return last.isRunning }
        let isRunning = known[state.rawValue] ?? isRunning(state)
        known[state.rawValue] = isRunning
        last = (state.rawValue, isRunning)
        return isRunning
    }

    private func isRunning(_ state: NameID) -> Bool {
        !state.isPresent || names.text(state)?.lowercased() == "running"
    }
}
