/// Breaches by problem: nineteen limits that one cause breaches are one thing to mend.
struct BudgetGroups {
    private let trace: TraceFigures
    /// By finding: the problem that it is evidence of, in `trace.problems`.
    private let problemOfFinding: [Int: Int]

    init(_ trace: TraceFigures) {
        self.trace = trace
        var places: [Int: Int] = [:]
        for (place, problem) in trace.problems.enumerated() {
            for finding in problem.findings { places[finding] = place }
        }
        problemOfFinding = places
    }

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

    /// The costliest problem with a finding about the interaction, else with one that names it, else with one about the view that
    /// breaches, or where time is at stake the one that the interaction updates most. Limits on how often something is updated are
    /// explained by unnecessary updates, limits on time by durations if there is such a problem.
    private func problem(_ outcome: BudgetOutcome) -> ProblemFigures? {
        let isCount = outcome.measure.isOfUpdates
        func first(where isAbout: (FindingFigures) -> Bool) -> ProblemFigures? {
            let all = trace.problems.filter { $0.findings.contains { isAbout(trace.findings[$0]) } }
            return all.first { $0.isWaste == isCount } ?? (isCount ? nil : all.first)
        }
        if outcome.measure == .hangMs { return first { $0.rule.hasPrefix("hang") } }
        if let cause = outcome.cause {
            if let found = first(where: { $0.interaction == cause }) { return found }
            if let found = first(where: { $0.title.contains(cause.title) }) { return found }
        }
        if let view = outcome.view { return first { $0.view == view } }
        guard !isCount, let cause = outcome.cause, let view = mostUpdated(cause) else { return nil }
        return first { $0.view == view }
    }

    private func mostUpdated(_ cause: InteractionKey) -> String? {
        var most: (updates: Int, view: String)?
        for (key, figures) in trace.views {
            let updates = figures.byInteraction[cause]?.updates ?? 0
            guard updates > 0, (updates, key.view) > (most?.updates ?? 0, most?.view ?? "") else { continue }
            most = (updates, key.view)
        }
        return most?.view
    }
}
