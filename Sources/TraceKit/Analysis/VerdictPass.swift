/// Says of every update inside a window whether it was due, and why (analysis contract, section 5): the first of
/// nine rules that applies. Checks and untimed evidence get no verdict.
enum VerdictPass: AnalysisPass {
    static let name = "unnecessary-updates"
    /// From this many instances on, one cause reaching many instances of one view is a fan-out.
    static let fanOutInstances = 3

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let rows = Column<UInt32>()
        for row in 0..<records.updates.count
        where results.window[row] != AnalysisResults.none && records.updates.isCounted(row) {
            rows.append(UInt32(row))
        }
        results.reason = Column(repeating: .none, count: records.updates.count)
        results.verdict = Column(repeating: .none, count: records.updates.count)
        let evidence = ChangedEvidence(records)
        takeOwnEvidence(rows, records, evidence, results)
        takeRepeats(records, results)
        takeFanOuts(rows, records, results)
        takeReached(rows, records, evidence, results)
        let ignored = IgnoredViews(records, options)
        for index in 0..<rows.count {
            let row = Int(rows[index])
            results.verdict[row] = verdict(results.reason[row], isIgnored: ignored.contains(row), options)
        }
    }

    /// Below the confidence asked for, and for ignored views, an update is not called unnecessary.
    private static func verdict(_ reason: Reason, isIgnored: Bool, _ options: AnalysisOptions) -> Verdict {
        guard let confidence = reason.confidence else { return reason.verdict }
        return isIgnored || confidence < options.leastConfidence ? .unknown : .unnecessary
    }

    // MARK: Rules 1 to 3

    private static func takeOwnEvidence(
        _ rows: Column<UInt32>, _ records: TraceRecords, _ evidence: ChangedEvidence, _ results: AnalysisResults
    ) {
        for index in 0..<rows.count {
            let row = Int(rows[index])
            if records.updates.phase[row] == .creation {
                results.reason[row] = .creation
                continue
            }
            switch evidence.of(records.updates.changed[row]) {
            case .nothing: results.reason[row] = .unchanged
            case .own: results.reason[row] = .changedInput
            default: break
            }
        }
    }

    // MARK: Rule 4

    /// The same known instance more than once in one group: all but its last run, whatever rule took that one.
    private static func takeRepeats(_ records: TraceRecords, _ results: AnalysisResults) {
        let reasons = results.reason
        InstanceRuns.eachRepeat(records, results) { previous, _ in
            if reasons[previous] == .none { reasons[previous] = .repeated }
        }
    }

    // MARK: Rules 5 and 6

    /// The updates of one view that one cause led to, in one window.
    private struct FanOut: BitwiseCopyable {
        var cause: Int32 = -1
        var first: Int32 = -1
        /// Distinct instances, as far as they matter.
        var instances = 0
        /// The first ones, by name or row.
        var one: UInt64 = 0
        var two: UInt64 = 0

        mutating func add(_ identity: UInt64) {
            switch instances {
            case 0: one = identity
            case 1 where identity != one: two = identity
            case 2 where identity != one && identity != two: break
            default: return
            }
            instances += 1
        }
    }

    private static func takeFanOuts(_ rows: Column<UInt32>, _ records: TraceRecords, _ results: AnalysisResults) {
        let groups = RowsByCause(rows, results)
        let (views, viewOfKey, instances) = (records.updates.view, results.viewOfKey, records.updates.instance)
        let reasons = results.reason
        // By view; what another cause left behind is told by its number.
        let fans = Column<FanOut>(repeating: FanOut(), count: results.views.count)
        for cause in 0..<groups.causes {
            let own = groups.rows(of: cause)
            for row in own where reasons[Int(row)] == .none {
                let row = Int(row)
                let view = Int(viewOfKey[Int(views[row])])
                if fans[view].cause != Int32(cause) { fans[view] = FanOut(cause: Int32(cause), first: Int32(row)) }
                // An update without an instance id counts as an instance of its own.
                let instance = instances[row]
                fans[view].add(instance.isPresent ? UInt64(instance.rawValue) : 1 << 40 | UInt64(row))
            }
            for row in own where reasons[Int(row)] == .none {
                let fan = fans[Int(viewOfKey[Int(views[Int(row)])])]
                if fan.instances >= fanOutInstances {
                    reasons[Int(row)] = fan.first == Int32(bitPattern: row) ? .expected : .fanOut
                } else if own.count == 1 {
                    reasons[Int(row)] = .expected
                }
            }
        }
    }

    // MARK: Rules 7 to 9

    private static func takeReached(
        _ rows: Column<UInt32>, _ records: TraceRecords, _ evidence: ChangedEvidence, _ results: AnalysisResults
    ) {
        for index in 0..<rows.count {
            let row = Int(rows[index])
            guard results.reason[row] == .none else { continue }
            switch evidence.of(records.updates.changed[row]) {
            case .selfOnly: results.reason[row] = .parentOnly
            case .dependencies: results.reason[row] = .changedDependency
            default: results.reason[row] = .noEvidence
            }
        }
    }
}

/// Rows by the driving cause they have in a window; within one in the order of time.
private struct RowsByCause {
    private(set) var causes = 0
    private let ends = Column<UInt32>(repeating: 0, count: 1)
    private let sorted: Column<UInt32>

    init(_ rows: Column<UInt32>, _ results: AnalysisResults) {
        let (drivers, windows) = (results.drivingCause, results.window)
        var index = KeyIndex()
        // By driving cause: the window it was met in last, and its number there. Few causes reach into two windows.
        let last = Column<(window: Int32, cause: Int32)>(repeating: (-1, -1), count: results.parent.count)
        let causeOfPlace = Column<Int32>(repeating: -1, count: rows.count)
        for place in 0..<rows.count {
            let (driver, window) = (drivers[Int(rows[place])], windows[Int(rows[place])])
            guard driver != AnalysisResults.none else { continue }
            var cause = last[Int(driver)]
            if cause.window != window {
                cause = (window, Int32(index.number(UInt64(window), UInt64(driver))))
                last[Int(driver)] = cause
                if Int(cause.cause) == causes {
                    causes += 1
                    ends.append(0)
                }
            }
            causeOfPlace[place] = cause.cause
            ends[Int(cause.cause) + 1] += 1
        }
        // A counting sort.
        for cause in 0..<causes { ends[cause + 1] += ends[cause] }
        let next = Column<UInt32>(capacity: causes + 1)
        next.append(contentsOf: ends.base, count: causes + 1)
        sorted = Column(repeating: 0, count: Int(ends[causes]))
        for place in 0..<rows.count where causeOfPlace[place] >= 0 {
            let cause = Int(causeOfPlace[place])
            sorted[Int(next[cause])] = rows[place]
            next[cause] += 1
        }
    }

    func rows(of cause: Int) -> UnsafeMutableBufferPointer<UInt32> {
        UnsafeMutableBufferPointer(rebasing: sorted.buffer[Int(ends[cause])..<Int(ends[cause + 1])])
    }
}

/// What a changed-properties list proves; worked out once a distinct list.
private struct ChangedEvidence {
    enum Kind { case unknown, nothing, own, selfOnly, dependencies }

    private let kinds: [Kind]

    init(_ records: TraceRecords) {
        kinds = records.lists.lists.enumerated().map { index, list in
            if index == 0 { return .unknown }
            if list.isEmpty { return .nothing }
            let isMarker = { (item: NameID) in item == NameID(.selfProperty) || item == NameID(.dependenciesProperty) }
            if !list.allSatisfy(isMarker) { return .own }
            return list.contains(NameID(.dependenciesProperty)) ? .dependencies : .selfOnly
        }
    }

    @inline(__always)
    func of(_ list: ListID) -> Kind { kinds[Int(list.rawValue)] }
}

/// The views that `--ignore` names.
private struct IgnoredViews {
    private let isIgnored: [Bool]
    private let views: Column<UInt32>

    init(_ records: TraceRecords, _ options: AnalysisOptions) {
        views = records.updates.view
        isIgnored = records.views.map { view in
            let name = records.names.text(view.name) ?? ""
            return options.ignoredViews.contains { Glob.matches(name, $0) }
        }
    }

    func contains(_ row: Int) -> Bool { isIgnored[Int(views[row])] }
}
