/// Compares the figures of rows: floors, exactness and significance (docs/analysis.md, section 8).
///
/// Holm's correction is over the rows of all tables of a comparison together, so that a comparison of traces that differ
/// in nothing but noise calls anything a change in at most one of twenty cases. What is tested is therefore collected
/// first, and judged when everything is known: the tables are made twice.
final class DiffJudge {
    /// The ranks of the values in the order of the traces, ties halved (twice the rank, to be whole). They are all that
    /// the test sees: figures with the same ranks, like updates and those of them that were unnecessary, are one test.
    private struct Test: Hashable {
        var before: [Int]
        var after: [Int]

        init(_ before: [Double], _ after: [Double]) {
            let sorted = (before + after).sorted()
            func rank(_ value: Double) -> Int {
                (sorted.firstIndex(of: value) ?? 0) + (sorted.lastIndex(of: value) ?? 0)
            }
            self.before = before.map(rank)
            self.after = after.map(rank)
        }
    }

    private var collected: [Test: Double] = [:]
    private var adjusted: [Test: Double] = [:]

    /// Makes the tables with their verdicts.
    func judge(_ tables: () -> [DiffTable]) -> [DiffTable] {
        let untested = tables()
        guard !collected.isEmpty else { return untested }
        // Equal values stand in any order: their adjusted values are equal too.
        let tests = Array(collected)
        for (test, p) in zip(tests, Holm.adjusted(tests.map(\.value))) { adjusted[test.key] = p }
        return tables()
    }

    /// The change of one figure in every row.
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
        for (row, side) in sides.enumerated() where drafts[row].isComparable {
            guard let before = changes[row].before, let after = changes[row].after else { continue }
            if !isExact(side.before, side.after, metric) {
                guard let p = p(side.before, side.after, metric.floor) else { continue }
                changes[row].p = p
                guard p <= DiffThresholds.alpha else { continue }
            }
            if metric.floor.isReached(before, after) { changes[row].verdict = after > before ? .worse : .better }
        }
        return changes
    }

    /// A count needs no test where every trace of a side has the same one: it does not vary.
    private func isExact<Sample>(_ before: [Double], _ after: [Double], _ metric: DiffMetric<Sample>) -> Bool {
        metric.role == .count && Set(before).count == 1 && Set(after).count == 1
    }

    /// The p of a test after correction; nil where there are too few traces, or where the values could not reach the
    /// floors however they were dealt to the sides: such rows are not tested, and do not weigh on the others.
    private func p(_ before: [Double], _ after: [Double], _ floor: ChangeFloor) -> Double? {
        guard min(before.count, after.count) >= DiffThresholds.fewestTraces,
            floor.canBeReached(pooled: before + after, first: before.count, second: after.count)
        else { return nil }
        let test = Test(before, after)
        if let known = adjusted[test] { return known }
        collected[test] = MannWhitney(before, after).countedP
        return nil
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
        var details = words
        var directions: [String] = []
        var verdicts = draft.marks.map(\.verdict)
        if draft.isNew || draft.isGone {
            words.insert(draft.isNew ? "new" : "gone", at: 0)
            directions.append(draft.isNew ? "new" : "gone")
        }
        for (change, metric) in zip(changes, metrics) where change.verdict != .none {
            let word = change.verdict == .worse ? metric.more : metric.less
            words.append(word)
            details.append("\(word) \(DiffWords.change(change, metric.column.style))")
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
            details: details.joined(separator: ", "),
            cells: draft.names.map { .text($0) } + changes.map { .change($0) })
    }
}

extension DiffRow {
    /// Rows with a verdict come first, then what is new or gone.
    fileprivate var rank: Int { verdict != .none ? 0 : words != "~" ? 1 : 2 }
}
