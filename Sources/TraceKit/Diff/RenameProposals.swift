/// Views that may have been renamed: gone on one side, new on the other, and alike. Proposed only, never paired: what to
/// pair is the user's to say (`--pair`).
enum RenameProposals {
    /// At least so much of the longer name must be common to both.
    private static let likeness = 0.5

    static func table(_ before: [TraceFigures], _ after: [TraceFigures]) -> DiffTable {
        let rows = proposals(before, after).map { proposal in
            DiffRow(
                verdict: .none, words: "proposed", shortWords: "proposed", details: "proposed",
                cells: [
                    .text(proposal.from.view), .text(proposal.to.view), .text(proposal.from.kind), .text(proposal.why),
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
    private static func proposals(_ before: [TraceFigures], _ after: [TraceFigures]) -> [Proposal] {
        let (left, right) = (Set(before.flatMap(\.views.keys)), Set(after.flatMap(\.views.keys)))
        let (gone, new) = (left.subtracting(right).sorted(), right.subtracting(left).sorted())
        // Where nothing pairs, hundreds of names are alike by chance.
        guard gone.count * new.count <= 10_000 else { return [] }
        var candidates: [Proposal] = []
        for from in gone {
            for to in new where from.kind == to.kind {
                let share = Double(common(from.view, to.view)) / Double(max(from.view.count, to.view.count, 1))
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

    /// Characters that two names have in common, in order (longest common subsequence).
    private static func common(_ left: String, _ right: String) -> Int {
        let right = Array(right.prefix(200))
        var row = [Int](repeating: 0, count: right.count + 1)
        for character in left.prefix(200) {
            var diagonal = 0
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = right[column] == character ? diagonal + 1 : max(above, row[column])
                diagonal = above
            }
        }
        return row[right.count]
    }
}
