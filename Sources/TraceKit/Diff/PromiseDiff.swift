/// The results of fixes compared with the gains that the before side promised (docs/analysis.md, section 7).
enum PromiseDiff {
    /// `about 104 → 1 updates per tap "Favorite": now 1; …`; nil if no fixed problem had promised a number that the
    /// after side has too.
    static func words(
        _ before: [TraceFigures], _ after: [TraceFigures], fixed: Set<FindingDiff.Key>
    ) -> String? {
        var (seen, parts): (Set<FindingDiff.Key>, [String]) = ([], [])
        for trace in before {
            for problem in trace.problems {
                guard let gain = trace.gains[problem.id],
                    let lead = trace.findings.first(where: { $0.id == problem.lead }).map(FindingDiff.Key.init),
                    fixed.contains(lead), seen.insert(lead).inserted,
                    let now = measured(gain, of: problem, trace, after)
                else { continue }
                parts.append("\(gain.promise): now \(now)")
            }
        }
        guard !parts.isEmpty else { return nil }
        return parts.prefix(mostListed).joined(separator: "; ") + Decimal.more(of: parts.count, listed: mostListed)
    }

    private static let mostListed = 4

    /// The median over the traces that have the promised figure.
    private static func measured(
        _ gain: PromisedGain, of problem: StoredProblem, _ before: TraceFigures, _ after: [TraceFigures]
    ) -> String? {
        func median(_ value: (TraceFigures) -> Double?) -> Double? {
            Percentile.nearestRank(50, ofSorted: after.compactMap(value).sorted())
        }
        switch gain.figure {
        case .updates(let interaction):
            return median { $0.mostUpdates(in: interaction) }.map { DiffWords.number($0) }
        case .longBodies:
            guard let view = problem.view else { return nil }
            let key = ViewFigureKey(view: view, kind: .body)
            guard let long = median({ $0.views[key].map { Double($0.counts.long) } }),
                let longest = median({ $0.views[key]?.percentileMs(100) })
            else { return nil }
            return "\(DiffWords.number(long)), the longest \(DiffWords.number(longest, isTime: true)) ms"
        case .hangs(let promisedOf):
            // Several hangs cannot be assigned to those of the other side.
            guard before.hangs.ms <= 1.01 * promisedOf, after.allSatisfy({ $0.lanes.contains(.hangs) }) else {
                return nil
            }
            return median { $0.hangs.ms }.map { DiffWords.number($0, isTime: true) }
        }
    }
}

extension TraceFigures {
    /// The most updates in one window of this kind and name; nil if it was not performed.
    fileprivate func mostUpdates(in interaction: InteractionKey) -> Double? {
        guard interactions[interaction] != nil else { return nil }
        return byWindow.lazy.filter { windows[$0.window] == interaction }.map { Double($0.counts.updates) }.max() ?? 0
    }
}
