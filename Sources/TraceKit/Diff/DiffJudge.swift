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
    /// So many rows of a table are listed, and all that have a verdict.
    let listedRows: Int
    private var families: [Family: Tests] = [:]

    init(comparesTraces: Bool, listedRows: Int = DiffThresholds.listedRows) {
        self.comparesTraces = comparesTraces
        self.listedRows = listedRows
    }

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

/// A table whose tests are collected and not yet corrected. What its cells show is worked out when it is settled, of the
/// rows that are listed: recordings may have a hundred thousand views, and most of them in one update.
struct DraftTable {
    struct Tested {
        var test: ChangeTest
        /// Its place in its family; nil where nothing is tested.
        var place: Int?
        var family = DiffJudge.Family.times
        /// Whether it has a verdict only where another figure of the row has one.
        var isEvidence: Bool
        var more: String
        var less: String
    }

    struct Row {
        var names: [String?]
        var words: [String]
        var weight: Double
        /// Whether it is listed however many rows there are, also without a verdict.
        var isMarked: Bool
    }

    struct Figure {
        /// By row: of those that a test says something of, which are few where there are many rows.
        var tests: [Int: Tested]
        var isEqual: (_ row: Int) -> Bool
        var change: (_ row: Int) -> DiffChange
    }

    var id: String
    var title: String
    var columns: [DiffColumn]
    var rows: [Row]
    /// The columns behind the names.
    var figures: [Figure]
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
            return Row(
                names: draft.names, words: words, weight: draft.sortWeight, isMarked: !draft.marks.isEmpty)
        }
        figures = []
        for metric in metrics {
            let tests = Self.tests(id, drafts, metric, family: family, &judge)
            figures.append(
                Figure(
                    tests: tests,
                    isEqual: { Self.value(drafts[$0].before, metric) == Self.value(drafts[$0].after, metric) }
                ) { row in
                    let before = Self.figure(drafts[row].before, metric), after = Self.figure(drafts[row].after, metric)
                    return DiffChange(
                        before: before.value, after: after.value, beforeInterval: before.interval,
                        afterInterval: after.interval)
                })
        }
    }

    /// The rows of tables with the same columns.
    init(_ id: String, _ title: String, columns: [DiffColumn], joining tables: [DraftTable]) {
        (self.id, self.title, self.columns) = (id, title, columns)
        rows = tables.flatMap(\.rows)
        let places = tables.indices.flatMap { table in tables[table].rows.indices.map { (table: table, row: $0) } }
        let names = columns.count - (tables.first?.figures.count ?? 0)
        figures = columns.indices.dropFirst(names).map { column in
            func figure(_ row: Int) -> Figure { tables[places[row].table].figures[column - names] }
            return Figure(
                tests: places.indices.reduce(into: [:]) { $0[$1] = figure($1).tests[places[$1].row] },
                isEqual: { figure($0).isEqual(places[$0].row) },
                change: { figure($0).change(places[$0].row) })
        }
    }

    private static func tests<Sample>(
        _ table: String, _ drafts: [DiffDraft<Sample>], _ metric: DiffMetric<Sample>,
        family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) -> [Int: Tested] {
        var tests: [Int: Tested] = [:]
        func take(_ test: ChangeTest, _ row: Int, _ key: DiffJudge.TestKey?, _ family: DiffJudge.Family) {
            guard test.saysSomething else { return }
            var tested = Tested(
                test: test, family: family, isEvidence: metric.isEvidence, more: metric.more, less: metric.less)
            if let key, let p = test.p { tested.place = judge.add(p, key, to: family) }
            tests[row] = tested
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
                if let likely = likely(draft, metric) { take(ChangeTest(likely: likely), row, nil, .times) }
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
        return tests
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

    /// The median of a side's traces; of one trace its figure.
    private static func value<Sample>(_ samples: [Sample?], _ metric: DiffMetric<Sample>) -> Double? {
        if samples.count == 1 { return samples[0].flatMap(metric.value) }
        return Percentile.nearestRank(50, ofSorted: samples.compactMap { $0.flatMap(metric.value) }.sorted())
    }

    /// The same with its interval; of one trace, the interval within it.
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

    /// The rows that differ, with their verdicts, in order; of those without a verdict the first.
    func settled(by judge: DiffJudge) -> DiffTable {
        var differing: [(row: Int, rank: Int)] = []
        for row in rows.indices {
            let rank = rank(row, verdicts(row, judge))
            let differs = rank < Self.equalRank || figures.contains { !$0.isEqual(row) }
            if differs { differing.append((row, rank)) }
        }
        differing.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            let (first, second) = (rows[left.row].weight, rows[right.row].weight)
            return first != second ? first > second : left.row < right.row
        }
        var listed: [DiffRow] = []
        for (row, rank) in differing
        where rank <= Self.likelyRank || rows[row].isMarked || listed.count < judge.listedRows {
            listed.append(self.row(row, verdicts(row, judge)))
        }
        return DiffTable(
            id: id, title: title, columns: columns, rows: listed, leftOut: differing.count - listed.count,
            unchanged: rows.count - differing.count)
    }

    /// What a figure of a row turned out to be.
    private struct Verdict {
        var figure: Int
        var p: Double?
        var verdict: DiffVerdict
        var likely: DiffVerdict
        /// What it is called: `more updates`.
        var word: String

        var isLikely: Bool { verdict == .none }
        var direction: DiffVerdict { isLikely ? likely : verdict }
    }

    /// Of the figures of a row that were tested.
    private func verdicts(_ row: Int, _ judge: DiffJudge) -> [Verdict] {
        var (all, evidence): ([Verdict], [Verdict]) = ([], [])
        for (index, figure) in figures.enumerated() {
            guard let tested = figure.tests[row] else { continue }
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

    /// Rows with a verdict come first, then those that are likely different, then what is new or gone.
    private func rank(_ row: Int, _ verdicts: [Verdict]) -> Int {
        if verdicts.contains(where: { !$0.isLikely }) { return 0 }
        if verdicts.contains(where: { $0.likely != .none }) { return Self.likelyRank }
        return rows[row].words.isEmpty ? Self.equalRank : 2
    }

    private func row(_ row: Int, _ verdicts: [Verdict]) -> DiffRow {
        let (names, marks) = (rows[row].names, rows[row].words)
        var changes = figures.map { $0.change(row) }
        let isOneSided = marks.first == "new" || marks.first == "gone"
        var words = marks
        var details = isOneSided ? Array(marks.dropFirst()) : marks
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
        let short = isOneSided || directions.isEmpty ? Array(marks.prefix(1)) : directions
        return DiffRow(
            verdict: together(verdicts.map(\.verdict)), likely: together(verdicts.map(\.likely)),
            words: words.isEmpty ? "~" : words.joined(separator: ", "),
            shortWords: short.isEmpty ? "~" : short.joined(separator: ", "),
            details: details.joined(separator: ", "), cells: names.map { .text($0) } + changes.map { .change($0) })
    }
}

extension DiffMetric {
    /// Whether it counts things, so that it may be the same in every trace.
    fileprivate var isCount: Bool { column.style == .count }
    fileprivate var isEvidence: Bool { if case .evidence = role { true } else { false } }
}
