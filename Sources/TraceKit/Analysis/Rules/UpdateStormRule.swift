/// A view that is updated continuously without a pause.
enum UpdateStormRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.bodies, .verdicts]
    static let guide = RuleGuide(
        "update-storm", "A view updated again and again without a pause",
        finds: """
            Views with more than \(RuleThresholds.stormGaps) updates in one second that each began less than 1 ms \
            after the one before ended. All instances count together; first appearances do not count.
            """,
        matters: """
            The main thread has no time for anything else meanwhile. Either very many instances are updated, or a few \
            are updated in a loop.
            """,
        fix: """
            See which it is: many instances (fan-out names the cause) or few (repeated-updates). For streams of events \
            (sockets, sensors, timers), collect them and publish at most once per frame.
            """,
        limits: "It counts updates and does not know their cause: other findings on the same view say more.",
        severity: "by the time wasted: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            "a gap of less than \(RuleWords.ms(RuleThresholds.stormGapNs))",
            "more than \(RuleThresholds.stormGaps) such gaps of one view of the app within one second",
            "more than the red deadline in such updates of the busiest second",
        ],
        before: #"""
            for await price in feed { model.price = price }   // hundreds a second
            """#,
        after: #"""
            for await prices in feed.chunked(by: .repeating(every: .milliseconds(100))) {
                model.price = prices.last
            }
            """#)

    private struct Tally {
        /// The unnecessary ones, and all.
        var wasted: [UInt32] = []
        var all: [UInt32] = []
        var instances: Set<NameID> = []
        var totalNs: Int64 = 0
        var wastedNs: Int64 = 0
        var wastedByWindow: [Int32: Int64] = [:]
        var window = CommonWindow()

        mutating func add(_ row: Int, _ context: RuleContext) {
            let (duration, place) = (context.duration(row), context.results.window[row])
            all.append(UInt32(row))
            totalNs = totalNs.addingSaturating(duration)
            window.add(place)
            if context.updates.instance[row].isPresent { instances.insert(context.updates.instance[row]) }
            guard context.results.verdict[row] == .unnecessary else { return }
            wasted.append(UInt32(row))
            wastedNs = wastedNs.addingSaturating(duration)
            wastedByWindow[place] = (wastedByWindow[place] ?? 0).addingSaturating(duration)
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let quick = quickRows(context)
        let views = Buckets(
            quick.count, numbers: context.results.views.count, number: { context.view(Int(quick[$0])) },
            item: { quick[$0] })
        var found: [Finding] = []
        for view in context.results.views.indices where !context.isFramework[view] {
            let places = views.places(view)
            guard places.count > RuleThresholds.stormGaps else { continue }
            var rows: [Int] = []
            for place in places { rows.append(views[place]) }
            if let finding = finding(view, rows, context) { found.append(finding) }
        }
        return found
    }

    /// Updates that began right after the previous one of the same view.
    private static func quickRows(_ context: RuleContext) -> Column<UInt32> {
        let updates = context.updates
        let (starts, durations, phases) = (updates.start.buffer, updates.duration.buffer, updates.phase.buffer)
        let (keys, viewOfKey) = (updates.view.buffer, context.results.viewOfKey.buffer)
        let quick = Column<UInt32>()
        // By view: until when the next update counts as quick.
        let quickUntil = Scratch(repeating: Int64.min, count: context.results.views.count)
        for row in starts.indices where phases[row] == .update && context.isCounted(row) {
            let view = Int(viewOfKey[Int(keys[row])])
            if starts[row] < quickUntil[view] { quick.append(UInt32(row)) }
            let end = starts[row].addingSaturating(max(0, durations[row]))
            quickUntil[view] = end.addingSaturating(RuleThresholds.stormGapNs)
        }
        return quick
    }

    private static func finding(_ view: Int, _ quick: [Int], _ context: RuleContext) -> Finding? {
        let times = quick.map { context.updates.start[$0] }
        let peak = Peak(times)
        guard peak.count > RuleThresholds.stormGaps else { return nil }
        var tally = Tally()
        for index in Peak.crowded(times, above: RuleThresholds.stormGaps) { tally.add(quick[index], context) }
        guard busy(quick, from: peak.start, context) > context.deadlines.redNs else { return nil }
        let name = context.shortViewName(view)
        let instances = tally.instances.isEmpty ? "" : " of \(RuleWords.count(tally.instances.count, "instance"))"
        // No known waste may mean that the evidence is missing.
        let wasted = tally.wastedNs > 0 ? ", \(RuleWords.ms(tally.wastedNs)) of it unnecessary" : ""
        return Finding(
            severity: context.severity(ofTime: tally.wastedByWindow.values.max() ?? 0),
            title: "\(name) is updated in a storm", view: context.viewName(view), viewIndex: view, effort: .medium,
            sql: sql(view, context), rows: tally.all.count,
            costNs: tally.wastedNs > 0 ? tally.wastedNs : tally.totalNs
        ) {
            Finding.Rest(
                window: tally.window.window,
                evidence: """
                    \(RuleWords.count(tally.all.count, "update"))\(instances) began less than \
                    \(RuleWords.ms(RuleThresholds.stormGapNs)) after the one before ended, up to \
                    \(RuleWords.number(peak.count)) within one second (from \(RuleWords.at(peak.start)) on); \
                    \(RuleWords.ms(tally.totalNs)) in all\(wasted)
                    """,
                hint: isScrolled(tally.all, context)
                    ? """
                    If \(name) is the row of a LazyVStack or LazyVGrid, give it a fixed height (.frame(height:)), or use a \
                    List: lazy stacks run the bodies of whole bursts of rows to learn their heights
                    """ + "; else make one change update fewer \(name) (see fan-out)."
                    : tally.instances.count > RuleThresholds.stormGaps / 2 || tally.instances.isEmpty
                        ? "Make one change update fewer \(name): give each one only the value it shows (see fan-out)."
                        : "Collect the events that drive \(name) and publish them at most once a frame.",
                about: .rows(tally.wasted.isEmpty ? tally.all : tally.wasted))
        }
    }

    /// Whether nearly all of them run while somebody scrolls, and nothing says what set them off.
    private static func isScrolled(_ rows: [UInt32], _ context: RuleContext) -> Bool {
        let (windowOf, driverOf) = (context.results.window.buffer, context.results.drivingCause.buffer)
        let scrolled = rows.count { row in
            let row = Int(row)
            guard windowOf[row] >= 0, driverOf[row] < 0 else { return false }
            let window = context.results.windows[Int(windowOf[row])]
            return window.kind == .scroll
                || window.kind == .signpost && GestureName.kind(context.name(window.name)) == .scroll
        }
        return scrolled * 5 >= rows.count * 4
    }

    /// The time of updates in the busiest second.
    private static func busy(_ rows: [Int], from start: Int64, _ context: RuleContext) -> Int64 {
        let end = start.addingSaturating(RuleThresholds.stretchNs)
        return rows.reduce(Int64(0)) { sum, row in
            let time = context.updates.start[row]
            return time >= start && time < end ? sum.addingSaturating(context.duration(row)) : sum
        }
    }

    private static func sql(_ view: Int, _ context: RuleContext) -> String {
        """
        WITH gaps AS (
            SELECT *, start_ns - lag(start_ns + coalesce(duration_ns, 0)) OVER (ORDER BY start_ns, id) AS gap_ns
            FROM updates
            WHERE trace_id = :trace AND is_target = 1 AND \(context.isView(view))
                AND phase = 'update' AND start_ns IS NOT NULL
        ), seconds AS (
            SELECT *, count(*) OVER (
                ORDER BY start_ns RANGE BETWEEN \(RuleThresholds.stretchNs - 1) PRECEDING AND CURRENT ROW) AS second
            FROM gaps WHERE gap_ns < \(RuleThresholds.stormGapNs)
        )
        SELECT id, view, start_ms, duration_ms, gap_ns / 1e6 AS gap_ms, instance, verdict, reason, driving_cause
        FROM (
            SELECT *, max(second) OVER (
                ORDER BY start_ns RANGE BETWEEN CURRENT ROW AND \(RuleThresholds.stretchNs - 1) FOLLOWING) AS busiest
            FROM seconds
        )
        WHERE busiest > \(RuleThresholds.stormGaps)
        ORDER BY start_ns, id
        """
    }
}
