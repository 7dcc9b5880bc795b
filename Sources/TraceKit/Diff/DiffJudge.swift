/// Tests the rows of a comparison, each family of tests corrected together (docs/analysis.md, section 8).
///
/// What a table says of a row depends on how many rows of its family were tested: tables are first drafted, which collects
/// the tests, and then settled.
struct DiffJudge {
    /// Tests that are corrected together. The first three are roots: what stands below them is only asked where one of them
    /// differs, and is a family of its own.
    enum Family: Hashable {
        case interactions, views
        /// Everything that is judged by whole traces only.
        case times
        case below(String)
    }

    /// What makes two tests the same: the ranks of all values, or those of one row.
    enum TestKey: Hashable {
        case ranks([Int])
        case row(table: String, row: Int, doubledU: [Int])
    }

    private struct Tests {
        var ps: [Double] = []
        var places: [TestKey: Int] = [:]
        var adjusted: [Double] = []
    }

    /// Whether whole traces are compared, not their single interactions.
    let comparesTraces: Bool
    private var families: [Family: Tests] = [:]

    init(comparesTraces: Bool) { self.comparesTraces = comparesTraces }

    mutating func add(_ p: Double, _ key: TestKey, to family: Family) -> Int {
        if let place = families[family]?.places[key] { return place }
        let place = families[family]?.ps.count ?? 0
        families[family, default: Tests()].ps.append(p)
        families[family]?.places[key] = place
        return place
    }

    /// When all tests are known.
    mutating func correct() {
        for (family, tests) in families { families[family]?.adjusted = Holm.adjusted(tests.ps) }
    }

    /// How many tests the roots hold.
    var size: Int { families.reduce(0) { $0 + (Self.isRoot($1.key) ? $1.value.ps.count : 0) } }

    private static func isRoot(_ family: Family) -> Bool { if case .below = family { false } else { true } }

    /// The level of a family: roots share the whole of it, as far as they test anything.
    private func alpha(_ family: Family) -> Double {
        guard Self.isRoot(family) else { return DiffThresholds.alpha }
        return DiffThresholds.alpha / Double(max(1, families.keys.filter(Self.isRoot).count))
    }

    /// The verdict on a test, with its p after the correction.
    func verdict(_ test: ChangeTest, place: Int?, in family: Family) -> (p: Double?, verdict: DiffVerdict) {
        guard let place, let p = test.p, let adjusted = families[family]?.adjusted[place] else {
            return (nil, test.exact)
        }
        return (adjusted, test.verdict(correction: p > 0 ? adjusted / p : 1, alpha: alpha(family)))
    }

    /// How often each interaction must be performed on both sides for a test of that many more rows to be able to tell.
    func occurrencesToTell(more rows: Int) -> Int {
        let tests = Double(size + rows)
        let alpha = alpha(.interactions)
        return (DiffThresholds.fewestSamples...RankSum.exactLimit).first { occurrences in
            RankSum.smallestP(occurrences, occurrences) * tests <= alpha
        } ?? RankSum.exactLimit
    }
}

/// A table whose tests are collected and not yet corrected.
struct DraftTable {
    struct Cell {
        var change: DiffChange
        var test: ChangeTest?
        /// Its place in its family; nil where nothing is tested.
        var place: Int?
        var family = DiffJudge.Family.times
        /// Whether it has a verdict only where another figure of the row has one.
        var isEvidence = false
        var more: String
        var less: String
    }

    struct Row {
        var names: [String?]
        var words: [String]
        var weight: Double
        var cells: [Cell]
    }

    var id: String
    var title: String
    var columns: [DiffColumn]
    var rows: [Row]
}

extension DraftTable {
    /// Drafts rows, and hands their tests to the judge.
    init<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ drafts: [DiffDraft<Sample>],
        _ metrics: [DiffMetric<Sample>], family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) {
        (self.id, self.title, columns) = (id, title, names + metrics.map(\.column))
        rows = drafts.map { draft in
            let words = (draft.isNew ? ["new"] : draft.isGone ? ["gone"] : []) + draft.marks
            return Row(names: draft.names, words: words, weight: draft.sortWeight, cells: [])
        }
        for metric in metrics {
            let cells = Self.cells(id, drafts, metric, family: family, &judge)
            for (row, cell) in cells.enumerated() { rows[row].cells.append(cell) }
        }
    }

    private static func cells<Sample>(
        _ table: String, _ drafts: [DiffDraft<Sample>], _ metric: DiffMetric<Sample>,
        family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) -> [Cell] {
        var cells = drafts.map { draft in
            let (before, after) = (figure(draft.before, metric), figure(draft.after, metric))
            return Cell(
                change: DiffChange(
                    before: before.value, after: after.value, beforeInterval: before.interval,
                    afterInterval: after.interval),
                isEvidence: metric.isEvidence, more: metric.more, less: metric.less)
        }
        func take(_ test: ChangeTest, _ row: Int, _ key: DiffJudge.TestKey, _ family: DiffJudge.Family) {
            cells[row].test = test
            cells[row].family = family
            if let p = test.p { cells[row].place = judge.add(p, key, to: family) }
        }
        switch metric.role {
        case .shown: break
        case .count(let figure) where !judge.comparesTraces:
            let isSteady = ChangeTest.isSteady(drafts.compactMap(\.samples), figure)
            for (row, draft) in drafts.enumerated() {
                guard let samples = draft.samples else { continue }
                let test = ChangeTest(samples, figure, isSteady: isSteady)
                take(test, row, .row(table: table, row: row, doubledU: test.ranks.map(\.doubledU)), family(row))
            }
        case .time where !judge.comparesTraces, .evidence where !judge.comparesTraces:
            for (row, draft) in drafts.enumerated() {
                cells[row].test = likely(draft, metric).map { ChangeTest(likely: $0) }
            }
        case .count, .time, .evidence:
            let sides = drafts.map { draft in
                (
                    before: draft.before.compactMap { $0.flatMap(metric.value) },
                    after: draft.after.compactMap { $0.flatMap(metric.value) }
                )
            }
            let isSteady = Self.isSteady(sides.flatMap { [$0.before, $0.after] })
            for (row, side) in sides.enumerated() where drafts[row].isComparable {
                let test = ChangeTest(
                    before: side.before, after: side.after, floor: metric.floor, isSteady: metric.isCount && isSteady)
                let family: DiffJudge.Family =
                    switch metric.role {
                    case .time: .times
                    case .evidence: .below("\(table) \(row)")
                    case .count, .shown: family(row)
                    }
                take(test, row, .ranks(Self.ranks(side.before + side.after)), family)
            }
        }
        return cells
    }

    /// What every trace of one side says against every one of the other; nil where they do not agree.
    private static func likely<Sample>(_ draft: DiffDraft<Sample>, _ metric: DiffMetric<Sample>) -> DiffVerdict? {
        guard let likely = metric.likely else { return nil }
        let verdicts = Set(
            draft.before.flatMap { before in
                draft.after.map { after in
                    if let before, let after { likely(before, after) } else { DiffVerdict.none }
                }
            })
        return verdicts.count == 1 ? verdicts.first : nil
    }

    /// Whether hardly any row varies between the traces of a side.
    private static func isSteady(_ sides: [[Double]]) -> Bool {
        let several = sides.filter { $0.count >= 2 }
        return 20 * several.filter { Set($0).count > 1 }.count <= several.count
    }

    /// The ranks of the values in the order of the traces, ties halved (twice the rank, to be whole).
    private static func ranks(_ values: [Double]) -> [Int] {
        let sorted = values.sorted()
        return values.map { value in
            (sorted.firstIndex(of: value) ?? 0) + (sorted.lastIndex(of: value) ?? 0)
        }
    }

    /// The median of a side's traces and its interval; of one trace its figure, and the interval within it.
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

    // MARK: Settling

    /// The rows that differ, with their verdicts, in order.
    func settled(by judge: DiffJudge) -> DiffTable {
        var settled: [(row: DiffRow, weight: Double, order: Int)] = []
        for (order, row) in rows.enumerated() {
            let result = self.row(row, judge)
            if result.words != "~" || row.cells.contains(where: { !$0.change.isEqual }) {
                settled.append((result, row.weight, order))
            }
        }
        settled.sort { left, right in
            let (first, second) = (left.row.rank, right.row.rank)
            if first != second { return first < second }
            return left.weight != right.weight ? left.weight > right.weight : left.order < right.order
        }
        return DiffTable(
            id: id, title: title, columns: columns, rows: settled.map(\.row), unchanged: rows.count - settled.count)
    }

    private func row(_ row: Row, _ judge: DiffJudge) -> DiffRow {
        var words = row.words
        let isOneSided = row.words.first == "new" || row.words.first == "gone"
        var details = isOneSided ? Array(row.words.dropFirst()) : row.words
        var directions: [String] = []
        var (verdicts, likely): (Set<DiffVerdict>, Set<DiffVerdict>) = ([], [])
        var cells: [DiffCell] = row.names.map { .text($0) }
        let differs = row.cells.contains { cell in
            guard let test = cell.test, !cell.isEvidence else { return false }
            return judge.verdict(test, place: cell.place, in: cell.family).verdict != .none
        }
        for (index, cell) in row.cells.enumerated() {
            var change = cell.change
            if let test = cell.test, differs || !cell.isEvidence {
                (change.p, change.verdict) = judge.verdict(test, place: cell.place, in: cell.family)
                if change.verdict == .none { change.likely = test.likely }
            }
            cells.append(.change(change))
            let verdict = change.verdict == .none ? change.likely : change.verdict
            guard verdict != .none else { continue }
            let doubt = change.verdict == .none ? "?" : ""
            let word = verdict == .worse ? cell.more : cell.less
            words.append(word + doubt)
            details.append("\(word)\(doubt) \(DiffWords.change(change, columns[row.names.count + index].style))")
            let direction = String(word.prefix { $0 != " " }) + doubt
            if !directions.contains(direction) { directions.append(direction) }
            if doubt.isEmpty { verdicts.insert(verdict) } else { likely.insert(verdict) }
        }
        func together(_ verdicts: Set<DiffVerdict>) -> DiffVerdict {
            verdicts.count > 1 ? .mixed : verdicts.first ?? .none
        }
        let short = isOneSided || directions.isEmpty ? Array(row.words.prefix(1)) : directions
        return DiffRow(
            verdict: together(verdicts), likely: together(likely),
            words: words.isEmpty ? "~" : words.joined(separator: ", "),
            shortWords: short.isEmpty ? "~" : short.joined(separator: ", "),
            details: details.joined(separator: ", "), cells: cells)
    }
}

extension DiffRow {
    /// Rows with a verdict come first, then those that are likely different, then what is new or gone.
    fileprivate var rank: Int { verdict != .none ? 0 : likely != .none ? 1 : words != "~" ? 2 : 3 }
}

extension DiffMetric {
    /// Whether it counts things, so that it may be the same in every trace.
    fileprivate var isCount: Bool { column.style == .count }
    fileprivate var isEvidence: Bool { if case .evidence = role { true } else { false } }
}
