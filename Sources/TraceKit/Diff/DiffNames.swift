/// Brings the names of both sides together: what is one row of a comparison.
final class DiffNames {
    private let options: DiffOptions
    /// The names along paths that have come so far, and what each pairs as: many paths share them.
    private let parts = NameTable(vocabulary: [])
    private var pairedParts: [(name: String, isSame: Bool, pairedPart: Int)] = []
    private let pairedNames = NameTable(vocabulary: [])
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

    func view(_ key: ViewFigureKey) -> ViewFigureKey { ViewFigureKey(view: view(key.view), kind: key.kind) }

    /// A path pairs if the names along it do.
    func chain(_ path: String) -> String {
        var path = path
        let parts = path.withUTF8 { numbers($0) }
        if parts.allSatisfy({ pairedParts[$0].isSame }) { return path }
        return parts.map { pairedParts[$0].name }.joined(separator: " → ")
    }

    /// The numbers of the names along a path. By bytes: paths are long, and their characters are not needed.
    private func numbers(_ path: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard let start = path.baseAddress else { return [] }
        let rest = ByteSlice(start, path.count)
        let arrow: StaticString = " → "
        var (numbers, begin, place): ([Int], Int, Int) = ([], 0, 0)
        while let space = rest.firstIndex(of: UInt8(ascii: " "), from: place) {
            place = space + 1
            guard rest.dropFirst(space).hasPrefix(arrow) else { continue }
            numbers.append(number(ByteSlice(start + begin, space - begin)))
            begin = space + arrow.utf8CodeUnitCount
            place = begin
        }
        return numbers + [number(rest.dropFirst(begin))]
    }

    /// The numbers of what the names along a path pair as.
    func pairedParts(ofPath path: String) -> [Int] {
        var path = path
        return path.withUTF8 { numbers($0) }.map { pairedParts[$0].pairedPart }
    }

    /// The number of what a name along a path pairs as.
    func pairedPart(of part: UnsafeBufferPointer<UInt8>) -> Int {
        pairedParts[number(ByteSlice(part.baseAddress ?? emptyBytes, part.count))].pairedPart
    }

    /// What that is.
    func pairedName(_ part: Int) -> String { pairedNames.text(NameID(rawValue: UInt32(part + 1))) ?? "" }

    private func number(_ part: ByteSlice) -> Int {
        let number = parts.intern(part).index - 1
        if number == pairedParts.count {
            let name = pathPart(part.text)
            let isSame = part.count == name.utf8.count && part.text == name
            pairedParts.append((name, isSame, pairedNames.intern(name).index - 1))
        }
        return number
    }

    private func pathPart(_ part: String) -> String {
        if let kind = nameless[part] { return kind }
        for suffix in [".body"] where part.hasSuffix(suffix) {
            return view(String(part.dropLast(suffix.count))) + suffix
        }
        return view(ViewName.withoutMarkers(part))
    }

    /// What the name of a view pairs as.
    func view(_ name: String) -> String {
        var name = name
        if options.dropsGenerics { name = ViewName.withoutGenerics(name) }
        let paired = options.pairingName(name)
        return paired.isEmpty ? name : paired
    }
}

extension DiffNames {
    func renamed(_ counts: CountsByInteraction) -> CountsByInteraction {
        if namelessKinds.isEmpty { return counts }
        return CountsByInteraction(
            counts.reduce(into: [:]) { $0[interaction($1.key), default: UpdateCounts()] += $1.value })
    }
}

extension TraceFigures {
    /// With every name as it pairs, but for those of chains (`ChainPairs`); rows that become one are added up.
    func renamed(by names: DiffNames) -> TraceFigures {
        var copy = self
        copy.interactions = [:]
        copy.windows = windows.map(names.interaction)
        for (key, figures) in interactions {
            copy.interactions[names.interaction(key), default: InteractionFigures()] += figures
        }
        // Most recordings pair by the names they have.
        let isRenamed = !names.namelessKinds.isEmpty || views.keys.contains { names.view($0) != $0 }
        if isRenamed { copy.views = renamedViews(names) }
        copy.evaluations = evaluations.reduce(into: [:]) { renamed, entry in
            let name = names.view(entry.key)
            renamed[name, default: EvaluationFigures()] += entry.value
        }
        return copy
    }

    private func renamedViews(_ names: DiffNames) -> FigureTable<ViewFigureKey, ViewFigures> {
        var renamed = FigureTable<ViewFigureKey, ViewFigures>()
        var joined: Set<ViewFigureKey> = []
        for (key, figures) in views {
            var figures = figures
            figures.byInteraction = names.renamed(figures.byInteraction)
            let name = names.view(key)
            if !renamed.insert(figures, name) {
                renamed[name, default: ViewFigures()].add(figures)
                joined.insert(name)
            }
        }
        for name in joined { renamed[name, default: ViewFigures()].settle() }
        return renamed
    }
}

/// Views that may have been renamed: gone on one side, new on the other, and alike. Proposed only, never paired: what to
/// pair is the user's to say (`--pair`).
enum RenameProposals {
    /// At least so much of the longer name must be common to both.
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

    /// Each view is in at most one of them; the most alike first.
    private static func proposals(_ views: ViewPairs) -> [Proposal] {
        let rows = views.oneSided
        // Where nothing pairs, hundreds of names are alike by chance.
        guard rows.gone.count * rows.new.count <= 10_000 else { return [] }
        let (gone, new) = (rows.gone.map(views.key).sorted(), rows.new.map(views.key).sorted())
        var letters = Letters()
        let (old, current) = (gone.map { letters.name($0.view) }, new.map { letters.name($0.view) })
        var candidates: [Proposal] = []
        for (from, left) in zip(gone, old) {
            for (to, right) in zip(new, current) where from.kind == to.kind {
                let longest = max(left.count, right.count, 1)
                // No more can be common than there is of the shorter one.
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

    /// Numbers for characters: numbers compare quickly.
    private struct Letters {
        private var numbers: [Character: Int] = [:]

        /// The beginning of a name, and how long all of it is.
        mutating func name(_ name: String) -> (letters: [Int], count: Int) {
            let letters = name.prefix(200).map { letter in
                let number = numbers[letter] ?? numbers.count
                numbers[letter] = number
                return number
            }
            return (letters, name.count)
        }
    }

    /// How much two names have in common, in order (longest common subsequence).
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
