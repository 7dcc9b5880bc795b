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
