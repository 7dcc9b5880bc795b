/// Brings the names of both sides together: what is one row of a comparison.
final class DiffNames {
    private let options: DiffOptions
    /// The names along paths that have come so far: many paths share them.
    private var parts: [Substring: String] = [:]
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
        var (names, isSame) = ([String](), true)
        for part in Self.split(path) {
            let name = paired(part)
            if isSame, name != part { isSame = false }
            names.append(name)
        }
        return isSame ? path : names.joined(separator: " → ")
    }

    private func paired(_ part: Substring) -> String {
        if let known = parts[part] { return known }
        let name = pathPart(String(part))
        parts[part] = name
        return name
    }

    /// By bytes: paths are long, and their characters are not needed.
    private static func split(_ path: String) -> [Substring] {
        let (bytes, arrow) = (path.utf8, " → ".utf8)
        var parts: [Substring] = []
        var (start, place) = (bytes.startIndex, bytes.startIndex)
        while let space = bytes[place...].firstIndex(of: UInt8(ascii: " ")) {
            place = bytes.index(after: space)
            guard bytes[space...].starts(with: arrow) else { continue }
            parts.append(path[start..<space])
            start = bytes.index(space, offsetBy: arrow.count)
            place = start
        }
        return parts + [path[start...]]
    }

    private func pathPart(_ part: String) -> String {
        if let kind = nameless[part] { return kind }
        for suffix in [".body"] where part.hasSuffix(suffix) {
            return name(String(part.dropLast(suffix.count))) + suffix
        }
        return name(ViewName.withoutMarkers(part))
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
        var joined: Set<ViewFigureKey> = []
        for (key, figures) in views {
            var figures = figures
            figures.byInteraction = renamed(figures.byInteraction)
            let name = names.view(key)
            if copy.views[name] == nil {
                copy.views[name] = figures
            } else {
                copy.views[name]?.add(figures)
                joined.insert(name)
            }
        }
        for name in joined { copy.views[name]?.durations.sort() }
        var isSame = true
        let paired = chains.map { path, figures in
            let name = names.chain(path)
            if isSame, name != path { isSame = false }
            return (name, ChainFigures(counts: figures.counts, byInteraction: renamed(figures.byInteraction)))
        }
        // Paths are long to look up.
        if isSame {
            for (place, index) in chains.indices.enumerated() { copy.chains.values[index] = paired[place].1 }
            return copy
        }
        copy.chains = Dictionary(minimumCapacity: paired.count)
        for (name, figures) in paired { copy.chains[name, default: ChainFigures()] += figures }
        return copy
    }
}
