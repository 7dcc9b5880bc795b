/// Decides for every update in a window or of a recurring cause whether it was necessary, and why (docs/analysis.md,
/// section 5): the first of nine rules that applies. Checks and untimed evidence get no verdict.
enum VerdictPass: AnalysisPass {
    static let name = "unnecessary-updates"
    static let reads: Results = [.processes, .views, .groups, .chains, .recurring, .windows]
    static let writes: Results = .verdicts
    /// From this many instances of one view on, a cause that reaches them is a fan-out.
    static let fanOutInstances = 3
    /// Without a driving cause, so many updates of one view in one update group that name `@self` alone are one parent's work.
    static let parentOnlyAtOnce = 3

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let count = records.updates.count
        results.reason = Column(repeating: .none, count: count)
        results.verdict = Column(repeating: .none, count: count)
        results.mostRuns = [Int](repeating: 0, count: results.views.count)
        results.judged = judged(records, results)
        let evidence = ChangedEvidence(records)
        applyOwnEvidence(results.judged, records, evidence, results)
        applyRepeats(records, results)
        applyFanOuts(causesInWindows(results.judged, records, results), records, results)
        applyReached(results.judged, records, evidence, options, results)
    }

    private static func judged(_ records: TraceRecords, _ results: AnalysisResults) -> Buckets {
        let roles = results.role.buffer
        // Each run is judged separately, like an interaction. Updates in windows have a time.
        let hasRecurring = results.membership.buffer.contains(.recurring)
        return Buckets(
            roles.count, numbers: results.windows.count + (hasRecurring ? results.runs.count : 0),
            number: { roles[$0] == .counted ? results.judgedPlace($0) : -1 }, item: { UInt32(truncatingIfNeeded: $0) })
    }

    // MARK: Rules 1 to 3

    private static func applyOwnEvidence(
        _ judged: borrowing Buckets, _ records: TraceRecords, _ evidence: borrowing ChangedEvidence,
        _ results: AnalysisResults
    ) {
        let (phases, changed, reasons) = (
            records.updates.phase.buffer, records.updates.changed.rows, results.reason.buffer
        )
        for place in 0..<judged.count {
            let row = judged[place]
            reasons[row] = phases[row] == .creation ? .creation : evidence.ofOwn(changed[row])
        }
    }

    // MARK: Rule 4

    /// The same known instance more than once in one group: all but its last run, even if another rule applied to that
    /// one.
    private static func applyRepeats(_ records: TraceRecords, _ results: AnalysisResults) {
        let reasons = results.reason.buffer
        var mostRuns = results.mostRuns
        InstanceRuns.eachRepeat(records, results) { previous, runs in
            if reasons[previous] == .none { reasons[previous] = .repeated }
            let view = Int(results.viewOfKey[Int(records.updates.view[previous])])
            mostRuns[view] = max(mostRuns[view], runs)
        }
        results.mostRuns = mostRuns
    }

    // MARK: Rules 5 and 6

    /// The updates of one view triggered by one cause in one window.
    private struct FanOut: BitwiseCopyable {
        var cause: Int32 = -1
        var first: Int32 = -1
        var instances = FewInstances()
    }

    private static func applyFanOuts(
        _ causes: borrowing Buckets, _ records: TraceRecords, _ results: AnalysisResults
    ) {
        let (instances, reasons) = (records.updates.instance.rows, results.reason.buffer)
        let (keys, viewOfKey) = (records.updates.view.buffer, results.viewOfKey.buffer)
        let clock = ViewClock(records, results)
        // By view; a number tells values of an earlier cause apart.
        let fans = Scratch(repeating: FanOut(), count: results.views.count)
        for cause in 0..<causes.numbers {
            let own = causes.places(cause)
            if let first = own.first, clock.drives(causes[first]) {
                for place in own where reasons[causes[place]] == .none && clock.isRead(causes[place]) {
                    reasons[causes[place]] = .expected
                }
            }
            for place in own where reasons[causes[place]] == .none {
                let row = causes[place]
                let view = Int(viewOfKey[Int(keys[row])])
                var fan = fans[view]
                if fan.cause != Int32(cause) { fan = FanOut(cause: Int32(cause), first: Int32(row)) }
                fan.instances.add(FewInstances.identity(instances[row], row))
                fans[view] = fan
            }
            for place in own where reasons[causes[place]] == .none {
                let row = causes[place]
                let view = Int(viewOfKey[Int(keys[row])])
                if fans[view].instances.count >= fanOutInstances {
                    reasons[row] = fans[view].first == Int32(row) ? .expected : .fanOut
                } else if own.count == 1 {
                    reasons[row] = .expected
                }
            }
        }
    }

    /// Rows by driving cause in a window or run, in time order.
    private static func causesInWindows(
        _ judged: borrowing Buckets, _ records: TraceRecords, _ results: AnalysisResults
    ) -> Buckets {
        let drivers = results.drivingCause.buffer
        // By driving cause: its last window, and its number there.
        let last = Scratch<(window: Int32, number: Int32)>(repeating: (-1, -1), count: records.firstUpdateNode)
        let numberOfPlace = Scratch<Int32>(repeating: -1, count: judged.count)
        var numbers: Int32 = 0
        for window in 0..<judged.numbers {
            for place in judged.places(window) {
                let driver = Int(drivers[judged[place]])
                if driver < 0 { continue }
                if last[driver].window != Int32(window) {
                    last[driver] = (Int32(window), numbers)
                    numbers += 1
                }
                numberOfPlace[place] = last[driver].number
            }
        }
        return Buckets(
            judged.count, numbers: Int(numbers), number: { Int(numberOfPlace[$0]) },
            item: { UInt32(truncatingIfNeeded: judged[$0]) })
    }

    // MARK: Rules 7 to 9, and verdicts

    private static func applyReached(
        _ judged: borrowing Buckets, _ records: TraceRecords, _ evidence: borrowing ChangedEvidence,
        _ options: AnalysisOptions,
        _ results: AnalysisResults
    ) {
        let (keys, changed) = (records.updates.view.buffer, records.updates.changed.rows)
        let (reasons, verdicts) = (results.reason.buffer, results.verdict.buffer)
        let ignored = IgnoredViews(records, options)
        let table = VerdictTable(options)
        for place in 0..<judged.count {
            let row = judged[place]
            if reasons[row] == .none { reasons[row] = evidence.ofReached(changed[row]) }
            verdicts[row] = table.verdict(reasons[row], isIgnored: ignored.contains(Int(keys[row])))
        }
        let undriven = undriven(judged, results)
        let atOnce = parentOnlyAtOnce(undriven, records, results)
        for (place, row) in undriven.enumerated() where !atOnce[place] { verdicts[row] = .unknown }
    }

    /// The rows of rules 7 and 8 without a driving cause: with it, rule 5 or 6 might have told the opposite.
    private static func undriven(_ judged: borrowing Buckets, _ results: AnalysisResults) -> [Int] {
        let (reasons, drivers) = (results.reason.buffer, results.drivingCause.buffer)
        var rows: [Int] = []
        for place in 0..<judged.count {
            let row = judged[place]
            guard drivers[row] < 0 else { continue }
            if reasons[row] == .parentOnly || reasons[row] == .changedDependency { rows.append(row) }
        }
        return rows
    }

    /// By place in `rows`: whether it is one of several updates of a view in a group that name `@self` alone.
    private static func parentOnlyAtOnce(
        _ rows: [Int], _ records: TraceRecords, _ results: AnalysisResults
    ) -> [Bool] {
        let (keys, viewOfKey) = (records.updates.view.buffer, results.viewOfKey.buffer)
        let index = PairIndex()
        var counts: [Int] = []
        let numbers = rows.map { row -> Int in
            let group = results.group[row]
            guard results.reason[row] == .parentOnly, group != AnalysisResults.none else { return -1 }
            let number = index.number(UInt32(viewOfKey[Int(keys[row])]), UInt32(group))
            if number == counts.count { counts.append(0) }
            counts[number] += 1
            return number
        }
        return numbers.map { $0 >= 0 && counts[$0] >= parentOnlyAtOnce }
    }
}

/// Counts distinct instances up to three, the largest number that matters.
struct FewInstances: BitwiseCopyable {
    private(set) var count = 0
    /// The first ones.
    private var one: UInt64 = 0
    private var two: UInt64 = 0

    @inline(__always)
    mutating func add(_ identity: UInt64) {
        switch count {
        case 0: one = identity
        case 1 where identity != one: two = identity
        case 2 where identity != one && identity != two: break
        default: return
        }
        count += 1
    }

    /// An update without an instance id counts as an instance of its own.
    @inline(__always)
    static func identity(_ instance: NameID, _ row: Int) -> UInt64 {
        instance.isPresent ? UInt64(instance.rawValue) : 1 << 40 | UInt64(row)
    }
}

/// The verdict for each reason.
private struct VerdictTable: ~Copyable {
    private let verdicts = Scratch<Verdict>(repeating: .none, count: 32)

    init(_ options: AnalysisOptions) {
        for code in UInt8(0)...UInt8(15) {
            guard let reason = Reason(rawValue: code) else { continue }
            // Below the requested confidence, and for ignored views, an update is not called unnecessary.
            let isDoubted = reason.confidence.map { $0 < options.leastConfidence } ?? false
            verdicts[Int(code)] = isDoubted ? .unknown : reason.verdict
            verdicts[16 + Int(code)] = reason.confidence == nil ? reason.verdict : .unknown
        }
    }

    @inline(__always)
    func verdict(_ reason: Reason, isIgnored: Bool) -> Verdict { verdicts[Int(reason.rawValue) + (isIgnored ? 16 : 0)] }
}

/// What a list of changed properties proves; computed once per distinct list.
private struct ChangedEvidence: ~Copyable {
    /// By list: the reason by rules 2 and 3, and by rules 7 to 9.
    private let own: Scratch<Reason>
    private let reached: Scratch<Reason>

    init(_ records: TraceRecords) {
        let lists = records.lists.lists
        own = Scratch(repeating: .none, count: lists.count)
        reached = Scratch(repeating: .noEvidence, count: lists.count)
        // The first is "unknown".
        for (index, list) in lists.enumerated().dropFirst() {
            let isMarker = { (item: NameID) in item == NameID(.selfProperty) || item == NameID(.dependenciesProperty) }
            if list.isEmpty {
                own[index] = .unchanged
            } else if !list.allSatisfy(isMarker) {
                own[index] = .changedInput
            } else {
                let hasDependencies = list.contains(NameID(.dependenciesProperty))
                reached[index] = hasDependencies ? .changedDependency : .parentOnly
            }
        }
    }

    @inline(__always)
    func ofOwn(_ list: ListID) -> Reason { own[Int(list.rawValue)] }

    @inline(__always)
    func ofReached(_ list: ListID) -> Reason { reached[Int(list.rawValue)] }
}

/// The views selected by `--ignore`, by key of `TraceRecords.views`.
private struct IgnoredViews: ~Copyable {
    private let isIgnored: Scratch<Bool>

    init(_ records: TraceRecords, _ options: AnalysisOptions) {
        isIgnored = Scratch(repeating: false, count: records.views.count)
        guard !options.ignoredViews.isEmpty else { return }
        let names = GlobNames(records.views.buffer.map { records.names.text($0.name) ?? "" })
        for pattern in options.ignoredViews { for key in names.matches(pattern).indexes { isIgnored[key] = true } }
    }

    @inline(__always)
    func contains(_ key: Int) -> Bool { isIgnored[key] }
}

/// The runs of known instances of views in their update groups.
enum InstanceRuns {
    /// The last seen run of an instance in a group.
    private struct Last: BitwiseCopyable {
        var row: Int32
        var group: Int32
        var runs: Int32
    }

    /// Visits every judged update that is not the first run of its instance in its group, with the row of the previous
    /// run and their number so far. Rows come by start, then id. A run may be visited twice.
    static func eachRepeat(
        _ records: TraceRecords, _ results: AnalysisResults, _ take: (_ previous: Int, _ runs: Int) -> Void
    ) {
        guard !records.updates.instance.isEmpty else { return }
        // The groups of an instance are mostly consecutive, so that only the last one matters.
        if !eachRepeat(records, results, forgetsGroups: true, take) {
            _ = eachRepeat(records, results, forgetsGroups: false, take)
        }
    }

    /// Returns false early if an instance returns to a forgotten group.
    @inline(__always)
    private static func eachRepeat(
        _ records: TraceRecords, _ results: AnalysisResults, forgetsGroups: Bool,
        _ take: (_ previous: Int, _ runs: Int) -> Void
    ) -> Bool {
        let updates = records.updates
        let (instances, views, roles) = (updates.instance.rows, updates.view.buffer, results.role.buffer)
        let (groups, viewOfKey) = (results.group.buffer, results.viewOfKey.buffer)
        let index = PairIndex()
        let indexByGroup = PairIndex()
        let last = Column<Last>()
        for row in instances.values.indices {
            let (instance, group) = (instances.values[row], groups[row])
            guard instance.isPresent, group != AnalysisResults.none, roles[row] == .counted,
                results.judgedPlace(row) >= 0
            else { continue }
            var number = index.number(viewOfKey[Int(views[row])], instance.rawValue)
            if !forgetsGroups { number = indexByGroup.number(UInt32(number), UInt32(group)) }
            if number == last.count {
                last.append(Last(row: Int32(row), group: group, runs: 1))
                continue
            }
            let before = last.base[number]
            if before.group > group { return false }
            let runs = before.group == group ? before.runs + 1 : 1
            if runs > 1 { take(Int(before.row), Int(runs)) }
            last.base[number] = Last(row: Int32(row), group: group, runs: runs)
        }
        return true
    }
}
