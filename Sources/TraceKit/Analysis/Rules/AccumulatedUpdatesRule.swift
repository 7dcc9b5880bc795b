/// Many small updates that miss the frame together.
enum AccumulatedUpdatesRule: FindingRule {
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
        thresholds: ["a group longer than the orange deadline in which no single update is; one makes a finding"])

    private struct Share {
        var view: Int
        var group: Int
        var updates = 0
        var nanoseconds: Int64 = 0
    }

    private struct Key: Hashable {
        var view: Int
        /// More than half of each group are creations.
        var isAppearing: Bool
    }

    private struct Tally {
        var groups: [Int] = []
        var ownUpdates = 0
        var drivers: [NameID: Int] = [:]
        var window = CommonWindow()
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let (largest, creations) = largestShares(context)
        var tallies: [Key: Tally] = [:]
        func key(_ share: Share) -> Key {
            let isAppearing = 2 * (creations[share.group] ?? 0) > context.results.groups[share.group].updates
            return Key(view: share.view, isAppearing: isAppearing)
        }
        for share in largest.values.sorted(by: { $0.group < $1.group }) {
            tallies[key(share), default: Tally()].groups.append(share.group)
            tallies[key(share)]?.ownUpdates += share.updates
        }
        for row in 0..<context.updates.count where context.updates.isCounted(row) {
            guard let share = largest[Int(context.results.group[row])], share.view == context.view(row) else {
                continue
            }
            tallies[key(share)]?.window.add(context.results.window[row])
            let driver = Int(context.results.drivingCause[row])
            if driver >= 0 { tallies[key(share)]?.drivers[context.driverNames[driver], default: 0] += 1 }
        }
        return tallies.map { finding($0.key, $0.value, context) }
    }

    /// The view with the most time in each accumulated group, and how many of the group's updates are creations.
    private static func largestShares(_ context: RuleContext) -> (shares: [Int: Share], creations: [Int: Int]) {
        var index = KeyIndex()
        var shares: [Share] = []
        var creations: [Int: Int] = [:]
        for row in 0..<context.updates.count where context.updates.isCounted(row) {
            let group = Int(context.results.group[row])
            guard group >= 0, context.results.groups[group].isAccumulated else { continue }
            let view = context.view(row)
            let number = index.number(UInt64(view), UInt64(group))
            if number == shares.count { shares.append(Share(view: view, group: group)) }
            shares[number].updates += 1
            shares[number].nanoseconds = shares[number].nanoseconds.addingUpTo(context.duration(row))
            if context.updates.phase[row] == .creation { creations[group, default: 0] += 1 }
        }
        var largest: [Int: Share] = [:]
        for share in shares {
            if let other = largest[share.group], !isLarger(share, than: other, context) { continue }
            largest[share.group] = share
        }
        return (largest, creations)
    }

    private static func isLarger(_ share: Share, than other: Share, _ context: RuleContext) -> Bool {
        if share.nanoseconds != other.nanoseconds { return share.nanoseconds > other.nanoseconds }
        let (first, second) = (context.results.views[share.view], context.results.views[other.view])
        if first.name != second.name { return context.names.isText(first.name, before: second.name) }
        if first.module != second.module { return context.names.isText(first.module, before: second.module) }
        return first.kind.word.utf8.lexicographicallyPrecedes(second.kind.word.utf8)
    }

    // MARK: Findings

    private static func finding(_ key: Key, _ tally: Tally, _ context: RuleContext) -> Finding {
        let (name, deadlines) = (context.shortViewName(key.view), context.deadlines)
        let groups = tally.groups.map { context.results.groups[$0] }
        let isRed = groups.contains { deadlines.severity(ofDuration: $0.busy) == .red }
        let over = groups.reduce(Int64(0)) { $0.addingUpTo($1.busy - deadlines.orangeNs) }
        let title =
            key.isAppearing
            ? "First appearances of \(name) and others miss the frame together"
            : "Many small \(name) updates miss the frame together"
        let hint =
            key.isAppearing
            ? "Show less at first: lazy containers for what is off the screen, content that is loaded put up in steps; "
                + "a first screen of more than a frame is normal, several frames are felt."
            : "Update fewer \(name) at once: give each one only the value it shows (the findings on \(name) with a "
                + "cause "
                + "say which), then make each update quicker."
        return Finding(
            severity: key.isAppearing ? .low : isRed ? .high : .medium, title: title, window: tally.window.window,
            view: context.viewName(key.view), evidence: evidence(name, groups, tally, context), hint: hint,
            effort: .medium, sql: sql(key, context), rows: groups.count, costNs: over)
    }

    private static func evidence(_ name: String, _ groups: [GroupSummary], _ tally: Tally, _ context: RuleContext)
        -> String
    {
        let updates = groups.reduce(0) { $0 + $1.updates }
        let busy = groups.map(\.busy)
        let all = groups.count == 1 ? "" : " (\(RuleWords.ms(busy.reduce(0) { $0.addingUpTo($1) })) in all)"
        let drivers = tally.drivers.map { (name: context.short(context.name($0.key)), count: $0.value) }
        return "\(RuleWords.count(groups.count, "update group")) took \(groups.count == 1 ? "" : "up to ")"
            + "\(RuleWords.ms(busy.max() ?? 0))\(all), past \(RuleWords.deadline(context.deadlines.orangeNs)), "
            + "though none "
            + "of the \(RuleWords.count(updates, "update")) in \(groups.count == 1 ? "it" : "them") does alone; of "
            + "\(name): "
            + RuleWords.number(tally.ownUpdates) + (drivers.isEmpty ? "" : ", driven by \(RuleWords.top(drivers))")
    }

    private static func sql(_ key: Key, _ context: RuleContext) -> String {
        """
        WITH members AS (
            SELECT group_id, view, module, CASE WHEN kind IN (\(RuleSQL.namedKinds)) THEN kind ELSE 'other' END AS kind,
                duration_ns, phase = 'creation' AS is_creation
            FROM updates
            WHERE trace_id = :trace AND phase <> 'check' AND start_ns IS NOT NULL
                AND group_id IN (SELECT id FROM update_groups WHERE trace_id = :trace AND accumulated = 1)
        ), shares AS (
            SELECT *, row_number() OVER (PARTITION BY group_id ORDER BY ns DESC, view, coalesce(module, ''), kind) AS place
            FROM (SELECT group_id, view, module, kind, total(duration_ns) AS ns FROM members GROUP BY 1, 2, 3, 4)
        )
        SELECT g.id, g.start_ms, g.busy_ms, g.updates, g.severity
        FROM update_groups g
        WHERE g.id IN (SELECT group_id FROM shares WHERE place = 1 AND \(context.isView(key.view)))
            AND g.id IN (SELECT group_id FROM members GROUP BY 1
                HAVING (2 * sum(is_creation) > count(*)) = \(key.isAppearing ? 1 : 0))
        ORDER BY g.start_ns, g.id
        """
    }
}
