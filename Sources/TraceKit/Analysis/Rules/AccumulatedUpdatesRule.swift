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
        var key: Key
        var groups: [Int] = []
        var ownUpdates = 0
        var drivers: [(name: String, count: Int)] = []
        var window = CommonWindow()
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        guard context.results.groups.contains(where: \.isAccumulated) else { return [] }
        var index: [Key: Int] = [:]
        var tallies: [Tally] = []
        let tallyOfGroup = Column<Int32>(repeating: -1, count: context.results.groups.count)
        for (key, share) in largestShares(context) {
            let tally = index[key] ?? tallies.count
            if tally == tallies.count {
                index[key] = tally
                tallies.append(Tally(key: key))
            }
            tallies[tally].groups.append(share.group)
            tallies[tally].ownUpdates += share.updates
            tallyOfGroup[share.group] = Int32(tally)
        }
        addRows(tallyOfGroup, to: &tallies, context)
        return tallies.map { finding($0, context) }
    }

    /// The windows and the driving causes of the named view's updates.
    private static func addRows(_ tallyOfGroup: Column<Int32>, to tallies: inout [Tally], _ context: RuleContext) {
        var drivers = DriverCounts()
        for row in 0..<context.updates.count where context.updates.isCounted(row) {
            let group = Int(context.results.group[row])
            guard group >= 0, tallyOfGroup[group] >= 0 else { continue }
            let tally = Int(tallyOfGroup[group])
            guard tallies[tally].key.view == context.view(row) else { continue }
            tallies[tally].window.add(context.results.window[row])
            drivers.add(context.results.drivingCause[row], tally, context)
        }
        for (tally, name, count) in drivers.all(context) { tallies[tally].drivers.append((name, count)) }
    }

    /// The view with the most time in each accumulated group, by group.
    private static func largestShares(_ context: RuleContext) -> [(key: Key, share: Share)] {
        let groups = context.results.groups
        let isAccumulated = groups.map(\.isAccumulated)
        let creations = Column<Int32>(repeating: 0, count: groups.count)
        var index = KeyIndex()
        var shares: [Share] = []
        var number = -1
        for row in 0..<context.updates.count where context.updates.isCounted(row) {
            let group = Int(context.results.group[row])
            guard group >= 0, isAccumulated[group] else { continue }
            let view = context.view(row)
            // Most updates are of the same view and group as the one before.
            if number < 0 || shares[number].view != view || shares[number].group != group {
                number = index.number(UInt64(view), UInt64(group))
                if number == shares.count { shares.append(Share(view: view, group: group)) }
            }
            shares[number].updates += 1
            shares[number].nanoseconds = shares[number].nanoseconds.addingUpTo(context.duration(row))
            if context.updates.phase[row] == .creation { creations[group] += 1 }
        }
        let largest = Column<Int32>(repeating: -1, count: groups.count)
        for (number, share) in shares.enumerated() {
            let other = Int(largest[share.group])
            if other < 0 || isLarger(share, than: shares[other], context) { largest[share.group] = Int32(number) }
        }
        return largest.buffer.filter { $0 >= 0 }.map { number in
            let share = shares[Int(number)]
            let isAppearing = 2 * Int(creations[share.group]) > groups[share.group].updates
            return (Key(view: share.view, isAppearing: isAppearing), share)
        }
    }

    private static func isLarger(_ share: Share, than other: Share, _ context: RuleContext) -> Bool {
        if share.nanoseconds != other.nanoseconds { return share.nanoseconds > other.nanoseconds }
        let (first, second) = (context.results.views[share.view], context.results.views[other.view])
        if first.name != second.name { return context.names.isText(first.name, before: second.name) }
        if first.module != second.module { return context.names.isText(first.module, before: second.module) }
        return first.kind.word.utf8.lexicographicallyPrecedes(second.kind.word.utf8)
    }

    // MARK: Findings

    private static func finding(_ tally: Tally, _ context: RuleContext) -> Finding {
        let key = tally.key
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
        return "\(RuleWords.count(groups.count, "update group")) took \(groups.count == 1 ? "" : "up to ")"
            + "\(RuleWords.ms(busy.max() ?? 0))\(all), past \(RuleWords.deadline(context.deadlines.orangeNs)), "
            + "though none "
            + "of the \(RuleWords.count(updates, "update")) in \(groups.count == 1 ? "it" : "them") does alone; of "
            + "\(name): "
            + RuleWords.number(tally.ownUpdates)
            + (tally.drivers.isEmpty ? "" : ", driven by \(RuleWords.top(tally.drivers))")
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
