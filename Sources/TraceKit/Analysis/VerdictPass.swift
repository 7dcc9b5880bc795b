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
        takeRepeats(rows, records, results)
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
    private static func takeRepeats(_ rows: Column<UInt32>, _ records: TraceRecords, _ results: AnalysisResults) {
        guard !records.updates.instance.isEmpty else { return }
        var index = KeyIndex()
        let lastRow = Column<Int32>()
        let keys = Column<Int32>(repeating: -1, count: rows.count)
        for place in 0..<rows.count {
            let row = Int(rows[place])
            let (instance, group) = (records.updates.instance[row], results.group[row])
            guard instance.isPresent, group != AnalysisResults.none else { continue }
            let view = results.viewOfKey[Int(records.updates.view[row])]
            let key = index.number(UInt64(view) << 32 | UInt64(instance.rawValue), UInt64(group))
            if key == lastRow.count { lastRow.append(0) }
            // Rows come by start, then id: the last one seen is the last run.
            lastRow[key] = Int32(row)
            keys[place] = Int32(key)
        }
        for place in 0..<rows.count where keys[place] >= 0 {
            let row = Int(rows[place])
            if results.reason[row] == .none, lastRow[Int(keys[place])] != Int32(row) { results.reason[row] = .repeated }
        }
    }

    // MARK: Rules 5 and 6

    private struct FanOut: BitwiseCopyable {
        var first: Int32
        var instances: Int32
    }

    private static func takeFanOuts(_ rows: Column<UInt32>, _ records: TraceRecords, _ results: AnalysisResults) {
        var fans = KeyIndex()
        var instances = KeyIndex()
        var causes = KeyIndex()
        let fanOuts = Column<FanOut>()
        let updatesOfCause = Column<Int32>()
        let fanOfPlace = Column<Int32>(repeating: -1, count: rows.count)
        let causeOfPlace = Column<Int32>(repeating: -1, count: rows.count)
        for place in 0..<rows.count {
            let row = Int(rows[place])
            guard results.drivingCause[row] != AnalysisResults.none else { continue }
            let window = UInt64(results.window[row])
            let driver = UInt64(results.drivingCause[row])
            let cause = causes.number(window, driver)
            if cause == updatesOfCause.count { updatesOfCause.append(0) }
            updatesOfCause[cause] += 1
            causeOfPlace[place] = Int32(cause)
            guard results.reason[row] == .none else { continue }
            let view = UInt64(results.viewOfKey[Int(records.updates.view[row])])
            let fan = fans.number(UInt64(cause), view)
            if fan == fanOuts.count { fanOuts.append(FanOut(first: Int32(row), instances: 0)) }
            fanOfPlace[place] = Int32(fan)
            // An update without an instance id counts as an instance of its own.
            let instance = records.updates.instance[row]
            let identity = instance.isPresent ? UInt64(instance.rawValue) : 1 << 40 | UInt64(row)
            let known = instances.count
            if instances.number(UInt64(fan), identity) == known { fanOuts[fan].instances += 1 }
        }
        for place in 0..<rows.count {
            let row = Int(rows[place])
            guard results.reason[row] == .none, causeOfPlace[place] >= 0 else { continue }
            let fan = fanOuts[Int(fanOfPlace[place])]
            if Int(fan.instances) >= fanOutInstances {
                results.reason[row] = fan.first == Int32(row) ? .expected : .fanOut
            } else if updatesOfCause[Int(causeOfPlace[place])] == 1 {
                results.reason[row] = .expected
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
