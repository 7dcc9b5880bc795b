/// Brings the names of both sides together: what is one row of a comparison.
struct DiffNames {
    private let options: DiffOptions
    /// Kinds of interactions that are compared by kind alone, because no name of one side occurs on the other.
    let namelessKinds: Set<String>
    /// Titles of such interactions as they begin chains, with what stands for them.
    private let nameless: [String: String]

    init(before: [TraceFigures], after: [TraceFigures], _ options: DiffOptions) {
        self.options = options
        let (left, right) = (Self.names(before), Self.names(after))
        var kinds: Set<String> = []
        for (kind, names) in left {
            guard let others = right[kind], names.isDisjoint(with: others) else { continue }
            kinds.insert(kind)
        }
        namelessKinds = kinds
        var titles: [String: String] = [:]
        for trace in before + after {
            for key in trace.interactions.keys where kinds.contains(key.kind) {
                titles[key.title] = InteractionKey(kind: key.kind, name: nil).title
            }
        }
        nameless = titles
    }

    private static func names(_ traces: [TraceFigures]) -> [String: Set<String?>] {
        var names: [String: Set<String?>] = [:]
        for trace in traces { for key in trace.interactions.keys { names[key.kind, default: []].insert(key.name) } }
        return names
    }

    func interaction(_ key: InteractionKey) -> InteractionKey {
        namelessKinds.contains(key.kind) ? InteractionKey(kind: key.kind, name: nil) : key
    }

    func view(_ key: ViewFigureKey) -> ViewFigureKey { ViewFigureKey(view: name(key.view), kind: key.kind) }

    /// A path pairs if the names along it do.
    func chain(_ path: String) -> String {
        path.split(separator: " → ").map { part in
            let part = String(part)
            if let kind = nameless[part] { return kind }
            for suffix in [".body"] where part.hasSuffix(suffix) {
                return name(String(part.dropLast(suffix.count))) + suffix
            }
            return name(ViewName.withoutMarkers(part))
        }.joined(separator: " → ")
    }

    private func name(_ name: String) -> String {
        var name = name
        if options.dropsGenerics { name = ViewName.withoutGenerics(name) }
        let paired = options.pairingName(name)
        return paired.isEmpty ? name : paired
    }
}

extension TraceFigures {
    /// With every name as it pairs; rows that become one are added up.
    func renamed(by names: DiffNames) -> TraceFigures {
        var copy = self
        copy.interactions = [:]
        for (key, figures) in interactions {
            copy.interactions[names.interaction(key), default: InteractionFigures()] += figures
        }
        func renamed(_ counts: [InteractionKey: UpdateCounts]) -> [InteractionKey: UpdateCounts] {
            counts.reduce(into: [:]) { $0[names.interaction($1.key), default: UpdateCounts()] += $1.value }
        }
        copy.views = [:]
        for (key, figures) in views {
            var figures = figures
            figures.byInteraction = renamed(figures.byInteraction)
            let name = names.view(key)
            if copy.views[name] == nil { copy.views[name] = figures } else { copy.views[name]? += figures }
        }
        copy.chains = [:]
        for (path, figures) in chains {
            var figures = figures
            figures.byInteraction = renamed(figures.byInteraction)
            copy.chains[names.chain(path), default: ChainFigures()] += figures
        }
        return copy
    }
}
