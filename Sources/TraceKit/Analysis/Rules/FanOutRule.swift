/// One cause that updates many instances of a view, of which one needed it.
enum FanOutRule: FindingRule {
    static let depth = RuleDepth.dependency
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
        ],
        before: #"""
            struct Row: View {
                @Environment(Model.self) var model
                var item: Item
                var body: some View {
                    Image(systemName: model.marked.contains(item.id) ? "star.fill" : "star")
                }
            }
            """#,
        after: #"""
            @Observable class Item { var isMarked = false }

            struct Row: View {
                var item: Item
                var body: some View {
                    Image(systemName: item.isMarked ? "star.fill" : "star")
                }
            }
            """#)

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

        @inline(__always)
        mutating func add(_ duration: Int64, isUnnecessary: Bool) {
            updates += 1
            guard isUnnecessary else { return }
            unnecessary += 1
            wastedNs = wastedNs.addingSaturating(duration)
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let views = context.results.views.indices
        let isFannedOut = Scratch(repeating: false, count: views.count)
        for view in views {
            isFannedOut[view] = context.wastedRows.places(view, .fanOut).count >= RuleThresholds.occurrences
        }
        return fans(context.results.judged, isFannedOut, context)
            .filter { $0.unnecessary >= RuleThresholds.occurrences }.map { finding($0, context) }
    }

    /// The causes of some views' updates with the windows in which they fan out.
    private static func fans(
        _ judged: borrowing Buckets, _ isWanted: borrowing Scratch<Bool>, _ context: RuleContext
    ) -> [Fan] {
        let (results, drivers) = (context.results, context.drivers)
        let (verdicts, reasons) = (results.verdict.buffer, results.reason.buffer)
        let driverOf = results.drivingCause.buffer
        let index = PairIndex()
        var fans: [Fan] = []
        // Of every fan, the window that it was met in last: rows come by window.
        let spots = Column<Spot>()
        for window in 0..<judged.numbers {
            for place in judged.places(window) {
                let row = judged[place]
                let view = context.view(row)
                guard isWanted[view], driverOf[row] >= 0 else { continue }
                let name = drivers.number(driverOf[row])
                let number = index.number(UInt32(view), UInt32(name))
                if number == fans.count {
                    fans.append(Fan(driver: drivers.names[name], view: view, firstRow: row))
                    spots.append(Spot(window: window))
                } else if spots[number].window != window {
                    if spots[number].unnecessary > 0 { fans[number].spots.append(spots[number]) }
                    fans[number].firstRow = min(fans[number].firstRow, row)
                    spots[number] = Spot(window: window)
                }
                let isUnnecessary = reasons[row] == .fanOut && verdicts[row] == .unnecessary
                spots[number].add(context.duration(row), isUnnecessary: isUnnecessary)
            }
        }
        for number in fans.indices where spots[number].unnecessary > 0 { fans[number].spots.append(spots[number]) }
        return fans
    }

    private static func finding(_ fan: Fan, _ context: RuleContext) -> Finding {
        let unnecessary = fan.unnecessary
        let node = Int(context.results.drivingCause.buffer[fan.firstRow])
        let words = FanOutWords(node, driver: context.shortName(fan.driver), view: fan.view, context)
        let wasted = fan.spots.reduce(Int64(0)) { $0.addingSaturating($1.wastedNs) }
        let worst = fan.spots.map(\.wastedNs).max() ?? 0
        return Finding(
            severity: context.severity(ofTime: worst), title: words.title, view: context.viewName(fan.view),
            viewIndex: fan.view, effort: .medium,
            sql: context.updatesSQL(
                fan.view,
                "verdict = 'unnecessary' AND reason = 'fan-out'\n    AND driving_cause = "
                    + RuleSQL.literal(context.name(fan.driver))), rows: unnecessary, costNs: wasted
        ) {
            Finding.Rest(
                window: fan.spots.count == 1 ? fan.spots[0].window : nil,
                evidence: evidence(fan, unnecessary, wasted, context), hint: words.hint,
                about: .unnecessary(view: fan.view, reason: .fanOut, driver: fan.driver))
        }
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
