/// What a limit is held against, once its name has been looked up in a trace.
enum BudgetSubject: Hashable, Sendable {
    case trace
    /// Taken together.
    case interactions([InteractionKey])
    case view(ViewFigureKey)
    case chain(String)
}

/// The figures of one trace as budgets name them.
struct BudgetFigures {
    let trace: TraceFigures
    /// The interactions that were recorded: without the window that stands for the whole trace.
    let performed: [InteractionKey]

    init(_ trace: TraceFigures) {
        self.trace = trace
        performed = trace.interactions.keys.filter { $0.kind != "trace" || $0.name != nil }.sorted()
    }

    // MARK: Names

    /// `tap Favorite`, as budgets name it.
    static func key(_ interaction: InteractionKey) -> String {
        interaction.name.map { "\(interaction.kind) \($0)" } ?? interaction.kind
    }

    /// `LandmarkRow`, and `MapView layout` where only that kind is meant.
    static func key(_ view: ViewFigureKey) -> String { "\(view.view) \(view.kind)" }

    /// What has exactly this name. A kind of interaction is all of that kind; a view's name is each kind of its updates.
    func exact(_ scope: BudgetScope, _ name: String) -> [BudgetSubject] {
        switch scope {
        case .trace: return [.trace]
        case .interactions:
            let found = performed.filter { $0.kind == name || Self.key($0) == name || $0.title == name }
            return found.isEmpty ? [] : [.interactions(found)]
        case .views:
            return trace.views.keys.filter { $0.view == name || Self.key($0) == name }.sorted().map { .view($0) }
        case .chains:
            if trace.chains[name] != nil { return [.chain(name)] }
            let arrows = Self.withArrows(name)
            return trace.chains[arrows] != nil ? [.chain(arrows)] : []
        }
    }

    /// Whatever fits the pattern, each for itself.
    func matching(_ scope: BudgetScope, _ pattern: String) -> [BudgetSubject] {
        switch scope {
        case .trace: return []
        case .interactions:
            return performed.filter { Glob.matches(Self.key($0), pattern) }.map { .interactions([$0]) }
        case .views:
            return trace.views.keys.filter {
                Glob.matches($0.view, pattern) || Glob.matches(Self.key($0), pattern)
            }.sorted().map { .view($0) }
        case .chains:
            let arrows = Self.withArrows(pattern)
            return trace.chains.keys.filter { Glob.matches($0, arrows) }.sorted().map { .chain($0) }
        }
    }

    /// Chains may be typed with `->`.
    private static func withArrows(_ name: String) -> String {
        var parts: [Substring] = []
        var rest = name[...]
        while let arrow = rest.firstRange(of: " -> ") {
            parts.append(rest[..<arrow.lowerBound])
            rest = rest[arrow.upperBound...]
        }
        return (parts + [rest]).joined(separator: " → ")
    }

    /// As results name it.
    static func title(_ subject: BudgetSubject) -> String {
        switch subject {
        case .trace: "Whole trace"
        case .interactions(let keys):
            keys.count == 1 ? keys[0].title : InteractionKey(kind: keys.first?.kind ?? "", name: nil).title
        case .view(let key): key.kind == "body" ? key.view : "\(key.view) (\(key.kind))"
        case .chain(let path): path
        }
    }

    /// Names that a mistyped one may have meant.
    func names(_ scope: BudgetScope) -> [String] {
        switch scope {
        case .trace: []
        case .interactions: performed.map(Self.key)
        case .views: Set(trace.views.keys.map(\.view)).sorted()
        case .chains: trace.chains.keys.sorted()
        }
    }

    // MARK: Lanes

    /// Why the figure cannot be had from this trace at all, and what to do; nil where it can.
    func lack(of measure: BudgetMeasure, _ scope: BudgetScope) -> (reason: String, fix: String)? {
        if scope == .chains, trace.chains.isEmpty, !trace.lanes.contains("edges") {
            return ("the input has no causes", Self.export("swiftui-causes or swiftui-full-causes"))
        }
        for need in measure.needs { if let lack = lack(need) { return lack } }
        return nil
    }

    private func lack(_ need: BudgetMeasure.Need) -> (reason: String, fix: String)? {
        switch need {
        case .updates:
            guard trace.all.updates == 0 else { return nil }
            return ("the input has no view updates", Self.export("swiftui-updates"))
        case .evidence:
            guard !trace.hasEvidence else { return nil }
            return (
                "nothing in the input says why an update ran", Self.export("swiftui-causes or swiftui-full-causes")
            )
        case .interactions:
            guard performed.isEmpty else { return nil }
            return (
                "the input has no interactions",
                "export the causes too, name signposts with --interactions, or take the limit out of the budget"
            )
        case .hitches: return lane("hitches", "hitches")
        case .hangs: return lane("hangs", "potential-hangs")
        }
    }

    private func lane(_ lane: String, _ table: String) -> (reason: String, fix: String)? {
        trace.lanes.contains(lane) ? nil : ("the input has no lane of \(lane)", Self.export(table))
    }

    private static func export(_ table: String) -> String {
        "export the table \(table) too, or take the limit out of the budget"
    }

    // MARK: Values

    enum Reading: Equatable {
        /// With where it was found, if that is not clear from the subject.
        case value(Double, String?)
        /// Of something else than was asked for, which is said.
        case substitute(Double, String)
        /// There is nothing that could be too much.
        case nothing(String)
        /// It cannot be said.
        case unknown(String)
    }

    /// The figure as it is in this trace; what it needs is there.
    func reading(_ measure: BudgetMeasure, _ subject: BudgetSubject) -> Reading {
        switch measure {
        case .red: return .value(Double(counts(subject, ofBodies: true).red), nil)
        case .orange: return .value(Double(counts(subject, ofBodies: true).orange), nil)
        case .unnecessary: return .value(Double(counts(subject).unnecessary), nil)
        case .wastedMs: return .value(counts(subject).wastedMs, nil)
        case .updatesPerInteraction: return perInteraction(subject) { $0.updates }
        case .unnecessaryPerInteraction: return perInteraction(subject) { $0.unnecessary }
        case .p95Ms: return percentile(subject)
        case .hitchRatio: return hitchRatio(subject)
        case .hangMs:
            guard case .interactions(let keys) = subject else { return .value(trace.hangs.ms, nil) }
            return .value(sum(keys).hangs.ms, nil)
        case .rejects: return .value(Double(trace.rejects), nil)
        }
    }

    private func counts(_ subject: BudgetSubject, ofBodies: Bool = false) -> UpdateCounts {
        switch subject {
        case .trace: ofBodies ? trace.bodies : trace.all
        case .interactions(let keys): sum(keys).counts
        case .view(let key): trace.views[key]?.counts ?? UpdateCounts()
        case .chain(let path): trace.chains[path]?.counts ?? UpdateCounts()
        }
    }

    func sum(_ keys: [InteractionKey]) -> InteractionFigures {
        keys.reduce(into: InteractionFigures()) { sum, key in
            if let figures = trace.interactions[key] { sum += figures }
        }
    }

    private func perInteraction(_ subject: BudgetSubject, _ count: (UpdateCounts) -> Int) -> Reading {
        let parts: [InteractionKey: UpdateCounts]
        switch subject {
        case .trace:
            let all = sum(performed)
            return .value(Double(count(all.counts)) / Double(max(1, all.count)), "over \(all.count) interactions")
        case .interactions(let keys):
            let figures = sum(keys)
            return .value(Double(count(figures.counts)) / Double(max(1, figures.count)), nil)
        case .view(let key): parts = trace.views[key]?.byInteraction ?? [:]
        case .chain(let path): parts = trace.chains[path]?.byInteraction ?? [:]
        }
        // A view that a tap should not touch is not excused by scrolling needing it: the worst counts.
        var worst = (value: 0.0, detail: String?.none)
        for key in performed {
            let value = Double(parts[key].map(count) ?? 0) / Double(max(1, trace.interactions[key]?.count ?? 0))
            if value > worst.value { worst = (value, "in \(key.title)") }
        }
        return .value(worst.value, worst.detail)
    }

    private func percentile(_ subject: BudgetSubject) -> Reading {
        var figures = ViewFigures()
        if case .view(let key) = subject {
            figures = trace.views[key] ?? ViewFigures()
        } else {
            for (key, view) in trace.views where key.kind == "body" { figures.durations += view.durations }
            figures.durations.sort()
        }
        return figures.percentileMs(95).map { .value($0, nil) } ?? .nothing("no update of it has an end")
    }

    private func hitchRatio(_ subject: BudgetSubject) -> Reading {
        if case .interactions(let keys) = subject {
            return sum(keys).hitchRatio.map { .value($0, nil) } ?? .unknown("its interactions have no length")
        }
        let isWhole = performed.isEmpty
        let windows = sum(isWhole ? Array(trace.interactions.keys) : performed)
        guard let ratio = windows.hitchRatio else { return .unknown("the length of the recording is not known") }
        return isWhole ? .substitute(ratio, "of the whole recording: it has no interactions") : .value(ratio, nil)
    }
}
