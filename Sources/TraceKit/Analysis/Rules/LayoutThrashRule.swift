/// Layout that runs repeatedly for one frame.
enum LayoutThrashRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.updates), .kinds]
    static let guide = RuleGuide(
        "layout-thrash", "Layout that runs over and over for one frame",
        finds: "Layout updates of one view that ran many times in one update group.",
        matters: """
            Layout is meant to run once or twice per frame. More means that sizes are read back and written again: \
            each round measures everything below.
            """,
        fix: """
            Break the circle of measuring and setting: no @State set from GeometryReader or onGeometryChange that \
            changes the same layout; round or compare the size before storing it; use a Layout or alignment guides \
            instead of measured sizes.
            """,
        limits: "Where the trace has no instance ids, all instances of a view count together, against a higher limit.",
        severity: "by the time in those updates: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            """
            \(RuleThresholds.layoutRunsOfInstance) layout updates or more of one known instance in one update group, \
            or
            """,
            "\(RuleThresholds.layoutRunsOfView) of one view where instances are not known",
        ],
        before: #"""
            GeometryReader { proxy in
                Text(title).onAppear { width = proxy.size.width }   // changes this layout
            }
            """#,
        after: #"""
            Text(title).containerRelativeFrame(.horizontal) { width, _ in width * 0.8 }
            """#)

    /// Layout of one instance, or of all unknown ones, in one group.
    private struct Spot {
        var view: Int
        var hasInstance: Bool
        var window: Int32
        var rows: [UInt32] = []
        var totalNs: Int64 = 0

        var runs: Int { rows.count }

        var isThrashing: Bool {
            runs >= (hasInstance ? RuleThresholds.layoutRunsOfInstance : RuleThresholds.layoutRunsOfView)
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let index = KeyIndex()
        var spots: [Spot] = []
        let (updates, results) = (context.updates, context.results)
        let isLayout = Scratch(repeating: false, count: context.records.views.count)
        for (key, view) in context.records.views.buffer.enumerated() { isLayout[key] = view.kind == .layout }
        let (keys, phases) = (updates.view.buffer, updates.phase.buffer)
        for row in keys.indices where isLayout[Int(keys[row])] && phases[row] == .update && context.isCounted(row) {
            let view = context.view(row)
            guard results.group[row] >= 0 else { continue }
            let instance = updates.instance[row]
            let number = index.number(UInt64(view) << 32 | UInt64(instance.rawValue), UInt64(results.group[row]))
            if number == spots.count {
                spots.append(Spot(view: view, hasInstance: instance.isPresent, window: results.window[row]))
            }
            spots[number].rows.append(UInt32(row))
            spots[number].totalNs = spots[number].totalNs.addingSaturating(context.duration(row))
        }
        return Dictionary(grouping: spots.filter(\.isThrashing)) { $0.view }.map { finding($0.key, $0.value, context) }
    }

    private static func finding(_ view: Int, _ spots: [Spot], _ context: RuleContext) -> Finding {
        let name = context.shortViewName(view)
        let runs = spots.reduce(0) { $0 + $1.runs }
        let total = spots.reduce(Int64(0)) { $0.addingSaturating($1.totalNs) }
        var byWindow: [Int32: Int64] = [:]
        var window = CommonWindow()
        for spot in spots {
            byWindow[spot.window] = (byWindow[spot.window] ?? 0).addingSaturating(spot.totalNs)
            window.add(spot.window)
        }
        return Finding(
            severity: context.severity(ofTime: byWindow.values.max() ?? 0),
            title: "The layout of \(name) runs over and over for one frame", view: context.viewName(view),
            viewIndex: view, effort: .medium, sql: sql(view, context), rows: runs, costNs: total
        ) {
            Finding.Rest(
                window: window.window,
                evidence: """
                    \(RuleWords.count(runs, "layout update")), up to \(RuleWords.number(spots.map(\.runs).max() ?? 0)) \
                    in one update group; \(RuleWords.ms(total)) in all
                    """,
                hint: """
                    Do not set state from a size measured inside \(name) (GeometryReader, onGeometryChange, \
                    preferences) without comparing it first; a Layout or an alignment guide needs no second round.
                    """,
                about: .rows(spots.flatMap(\.rows)))
        }
    }

    private static func sql(_ view: Int, _ context: RuleContext) -> String {
        """
        SELECT id, view, start_ms, duration_ms, instance, group_id, driving_cause
        FROM (
            SELECT *, count(*) OVER (PARTITION BY group_id, instance) AS runs
            FROM updates
            WHERE trace_id = :trace AND is_target = 1 AND \(context.isView(view))
                AND phase = 'update' AND start_ns IS NOT NULL AND group_id IS NOT NULL
        )
        WHERE runs >= CASE WHEN instance IS NULL THEN \(RuleThresholds.layoutRunsOfView) \
        ELSE \(RuleThresholds.layoutRunsOfInstance) END
        ORDER BY start_ns, id
        """
    }
}
