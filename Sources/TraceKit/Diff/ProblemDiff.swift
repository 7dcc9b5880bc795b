/// Which problems a change solved, which it brought, and which remain: what became of the finding that leads each of them.
struct ProblemDiff {
    /// Problems of each side; those of several traces that the same finding leads are one.
    private(set) var (before, after) = (0, 0)
    /// What became of those that lead on one side only, or on both. A finding that leads on one side and is part of another
    /// problem on the other is neither new nor fixed.
    private(set) var statuses: [FindingDiff.Status] = []
    /// Problems that lead on one side alone, and whose finding the other side has as a part of another one.
    private(set) var (partsBefore, partsAfter) = (0, 0)

    init(_ before: [TraceFigures], _ after: [TraceFigures], _ entries: [FindingDiff.Entry]) {
        let statusOf = Dictionary(entries.map { (FindingDiff.Key($0.finding), $0.status) }) { first, _ in first }
        let (old, new) = (Self.leads(before), Self.leads(after))
        (self.before, self.after) = (old.count, new.count)
        let (oldKeys, newKeys) = (Set(old), Set(new))
        for key in new + old.filter({ !newKeys.contains($0) }) {
            guard let status = statusOf[key] else { continue }
            switch status {
            case .remaining where !oldKeys.contains(key): partsBefore += 1
            case .remaining where !newKeys.contains(key): partsAfter += 1
            default: statuses.append(status)
            }
        }
    }

    private static func leads(_ traces: [TraceFigures]) -> [FindingDiff.Key] {
        var seen: Set<FindingDiff.Key> = []
        return traces.flatMap { trace in
            trace.problems.compactMap { problem in
                guard let lead = problem.findings.first, trace.findings.indices.contains(lead) else { return nil }
                let key = FindingDiff.Key(trace.findings[lead])
                return seen.insert(key).inserted ? key : nil
            }
        }
    }
}
