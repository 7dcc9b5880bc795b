/// Which problems a change solved, which it brought, and which remain: they pair by their keys.
enum ProblemDiff {
    static func statuses(
        _ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes
    ) -> [FindingDiff.Status] {
        let (old, new) = (traces(before), traces(after))
        let kinds = Dictionary((before + after).flatMap(\.problems).map { ($0.key, $0.kind) }) { first, _ in first }
        return kinds.sorted { $0.key < $1.key }.map { key, kind in
            let (left, right) = (old[key] ?? 0, new[key] ?? 0)
            guard lanes.canHave(rule: kind) || left > 0 && right > 0 else { return .notCompared }
            return FindingDiff.status(left, before.count, right, after.count)
        }
    }

    /// In how many traces each of them is.
    private static func traces(_ traces: [TraceFigures]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for trace in traces { for key in Set(trace.problems.map(\.key)) { counts[key, default: 0] += 1 } }
        return counts
    }
}
