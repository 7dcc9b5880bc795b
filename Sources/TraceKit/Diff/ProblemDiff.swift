/// Which problems a change solved, which it brought, and which remain: what became of the finding that leads each of them.
enum ProblemDiff {
    static func statuses(
        _ before: [TraceFigures], _ after: [TraceFigures], _ entries: [FindingDiff.Entry]
    ) -> [FindingDiff.Status] {
        let statuses = Dictionary(entries.map { (FindingDiff.Key($0.finding), $0.status) }) { first, _ in first }
        var seen: Set<FindingDiff.Key> = []
        return (after + before).flatMap { trace in
            trace.problems.compactMap { problem in
                guard let lead = problem.findings.first, trace.findings.indices.contains(lead) else { return nil }
                let key = FindingDiff.Key(trace.findings[lead])
                return seen.insert(key).inserted ? statuses[key] : nil
            }
        }
    }
}
