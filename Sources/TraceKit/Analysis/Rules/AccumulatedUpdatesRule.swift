/// Many small updates that miss the frame together.
enum AccumulatedUpdatesRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let guide = RuleGuide(
        "accumulated-updates", "Many small updates that miss the frame together",
        finds: "Update groups (what SwiftUI runs in one go) that take longer than a deadline though none of their "
            + "updates does. The view with the most time in the group is named; groups of mostly first appearances are "
            + "a finding of their own.",
        matters: "The frame waits for the whole group: 100 updates of 2 ms are 200 ms, and no list of long updates "
            + "shows them.",
        fix: "Update fewer views: see the finding on the same view that says why it is updated (fan-out, "
            + "parent-only-updates, over-budget). Making each update quicker comes second.",
        limits: "A group's time is the union of its updates on its thread. Where the trace has no groups they are "
            + "derived: runs of updates with gaps of at most 1 ms. A first screen normally takes more than a frame.",
        severity: "high where a group is red, medium otherwise; low where it is mostly first "
            + "appearances", effort: .medium,
        thresholds: ["a group longer than the orange deadline in which no single update is; one makes a finding"],
        before: #"""
            // 100 rows that each read the whole selection: 100 bodies a tap
            Row(item: item).environment(selection)
            """#,
        after: #"""
            // Each row gets what it shows: two bodies a tap
            Row(item: item, isSelected: selection.id == item.id)
            """#)

    /// One view in one group.
    private struct Share: BitwiseCopyable {
        /// What another group left behind is told by this.
        var group = -1
        var updates = 0
        var nanoseconds: Int64 = 0
    }

    /// The groups in which one view takes most of the time.
    private struct Tally {
        var view: Int
        /// More than half of each group are creations.
        var isAppearing: Bool
        var groups: [Int] = []
        /// The numbers of their rows.
        var numbers: [Int] = []
        /// All updates of the groups, of whatever view: what the groups' time is made of.
        var rows: [UInt32] = []
        var ownUpdates = 0
        var window = CommonWindow()
        var drivers: [(name: String, count: Int)] = []

        init(view: Int, isAppearing: Bool) { (self.view, self.isAppearing) = (view, isAppearing) }

        mutating func add(_ group: Int, _ number: Int, ownUpdates: Int) {
            groups.append(group)
            numbers.append(number)
            self.ownUpdates += ownUpdates
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let results = context.results
        let groups = results.groups.indices.filter { results.groups[$0].isAccumulated }
        guard !groups.isEmpty else { return [] }
        let rows = rows(groups, context)
        let shares = Scratch(repeating: Share(), count: results.views.count)
        // By view, groups of mostly first appearances apart.
        var tallies: [Int: Tally] = [:]
        for (number, group) in groups.enumerated() {
            let places = rows.places(number)
            guard let (view, creations) = largestShare(places, rows, group, shares, context) else { continue }
            let isAppearing = 2 * creations > results.groups[group].updates
            let key = view * 2 + (isAppearing ? 1 : 0)
            tallies[key, default: Tally(view: view, isAppearing: isAppearing)].add(
                group, number, ownUpdates: shares[view].updates)
        }
        var found: [Finding] = []
        for (_, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            found.append(finding(withRows(tally, rows, context), context))
        }
        return found
    }

    /// The counted updates of some groups, by place of the group in the list.
    private static func rows(_ groups: [Int], _ context: RuleContext) -> Buckets {
        let groupOf = context.results.group.buffer
        let roles = context.results.role.buffer
        let numbers = Scratch(repeating: -1, count: context.results.groups.count)
        for (number, group) in groups.enumerated() { numbers[group] = number }
        return Buckets(
            groupOf.count, numbers: groups.count,
            number: { row in
                let group = Int(groupOf[row])
                guard group >= 0, roles[row] == .counted else { return -1 }
                return numbers[group]
            },
            item: { UInt32(truncatingIfNeeded: $0) })
    }

    /// The view with the most time in a group, and the group's creations; leaves the sums of all its views in `shares`.
    private static func largestShare(
        _ places: Range<Int>, _ rows: borrowing Buckets, _ group: Int, _ shares: borrowing Scratch<Share>,
        _ context: RuleContext
    ) -> (view: Int, creations: Int)? {
        guard !places.isEmpty else { return nil }
        let phases = context.updates.phase.buffer
        var creations = 0
        for place in places {
            let row = rows[place]
            let view = context.view(row)
            var share = shares[view]
            if share.group != group { share = Share(group: group) }
            share.updates += 1
            share.nanoseconds = share.nanoseconds.addingSaturating(context.duration(row))
            shares[view] = share
            if phases[row] == .creation { creations += 1 }
        }
        var largest = context.view(rows[places.lowerBound])
        for place in places {
            let view = context.view(rows[place])
            if view != largest, isLarger(view, than: largest, shares, context) { largest = view }
        }
        return (largest, creations)
    }

    private static func isLarger(
        _ view: Int, than other: Int, _ shares: borrowing Scratch<Share>, _ context: RuleContext
    ) -> Bool {
        let (own, most) = (shares[view].nanoseconds, shares[other].nanoseconds)
        if own != most { return own > most }
        let (first, second) = (context.results.views[view], context.results.views[other])
        if first.name != second.name { return context.names.isText(first.name, before: second.name) }
        if first.module != second.module { return context.names.isText(first.module, before: second.module) }
        return first.kind.word.utf8.lexicographicallyPrecedes(second.kind.word.utf8)
    }

    /// With all updates, and the windows and the driving causes of the named view's.
    private static func withRows(
        _ tally: Tally, _ rows: borrowing Buckets, _ context: RuleContext
    ) -> Tally {
        let (windowOf, driverOf) = (context.results.window.buffer, context.results.drivingCause.buffer)
        let drivers = context.drivers
        var window = CommonWindow()
        var all: [UInt32] = []
        for number in tally.numbers {
            for place in rows.places(number) {
                all.append(UInt32(rows[place]))
                guard context.view(rows[place]) == tally.view else { continue }
                window.add(windowOf[rows[place]])
                drivers.count(driverOf[rows[place]])
            }
        }
        var tally = tally
        tally.rows = all
        tally.window = window
        tally.drivers = drivers.take(context)
        return tally
    }

    // MARK: Findings

    private static func finding(_ tally: Tally, _ context: RuleContext) -> Finding {
        let (name, deadlines) = (context.shortViewName(tally.view), context.deadlines)
        let groups = tally.groups.map { context.results.groups[$0] }
        let isRed = groups.contains { deadlines.severity(ofDuration: $0.busy) == .red }
        let over = groups.reduce(Int64(0)) { $0.addingSaturating($1.busy - deadlines.orangeNs) }
        let isAlone = tally.ownUpdates == groups.reduce(0) { $0 + $1.updates }
        let title =
            tally.isAppearing
            ? "First appearances of \(name)\(isAlone ? "" : " and others") miss the frame together"
            : "Many small \(name) updates miss the frame together"
        let hint =
            tally.isAppearing
            ? "Show less at first: lazy containers for what is off the screen, content that is loaded put up in steps; "
                + "a first screen of more than a frame is normal, several frames are felt."
            : "Update fewer \(name) at once: give each one only the value it shows (the findings on \(name) with a "
                + "cause "
                + "say which), then make each update quicker."
        return Finding(
            severity: tally.isAppearing ? .low : isRed ? .high : .medium, title: title, window: tally.window.window,
            view: context.viewName(tally.view), viewIndex: tally.view, evidence: evidence(name, groups, tally, context),
            hint: hint,
            effort: .medium, sql: sql(tally, context), rows: groups.count, costNs: over,
            about: tally.isAppearing ? .appearances(view: tally.view, rows: tally.rows) : .rows(tally.rows))
    }

    private static func evidence(_ name: String, _ groups: [GroupSummary], _ tally: Tally, _ context: RuleContext)
        -> String
    {
        let updates = groups.reduce(0) { $0 + $1.updates }
        let busy = groups.map(\.busy)
        let all = groups.count == 1 ? "" : " (\(RuleWords.ms(busy.reduce(0) { $0.addingSaturating($1) })) in all)"
        return "\(RuleWords.count(groups.count, "update group")) took \(groups.count == 1 ? "" : "up to ")"
            + "\(RuleWords.ms(busy.max() ?? 0))\(all), past \(RuleWords.deadline(context.deadlines.orangeNs)), "
            + "though none "
            + "of the \(RuleWords.count(updates, "update")) in \(groups.count == 1 ? "it" : "them") does alone; of "
            + "\(name): "
            + RuleWords.number(tally.ownUpdates)
            + (tally.drivers.isEmpty ? "" : ", driven by \(RuleWords.top(tally.drivers))")
    }

    private static func sql(_ tally: Tally, _ context: RuleContext) -> String {
        """
        WITH members AS (
            SELECT group_id, view, module, CASE WHEN kind IN (\(RuleSQL.namedKinds)) THEN kind ELSE 'other' END AS kind,
                duration_ns, phase = 'creation' AS is_creation
            FROM updates
            WHERE trace_id = :trace AND is_target = 1 AND phase <> 'check' AND start_ns IS NOT NULL
                AND group_id IN (SELECT id FROM update_groups WHERE trace_id = :trace AND accumulated = 1)
        ), shares AS (
            SELECT *, row_number() OVER (PARTITION BY group_id ORDER BY ns DESC, view, coalesce(module, ''), kind) AS place
            FROM (SELECT group_id, view, module, kind, total(duration_ns) AS ns FROM members GROUP BY 1, 2, 3, 4)
        )
        SELECT g.id, g.start_ms, g.busy_ms, g.updates, g.severity
        FROM update_groups g
        WHERE g.id IN (SELECT group_id FROM shares WHERE place = 1 AND \(context.isView(tally.view)))
            AND g.id IN (SELECT group_id FROM members GROUP BY 1
                HAVING (2 * sum(is_creation) > count(*)) = \(tally.isAppearing ? 1 : 0))
        ORDER BY g.start_ns, g.id
        """
    }
}
