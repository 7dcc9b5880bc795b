/// Breaches by problem: nineteen limits that one cause breaches are one thing to mend.
struct BudgetGroups {
    private let trace: TraceFigures
    /// Those that nobody has accepted.
    private let open: [ProblemFigures]

    init(_ trace: TraceFigures, accepted: [AcceptedNote] = []) {
        self.trace = trace
        let keys = Set(accepted.map(\.key))
        open = trace.problems.filter { !keys.contains($0.key) }
    }

    /// `outcomes` in the order in which they are shown; the groups stand in that of the worst of each. What no problem explains
    /// stands with the interaction that it is owed to.
    func groups(_ outcomes: [BudgetOutcome]) -> [BudgetGroup] {
        var groups: [BudgetGroup] = []
        var places: [String: Int] = [:]
        for (index, outcome) in outcomes.enumerated() where outcome.state == .breached {
            let problem = problem(outcome, among: open)
            let title = problem?.title ?? outcome.cause?.title ?? outcome.subject
            // A problem may be called what an interaction is called.
            let key = problem.map { "problem \($0.key)" } ?? title
            if let place = places[key] {
                groups[place].outcomes.append(index)
            } else {
                places[key] = groups.count
                groups.append(BudgetGroup(title: title, problem: problem, outcomes: [index]))
            }
        }
        return groups
    }

    /// Breaches that are none without the rows of accepted problems as such; the others say what these rows leave. `rest` is what
    /// comes of the same limit without them.
    func accepting(
        _ accepted: [AcceptedNote], _ outcomes: [BudgetOutcome], _ rest: [BudgetOutcome]
    ) -> [BudgetOutcome] {
        outcomes.map { outcome in
            guard outcome.state == .breached else { return outcome }
            var outcome = outcome
            let without = rest.first { $0.subject == outcome.subject }
            if let without, without.state == .breached {
                outcome.cause = without.cause ?? outcome.cause
                if without.now != outcome.now, let words = without.nowWords {
                    outcome.note = [outcome.note, "\(words) without accepted problems"].compactMap { $0 }
                        .joined(separator: "; ")
                }
                return outcome
            }
            outcome.state = .accepted
            let note =
                problem(outcome, among: trace.problems).flatMap { problem in accepted.first { $0.key == problem.key } }
                ?? accepted.first
            outcome.note = [note.map { "accepted: \($0.words)" }, outcome.note].compactMap { $0 }
                .joined(separator: "; ")
            return outcome
        }
    }

    /// The problem that has most of what breaches in interactions of that kind and name: of limits on how often something is
    /// updated, unnecessary updates, of others long ones; where it has none of these, updates. Of hangs, the costliest; of a
    /// view, the costliest with a finding about it.
    private func problem(_ outcome: BudgetOutcome, among problems: [ProblemFigures]) -> ProblemFigures? {
        let isCount = outcome.measure.isOfUpdates
        if outcome.measure == .hangMs { return first(of: problems, isCount) { $0.rule.hasPrefix("hang") } }
        if outcome.scope == .recurring {
            return first(of: problems, isCount) {
                $0.rule == "recurring-cause" && ($0.cause ?? $0.view) == outcome.subject
            }
        }
        if let cause = outcome.cause, let most = most(of: problems, in: cause, outcome, isCount) { return most }
        if let view = outcome.view { return first(of: problems, isCount) { $0.view == view } }
        return outcome.cause.flatMap { cause in first(of: problems, isCount) { $0.interaction == cause } }
    }

    private func first(
        of problems: [ProblemFigures], _ isCount: Bool, where isAbout: (FindingFigures) -> Bool
    ) -> ProblemFigures? {
        let all = problems.filter { $0.findings.contains { isAbout(trace.findings[$0]) } }
        return all.first { $0.isWaste == isCount } ?? (isCount ? nil : all.first)
    }

    private func most(
        of problems: [ProblemFigures], in cause: InteractionKey, _ outcome: BudgetOutcome, _ isCount: Bool
    ) -> ProblemFigures? {
        // Slow code does not say why something is updated; of a view's limit, problems about that view alone.
        let all = problems.filter { problem in
            if isCount, !problem.isWaste { return false }
            guard let view = outcome.view else { return true }
            return problem.findings.contains { trace.findings[$0].view == view }
        }
        let kinds: [(ProblemShare) -> Int] =
            isCount ? [\.unnecessary, \.updates] : [\.long, \.unnecessary, \.updates]
        for count in kinds {
            var most: (count: Int, problem: ProblemFigures)?
            // By cost: of equal ones the first.
            for problem in all {
                guard let share = problem.shares[cause], count(share) > most?.count ?? 0 else { continue }
                most = (count(share), problem)
            }
            if let most { return most.problem }
        }
        return nil
    }
}
