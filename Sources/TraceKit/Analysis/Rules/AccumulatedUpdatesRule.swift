/// Many small updates that miss the frame together.
enum AccumulatedUpdatesRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.updates)]
    static let guide = RuleGuide(
        "accumulated-updates", "Many small updates that miss the frame together",
        finds: """
            Update groups (what SwiftUI runs in one go) that take longer than a deadline though none of their updates \
            does. The view with the most time in the group is named, or the app's view above it for a node of a \
            framework. Groups of mostly first appearances are a separate finding, where a user waits for them.
            """,
        matters: """
            The frame waits for the whole group: 100 updates of 2 ms are 200 ms, and no list of long updates shows \
            them.
            """,
        fix: """
            Update fewer views: see the finding on the same view that says why it is updated (fan-out, \
            parent-only-updates, over-budget). Making each update quicker comes second.
            """,
        limits: """
            A group's time is the union of its updates on its thread. Where the trace has no groups they are derived: \
            runs of updates with gaps of at most 1 ms. A first screen normally takes more than a frame.
            """,
        severity: "high where a group is red, medium otherwise; low where it is mostly first appearances",
        effort: .medium,
        thresholds: [
            "a group longer than the orange deadline in which no single update is; one makes a finding",
            "of mostly first appearances: \(RuleWords.ms(RuleThresholds.longWaitNs)), or in a hang or a hitch of the app",
        ],
        before: #"""
            // 100 rows that each read the whole selection: 100 bodies per tap
            Row(item: item).environment(selection)
            """#,
        after: #"""
            // Each row gets what it shows: two bodies per tap
            Row(item: item, isSelected: selection.id == item.id)
            """#)

    /// One view in one group.
    private struct Share: BitwiseCopyable {
        /// The group of the values, which tells those of an earlier group apart.
        var group = -1
        var updates = 0
        var nanoseconds: Int64 = 0
    }

    /// All groups that miss the frame.
    private final class Groups {
        /// Indexes into `AnalysisResults.groups`.
        let all: [Int]
        /// The counted updates, by index of their group in `all`.
        let rows: Buckets

        init(_ all: [Int], _ results: AnalysisResults) {
            let (groupOf, roles) = (results.group.buffer, results.role.buffer)
            let numbers = Scratch(repeating: -1, count: results.groups.count)
            for (number, group) in all.enumerated() { numbers[group] = number }
            self.all = all
            rows = Buckets(
                groupOf.count, numbers: all.count,
                number: { row in
                    let group = Int(groupOf[row])
                    return group >= 0 && roles[row] == .counted ? numbers[group] : -1
                },
                item: { UInt32(truncatingIfNeeded: $0) })
        }
    }

    /// The groups in which one view takes most of the time.
    private struct Tally {
        let view: Int
        /// Whether more than half of each group are creations.
        let isAppearing: Bool
        /// Their indexes in `Groups`.
        var groups: [Int] = []
        /// The updates of the view in all of them.
        var updates = 0

        init(view: Int, isAppearing: Bool) { (self.view, self.isAppearing) = (view, isAppearing) }

        mutating func add(_ group: Int, updates: Int) {
            groups.append(group)
            self.updates += updates
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let results = context.results
        let accumulated = results.groups.indices.filter { results.groups[$0].isAccumulated }
        guard !accumulated.isEmpty else { return [] }
        let groups = Groups(accumulated, results)
        let waits = Waits(context)
        let shares = Scratch(repeating: Share(), count: results.views.count)
        // By view, with groups of mostly first appearances apart.
        var tallies: [Int: Tally] = [:]
        for (place, group) in groups.all.enumerated() {
            guard let (view, creations) = largestShare(place, groups, shares, context) else { continue }
            let isAppearing = 2 * creations > Int(results.groups[group].updates)
            if isAppearing, !waits.isFelt(results.groups[group]) { continue }
            let key = view * 2 + (isAppearing ? 1 : 0)
            tallies[key, default: Tally(view: view, isAppearing: isAppearing)].add(place, updates: shares[view].updates)
        }
        return tallies.sorted { $0.key < $1.key }.map(\.value).filter { !isRemark($0, groups, context) }
            .map { finding($0, groups, context) }
    }

    /// Whether no one waited for the groups, as far as the recording says: one or two past the orange deadline alone, or on a
    /// display that shows a frame every 16.67 ms any number of them, and no late frame or hang near.
    private static func isRemark(_ tally: Tally, _ groups: Groups, _ context: RuleContext) -> Bool {
        guard context.deadlines.profile == Deadlines.frame.profile, context.saysHitches else { return false }
        let summaries = summaries(tally, groups, context)
        if tally.isAppearing, summaries.count < RuleThresholds.manyLongUpdates,
            summaries.allSatisfy({ $0.busy < RuleThresholds.longWaitNs })
        {
            return true
        }
        guard summaries.count < RuleThresholds.manyLongUpdates || context.isSlowDisplay else { return false }
        return summaries.allSatisfy { group in
            group.busy <= context.deadlines.redNs
                && !context.stalls.touch(group.start..<group.start.addingSaturating(max(group.busy, group.duration)))
        }
    }

    /// The view with the most time in a group, and the group's creations; leaves the sums of all its views in `shares`.
    private static func largestShare(
        _ group: Int, _ groups: Groups, _ shares: borrowing Scratch<Share>, _ context: RuleContext
    ) -> (view: Int, creations: Int)? {
        let places = groups.rows.places(group)
        guard !places.isEmpty else { return nil }
        let phases = context.updates.phase.buffer
        var creations = 0
        for place in places {
            let row = groups.rows[place]
            let view = context.view(row)
            var share = shares[view]
            if share.group != group { share = Share(group: group) }
            share.updates += 1
            share.nanoseconds = share.nanoseconds.addingSaturating(context.duration(row))
            shares[view] = share
            if phases[row] == .creation { creations += 1 }
        }
        var largest = context.view(groups.rows[places.lowerBound])
        for place in places {
            let view = context.view(groups.rows[place])
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

    /// Times in which the user waited: hangs and hitches of the app.
    private struct Waits {
        /// In order, without overlap.
        private let spans: [Range<Int64>]

        init(_ context: RuleContext) {
            spans = context.results.stretches.filter { $0.kind == .hang || $0.kind == .hitch }.map {
                $0.start..<$0.start.addingSaturating(max(1, $0.duration))
            }.merged()
        }

        /// First appearances happen once: only long ones are noticeable.
        func isFelt(_ group: GroupSummary) -> Bool {
            if group.busy >= RuleThresholds.longWaitNs { return true }
            let end = group.start.addingSaturating(max(group.busy, group.duration))
            let next = spans.firstPlace { $0.lowerBound >= end }
            return next > 0 && group.start < spans[next - 1].upperBound
        }
    }

    // MARK: Findings

    /// The owner of the updates for the title: for a framework node, the app view above it.
    private static func subject(_ tally: Tally, _ groups: Groups, _ context: RuleContext) -> (
        name: String, isBelow: Bool
    ) {
        let name = context.shortViewName(tally.view)
        guard context.isFramework[tally.view] else { return (name, false) }
        var counts: [String: Int] = [:]
        for group in tally.groups {
            for place in groups.rows.places(group) where context.view(groups.rows[place]) == tally.view {
                if let above = context.appView(above: groups.rows[place]) { counts[above, default: 0] += 1 }
            }
        }
        let most = RuleWords.largest(1, of: counts.map { (name: $0.key, count: $0.value) }).first
        return most.map { ($0.name, true) } ?? (name, false)
    }

    private static func title(_ tally: Tally, _ groups: Groups, isAlone: Bool, _ context: RuleContext) -> String {
        let (subject, words) = (subject(tally, groups, context), context.deadlines.words)
        if subject.isBelow {
            return
                "\(tally.isAppearing ? "First appearances" : "Many small updates") below \(subject.name) \(words.missTogether)"
        }
        return tally.isAppearing
            ? "First appearances of \(subject.name)\(isAlone ? "" : " and others") \(words.missTogether)"
            : "Many small \(subject.name) updates \(words.missTogether)"
    }

    private static func finding(_ tally: Tally, _ groups: Groups, _ context: RuleContext) -> Finding {
        let (name, deadlines) = (context.shortViewName(tally.view), context.deadlines)
        let summaries = summaries(tally, groups, context)
        let isRed = summaries.contains { deadlines.severity(ofDuration: $0.busy) == .red }
        let over = summaries.reduce(Int64(0)) { $0.addingSaturating($1.busy - deadlines.orangeNs) }
        // First appearances matter if the user waits for them.
        let isLong = summaries.contains { $0.busy >= RuleThresholds.longWaitNs }
        let isAlone = tally.updates == summaries.reduce(0) { $0 + Int($1.updates) }
        return Finding(
            severity: tally.isAppearing ? (isLong ? .medium : .low) : isRed ? .high : .medium,
            title: title(tally, groups, isAlone: isAlone, context),
            view: context.viewName(tally.view), viewIndex: tally.view, effort: .medium, sql: sql(tally, context),
            rows: tally.groups.count, costNs: over
        ) {
            let members = Members(tally, groups, context)
            return Finding.Rest(
                window: members.window.window, evidence: evidence(name, tally, groups, members, context),
                hint: hint(tally, groups, context),
                about: tally.isAppearing ? .appearances(view: tally.view, rows: members.rows) : .rows(members.rows))
        }
    }

    private static func summaries(_ tally: Tally, _ groups: Groups, _ context: RuleContext) -> [GroupSummary] {
        tally.groups.map { context.results.groups[groups.all[$0]] }
    }

    /// The updates of the groups of a finding.
    private struct Members {
        /// Updates of any view: they make up the groups' time.
        var rows: [UInt32] = []
        /// The windows and driving causes of the named view.
        var window = CommonWindow()
        let drivers: [(name: String, count: Int)]

        init(_ tally: Tally, _ groups: Groups, _ context: RuleContext) {
            let (windowOf, driverOf) = (context.results.window.buffer, context.results.drivingCause.buffer)
            let counts = context.drivers
            for group in tally.groups {
                for place in groups.rows.places(group) {
                    let row = groups.rows[place]
                    rows.append(UInt32(row))
                    guard context.view(row) == tally.view else { continue }
                    window.add(windowOf[row])
                    counts.count(driverOf[row])
                }
            }
            drivers = counts.drain(context)
        }
    }

    private static func hint(_ tally: Tally, _ groups: Groups, _ context: RuleContext) -> String {
        let (name, isBelow) = subject(tally, groups, context)
        if context.isFramework[tally.view], !tally.isAppearing {
            let node = context.shortViewName(tally.view)
            return isBelow
                ? "\(node) is SwiftUI's own work for what \(name) shows: make the content of \(name) simpler, or update it less often."
                : """
                \(node) is SwiftUI's own: the recording does not say which view of the app it works for. Record \
                with the SwiftUI instrument's cause-and-effect graph.
                """
        }
        if tally.isAppearing, tally.groups.count >= RuleThresholds.occurrences {
            return
                """
                Make what appears lighter, or let it be reused: views bridged from UIKit or AppKit are recreated for \
                each row that appears, while a List or a table reuses its rows.
                """
        }
        return tally.isAppearing
            ? """
            Show less at first: lazy containers for what is off the screen, content that is loaded put up in \
            steps; a first screen of more than a frame is normal, several frames are felt.
            """
            : """
            Update fewer \(name) at once: give each one only the value it shows (the findings on \(name) with a \
            cause say which), then make each update quicker.
            """
    }

    private static func evidence(
        _ name: String, _ tally: Tally, _ groups: Groups, _ members: Members, _ context: RuleContext
    ) -> String {
        let summaries = summaries(tally, groups, context)
        let updates = summaries.reduce(0) { $0 + Int($1.updates) }
        let busy = summaries.map(\.busy)
        let isOne = summaries.count == 1
        let all = busy.reduce(Int64(0)) { $0.addingSaturating($1) }
        let short = RuleWords.count(updates, "short update")
        return
            (isOne
            ? "\(short) ran in 1 group of \(RuleWords.ms(all))"
            : """
            \(short) ran in \(RuleWords.count(summaries.count, "group")) (\(RuleWords.ms(all)) in all), the \
            longest of \(RuleWords.ms(busy.max() ?? 0))
            """)
            + ", past \(RuleWords.deadline(context.deadlines.orangeNs)); of \(name): \(RuleWords.number(tally.updates))"
            + (members.drivers.isEmpty ? "" : ", driven by \(RuleWords.top(members.drivers))")
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
                HAVING (2 * sum(is_creation) > count(*)) = \(tally.isAppearing ? 1 : 0))\(tally.isAppearing ? isFelt : "")
        ORDER BY g.start_ns, g.id
        """
    }

    /// `Waits.isFelt` as SQL.
    private static let isFelt = """

            AND (g.busy_ms >= \(RuleThresholds.longWaitNs / 1_000_000)
                OR EXISTS (SELECT 1 FROM hangs h WHERE h.trace_id = :trace AND h.is_target = 1
                    AND h.start_ms < g.start_ms + max(coalesce(g.busy_ms, 0), coalesce(g.duration_ms, 0))
                    AND g.start_ms < max(h.start_ms + 1e-6, h.start_ms + h.duration_ms))
                OR EXISTS (SELECT 1 FROM hitches h WHERE h.trace_id = :trace AND h.is_target = 1 AND h.class <> 'system'
                    AND h.start_ms < g.start_ms + max(coalesce(g.busy_ms, 0), coalesce(g.duration_ms, 0))
                    AND g.start_ms < max(h.start_ms + 1e-6, h.start_ms + h.duration_ms)))
        """
}
