/// Compares the figures of rows: floors, exactness and significance (analysis contract, section 8).
struct DiffJudge {
    let tracesBefore: Int
    let tracesAfter: Int

    /// The change of one figure in every row, judged together: Holm's correction is over the rows.
    func changes<Sample>(_ drafts: [DiffDraft<Sample>], _ metric: DiffMetric<Sample>) -> [DiffChange] {
        let sides = drafts.map { draft in
            (
                before: draft.before.compactMap { $0.flatMap(metric.value) },
                after: draft.after.compactMap { $0.flatMap(metric.value) }
            )
        }
        var changes = zip(drafts, sides).map { draft, side in
            DiffChange(
                before: Self.median(side.before), after: Self.median(side.after),
                beforeInterval: interval(draft.before, side.before, metric),
                afterInterval: interval(draft.after, side.after, metric))
        }
        guard metric.role != .shown else { return changes }
        var tested: [(row: Int, p: Double)] = []
        for (row, side) in sides.enumerated() where drafts[row].isComparable {
            guard let before = changes[row].before, let after = changes[row].after else { continue }
            if isExact(side.before, side.after, metric) {
                if metric.floor.isReached(before, after) { changes[row].verdict = after > before ? .worse : .better }
            } else if min(side.before.count, side.after.count) >= DiffThresholds.fewestTraces,
                metric.floor.canBeReached(
                    pooled: side.before + side.after, first: side.before.count, second: side.after.count)
            {
                tested.append((row, MannWhitney(side.before, side.after).cautiousP))
            }
        }
        for (test, adjusted) in zip(tested, Holm.adjusted(tested.map(\.p))) {
            guard let before = changes[test.row].before, let after = changes[test.row].after else { continue }
            changes[test.row].p = adjusted
            if adjusted <= DiffThresholds.alpha, metric.floor.isReached(before, after) {
                changes[test.row].verdict = after > before ? .worse : .better
            }
        }
        return changes
    }

    /// A count needs no test where every trace of a side has the same one: it does not vary.
    private func isExact<Sample>(_ before: [Double], _ after: [Double], _ metric: DiffMetric<Sample>) -> Bool {
        metric.role == .count && Set(before).count == 1 && Set(after).count == 1
    }

    /// Over the traces of a side, else within its one trace.
    private func interval<Sample>(
        _ samples: [Sample?], _ values: [Double], _ metric: DiffMetric<Sample>
    ) -> ClosedRange<Double>? {
        if samples.count == 1 { return samples[0].flatMap { metric.interval?($0) } }
        return OrderStatistics.interval(50, ofSorted: values.sorted())
    }

    private static func median(_ values: [Double]) -> Double? {
        Percentile.nearestRank(50, ofSorted: values.sorted())
    }

    // MARK: Tables

    /// The rows that differ, judged and in order, as a table.
    func table<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ drafts: [DiffDraft<Sample>],
        _ metrics: [DiffMetric<Sample>]
    ) -> DiffTable {
        let changes = metrics.map { self.changes(drafts, $0) }
        var rows: [(row: DiffRow, weight: Double, order: Int)] = []
        var unchanged = 0
        for (index, draft) in drafts.enumerated() {
            let cells = changes.map { $0[index] }
            let row = row(draft, cells, metrics)
            if row.words == "~", cells.allSatisfy({ $0.isEqual }) {
                unchanged += 1
            } else {
                rows.append((row, draft.sortWeight, index))
            }
        }
        rows.sort { left, right in
            let (first, second) = (left.row.rank, right.row.rank)
            if first != second { return first < second }
            return left.weight != right.weight ? left.weight > right.weight : left.order < right.order
        }
        return DiffTable(
            id: id, title: title, columns: names + metrics.map(\.column), rows: rows.map(\.row), unchanged: unchanged)
    }

    private func row<Sample>(
        _ draft: DiffDraft<Sample>, _ changes: [DiffChange], _ metrics: [DiffMetric<Sample>]
    ) -> DiffRow {
        var words = draft.marks.map(\.words)
        var directions: [String] = []
        var verdicts = draft.marks.map(\.verdict)
        if draft.isNew || draft.isGone {
            words.insert(draft.isNew ? "new" : "gone", at: 0)
            directions.append(draft.isNew ? "new" : "gone")
        }
        for (change, metric) in zip(changes, metrics) where change.verdict != .none {
            let word = change.verdict == .worse ? metric.more : metric.less
            words.append(word)
            let direction = String(word.prefix { $0 != " " })
            if !directions.contains(direction) { directions.append(direction) }
            verdicts.append(change.verdict)
        }
        for mark in draft.marks where directions.isEmpty { directions.append(mark.words) }
        let isWorse = verdicts.contains(.worse)
        let isBetter = verdicts.contains(.better)
        return DiffRow(
            verdict: isWorse && isBetter ? .mixed : isWorse ? .worse : isBetter ? .better : .none,
            words: words.isEmpty ? "~" : words.joined(separator: ", "),
            shortWords: directions.isEmpty ? "~" : directions.joined(separator: ", "),
            cells: draft.names.map { .text($0) } + changes.map { .change($0) })
    }
}

extension DiffRow {
    /// Rows with a verdict come first, then what is new or gone.
    fileprivate var rank: Int { verdict != .none ? 0 : words != "~" ? 1 : 2 }
}
