/// A cause that updates many instances of a view, of which only one needs it.
enum FanOutRule: FindingRule {
    static let depth = RuleDepth.dependency
    static let needs: [RuleNeed] = [.lane(.updates), .alike(.causes), .alike(.interactions)]
    static let guide = RuleGuide(
        "fan-out", "One change updates every instance of a view",
        finds: """
            A cause (a property, an environment value, a setting) that led to updates of 3 or more instances of one \
            view in one interaction, where nothing shows that more than the first was necessary, or the lists of \
            changed properties say that nothing changed. Added up over all interactions with the same cause.
            """,
        matters: """
            The time grows with the number of instances: a list that is fine with 10 rows misses its frame with 100. \
            It is the most common reason for slow taps in lists.
            """,
        fix: """
            Let each instance depend only on what it shows. Read the shared value once in the parent and pass each row \
            its own part, or move the part into the row's own @Observable model: then one change updates one row.
            """,
        limits: """
            A possible cause, not a proof, unless lists of changed properties are empty: SwiftUI says that a \
            dependency changed, not whether the output did. A change that really alters every row (text size, theme) \
            is legitimate.
            """,
        severity: "by the time wasted: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            """
            \(VerdictPass.fanOutInstances) instances or more in one window from one cause, two of them or more not \
            due; where no list says what changed, the earliest is left out
            """,
            "\(RuleThresholds.occurrences) unnecessary updates or more in all",
            WastedUpdates.threshold,
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

    /// The reasons of unnecessary updates in a fan-out. Which one the verdict has does not matter: more evidence only
    /// makes the same fan-out more certain.
    private static let reasons: [Reason] = [.fanOut, .unchanged]

    /// Causes of one name with one view, over all windows.
    private struct Fan {
        var driver: NameID
        var view: Int
        /// The first row with such a cause, which gives the kind of cause.
        var firstRow: Int
        /// Whether one change reached several instances, most of which it did not concern.
        var isWide = false
        var isTimed = false
        /// Updates reachable from the interaction, and all; the others only run at the same time.
        var linked = 0
        var updates = 0
        /// Of the updates, those that were looked at, and of these those whose body read the cause itself.
        var examined = 0
        var reads = 0
        /// Whether they only ran below another body.
        var isBelow: Bool { reads == 0 && examined > 0 }
        /// The windows with unnecessary updates.
        var spots: [Spot] = []

        var unnecessary: Int { spots.reduce(0) { $0 + $1.unnecessary } }
        var proven: Int { spots.reduce(0) { $0 + $1.proven } }
        var wastedNs: Int64 { spots.reduce(Int64(0)) { $0.addingSaturating($1.wastedNs) } }
        var isNoticeable: Bool { WastedUpdates.isNoticeable(unnecessary, wastedNs, isTimed: isTimed) }
    }

    /// So many updates of a fan tell whether the view reads the cause.
    private static let mostExamined = 64

    /// One fan in one window, or in one run of a recurring cause.
    private struct Spot: BitwiseCopyable {
        /// As `AnalysisResults.judgedPlace`.
        var window: Int
        var updates = 0
        var unnecessary = 0
        var proven = 0
        var wastedNs: Int64 = 0

        @inline(__always)
        mutating func add(_ duration: Int64, isUnnecessary: Bool, isProven: Bool) {
            updates += 1
            guard isUnnecessary else { return }
            unnecessary += 1
            if isProven { proven += 1 }
            wastedNs = wastedNs.addingSaturating(duration)
        }
    }

    /// What one change reached of one view, in the window examined last.
    private struct Reach: BitwiseCopyable {
        var window: Int
        var all = FewInstances()
        var unnecessary = FewInstances()

        var isWide: Bool {
            all.count >= VerdictPass.fanOutInstances && unnecessary.count >= VerdictPass.fanOutInstances - 1
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let views = context.results.views.indices
        let isFannedOut = Scratch(repeating: false, count: views.count)
        for view in views {
            let rows = reasons.reduce(0) { $0 + context.wastedRows.places(view, $1).count }
            isFannedOut[view] = rows >= RuleThresholds.occurrences
        }
        return fans(context.results.judged, isFannedOut, context)
            .filter { $0.isWide && $0.unnecessary >= RuleThresholds.occurrences && $0.isNoticeable }
            .filter { !isRemark($0, context) }
            .map { finding($0, context) }
    }

    /// Less than the orange deadline in a whole recording that says which frames were late: no one waited for it.
    private static func isRemark(_ fan: Fan, _ context: RuleContext) -> Bool {
        guard context.saysHitches, fan.isTimed, fan.spots.map(\.window) == [0] else { return false }
        return context.results.windows[0].kind == .trace && fan.wastedNs < context.deadlines.orangeNs
    }

    /// The causes of some views' updates with the windows in which they fan out.
    private static func fans(
        _ judged: borrowing Buckets, _ isWanted: borrowing Scratch<Bool>, _ context: RuleContext
    ) -> [Fan] {
        let (results, drivers) = (context.results, context.drivers)
        let (verdicts, reasons) = (results.verdict.buffer, results.reason.buffer)
        let (driverOf, phases) = (results.drivingCause.buffer, context.updates.phase.buffer)
        let index = PairIndex()
        let changes = PairIndex()
        var fans: [Fan] = []
        // For every fan, its last window: rows come by window.
        let spots = Column<Spot>()
        let reaches = Column<Reach>()
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
                if context.updates.duration[row] >= 0 { fans[number].isTimed = true }
                fans[number].updates += 1
                if results.membership[row] != .temporal { fans[number].linked += 1 }
                let isProven = reasons[row] == .unchanged
                let isUnnecessary = (isProven || reasons[row] == .fanOut) && verdicts[row] == .unnecessary
                spots[number].add(context.duration(row), isUnnecessary: isUnnecessary, isProven: isProven)
                guard phases[row] == .update else { continue }
                if fans[number].examined < mostExamined {
                    fans[number].examined += 1
                    if context.reads(row, name) { fans[number].reads += 1 }
                }
                let change = changes.number(UInt32(view), UInt32(driverOf[row]))
                if change == reaches.count {
                    reaches.append(Reach(window: window))
                } else if reaches[change].window != window {
                    reaches[change] = Reach(window: window)
                }
                let instance = FewInstances.identity(context.updates.instance[row], row)
                reaches[change].all.add(instance)
                if isUnnecessary { reaches[change].unnecessary.add(instance) }
                if reaches[change].isWide { fans[number].isWide = true }
            }
        }
        for number in fans.indices where spots[number].unnecessary > 0 { fans[number].spots.append(spots[number]) }
        return fans
    }

    private static func finding(_ fan: Fan, _ context: RuleContext) -> Finding {
        let unnecessary = fan.unnecessary
        let node = Int(context.results.drivingCause.buffer[fan.firstRow])
        let reader =
            fan.isBelow ? context.reader(above: fan.firstRow, of: context.drivers.number(Int32(node))) : nil
        let words = FanOutWords(node, driver: fan.driver, view: fan.view, reader: reader, context)
        let wasted = fan.wastedNs
        let worst = fan.spots.map(\.wastedNs).max() ?? 0
        return Finding(
            severity: context.severity(ofTime: worst), title: words.title, view: context.viewName(fan.view),
            cause: context.name(fan.driver), viewIndex: fan.view, effort: .medium,
            sql: context.updatesSQL(
                fan.view,
                "verdict = 'unnecessary' AND reason IN ('fan-out', 'unchanged')\n    AND driving_cause = "
                    + RuleSQL.literal(context.name(fan.driver))), rows: unnecessary, costNs: wasted
        ) {
            Finding.Rest(
                window: fan.spots.count == 1 && fan.spots[0].window < context.results.windows.count
                    ? fan.spots[0].window : nil,
                evidence: evidence(fan, unnecessary, wasted, context), hint: words.hint,
                about: .unnecessary(view: fan.view, reasons: reasons, driver: fan.driver))
        }
    }

    /// `2 taps updated LandmarkRow 104 times each; 206 of these 208 updates are unnecessary …`
    private static func evidence(_ fan: Fan, _ unnecessary: Int, _ wasted: Int64, _ context: RuleContext) -> String {
        let places = fan.spots.map(\.window)
        let isWhole = places == [0] && context.results.windows[0].kind == .trace
        let total = fan.spots.reduce(0) { $0 + $1.updates }
        let each = "\(RuleWords.range(fan.spots.map(\.updates))) times\(fan.spots.count > 1 ? " each" : "")"
        let name = context.shortViewName(fan.view)
        let who =
            isWhole
            ? "\(name) was updated \(each) in the recording"
            : fan.linked * 2 >= fan.updates
                ? "\(RuleWords.places(places, context)) updated \(name) \(each)"
                : "\(name) was updated \(each) during \(RuleWords.places(places, context))"
        return """
            \(who); \(RuleWords.number(unnecessary)) of these \(RuleWords.count(total, "update")) are unnecessary \
            (\(howSure(fan)))\(RuleWords.wasted(wasted))
            """
    }

    private static func howSure(_ fan: Fan) -> String {
        let (proven, all) = (fan.proven, fan.unnecessary)
        if proven == 0 { return "possible: nothing of their own is known to have changed" }
        if proven == all { return "proven: their lists of changed properties are empty" }
        return """
            \(RuleWords.number(proven)) proven: their lists of changed properties are empty; \
            \(RuleWords.number(all - proven)) possible: nothing of their own is known to have changed
            """
    }
}

/// The wording for a cause that reaches every instance of a view, by kind of cause.
struct FanOutWords {
    let title: String
    let hint: String

    /// - Parameter reader: the view that reads the cause, if this one only runs below it.
    init(_ node: Int, driver id: NameID, view: Int, reader: Int?, _ context: RuleContext) {
        let name = context.shortViewName(view)
        let driver = context.causeName(id)
        let row = node - context.records.firstCauseNode
        let cause = row < 0 ? nil : context.records.causes[row]
        if let cause, ViewClock.contains(cause.kind, context.name(cause.name)) {
            title = "A clock updates every \(name)"
            hint = ViewClock.hint
            return
        }
        if let reader, reader != view {
            let reads = context.shortViewName(reader)
            title = "Each change of \(driver) re-runs \(reads), and with it every \(name)"
            hint = CauseAdvice(id, cause?.kind ?? .gesture, context).sparing(reads, with: name)
            return
        }
        switch cause?.kind {
        case .observable, .observer:
            title = "Each \(name) depends on the whole \(driver)"
            hint =
                """
                Do not read \(driver) inside \(name): read it in the parent and pass each \(name) the one value it \
                shows, or keep that value in an @Observable model of its own for each \(name). One change then updates \
                one \(name).
                """
        case .state:
            title = "Each \(name) depends on the whole \(driver)"
            hint =
                """
                Pass each \(name) only its part of \(driver) (a Bool or a value, not the whole state or a binding to \
                it), or move the state down into the view that shows it.
                """
        case .defaults:
            title = "Each \(name) listens to the setting \(driver)"
            hint =
                """
                Read \(driver) once in the parent and pass it as a value: @AppStorage in every \(name) makes each one \
                listen to UserDefaults.
                """
        case .environment, .environmentWriter, .externalEnvironment:
            title = "\(driver) reaches every \(name)"
            hint =
                """
                Keep \(Self.value(driver)) out of the environment while it changes often: pass it to the views that \
                use it, or put an @Observable object there, so that only readers of the changed property update. Read \
                the environment above \(name), and pass \(name) values.
                """
        case .creation, .transaction, .system, .other, .gesture, .update, nil:
            title = "\(driver) updates every \(name)"
            hint =
                """
                Find what all \(name) share (trace-analyze chains shows the way from \(driver)) and give each one only \
                the value it shows.
                """
        }
    }
    /// `Child Environment: SearchContext` → `SearchContext`.
    static func value(_ name: String) -> String {
        guard let colon = name.lastIndex(of: ":") else { return name }
        let value = name[name.index(after: colon)...].drop { $0 == " " }
        return value.isEmpty ? name : String(value)
    }
}
