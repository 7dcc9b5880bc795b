/// Checks a trace against a budget.
package enum BudgetCheck {
    package struct Options: Sendable {
        /// The input as named by the user, for proposed commands.
        package var input = CommandInput()
        /// Whether the result names the input besides the app, for texts about several.
        package var namesInput = false
        /// Whether a truncated trace may be within budget.
        package var allowsIncomplete = false
        /// Accepted problems, whose breaches are no failures.
        package var accepted: [AcceptedNote] = []
        /// Whether a generated budget also limits views and chains.
        package var isFull = false
        /// Whether a generated budget only has the counts of views.
        package var isOfCounts = false

        package init() {}
    }

    /// Checks a trace. `trace` and `baseline` come from one load each; `rest` returns the trace without the rows of
    /// some problems, called only if problems are accepted. Throws if a trace is incomplete.
    package static func run(
        _ budget: BudgetFile, _ trace: TraceFigures, baseline: TraceFigures?, _ options: Options,
        rest: (_ problems: AcceptedRows) throws(TraceError) -> TraceFigures? = { _ in nil }
    ) throws(TraceError) -> BudgetResult {
        for figures in [trace, baseline].compactMap({ $0 }) { try demandWhole(figures, options) }
        let now = BudgetFigures(trace)
        func held(_ now: BudgetFigures) -> BudgetRun {
            BudgetRun(
                limits: budget.limits, now: now, before: baseline.map { BudgetFigures($0) },
                next: BudgetNext(options.input))
        }
        let run = held(now)
        let accepted = trace.accepted(options.accepted)
        let groups = BudgetGroups(trace, accepted: accepted)
        let acceptedRows = AcceptedByMeasure(trace, accepted, budget.limits)
        let withoutCounts = try acceptedRows.ofCounts.flatMap { (rows) throws(TraceError) in try rest(rows) }
            .map { held(BudgetFigures($0)) }
        let withoutTimes = try acceptedRows.ofTimes.flatMap { (rows) throws(TraceError) in try rest(rows) }
            .map { held(BudgetFigures($0)) }
        var outcomes: [BudgetOutcome] = []
        var (breached, unchecked) = (0, 0)
        for limit in budget.limits {
            var found = run.outcomes(of: limit)
            if let without = limit.measure.isOfUpdates ? withoutCounts : withoutTimes {
                found = groups.accepting(accepted, found, without.outcomes(of: limit))
            }
            if found.contains(where: { $0.state == .unchecked }) { unchecked += 1 }
            if found.contains(where: { $0.state == .breached }) { breached += 1 }
            outcomes += found
        }
        // Without any lane, the reason is the same for all limits.
        if !now.hasLanes, unchecked > 1 {
            for index in outcomes.indices where outcomes[index].state == .unchecked {
                outcomes[index].note = "the input has none of the lanes that limits are about"
                outcomes[index].fix = "see what it holds with trace-analyze doctor"
            }
        }
        outcomes = sorted(outcomes)
        let found = groups.groups(outcomes)
        for group in found { groups.explainCounts(of: group, &outcomes) }
        let name = options.namesInput ? "\(options.input.words): " : ""
        return BudgetResult(
            trace: name + words(trace), baseline: baseline.map(words), budget: budget.path, limits: budget.limits.count,
            lookedAt: now.lookedAt(by: budget.limits), breached: breached, unchecked: unchecked, outcomes: outcomes,
            caveats: caveats(trace, baseline),
            groups: found)
    }

    static func demandWhole(_ figures: TraceFigures, _ options: Options) throws(TraceError) {
        guard let incompleteness = figures.incompleteness, !options.allowsIncomplete else { return }
        throw TraceError(
            .input, "\(incompleteness): what is missing cannot be within budget",
            fix: "record or export it again, or take it as it is with --allow-incomplete")
    }

    static func words(_ figures: TraceFigures) -> String {
        let what = figures.environment.words.isEmpty ? figures.name : figures.environment.words
        return figures.label.map { "\($0): \(what)" } ?? what
    }

    private static func caveats(_ trace: TraceFigures, _ baseline: TraceFigures?) -> [String] {
        var caveats = trace.caveats
        guard let baseline else { return caveats }
        caveats += baseline.caveats.map { "baseline: \($0)" }
        let (now, before) = (trace.environment, baseline.environment)
        let pairs = [
            ("device", now.device, before.device), ("OS", now.os, before.os),
            ("build configuration", now.configuration, before.configuration),
            ("refresh rate", now.refreshHz.map { "\($0) Hz" }, before.refreshHz.map { "\($0) Hz" }),
            ("profile of deadlines", now.profile, before.profile),
        ]
        for (what, now, before) in pairs where now != before {
            caveats.append("the baseline has another \(what): \(before ?? "unknown"), now \(now ?? "unknown")")
        }
        return caveats
    }

    private static func sorted(_ outcomes: [BudgetOutcome]) -> [BudgetOutcome] {
        let states: [BudgetOutcome.State] = [.breached, .unchecked, .accepted, .skipped, .within]
        func rank(_ outcome: BudgetOutcome) -> (Int, Double) {
            (states.firstIndex(of: outcome.state) ?? 0, -outcome.severity)
        }
        // The order of equal outcomes: the most specific scope comes first.
        let scopes: [BudgetScope] = [.interactions, .recurring, .signposts, .functions, .logs, .views, .chains, .trace]
        return outcomes.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            if first != second { return first < second }
            let (one, other) = (scopes.firstIndex(of: left.element.scope), scopes.firstIndex(of: right.element.scope))
            return one != other ? (one ?? 0) < (other ?? 0) : left.offset < right.offset
        }.map(\.element)
    }
}

/// The rows of accepted problems to exclude from a limit. Slow code does not explain why something is updated, so it
/// excludes no rows from counts; but slow rows that are also updated too often are attributed to the slow code.
private struct AcceptedByMeasure {
    /// The rows for counts; nil if no limit needs them, or no accepted problem affects them.
    var ofCounts: AcceptedRows?
    var ofTimes: AcceptedRows?

    init(_ trace: TraceFigures, _ notes: [AcceptedNote], _ limits: [BudgetLimit]) {
        let keys = Set(notes.map(\.key))
        let accepted = trace.problems.filter { keys.contains($0.key) }
        let open = trace.problems.filter { !keys.contains($0.key) }
        if limits.contains(where: \.measure.isOfUpdates), accepted.contains(where: \.isWaste) {
            ofCounts = AcceptedRows(of: accepted.filter(\.isWaste), butNotOf: open.filter(\.isWaste))
        }
        if limits.contains(where: { !$0.measure.isOfUpdates }), !accepted.isEmpty {
            ofTimes = AcceptedRows(of: accepted, butNotOf: open.filter(\.isMeasured))
        }
    }
}
