/// Breaches by cause: nineteen limits that one tap breaches are one thing to look at.
struct BudgetGroups {
    private let trace: TraceFigures

    init(_ trace: TraceFigures) { self.trace = trace }

    /// `outcomes` in the order in which they are shown; the groups stand in that of the worst of each.
    func groups(_ outcomes: [BudgetOutcome]) -> [BudgetGroup] {
        var groups: [BudgetGroup] = []
        var places: [String: Int] = [:]
        for (index, outcome) in outcomes.enumerated() where outcome.state == .breached {
            let title = outcome.cause?.title ?? outcome.subject
            if let place = places[title] {
                groups[place].outcomes.append(index)
            } else {
                places[title] = groups.count
                groups.append(BudgetGroup(title: title, finding: nil, outcomes: [index]))
            }
        }
        for place in groups.indices {
            groups[place].finding = finding(groups[place].outcomes.map { outcomes[$0] })
        }
        return groups
    }

    /// The first finding – they are ranked – about the interaction, else one that names it, else one about a view that breaches
    /// or that the interaction updates most.
    private func finding(_ outcomes: [BudgetOutcome]) -> (rule: String, title: String, evidence: String)? {
        let causes = Set(outcomes.compactMap(\.cause))
        let views = Set(outcomes.compactMap(\.view))
        func first(where isAbout: (FindingFigures) -> Bool) -> FindingFigures? { trace.findings.first(where: isAbout) }
        let found =
            first { $0.interaction.map { causes.contains($0) } ?? false }
            ?? first { finding in causes.contains { finding.title.contains($0.title) } }
            ?? first { $0.view.map { views.contains($0) } ?? false }
            ?? causes.first.flatMap(mostUpdated).flatMap { view in first { $0.view == view } }
            ?? (outcomes.contains { $0.measure == .hangMs } ? first { $0.rule.hasPrefix("hang") } : nil)
        return found.map { ($0.rule, $0.title, $0.evidence) }
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
