/// The unnecessary updates of one view with the same reason.
struct WastedUpdates {
    let view: Int
    let reason: Reason
    var count = 0
    var wastedNs: Int64 = 0
    /// The time in the worst window.
    var worstNs: Int64 = 0
    /// `AnalysisResults.judgedPlace` of them.
    var places: [Int] = []
    var window = CommonWindow()

    /// The reasons that rules examine per view.
    static let reasons: [Reason] = [.unchanged, .repeated, .parentOnly, .fanOut]

    /// One tally per view with enough such updates.
    static func collect(_ reason: Reason, _ context: RuleContext) -> [WastedUpdates] {
        let (wasted, windowCount) = (context.wastedRows, context.results.windows.count)
        var tallies: [WastedUpdates] = []
        for view in context.results.views.indices {
            let places = wasted.places(view, reason)
            guard places.count >= RuleThresholds.occurrences else { continue }
            var tally = WastedUpdates(view: view, reason: reason, count: places.count)
            var last = -1
            var sum: Int64 = 0
            for place in places {
                let row = wasted.rows[place]
                let duration = context.duration(row)
                let judged = context.results.judgedPlace(row)
                if judged != last {
                    tally.window.add(judged < windowCount ? Int32(judged) : AnalysisResults.none)
                    tally.places.append(judged)
                    (last, sum) = (judged, 0)
                }
                sum = sum.addingSaturating(duration)
                tally.worstNs = max(tally.worstNs, sum)
                tally.wastedNs = tally.wastedNs.addingSaturating(duration)
            }
            if isNoticeable(tally.count, tally.wastedNs, isTimed: isTimed(places, context)) { tallies.append(tally) }
        }
        return tallies
    }

    /// Whether this many unnecessary updates are noticeable; without durations, a few count too.
    static func isNoticeable(_ count: Int, _ wastedNs: Int64, isTimed: Bool) -> Bool {
        !isTimed || count >= RuleThresholds.noticeableUpdates || wastedNs >= RuleThresholds.noticeableNs
    }

    private static func isTimed(_ places: Range<Int>, _ context: RuleContext) -> Bool {
        places.contains { context.updates.duration[context.wastedRows.rows[$0]] >= 0 }
    }

    static let threshold =
        "\(RuleThresholds.noticeableUpdates) of them or \(RuleThresholds.noticeableNs / 1_000_000) ms in all, where their durations are known"

    /// Driving causes with their updates.
    func drivers(_ context: RuleContext) -> [(name: String, count: Int)] {
        let (wasted, driverOf) = (context.wastedRows, context.results.drivingCause.buffer)
        for place in wasted.places(view, reason) { context.drivers.count(driverOf[wasted.rows[place]]) }
        let recorded = context.drivers.drain(context)
        if !recorded.isEmpty { return recorded }
        // Of logs: the recurring cause that a view names.
        var inferred: [String: Int] = [:]
        for place in wasted.places(view, reason) {
            let run = Int(context.results.run[wasted.rows[place]])
            guard run >= 0 else { continue }
            let cause = context.results.recurring[Int(context.results.runs[run].cause)]
            if cause.isSeen { inferred[context.short(cause.label), default: 0] += 1 }
        }
        return inferred.map { (name: $0.key, count: $0.value) }
    }

    /// `; driven by A 12, B 3`; empty if the causes are unknown.
    func drivenBy(_ context: RuleContext) -> String {
        let drivers = drivers(context)
        return drivers.isEmpty ? "" : "; driven by \(RuleWords.top(drivers))"
    }

    func finding(
        _ context: RuleContext, title: String, effort: Finding.Effort,
        words: @escaping () -> (evidence: String, hint: String)
    ) -> Finding {
        Finding(
            severity: context.severity(ofTime: worstNs), title: title, view: context.viewName(view), viewIndex: view,
            effort: effort,
            sql: context.updatesSQL(view, "verdict = 'unnecessary' AND reason = '\(reason.shownWord ?? "")'"),
            rows: count, costNs: wastedNs
        ) {
            let (evidence, hint) = words()
            return Finding.Rest(
                window: window.window, evidence: evidence, hint: hint,
                about: .unnecessary(view: view, reasons: [reason], driver: nil))
        }
    }
}

/// The rows of unnecessary updates by view and reason; those of one view and reason come by window.
final class WastedRows {
    /// The number of a view and a reason is `view * WastedUpdates.reasons.count` + the reason's index there.
    let rows: Buckets

    init(_ context: RuleContext) {
        rows = Self.rows(context.results.judged, context)
    }

    /// The index range of one view and reason.
    func places(_ view: Int, _ reason: Reason) -> Range<Int> {
        guard let slot = WastedUpdates.reasons.firstIndex(of: reason) else { return 0..<0 }
        return rows.places(view * WastedUpdates.reasons.count + slot)
    }

    private static func rows(_ judged: borrowing Buckets, _ context: RuleContext) -> Buckets {
        let results = context.results
        let (reasons, verdicts) = (results.reason.buffer, results.verdict.buffer)
        let (keys, viewOfKey) = (context.updates.view.buffer, results.viewOfKey.buffer)
        let slotCount = WastedUpdates.reasons.count
        let slots = Scratch(repeating: -1, count: 16)
        for (slot, reason) in WastedUpdates.reasons.enumerated() { slots[Int(reason.rawValue)] = slot }
        return Buckets(
            judged.count, numbers: results.views.count * slotCount,
            number: { place in
                let row = judged[place]
                let slot = slots[Int(reasons[row].rawValue)]
                guard slot >= 0, verdicts[row] == .unnecessary else { return -1 }
                return Int(viewOfKey[Int(keys[row])]) * slotCount + slot
            },
            item: { UInt32(truncatingIfNeeded: judged[$0]) })
    }
}

/// Counts updates by the name of their driving cause, for one view or group of views at a time.
final class DriverCounts {
    /// The names of driving causes, by number.
    private(set) var names: [NameID] = []
    private var shortNames: [String] = []
    /// By interaction and cause.
    private let numberOfNode: Scratch<Int32>
    private let counts: Scratch<Int>
    private var met: [Int] = []

    init(_ records: TraceRecords) {
        let labels = records.labels
        numberOfNode = Scratch(repeating: -1, count: records.firstUpdateNode)
        let index = DenseIndex<UInt64>()
        for node in 0..<records.firstUpdateNode {
            let name = labels.label(node)
            let number = index.number(of: name.key)
            if number == names.count { names.append(name) }
            numberOfNode[node] = Int32(number)
        }
        counts = Scratch(repeating: 0, count: names.count)
    }

    /// The number of a driving cause's name.
    @inline(__always)
    func number(_ driver: Int32) -> Int { Int(numberOfNode[Int(driver)]) }

    /// Counts an update if its driving cause is known.
    @inline(__always)
    func count(_ driver: Int32) {
        guard driver >= 0 else { return }
        let number = number(driver)
        if counts[number] == 0 { met.append(number) }
        counts[number] += 1
    }

    /// Returns and resets the counts, with names for a sentence.
    func drain(_ context: RuleContext) -> [(name: String, count: Int)] {
        if shortNames.isEmpty { shortNames = names.map(context.shortName) }
        let all = met.map { (name: shortNames[$0], count: counts[$0]) }
        for number in met { counts[number] = 0 }
        met.removeAll(keepingCapacity: true)
        return all
    }
}

/// What console lines without a time say about one view. They are in no window and have no duration, so they are
/// counted separately.
struct ConsoleLines {
    let view: Int
    var count = 0
    /// Lines that say that nothing changed.
    var unchanged = 0
    /// Lines that say that only the parent recreated the view.
    var parentOnly = 0
    /// First evaluations of an instance.
    var first = 0

    /// By view.
    static func collect(_ context: RuleContext) -> [ConsoleLines] {
        let (lists, changed) = (context.records.lists.lists, context.updates.changed.rows)
        let isParentOnly = lists.map { $0 == [NameID(.selfProperty)] }
        var lines: [Int: ConsoleLines] = [:]
        let roles = context.results.role.buffer
        for row in roles.indices where roles[row] == .untimed {
            let view = context.view(row)
            let list = Int(changed[row].rawValue)
            var own = lines[view] ?? ConsoleLines(view: view)
            own.count += 1
            // The first list is "unknown".
            if list > 0, lists[list].isEmpty { own.unchanged += 1 }
            if isParentOnly[list] { own.parentOnly += 1 }
            if context.updates.phase[row] == .creation { own.first += 1 }
            lines[view] = own
        }
        return lines.values.sorted { $0.view < $1.view }
    }

    /// Without times, only their share can rank them.
    func finding(
        _ context: RuleContext, _ count: Int, title: String, evidence: String, hint: String, condition: String
    ) -> Finding {
        Finding(
            severity: 2 * count > self.count ? .medium : .low, title: title, view: context.viewName(view),
            viewIndex: view, effort: .small, sql: context.updatesSQL(view, "membership = 'untimed' AND \(condition)"),
            rows: count, costNs: 0
        ) {
            Finding.Rest(
                window: nil,
                evidence: "\(RuleWords.number(count)) of \(RuleWords.count(self.count, "body evaluation")) \(evidence)",
                hint: hint)
        }
    }
}
