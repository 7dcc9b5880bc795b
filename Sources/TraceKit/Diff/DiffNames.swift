/// Maps names of both sides to the names under which they pair.
final class DiffNames {
    private let options: DiffOptions
    /// The paired names along a chain. Many chains share names.
    private var pairedParts: [Substring: String] = [:]
    /// Kinds of interactions that are compared without names, because no name of one side occurs on the other.
    let namelessKinds: Set<String>
    /// The titles of such interactions at the start of chains, mapped to the title of their kind.
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

    func view(_ key: ViewFigureKey) -> ViewFigureKey { ViewFigureKey(view: view(key.view), kind: key.kind) }

    /// Returns the paired text of a chain: chains pair if the names along them do.
    func chain(_ path: String) -> String {
        var (parts, rest): ([String], Substring) = ([], path[...])
        while let arrow = rest.firstRange(of: Self.arrow) {
            parts.append(pairedPart(rest[..<arrow.lowerBound]))
            rest = rest[arrow.upperBound...]
        }
        return (parts + [pairedPart(rest)]).joined(separator: Self.arrow)
    }

    private static let arrow = " → "

    private func pairedPart(_ part: Substring) -> String {
        if let known = pairedParts[part] { return known }
        let name = pathPart(String(part))
        pairedParts[part] = name
        return name
    }

    private func pathPart(_ part: String) -> String {
        if let kind = nameless[part] { return kind }
        for suffix in [".body"] where part.hasSuffix(suffix) {
            return view(String(part.dropLast(suffix.count))) + suffix
        }
        return view(ViewName.withoutMarkers(part))
    }

    /// The paired name of a view.
    func view(_ name: String) -> String {
        var name = name
        if options.dropsGenerics { name = ViewName.withoutGenerics(name) }
        let paired = options.pairingName(name)
        return paired.isEmpty ? name : paired
    }
}

extension DiffNames {
    func renamed(_ counts: [InteractionKey: UpdateCounts]) -> [InteractionKey: UpdateCounts] {
        if namelessKinds.isEmpty { return counts }
        return counts.reduce(into: [:]) { $0[interaction($1.key), default: UpdateCounts()] += $1.value }
    }
}

extension TraceFigures {
    /// A copy with paired names, except in chains (`ChainPairs`). Rows that get the same name are added up.
    func renamed(by names: DiffNames) -> TraceFigures {
        var copy = self
        copy.interactions = [:]
        copy.windows = windows.map(names.interaction)
        for (key, figures) in interactions {
            copy.interactions[names.interaction(key), default: InteractionFigures()] += figures
        }
        // Most recordings pair by their own names.
        let isRenamed = !names.namelessKinds.isEmpty || views.keys.contains { names.view($0) != $0 }
        if isRenamed { copy.views = renamedViews(names) }
        copy.evaluations = evaluations.reduce(into: [:]) { renamed, entry in
            let name = names.view(entry.key)
            renamed[name, default: EvaluationFigures()] += entry.value
        }
        return copy
    }

    private func renamedViews(_ names: DiffNames) -> [ViewFigureKey: UpdateFigures] {
        views.reduce(into: [:]) { renamed, view in
            var figures = view.value
            figures.byInteraction = names.renamed(figures.byInteraction)
            renamed.add(figures, names.view(view.key))
        }
    }
}

/// Views that may have been renamed: gone on one side, new on the other, and similar. They are only proposed, because
/// the user decides what to pair (`--pair`).
enum RenameProposals {
    /// The smallest common share of the longer name.
    private static let likeness = 0.5

    static func table(_ views: ViewPairs) -> DiffTable {
        let rows = proposals(views).map { proposal in
            DiffRow(
                verdict: .none, words: "proposed", shortWords: "proposed", details: "proposed",
                cells: [
                    .text(proposal.from.view), .text(proposal.to.view), .text(proposal.from.kind.word),
                    .text(proposal.why),
                ])
        }
        return DiffTable(
            id: "possible-renames", title: "Possible renames (not paired; to pair names, give --pair)",
            columns: [
                DiffTables.name("gone", "Gone"), DiffTables.name("new", "New"),
                DiffColumn(name: "kind", title: "Kind", style: .text, dropOrder: 2),
                DiffColumn(name: "why", title: "Why", style: .text, dropOrder: 1),
            ], rows: rows, unchanged: 0)
    }

    private struct Proposal {
        var from: ViewFigureKey
        var to: ViewFigureKey
        var likeness: Double
        var why: String
    }

    /// The proposals, most similar first; each view occurs at most once.
    private static func proposals(_ views: ViewPairs) -> [Proposal] {
        let (gone, new) = (views.gone, views.new)
        // If nothing pairs, hundreds of names are similar by chance.
        guard gone.count * new.count <= 10_000 else { return [] }
        var letters = Letters()
        let (old, current) = (gone.map { letters.name($0.view) }, new.map { letters.name($0.view) })
        var candidates: [Proposal] = []
        for (from, left) in zip(gone, old) {
            for (to, right) in zip(new, current) where from.kind == to.kind {
                let longest = max(left.count, right.count, 1)
                // The common part is at most the shorter name.
                guard Double(min(left.letters.count, right.letters.count)) >= likeness * Double(longest) else {
                    continue
                }
                let share = Double(common(left.letters, right.letters)) / Double(longest)
                guard share >= likeness else { continue }
                candidates.append(
                    Proposal(
                        from: from, to: to, likeness: share,
                        why: "\(Int((share * 100).rounded())) % of the name is the same"))
            }
        }
        candidates.sort { first, second in
            if first.likeness != second.likeness { return first.likeness > second.likeness }
            return first.from != second.from ? first.from < second.from : first.to < second.to
        }
        var used: Set<ViewFigureKey> = []
        return candidates.filter { proposal in
            guard !used.contains(proposal.from), !used.contains(proposal.to) else { return false }
            used.formUnion([proposal.from, proposal.to])
            return true
        }
    }

    /// Characters as numbers, which compare fast.
    private struct Letters {
        private var numbers: [Character: Int] = [:]

        /// Returns the beginning of a name, and its whole length.
        mutating func name(_ name: String) -> (letters: [Int], count: Int) {
            let letters = name.prefix(200).map { letter in
                let number = numbers[letter] ?? numbers.count
                numbers[letter] = number
                return number
            }
            return (letters, name.count)
        }
    }

    /// The length of the longest common subsequence.
    private static func common(_ left: [Int], _ right: [Int]) -> Int {
        var row = [Int](repeating: 0, count: right.count + 1)
        for letter in left {
            var diagonal = 0
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = right[column] == letter ? diagonal + 1 : max(above, row[column])
                diagonal = above
            }
        }
        return row[right.count]
    }
}
