/// Interactions that update far more than they should.
enum OverBudgetRule: FindingRule {
    static let guide = RuleGuide(
        "over-budget", "An interaction that updates far more than it should",
        finds: "Taps, keystrokes, scrolls and appearances with more body updates than such an interaction normally "
            + "needs. "
            + "Interactions of the same kind and name are added up.",
        matters: "The number of updates is what grows with the app's data and what a change in the code moves; it is "
            + "the "
            + "same on every device, which times are not.",
        fix: "Look at the views named in the evidence, and at the findings on them (fan-out, parent-only-updates): "
            + "they "
            + "say which dependency is too wide.",
        limits: "The numbers are hints from experience, not limits of SwiftUI. First appearances are left out, "
            + "except for "
            + "appearances; of a tap, only updates count that are not known to be due.",
        severity: "of the time in the counted updates: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            "appear: more than \(RuleThresholds.appearRuns) body runs of one instance (expected 1 to 2)",
            "scroll: \(RuleThresholds.scrollUpdates) body updates (expected 20 to 30 for 100 rows)",
            "keystroke: \(RuleThresholds.keystrokeOthers) body updates besides the field's own (expected none)",
            "tap: \(RuleThresholds.tapUnrelated) unrelated body updates (expected 1 to 3 in all)",
        ])

    /// Counted updates of one window, or of one instance in it.
    private struct Spot {
        var window: Int
        var view: Int
        var count = 0
        var totalNs: Int64 = 0
        var wastedNs: Int64 = 0
        var views: [Int: Int] = [:]
    }

    private struct Key: Hashable {
        var kind: InteractionKind
        var name: NameID
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        Budget.all.flatMap { budget in
            let spots = collect(budget, context).filter { $0.count >= budget.concern + budget.allowed }
            let byName = Dictionary(grouping: spots) { context.results.windows[$0.window].name }
            return byName.map { finding(budget, $0.key, $0.value, context) }
        }
    }

    private static func collect(_ budget: Budget, _ context: RuleContext) -> [Spot] {
        let (updates, results) = (context.updates, context.results)
        let isMeant = results.windows.map { $0.kind == budget.kind }
        guard isMeant.contains(true) else { return [] }
        var index = KeyIndex()
        var spots: [Spot] = []
        for row in 0..<updates.count where results.verdict[row] != .none {
            let (window, view) = (Int(results.window[row]), context.view(row))
            guard isMeant[window], results.views[view].kind == .body, budget.counts(row, context) else { continue }
            let instance = budget.isPerInstance ? UInt64(view) << 32 | UInt64(updates.instance[row].rawValue) : 0
            let number = index.number(UInt64(window), instance)
            if number == spots.count { spots.append(Spot(window: window, view: view)) }
            spots[number].count += 1
            spots[number].views[view, default: 0] += 1
            spots[number].totalNs = spots[number].totalNs.addingUpTo(context.duration(row))
            guard results.verdict[row] == .unnecessary else { continue }
            spots[number].wastedNs = spots[number].wastedNs.addingUpTo(context.duration(row))
        }
        return spots
    }

    // MARK: Findings

    private static func finding(_ budget: Budget, _ name: NameID, _ spots: [Spot], _ context: RuleContext) -> Finding {
        let label = context.short(
            NodeLabels.text(budget.kind, .none, name, context.names))
        let count = spots.reduce(0) { $0 + $1.count }
        var views: [Int: Int] = [:]
        for spot in spots { views.merge(spot.views) { $0 + $1 } }
        let named = views.map { (name: context.shortViewName($0.key), count: $0.value) }
        let worst = named.min { (-$0.count, $0.name) < (-$1.count, $1.name) }?.name ?? ""
        let windows = Set(spots.map(\.window))
        return Finding(
            severity: context.severity(ofTime: spots.map(\.totalNs).max() ?? 0),
            title: "\(label) updates far more than it "
                + "should", window: windows.count == 1 ? windows.first : nil, view: nil,
            evidence: evidence(budget, spots, windows.count, count, views: RuleWords.top(named)),
            hint: "Start with \(worst): find the value that reaches all of them (fan-out, parent-only-updates) and "
                + "pass each "
                + "one only what it shows.",
            effort: .medium, sql: sql(budget, context.names.text(name)), rows: count,
            costNs: spots.reduce(0) { $0.addingUpTo($1.wastedNs) })
    }

    private static func evidence(_ budget: Budget, _ spots: [Spot], _ windows: Int, _ count: Int, views: String)
        -> String
    {
        let total = spots.reduce(Int64(0)) { $0.addingUpTo($1.totalNs) }
        return "\(RuleWords.count(windows, RuleWords.noun(budget.kind))) with \(RuleWords.range(spots.map(\.count))) "
            + "\(budget.countedPlural) each, \(RuleWords.number(count)) together (expected: \(budget.expected); "
            + "concern from "
            + "\(RuleWords.number(budget.concern + budget.allowed)) on), \(RuleWords.ms(total)); most: \(views)"
    }

    private static func sql(_ budget: Budget, _ name: String?) -> String {
        let counted = "trace_id = :trace AND kind = 'body' AND start_ns IS NOT NULL AND \(budget.condition)"
        let instance = budget.isPerInstance ? "interaction_id, view, module, instance" : "interaction_id"
        return """
            SELECT id, view, start_ms, duration_ms, phase, instance, interaction_id, verdict, reason, driving_cause
            FROM (SELECT *, count(*) OVER (PARTITION BY \(instance)) AS counted FROM updates WHERE \(counted))
            WHERE counted >= \(budget.concern + budget.allowed)
                AND interaction_id IN (
                    SELECT id FROM interactions
                    WHERE trace_id = :trace AND kind = \(RuleSQL.literal(budget.kind.word)) AND name \(RuleSQL.equals(name)))
            ORDER BY start_ns, id
            """
    }
}
