/// Interactions with far more updates than they should need.
enum OverBudgetRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.updates), .alike(.causes), .alike(.interactions)]
    static let guide = RuleGuide(
        "over-budget", "An interaction that updates far more than it should",
        finds: """
            Taps, keystrokes, scrolls and appearances with more body updates than such an interaction normally needs. \
            Interactions of the same kind and name are added up.
            """,
        matters: """
            The number of updates is what grows with the app's data and what a change in the code moves; it is the \
            same on every device, which times are not.
            """,
        fix: """
            Look at the views named in the evidence, and at the findings on them (fan-out, parent-only-updates): they \
            say which dependency is too wide.
            """,
        limits: """
            The numbers are hints from experience, not limits of SwiftUI. First appearances are left out, except for \
            appearances; for a tap, only updates count that are not known to be due.
            """,
        severity: "by the time in the counted updates: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            "appear: more than \(RuleThresholds.appearRuns) body runs of one instance (expected 1 to 2)",
            "scroll: \(RuleThresholds.scrollUpdates) body updates per frame, over the frames that have any (expected 1 or 2)",
            "keystroke: \(RuleThresholds.keystrokeOthers) body updates besides the field's own (expected none)",
            "tap: \(RuleThresholds.tapUnrelated) unrelated body updates (expected 1 to 3 in all)",
        ],
        before: #"""
            Toggle("Dark", isOn: $settings.isDark)   // every view reads `settings`
            """#,
        after: #"""
            Toggle("Dark", isOn: $isDark)            // only what shows it reads it
            """#)

    /// Counted updates of one window, or of one instance in it.
    private struct Spot: BitwiseCopyable {
        var view: Int
        /// The instance, if each has a budget of its own.
        var instance = NameID.none
        var count = 0
        /// The number of frames with updates.
        var frames = 0
        private var lastFrame = Int64.min
        var totalNs: Int64 = 0
        var wastedNs: Int64 = 0

        init(view: Int, instance: NameID = .none) { (self.view, self.instance) = (view, instance) }

        /// The figure that the budget limits.
        func measure(_ budget: Budget) -> Int { budget.isPerFrame ? count / max(1, frames) : count }

        /// Adds an update; updates of one spot come in time order.
        @inline(__always)
        mutating func add(_ duration: Int64, at time: Int64 = 0, isUnnecessary: Bool) {
            count += 1
            if time / Budget.frameNs != lastFrame {
                lastFrame = time / Budget.frameNs
                frames += 1
            }
            totalNs = totalNs.addingSaturating(duration)
            if isUnnecessary { wastedNs = wastedNs.addingSaturating(duration) }
        }
    }

    private struct Instance: Hashable {
        var view: Int
        var id: NameID
    }

    /// The windows of one kind and name that exceed their budget.
    private struct Tally {
        var name: NameID
        private(set) var (windows, spots, count) = (0, 0, 0)
        private(set) var (fewest, most) = (Int.max, 0)
        /// The longest time of a spot, or of a frame of it.
        private(set) var longestNs: Int64 = 0
        private(set) var (totalNs, wastedNs) = (Int64.zero, Int64.zero)
        /// Updates reachable from the interaction, and all; the others only run at the same time.
        private(set) var (linked, updates) = (0, 0)
        var isLinked: Bool { linked * 2 >= updates }
        private(set) var window = CommonWindow()
        /// The counted updates, or only the unnecessary ones if there are any.
        private(set) var rows: [UInt32] = []
        private var hasUnnecessary = false
        /// Views with their counted updates.
        var views: [(view: Int, count: Int)] = []
        /// Driving causes with their updates; none for appearances, which a first display causes.
        var drivers: [(name: String, count: Int)] = []

        init(name: NameID) { self.name = name }

        /// Adds the spots of another window.
        mutating func add(_ spots: [Spot], of window: Int, _ budget: Budget) {
            windows += 1
            self.window.add(Int32(window))
            self.spots += spots.count
            for spot in spots {
                (fewest, most) = (min(fewest, spot.measure(budget)), max(most, spot.measure(budget)))
                count += spot.count
                longestNs = max(longestNs, budget.isPerFrame ? spot.totalNs / Int64(max(1, spot.frames)) : spot.totalNs)
                totalNs = totalNs.addingSaturating(spot.totalNs)
                wastedNs = wastedNs.addingSaturating(spot.wastedNs)
            }
        }

        mutating func add(row: Int, isUnnecessary: Bool, isLinked: Bool) {
            updates += 1
            if isLinked { linked += 1 }
            if isUnnecessary, !hasUnnecessary {
                hasUnnecessary = true
                rows = []
            }
            if isUnnecessary == hasUnnecessary { rows.append(UInt32(row)) }
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let counts = Scratch(repeating: 0, count: context.results.views.count)
        let isBody = Scratch(repeating: false, count: context.results.views.count)
        for (view, summary) in context.results.views.enumerated() { isBody[view] = summary.kind == .body }
        var found: [Finding] = []
        for budget in Budget.all {
            let windows = context.results.windows.indices.filter { context.results.windows[$0].kind == budget.kind }
            let byName = Dictionary(grouping: windows) { context.results.windows[$0].name }
            for (name, windows) in byName {
                let tally = tally(budget, name, windows, context.results.judged, isBody, counts, context)
                if tally.spots > 0 { found.append(finding(budget, tally, context)) }
            }
        }
        return found
    }

    private static func tally(
        _ budget: Budget, _ name: NameID, _ windows: [Int], _ judged: borrowing Buckets,
        _ isBody: borrowing Scratch<Bool>, _ counts: borrowing Scratch<Int>, _ context: RuleContext
    ) -> Tally {
        var tally = Tally(name: name)
        var views: [Int] = []
        let (driverOf, verdicts) = (context.results.drivingCause.buffer, context.results.verdict.buffer)
        let drivers = context.drivers
        for window in windows {
            let spots = spots(budget, window, judged, isBody, context)
                .filter { $0.measure(budget) >= budget.concern + budget.allowed }
            guard !spots.isEmpty else { continue }
            tally.add(spots, of: window, budget)
            let isOver = budget.isPerInstance ? Set(spots.map { Instance(view: $0.view, id: $0.instance) }) : []
            eachCounted(budget, window, judged, isBody, context) { row, view in
                if budget.isPerInstance,
                    !isOver.contains(Instance(view: view, id: context.updates.instance[row]))
                {
                    return
                }
                if counts[view] == 0 { views.append(view) }
                counts[view] += 1
                tally.add(
                    row: row, isUnnecessary: verdicts[row] == .unnecessary,
                    isLinked: context.results.membership[row] == .linked)
                if !budget.isPerInstance { drivers.count(driverOf[row]) }
            }
        }
        tally.drivers = drivers.drain(context)
        for view in views {
            tally.views.append((view, counts[view]))
            counts[view] = 0
        }
        return tally
    }

    /// Visits the counted updates of one window, with their views.
    @inline(__always)
    private static func eachCounted(
        _ budget: Budget, _ window: Int, _ judged: borrowing Buckets, _ isBody: borrowing Scratch<Bool>,
        _ context: RuleContext, _ visit: (_ row: Int, _ view: Int) -> Void
    ) {
        let (results, updates) = (context.results, context.updates)
        let (phases, verdicts, reasons) = (updates.phase.buffer, results.verdict.buffer, results.reason.buffer)
        let instances = updates.instance.rows
        for place in judged.places(window) {
            let row = judged[place]
            let view = context.view(row)
            guard isBody[view], budget.counts(phases[row], verdicts[row], reasons[row], instances[row]) else {
                continue
            }
            visit(row, view)
        }
    }

    /// One spot for the window, or one per instance in it.
    private static func spots(
        _ budget: Budget, _ window: Int, _ judged: borrowing Buckets, _ isBody: borrowing Scratch<Bool>,
        _ context: RuleContext
    ) -> [Spot] {
        let verdicts = context.results.verdict.buffer
        guard budget.isPerInstance else {
            var spot = Spot(view: -1)
            let start = context.results.windows[window].start
            eachCounted(budget, window, judged, isBody, context) { row, _ in
                spot.add(
                    context.duration(row), at: context.updates.start[row] - start,
                    isUnnecessary: verdicts[row] == .unnecessary)
            }
            return [spot]
        }
        let index = PairIndex()
        var spots: [Spot] = []
        eachCounted(budget, window, judged, isBody, context) { row, view in
            let number = index.number(UInt32(view), context.updates.instance[row].rawValue)
            if number == spots.count {
                spots.append(Spot(view: view, instance: context.updates.instance[row]))
            }
            spots[number].add(context.duration(row), isUnnecessary: verdicts[row] == .unnecessary)
        }
        return spots
    }

    // MARK: Findings

    private static func finding(_ budget: Budget, _ tally: Tally, _ context: RuleContext) -> Finding {
        let label = context.short(NodeLabels.text(budget.kind, .none, tally.name, context.names))
        let named = tally.views.map { (name: context.shortViewName($0.view), count: $0.count) }
        let worst = RuleWords.largest(1, of: named).first?.name ?? ""
        return Finding(
            severity: context.severity(ofTime: tally.longestNs),
            title: tally.isLinked
                ? "\(label) updates far more than it should"
                : "Far more is updated during \(label) than should be", view: nil, cause: label, effort: .medium,
            sql: sql(budget, context.names.text(tally.name)),
            rows: tally.count, costNs: tally.wastedNs
        ) {
            Finding.Rest(
                window: tally.window.window,
                evidence: evidence(budget, tally, views: RuleWords.top(named))
                    + (tally.drivers.isEmpty ? "" : "; driven by \(RuleWords.top(tally.drivers))"),
                hint: hint(tally, worst: worst), about: .rows(tally.rows))
        }
    }

    /// Names the value that reaches most of them, if known.
    private static func hint(_ tally: Tally, worst: String) -> String {
        guard let driver = RuleWords.largest(1, of: tally.drivers).first else {
            return """
                Start with \(worst): find the value that reaches all of them (fan-out, parent-only-updates) and pass \
                each one only what it shows.
                """
        }
        return """
            Start with \(driver.name), which drives \(RuleWords.number(driver.count)) of them, and \(worst), which has \
            most: pass each view only the part of \(driver.name) that it shows.
            """
    }

    private static func evidence(_ budget: Budget, _ tally: Tally, views: String) -> String {
        let inAll = tally.spots == 1 ? "" : " each, \(RuleWords.number(tally.count)) together"
        return """
            \(RuleWords.count(tally.windows, budget.kind.noun)) with \
            \(RuleWords.range([tally.fewest, tally.most])) \(budget.countedPlural)\(inAll) (expected: \
            \(budget.expected); concern from \(RuleWords.number(budget.concern + budget.allowed)) on), \
            \(RuleWords.ms(tally.totalNs)); most: \(views)
            """
    }

    private static func sql(_ budget: Budget, _ name: String?) -> String {
        let counted =
            "trace_id = :trace AND is_target = 1 AND kind = 'body' AND start_ns IS NOT NULL AND \(budget.condition)"
        let instance = budget.isPerInstance ? "interaction_id, view, module, instance" : "interaction_id"
        let frame =
            "(start_ns - (SELECT i.start_ns FROM interactions i WHERE i.id = interaction_id)) / \(Budget.frameNs)"
        let measure =
            budget.isPerFrame
            ? "count(*) OVER (PARTITION BY interaction_id) / max(rank) OVER (PARTITION BY interaction_id)"
            : "count(*) OVER (PARTITION BY \(instance))"
        let rows =
            budget.isPerFrame
            ? "(SELECT *, dense_rank() OVER (PARTITION BY interaction_id ORDER BY \(frame)) AS rank FROM updates WHERE \(counted))"
            : "updates WHERE \(counted)"
        return """
            SELECT id, view, start_ms, duration_ms, phase, instance, interaction_id, verdict, reason, driving_cause
            FROM (SELECT *, \(measure) AS counted FROM \(rows))
            WHERE counted >= \(budget.concern + budget.allowed)
                AND interaction_id IN (
                    SELECT id FROM interactions
                    WHERE trace_id = :trace AND kind = \(RuleSQL.literal(budget.kind.word)) AND name \(RuleSQL.equals(name)))
            ORDER BY start_ns, id
            """
    }
}
