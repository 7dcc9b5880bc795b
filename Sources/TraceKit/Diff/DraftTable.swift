/// A table whose tests are collected and not yet corrected. The cells of a row are computed when it is listed.
struct DraftTable {
    struct Tested {
        var test: ChangeTest
        /// The index in its family; nil if nothing is tested.
        var place: Int?
        var family = DiffJudge.Family.times
        /// Whether it has a verdict only if another figure of the row has one.
        var isEvidence: Bool
        var more: String
        var less: String
    }

    fileprivate struct Row {
        let names: [String?]
        /// Whether only one side has it.
        let isNew: Bool
        let isGone: Bool
        /// Words for which the row is always listed.
        let marks: [String]
        let weight: Double

        init<Sample>(_ draft: DiffDraft<Sample>) {
            (names, isNew, isGone) = (draft.names, draft.isNew, draft.isGone)
            (marks, weight) = (draft.marks, draft.sortWeight)
        }

        var isOneSided: Bool { isNew || isGone }
        var words: [String] { (isNew ? ["new"] : isGone ? ["gone"] : []) + marks }
    }

    private let id: String
    private let title: String
    private let columns: [DiffColumn]
    private let rows: [Row]
    /// The tests by figure, then by row; only rows with a result.
    private let tests: [[Int: Tested]]
    /// Whether any figure of a row differs.
    private let differs: (_ row: Int) -> Bool
    /// The changes, one per figure of a row.
    private let changes: (_ row: Int) -> [DiffChange]
    /// Whether any figure of a row is judged, and the figures of a row that differ by more than their floors.
    private let isJudged: (_ row: Int) -> Bool
    private let moved: (_ row: Int) -> [Int]
}

extension DraftTable {
    /// Adds the tests of rows to the judge.
    init<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ drafts: [DiffDraft<Sample>],
        _ metrics: [DiffMetric<Sample>], family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) {
        (self.id, self.title, columns) = (id, title, names + metrics.map(\.column))
        rows = drafts.map { Row($0) }
        var tests: [[Int: Tested]] = []
        var timed: Set<Int> = []
        for metric in metrics {
            let own = Self.tests(id, drafts, metric, timed: timed, family: family, &judge)
            switch metric.role {
            case .time, .nextTime: timed.formUnion(own.keys)
            case .shown, .count, .evidence: break
            }
            tests.append(own)
        }
        self.tests = tests
        differs = { row in
            metrics.contains { Self.median(drafts[row].before, $0.value) != Self.median(drafts[row].after, $0.value) }
        }
        changes = { row in
            metrics.map { metric in
                let before = Self.figure(drafts[row].before, metric), after = Self.figure(drafts[row].after, metric)
                return DiffChange(
                    before: before.value, after: after.value, beforeInterval: before.interval,
                    afterInterval: after.interval)
            }
        }
        isJudged = { _ in metrics.contains { $0.isJudged } }
        moved = { row in
            metrics.indices.filter { figure in
                let metric = metrics[figure]
                guard metric.isJudged, let before = Self.median(drafts[row].before, metric.judged),
                    let after = Self.median(drafts[row].after, metric.judged)
                else { return false }
                // Counts are usually decided by interactions, which vary more than whole traces.
                if case .count = metric.role { return DiffThresholds.ofInteractions.isReached(before, after) }
                return metric.floor.isReached(before, after)
            }
        }
    }

    /// Joins the rows of tables with the same columns.
    init(_ id: String, _ title: String, columns: [DiffColumn], joining tables: [DraftTable]) {
        (self.id, self.title, self.columns) = (id, title, columns)
        rows = tables.flatMap(\.rows)
        let places = tables.indices.flatMap { table in tables[table].rows.indices.map { (table: table, row: $0) } }
        tests = (tables.first?.tests ?? []).indices.map { figure in
            places.indices.reduce(into: [:]) { $0[$1] = tables[places[$1].table].tests[figure][places[$1].row] }
        }
        differs = { tables[places[$0].table].differs(places[$0].row) }
        changes = { tables[places[$0].table].changes(places[$0].row) }
        isJudged = { tables[places[$0].table].isJudged(places[$0].row) }
        moved = { tables[places[$0].table].moved(places[$0].row) }
    }

    /// - Parameter timed: the rows in which another time is tested.
    private static func tests<Sample>(
        _ table: String, _ drafts: [DiffDraft<Sample>], _ metric: DiffMetric<Sample>, timed: Set<Int>,
        family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) -> [Int: Tested] {
        var tests: [Int: Tested] = [:]
        func take(_ test: ChangeTest, _ row: Int, _ key: DiffJudge.TestKey?, _ family: DiffJudge.Family) {
            guard test.saysSomething else { return }
            var tested = Tested(
                test: test, family: family, isEvidence: metric.isEvidence(timed.contains(row)), more: metric.more,
                less: metric.less)
            if let key, let p = test.p { tested.place = judge.add(p, key, to: family) }
            tests[row] = tested
        }
        switch metric.role {
        case .shown: break
        case .count(let figure) where drafts.contains { $0.samples != nil }:
            var variation = ChangeTest.Variation()
            for samples in drafts.compactMap(\.samples) { variation.add(samples, figure) }
            let byTraces = judge.traces == .tooFew ? nil : byTraces(drafts, metric, judge)
            for (row, draft) in drafts.enumerated() {
                guard let samples = metric.known(draft) else { continue }
                var test = ChangeTest(samples, figure, isSteady: variation.isSteady)
                if let byTraces { test = ChangeTest(byTraces: byTraces[row].test, byInteractions: test) }
                take(test, row, .row(table: table, row: row, doubledU: test.ranks.map(\.doubledU)), family(row))
            }
        case .count where judge.traces == .tooFew: break
        case .time where judge.traces == .tooFew, .nextTime where judge.traces == .tooFew,
            .evidence where judge.traces == .tooFew:
            for (row, draft) in drafts.enumerated() {
                if let likely = metric.likely(draft) { take(ChangeTest(likely: likely), row, nil, .times) }
            }
        case .count, .time, .nextTime, .evidence:
            let byTraces = byTraces(drafts, metric, judge)
            for (row, draft) in drafts.enumerated() where draft.isComparable {
                var (test, values) = byTraces[row]
                let samples = (draft.before + draft.after).compactMap(\.self)
                if judge.traces != .ifEqual || !samples.allSatisfy(metric.isMuch) { test.likely = .none }
                if judge.traces == .ifEqual { test.likely = metric.likely(draft) ?? test.likely }
                let family: DiffJudge.Family =
                    switch metric.role {
                    case _ where metric.isEvidence(timed.contains(row)): .below("\(table) \(row)")
                    case .time, .nextTime, .evidence: .times
                    case .count, .shown: family(row)
                    }
                take(test, row, .ranks(Self.ranks(values)), family)
            }
        }
        return tests
    }

    /// The tests of whole traces, one per row, with the values of all traces.
    private static func byTraces<Sample>(
        _ drafts: [DiffDraft<Sample>], _ metric: DiffMetric<Sample>, _ judge: DiffJudge
    ) -> [(test: ChangeTest, values: [Double])] {
        let sides = drafts.map { draft in
            [draft.before, draft.after].map { side in
                side.compactMap { $0.flatMap(metric.judged) }
            }
        }
        let isSteady = Self.isSteady(sides.flatMap { $0 })
        return sides.map { side in
            let test = ChangeTest(
                before: side[0], after: side[1], floor: metric.floor, isSteady: metric.isCount && isSteady,
                isRanked: judge.traces == .ranked)
            return (test, side[0] + side[1])
        }
    }

    /// Whether hardly any row varies between the traces of a side.
    private static func isSteady(_ sides: [[Double]]) -> Bool {
        let several = sides.filter { $0.count >= 2 }
        return 20 * several.filter { Set($0).count > 1 }.count <= several.count
    }

    /// Twice the ranks of the values, in the order of the traces; ties share a rank.
    private static func ranks(_ values: [Double]) -> [Int] {
        let sorted = values.sorted()
        return values.map { value in
            (sorted.firstIndex(of: value) ?? 0) + (sorted.lastIndex(of: value) ?? 0)
        }
    }

    /// The median of the traces of a side.
    private static func median<Sample>(_ samples: [Sample?], _ value: (Sample) -> Double?) -> Double? {
        if samples.count == 1 { return samples[0].flatMap(value) }
        return Percentile.nearestRank(50, ofSorted: samples.compactMap { $0.flatMap(value) }.sorted())
    }

    /// The median with its confidence interval; for a single trace, the interval within it.
    private static func figure<Sample>(
        _ samples: [Sample?], _ metric: DiffMetric<Sample>
    ) -> (value: Double?, interval: ClosedRange<Double>?) {
        if samples.count == 1 {
            guard let sample = samples[0] else { return (nil, nil) }
            return (metric.value(sample), metric.interval?(sample))
        }
        let values = samples.compactMap { $0.flatMap(metric.value) }.sorted()
        return (Percentile.nearestRank(50, ofSorted: values), OrderStatistics.interval(50, ofSorted: values))
    }

    // MARK: Results

    /// Returns the rows that differ, with their verdicts, in order; rows without a verdict are limited to the first
    /// ones.
    func settled(by judge: DiffJudge) -> DiffTable {
        let differing = rows.indices.map { (row: $0, rank: rank($0, verdicts($0, judge))) }
            .filter { $0.rank < Self.equalRank || differs($0.row) }
            .sorted { left, right in
                if left.rank != right.rank { return left.rank < right.rank }
                let (first, second) = (rows[left.row].weight, rows[right.row].weight)
                return first != second ? first > second : left.row < right.row
            }
        var listed: [DiffRow] = []
        for (row, rank) in differing {
            let isAlwaysListed = rank <= Self.likelyRank || !rows[row].marks.isEmpty
            guard isAlwaysListed || listed.count < judge.listedRows else { continue }
            listed.append(self.row(row, verdicts(row, judge), judge))
        }
        return DiffTable(
            id: id, title: title, columns: columns, rows: listed, leftOut: differing.count - listed.count,
            unchanged: rows.count - differing.count)
    }

    /// The result for one figure of a row.
    private struct Verdict {
        var figure: Int
        var p: Double?
        var verdict: DiffVerdict
        var likely: DiffVerdict
        /// The verdict in words: `more updates`.
        var word: String

        var isLikely: Bool { verdict == .none }
        var direction: DiffVerdict { isLikely ? likely : verdict }
    }

    /// The results for the tested figures of a row.
    private func verdicts(_ row: Int, _ judge: DiffJudge) -> [Verdict] {
        var (all, evidence): ([Verdict], [Verdict]) = ([], [])
        for (index, tests) in tests.enumerated() {
            guard let tested = tests[row] else { continue }
            let (p, verdict) = judge.verdict(tested.test, place: tested.place, in: tested.family)
            let likely = verdict == .none ? tested.test.likely : .none
            let direction = verdict == .none ? likely : verdict
            let result = Verdict(
                figure: index, p: p, verdict: verdict, likely: likely,
                word: direction == .worse ? tested.more : tested.less)
            if tested.isEvidence { evidence.append(result) } else { all.append(result) }
        }
        guard all.contains(where: { !$0.isLikely }) else { return all }
        return (all + evidence).sorted { $0.figure < $1.figure }
    }

    private static let likelyRank = 1
    private static let equalRank = 3

    /// Rows with a verdict come first, then those that are likely different, then new and gone ones.
    private func rank(_ row: Int, _ verdicts: [Verdict]) -> Int {
        if verdicts.contains(where: { !$0.isLikely }) { return 0 }
        if verdicts.contains(where: { $0.likely != .none }) { return Self.likelyRank }
        return rows[row].isOneSided || !rows[row].marks.isEmpty ? 2 : Self.equalRank
    }

    /// The words of a row without a verdict: `~` only if its figures were tested, or hardly differ.
    private func undecided(_ row: Int, _ judge: DiffJudge) -> (words: String, short: String) {
        let isTested = moved(row).allSatisfy { tests[$0][row]?.test.p != nil }
        if isJudged(row), isTested { return ("~", "~") }
        return isJudged(row) && judge.traces != .ranked
            ? ("too few runs to judge", "too few runs") : ("not judged", "not judged")
    }

    private func row(_ row: Int, _ verdicts: [Verdict], _ judge: DiffJudge) -> DiffRow {
        let names = rows[row].names
        var changes = changes(row)
        var words = rows[row].words
        var details = rows[row].marks
        var directions: [String] = []
        for verdict in verdicts {
            changes[verdict.figure].p = verdict.p
            changes[verdict.figure].verdict = verdict.verdict
            changes[verdict.figure].likely = verdict.likely
            guard verdict.direction != .none else { continue }
            let doubt = verdict.isLikely ? "?" : ""
            words.append(verdict.word + doubt)
            let style = columns[names.count + verdict.figure].style
            details.append("\(verdict.word)\(doubt) \(DiffWords.change(changes[verdict.figure], style))")
            let direction = String(verdict.word.prefix { $0 != " " }) + doubt
            if !directions.contains(direction) { directions.append(direction) }
        }
        func together(_ verdicts: [DiffVerdict]) -> DiffVerdict {
            let different = Set(verdicts).subtracting([.none])
            return different.count > 1 ? .mixed : different.first ?? .none
        }
        let short = rows[row].isOneSided || directions.isEmpty ? Array(rows[row].words.prefix(1)) : directions
        let undecided = words.isEmpty ? undecided(row, judge) : nil
        return DiffRow(
            verdict: together(verdicts.map(\.verdict)), likely: together(verdicts.map(\.likely)),
            words: undecided?.words ?? words.joined(separator: ", "),
            shortWords: undecided?.short ?? short.joined(separator: ", "),
            details: details.joined(separator: ", "), cells: names.map { .text($0) } + changes.map { .change($0) })
    }
}

extension DiffMetric {
    /// Whether it is a count, which may be equal in all traces.
    fileprivate var isCount: Bool { column.style == .count }
    /// - Parameter isTimed: whether another time of the row is tested.
    fileprivate func isEvidence(_ isTimed: Bool) -> Bool {
        switch role {
        case .evidence: true
        case .nextTime: isTimed
        case .shown, .count, .time: false
        }
    }
    fileprivate var isJudged: Bool { if case .shown = role { false } else { true } }

    /// The samples of a row as far as they are known. If it is unknown which updates of a side were necessary, all
    /// count as unnecessary: even that may be fewer than on the other side.
    fileprivate func known(_ draft: DiffDraft<Sample>) -> CountSamples? {
        guard case .count(.unnecessary) = role, let samples = draft.samples else { return draft.samples }
        let isUnknown = [draft.before, draft.after].map { side in
            side.contains { sample in sample.map { value($0) == nil } ?? false }
        }
        guard isUnknown.contains(true) else { return samples }
        guard isUnknown.contains(false) else { return nil }
        let bounded = samples.takingAllAsUnnecessary(before: isUnknown[0], after: isUnknown[1])
        let (before, after) = bounded.means(.unnecessary)
        return isUnknown[0] ? (before < after ? bounded : nil) : (after < before ? bounded : nil)
    }

    /// The likely verdict if all pairs of traces agree; otherwise nil.
    fileprivate func likely(_ draft: DiffDraft<Sample>) -> DiffVerdict? {
        guard let likely else { return nil }
        let verdicts = Set(
            draft.before.flatMap { before in
                draft.after.map { after in
                    if let before, let after { likely(before, after) } else { DiffVerdict.none }
                }
            })
        return verdicts.count == 1 ? verdicts.first : nil
    }
}
