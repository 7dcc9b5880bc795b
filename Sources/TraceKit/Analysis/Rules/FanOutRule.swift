/// One cause that updates many instances of a view, of which one needed it.
enum FanOutRule: FindingRule {
    static let guide = RuleGuide(
        "fan-out", "One change updates every instance of a view",
        finds: "A cause (a property, an environment value, a setting) that led to updates of 3 or more instances of "
            + "one "
            + "view in one interaction, where nothing says that more than the first was due. Added up over all "
            + "interactions with the same cause.",
        matters: "The time grows with the number of instances: a list that is fine with 10 rows misses its frame with "
            + "100. It is the commonest reason for slow taps in lists.",
        fix: "Let each instance depend only on what it shows. Read the shared value once in the parent and pass each "
            + "row its own part, or move the part into the row's own @Observable model: then one change updates one "
            + "row.",
        limits: "A possible cause, not a proof: SwiftUI says that a dependency changed, not whether the output did. A "
            + "change that really alters every row (text size, theme) is legitimate.",
        severity: "of the time wasted: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            "\(VerdictPass.fanOutInstances) instances or more in one window from one cause, the earliest left out",
            "\(RuleThresholds.occurrences) unnecessary updates or more in all",
        ])

    /// One cause and view, over all windows.
    private struct Fan {
        var driver: NameID
        /// Node of the first such cause.
        var node: Int
        var view: Int
        var spots: [Spot] = []
    }

    /// One cause and view in one window.
    private struct Spot {
        var fan: Int
        var window: Int
        var updates = 0
        var unnecessary = 0
        var wastedNs: Int64 = 0
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        collect(context).compactMap { fan in
            let unnecessary = fan.spots.reduce(0) { $0 + $1.unnecessary }
            return unnecessary >= RuleThresholds.occurrences ? finding(fan, unnecessary, context) : nil
        }
    }

    private static func collect(_ context: RuleContext) -> [Fan] {
        let (results, drivers) = (context.results, context.driverNames)
        var fanIndex = KeyIndex()
        var spotIndex = KeyIndex()
        var fans: [Fan] = []
        var spots: [Spot] = []
        var spot = -1
        var previous = (node: -1, view: -1)
        let (verdicts, reasons, causes, windows) = (
            results.verdict, results.reason, results.drivingCause, results.window
        )
        for row in 0..<context.updates.count where verdicts[row] != .none {
            let node = Int(causes[row])
            guard node >= 0 else { continue }
            let view = context.view(row)
            // Most updates have the same cause, view and window as the one before.
            if previous != (node, view) || spots[spot].window != Int(windows[row]) {
                previous = (node, view)
                let fan = fanIndex.number(UInt64(drivers[node].rawValue), UInt64(view))
                if fan == fans.count { fans.append(Fan(driver: drivers[node], node: node, view: view)) }
                spot = spotIndex.number(UInt64(fan), UInt64(windows[row]))
                if spot == spots.count { spots.append(Spot(fan: fan, window: Int(windows[row]))) }
            }
            spots[spot].updates += 1
            if reasons[row] == .fanOut, verdicts[row] == .unnecessary {
                spots[spot].unnecessary += 1
                spots[spot].wastedNs = spots[spot].wastedNs.addingUpTo(context.duration(row))
            }
        }
        for spot in spots where spot.unnecessary > 0 { fans[spot.fan].spots.append(spot) }
        return fans
    }

    private static func finding(_ fan: Fan, _ unnecessary: Int, _ context: RuleContext) -> Finding {
        let words = FanOutWords(fan.node, driver: context.short(context.name(fan.driver)), view: fan.view, context)
        let wasted = fan.spots.reduce(Int64(0)) { $0.addingUpTo($1.wastedNs) }
        let worst = fan.spots.map(\.wastedNs).max() ?? 0
        return Finding(
            severity: context.severity(ofTime: worst), title: words.title,
            window: fan.spots.count == 1 ? fan.spots[0].window : nil, view: context.viewName(fan.view),
            evidence: evidence(fan, unnecessary, wasted, context), hint: words.hint, effort: .medium,
            sql: context.updatesSQL(
                fan.view,
                "verdict = 'unnecessary' AND reason = 'fan-out'\n    AND driving_cause = "
                    + RuleSQL.literal(context.name(fan.driver))),
            rows: unnecessary, costNs: wasted)
    }

    /// `2 taps updated LandmarkRow 104 times each; 206 of these 208 updates are unnecessary …`
    private static func evidence(_ fan: Fan, _ unnecessary: Int, _ wasted: Int64, _ context: RuleContext) -> String {
        let kinds = fan.spots.map { context.results.windows[$0.window].kind }
        let total = fan.spots.reduce(0) { $0 + $1.updates }
        let each = "\(RuleWords.range(fan.spots.map(\.updates))) times\(fan.spots.count > 1 ? " each" : "")"
        let name = context.shortViewName(fan.view)
        let who =
            kinds == [.trace]
            ? "\(name) was updated \(each) in the recording" : "\(RuleWords.windows(kinds)) updated \(name) \(each)"
        return "\(who); \(RuleWords.number(unnecessary)) of these \(RuleWords.count(total, "update")) are unnecessary "
            + "(possible: nothing of their own is known to have changed), \(RuleWords.ms(wasted)) wasted"
    }
}
