/// The unnecessary updates of one view that have the same reason.
struct WastedUpdates {
    let view: Int
    var count = 0
    var wastedNs: Int64 = 0
    /// Of the worst window.
    var worstNs: Int64 = 0
    var windows = 0
    var window = CommonWindow()
    /// Driving causes with the updates they led to.
    var drivers: [(name: String, count: Int)] = []

    /// One tally per view that has such updates often enough.
    static func collect(_ reason: Reason, _ context: RuleContext) -> [WastedUpdates] {
        let results = context.results
        var tallies: [WastedUpdates] = []
        var views = KeyIndex()
        var windows = WindowSums()
        var drivers = DriverCounts()
        let (reasons, verdicts) = (results.reason, results.verdict)
        for row in 0..<context.updates.count where reasons[row] == reason && verdicts[row] == .unnecessary {
            let view = context.view(row)
            let number = views.number(UInt64(view), 0)
            if number == tallies.count { tallies.append(WastedUpdates(view: view)) }
            let duration = context.duration(row)
            tallies[number].count += 1
            tallies[number].wastedNs = tallies[number].wastedNs.addingUpTo(duration)
            tallies[number].window.add(results.window[row])
            let sum = windows.add(duration, number, results.window[row])
            tallies[number].windows += sum.isNew ? 1 : 0
            tallies[number].worstNs = max(tallies[number].worstNs, sum.nanoseconds)
            drivers.add(results.drivingCause[row], number, context)
        }
        for (number, name, count) in drivers.all(context) { tallies[number].drivers.append((name, count)) }
        return tallies.filter { $0.count >= RuleThresholds.occurrences }
    }

    /// `driven by A 12, B 3`, or nothing where the causes are not known.
    var drivenBy: String { drivers.isEmpty ? "" : "; driven by \(RuleWords.top(drivers))" }

    func finding(
        _ context: RuleContext, title: String, evidence: String, hint: String, effort: Finding.Effort, reason: String
    ) -> Finding {
        Finding(
            severity: context.severity(ofTime: worstNs), title: title, window: window.window,
            view: context.viewName(view), evidence: evidence, hint: hint, effort: effort,
            sql: context.updatesSQL(view, "verdict = 'unnecessary' AND reason = '\(reason)'"), rows: count,
            costNs: wastedNs)
    }
}

/// Time per tally and window.
private struct WindowSums: ~Copyable {
    private var index = KeyIndex()
    private var sums: [Int64] = []

    mutating func add(_ duration: Int64, _ number: Int, _ window: Int32) -> (isNew: Bool, nanoseconds: Int64) {
        let spot = index.number(UInt64(number), UInt64(window))
        let isNew = spot == sums.count
        if isNew { sums.append(0) }
        sums[spot] = sums[spot].addingUpTo(duration)
        return (isNew, sums[spot])
    }
}
