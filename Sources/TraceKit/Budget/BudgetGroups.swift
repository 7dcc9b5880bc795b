/// Breaches by problem: nineteen limits that one cause breaches are one thing to mend.
struct BudgetGroups {
    private let trace: TraceFigures

    init(_ trace: TraceFigures) { self.trace = trace }

    /// `outcomes` in the order in which they are shown; the groups stand in that of the worst of each. What no problem explains
    /// stands with the interaction that it is owed to.
    func groups(_ outcomes: [BudgetOutcome]) -> [BudgetGroup] {
        var groups: [BudgetGroup] = []
        var places: [String: Int] = [:]
        for (index, outcome) in outcomes.enumerated() where outcome.state == .breached {
            let problem = problem(outcome)
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

    /// A breach by a problem that is accepted, and has not grown since, as such.
    func accepting(_ accepted: [String: AcceptedNote], _ outcome: BudgetOutcome) -> BudgetOutcome {
        guard outcome.state == .breached, !accepted.isEmpty, let problem = problem(outcome),
            let note = accepted[problem.key], note.covers(problem.costMs)
        else { return outcome }
        var outcome = outcome
        outcome.state = .accepted
        outcome.note = ["accepted: \(note.words)", outcome.note].compactMap { $0 }.joined(separator: "; ")
        return outcome
    }

    /// The problem that has most of what breaches in interactions of that kind and name: of limits on how often something is
    /// updated, unnecessary updates, of others long ones; where it has none of these, updates. Of hangs, the costliest; of a
    /// view, the costliest with a finding about it.
    private func problem(_ outcome: BudgetOutcome) -> ProblemFigures? {
        let isCount = outcome.measure.isOfUpdates
        if outcome.measure == .hangMs { return first(isCount) { $0.rule.hasPrefix("hang") } }
        if let cause = outcome.cause, let most = most(of: cause, outcome, isCount) { return most }
        if let view = outcome.view { return first(isCount) { $0.view == view } }
        return outcome.cause.flatMap { cause in first(isCount) { $0.interaction == cause } }
    }

    private func first(_ isCount: Bool, where isAbout: (FindingFigures) -> Bool) -> ProblemFigures? {
        let all = trace.problems.filter { $0.findings.contains { isAbout(trace.findings[$0]) } }
        return all.first { $0.isWaste == isCount } ?? (isCount ? nil : all.first)
    }

    private func most(of cause: InteractionKey, _ outcome: BudgetOutcome, _ isCount: Bool) -> ProblemFigures? {
        // Slow code does not say why something is updated; of a view's limit, problems about that view alone.
        let all = trace.problems.filter { problem in
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
