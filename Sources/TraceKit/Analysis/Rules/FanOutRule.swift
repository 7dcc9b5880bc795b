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

    /// Causes of one name and one view, over all windows.
    private struct Fan {
        var driver: NameID
        var view: Int
        /// The first row with such a cause, which says what kind of cause it is.
        var firstRow: Int
        /// The windows in which there are unnecessary updates.
        var spots: [Spot] = []

        var unnecessary: Int { spots.reduce(0) { $0 + $1.unnecessary } }
    }

    /// One fan in one window.
    private struct Spot: BitwiseCopyable {
        var window: Int
        var updates = 0
        var unnecessary = 0
        var wastedNs: Int64 = 0
    }

    /// The fan of a driving cause's name while the rows of its view are counted.
    private struct OpenFan: BitwiseCopyable {
        /// Whose rows they are; what another view left behind is told by that.
        var view = -1
        var fan = 0
        var spot = Spot(window: -1)
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let isFannedOut = Scratch(repeating: false, count: context.results.views.count)
        var views: [Int] = []
        for view in context.results.views.indices {
            guard context.wastedRows.places(view, .fanOut).count >= RuleThresholds.occurrences else { continue }
            isFannedOut[view] = true
            views.append(view)
        }
        guard !views.isEmpty else { return [] }
        let rows = rows(context.results.judged, isFannedOut, context)
        let open = Scratch(repeating: OpenFan(), count: context.drivers.names.count)
        var found: [Finding] = []
        for view in views {
            for fan in fans(view, rows, open, context) where fan.unnecessary >= RuleThresholds.occurrences {
                found.append(finding(fan, context))
            }
        }
        return found
    }

    /// The updates of some views with known causes, by view; those of one view come by window.
    private static func rows(
        _ judged: borrowing Buckets, _ isWanted: borrowing Scratch<Bool>, _ context: RuleContext
    ) -> Buckets {
        let (keys, viewOfKey) = (context.updates.view.buffer, context.results.viewOfKey.buffer)
        let drivers = context.results.drivingCause.buffer
        return Buckets(
            judged.count, numbers: isWanted.count,
            number: { place in
                let row = judged[place]
                let view = Int(viewOfKey[Int(keys[row])])
                return isWanted[view] && drivers[row] >= 0 ? view : -1
            },
            item: { UInt32(truncatingIfNeeded: judged[$0]) })
    }

    private static func fans(
        _ view: Int, _ rows: borrowing Buckets, _ open: borrowing Scratch<OpenFan>, _ context: RuleContext
    ) -> [Fan] {
        let (results, drivers) = (context.results, context.drivers)
        let (windowOf, driverOf) = (results.window.buffer, results.drivingCause.buffer)
        let (verdicts, reasons) = (results.verdict.buffer, results.reason.buffer)
        var fans: [Fan] = []
        var numbers: [Int] = []
        for place in rows.places(view) {
            let (row, window) = (rows[place], Int(windowOf[rows[place]]))
            let number = drivers.number(driverOf[row])
            var state = open[number]
            if state.view != view {
                state = OpenFan(view: view, fan: fans.count, spot: Spot(window: window))
                fans.append(Fan(driver: drivers.names[number], view: view, firstRow: row))
                numbers.append(number)
            } else if state.spot.window != window {
                if state.spot.unnecessary > 0 { fans[state.fan].spots.append(state.spot) }
                fans[state.fan].firstRow = min(fans[state.fan].firstRow, row)
                state.spot = Spot(window: window)
            }
            state.spot.updates += 1
            if reasons[row] == .fanOut, verdicts[row] == .unnecessary {
                state.spot.unnecessary += 1
                state.spot.wastedNs = state.spot.wastedNs.addingUpTo(context.duration(row))
            }
            open[number] = state
        }
        for number in numbers where open[number].spot.unnecessary > 0 {
            fans[open[number].fan].spots.append(open[number].spot)
        }
        return fans
    }

    private static func finding(_ fan: Fan, _ context: RuleContext) -> Finding {
        let unnecessary = fan.unnecessary
        let node = Int(context.results.drivingCause[fan.firstRow])
        let words = FanOutWords(node, driver: context.shortName(fan.driver), view: fan.view, context)
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
