/// A table whose tests are collected and not yet corrected.
///
/// Recordings may have a row an update, most of them in one interaction and on one side: of a row only what sorts it is
/// kept, and what may be shown to differ. The cells of those that are listed are worked out when the table is settled.
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

    fileprivate struct Row {
        /// Whether it is on one side alone.
        let isNew: Bool
        let isGone: Bool
        /// Words for which it is listed however many rows there are.
        let marks: [String]
        let weight: Double

        init(_ sketch: DraftSketch) {
            (isNew, isGone) = (sketch.before == 0, sketch.after == 0)
            (marks, weight) = (sketch.marks, sketch.weight)
        }

        var isOneSided: Bool { isNew || isGone }
        var words: [String] { (isNew ? ["new"] : isGone ? ["gone"] : []) + marks }
    }

    private let id: String
    private let title: String
    private let columns: [DiffColumn]
    private let rows: [Row]
    /// By figure, and by row: of those that a test says something of, which are few where there are many rows.
    private let tests: [[Int: Tested]]
    /// In which order rows are listed that are alike otherwise.
    private let isBefore: (_ row: Int, _ other: Int) -> Bool
    private let names: (_ row: Int) -> [String?]
    /// Whether any figure differs.
    private let differs: (_ row: Int) -> Bool
    /// One a figure.
    private let changes: (_ row: Int) -> [DiffChange]
}

/// The rows of a table, each drafted when it is asked for.
struct DraftRows<Sample> {
    let count: Int
    /// What the rows that are listed are called; the drafts need not say it.
    let names: (_ row: Int) -> [String?]
    let draft: (_ row: Int) -> DiffDraft<Sample>
    /// What is looked at of every row, where that is had for less than a draft.
    var sketch: ((_ row: Int) -> DraftSketch)?
    /// See `DraftTable.isBefore`.
    let isBefore: (_ row: Int, _ other: Int) -> Bool
}

/// What sorts a row, and what tells whether it may differ.
struct DraftSketch {
    /// How many traces of a side have it.
    var before: Int
    var after: Int
    var samples: CountSamples?
    var marks: [String] = []
    var weight = 0.0
}

extension DraftSketch {
    init<Sample>(_ draft: DiffDraft<Sample>) {
        func count(_ samples: [Sample?]) -> Int { samples.reduce(0) { $1 == nil ? $0 : $0 + 1 } }
        self.init(
            before: count(draft.before), after: count(draft.after), samples: draft.samples, marks: draft.marks,
            weight: draft.sortWeight)
    }
}

extension DraftRows {
    /// In their order.
    init(_ drafts: [DiffDraft<Sample>]) {
        self.init(
            count: drafts.count, names: { drafts[$0].names }, draft: { drafts[$0] }, isBefore: { $0 < $1 })
    }
}

extension DraftTable {
    /// Drafts rows, and hands their tests to the judge.
    init<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ drafts: [DiffDraft<Sample>],
        _ metrics: [DiffMetric<Sample>], family: (Int) -> DiffJudge.Family, _ judge: inout DiffJudge
    ) {
        let rows = DraftRows(drafts)
        var read = DraftReading(metrics, judge)
        read.add(0..<drafts.count, of: rows)
        self.init(id, title, names: names, rows, metrics, read, family: family, &judge)
    }

    /// The same with two threads where the rows are many. Those of one half rest on nothing of the other.
    init<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ rows: DraftRows<Sample>,
        _ metrics: [DiffMetric<Sample>], family: (Int) -> DiffJudge.Family, jobs: Int, _ judge: inout DiffJudge
    ) throws(TraceError) {
        let isLong = jobs > 1 && rows.count >= Self.manyRows
        let middle = isLong ? rows.count / 2 : rows.count
        let none = DraftReading(metrics, judge)
        let later = BackgroundWork(onThread: isLong) {
            var read = none
            read.add(middle..<rows.count, of: rows)
            return read
        }
        var read = none
        read.add(0..<middle, of: rows)
        read.append(try later.wait())
        self.init(id, title, names: names, rows, metrics, read, family: family, &judge)
    }

    /// So many rows are worth a thread of their own.
    private static let manyRows = 1000

    private init<Sample>(
        _ id: String, _ title: String, names: [DiffColumn], _ rows: DraftRows<Sample>,
        _ metrics: [DiffMetric<Sample>], _ read: DraftReading<Sample>, family: (Int) -> DiffJudge.Family,
        _ judge: inout DiffJudge
    ) {
        (self.id, self.title, columns) = (id, title, names + metrics.map(\.column))
        self.rows = read.rows
        var tests: [[Int: Tested]] = []
        for (place, metric) in metrics.enumerated() {
            tests.append(Self.tests(id, read, place, metric, family: family, &judge))
        }
        self.tests = tests
        (isBefore, self.names) = (rows.isBefore, rows.names)
        differs = { row in
            let draft = rows.draft(row)
            return metrics.contains { Self.value(draft.before, $0) != Self.value(draft.after, $0) }
        }
        changes = { row in
            let draft = rows.draft(row)
            return metrics.map { metric in
                let before = Self.figure(draft.before, metric), after = Self.figure(draft.after, metric)
                return DiffChange(
                    before: before.value, after: after.value, beforeInterval: before.interval,
                    afterInterval: after.interval)
            }
        }
    }

    /// The rows of tables with the same columns.
    init(_ id: String, _ title: String, columns: [DiffColumn], joining tables: [DraftTable]) {
        (self.id, self.title, self.columns) = (id, title, columns)
        rows = tables.flatMap(\.rows)
        let places = tables.indices.flatMap { table in tables[table].rows.indices.map { (table: table, row: $0) } }
        tests = (tables.first?.tests ?? []).indices.map { figure in
            places.indices.reduce(into: [:]) { $0[$1] = tables[places[$1].table].tests[figure][places[$1].row] }
        }
        isBefore = { $0 < $1 }
        names = { tables[places[$0].table].names(places[$0].row) }
        differs = { tables[places[$0].table].differs(places[$0].row) }
        changes = { tables[places[$0].table].changes(places[$0].row) }
    }

    private static func tests<Sample>(
        _ table: String, _ read: DraftReading<Sample>, _ place: Int, _ metric: DiffMetric<Sample>,
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
        case .count(let figure) where read.kept.contains { $0.draft.samples != nil }:
            let isSteady = read.variations[place].isSteady
            let byTraces = judge.traces == .tooFew ? nil : byTraces(read.kept, metric, judge)
            for (place, (row, draft)) in read.kept.enumerated() {
                guard let samples = metric.known(draft) else { continue }
                var test = ChangeTest(samples, figure, isSteady: isSteady)
                if let byTraces { test = ChangeTest(byTraces: byTraces[place].test, byInteractions: test) }
                take(test, row, .row(table: table, row: row, doubledU: test.ranks.map(\.doubledU)), family(row))
            }
        case .count where judge.traces == .tooFew: break
        case .time where judge.traces == .tooFew, .evidence where judge.traces == .tooFew:
            for (row, draft) in read.kept {
                if let likely = metric.likely(draft) { take(ChangeTest(likely: likely), row, nil, .times) }
            }
        case .count, .time, .evidence:
            for ((test, values), (row, draft)) in zip(byTraces(read.kept, metric, judge), read.kept)
            where draft.isComparable {
                var test = test
                if judge.traces == .ifEqual { test.likely = metric.likely(draft) ?? .none }
                let family: DiffJudge.Family =
                    switch metric.role {
                    case .time: .times
                    case .evidence: .below("\(table) \(row)")
                    case .count, .shown: family(row)
                    }
                take(test, row, .ranks(Self.ranks(values)), family)
            }
        }
        return tests
    }

    /// Of each row, with the values of all traces.
    private static func byTraces<Sample>(
        _ kept: [(row: Int, draft: DiffDraft<Sample>)], _ metric: DiffMetric<Sample>, _ judge: DiffJudge
    ) -> [(test: ChangeTest, values: [Double])] {
        let sides = kept.map { _, draft in
            (
                before: draft.before.compactMap { $0.flatMap(metric.value) },
                after: draft.after.compactMap { $0.flatMap(metric.value) }
            )
        }
        let isSteady = Self.isSteady(sides.flatMap { [$0.before, $0.after] })
        return sides.map { before, after in
            let test = ChangeTest(
                before: before, after: after, floor: metric.floor, isSteady: metric.isCount && isSteady,
                isRanked: judge.traces == .ranked)
            return (test, before + after)
        }
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
        var listed: [Place] = []
        // Those that are listed only where they are among the first; the last of them comes out first.
        var others = Heap<Place> { isListed($1, before: $0) }
        var differing = 0
        for row in rows.indices {
            let place = Place(row: row, rank: rank(row, verdicts(row, judge)))
            guard place.rank < Self.equalRank || differs(row) else { continue }
            differing += 1
            if place.rank <= Self.likelyRank || !rows[row].marks.isEmpty {
                listed.append(place)
            } else if others.elements.count < judge.listedRows {
                others.insert(place)
            } else if let last = others.first, isListed(place, before: last) {
                _ = others.popFirst()
                others.insert(place)
            }
        }
        let isAlways = Set(listed.map(\.row))
        var rows: [DiffRow] = []
        for place in (listed + others.elements).sorted(by: isListed) {
            guard isAlways.contains(place.row) || rows.count < judge.listedRows else { continue }
            rows.append(row(place.row, verdicts(place.row, judge)))
        }
        return DiffTable(
            id: id, title: title, columns: columns, rows: rows, leftOut: differing - rows.count,
            unchanged: self.rows.count - differing)
    }

    private struct Place {
        let row: Int
        let rank: Int
    }

    private func isListed(_ place: Place, before other: Place) -> Bool {
        if place.rank != other.rank { return place.rank < other.rank }
        let (first, second) = (rows[place.row].weight, rows[other.row].weight)
        return first != second ? first > second : isBefore(place.row, other.row)
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

    /// Rows with a verdict come first, then those that are likely different, then what is new or gone.
    private func rank(_ row: Int, _ verdicts: [Verdict]) -> Int {
        if verdicts.contains(where: { !$0.isLikely }) { return 0 }
        if verdicts.contains(where: { $0.likely != .none }) { return Self.likelyRank }
        return rows[row].isOneSided || !rows[row].marks.isEmpty ? 2 : Self.equalRank
    }

    private func row(_ row: Int, _ verdicts: [Verdict]) -> DiffRow {
        let names = names(row)
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
        return DiffRow(
            verdict: together(verdicts.map(\.verdict)), likely: together(verdicts.map(\.likely)),
            words: words.isEmpty ? "~" : words.joined(separator: ", "),
            shortWords: short.isEmpty ? "~" : short.joined(separator: ", "),
            details: details.joined(separator: ", "), cells: names.map { .text($0) } + changes.map { .change($0) })
    }
}

/// What was read of the rows of a table: what sorts each, and the drafts of those that may be shown to differ.
private struct DraftReading<Sample> {
    private let metrics: [DiffMetric<Sample>]
    private let comparesTraces: Bool
    /// Whether the values of a row tell whether it may differ.
    private let looksAtValues: Bool
    private(set) var rows: [DraftTable.Row] = []
    private(set) var kept: [(row: Int, draft: DiffDraft<Sample>)] = []
    /// How single interactions vary, by metric.
    private(set) var variations: [ChangeTest.Variation]

    init(_ metrics: [DiffMetric<Sample>], _ judge: DiffJudge) {
        (self.metrics, comparesTraces) = (metrics, judge.traces != .tooFew)
        looksAtValues = !comparesTraces && metrics.contains { $0.likely != nil }
        variations = Array(repeating: ChangeTest.Variation(), count: metrics.count)
    }

    mutating func add(_ range: Range<Int>, of rows: DraftRows<Sample>) {
        self.rows.reserveCapacity(range.count)
        for row in range {
            let draft = rows.sketch == nil || looksAtValues ? rows.draft(row) : nil
            let sketch = rows.sketch.map { $0(row) } ?? DraftSketch(draft ?? rows.draft(row))
            self.rows.append(DraftTable.Row(sketch))
            // What no two traces of a side have is not tested, and tells nothing of how a side varies.
            var mayDiffer = comparesTraces && max(sketch.before, sketch.after) > 1
            for (place, metric) in metrics.enumerated() {
                if case .count(let figure) = metric.role, let samples = sketch.samples {
                    variations[place].add(samples, figure)
                    if ChangeTest.canReachFloor(samples, figure) { mayDiffer = true }
                } else if looksAtValues, let likely = draft.flatMap(metric.likely), likely != .none {
                    mayDiffer = true
                }
            }
            guard mayDiffer else { continue }
            var whole = draft ?? rows.draft(row)
            whole.samples = sketch.samples
            kept.append((row, whole))
        }
    }

    /// Those of the rows behind these.
    mutating func append(_ later: DraftReading) {
        rows += later.rows
        kept += later.kept
        for place in variations.indices { variations[place].add(later.variations[place]) }
    }
}

extension DiffMetric {
    /// Whether it counts things, so that it may be the same in every trace.
    fileprivate var isCount: Bool { column.style == .count }
    fileprivate var isEvidence: Bool { if case .evidence = role { true } else { false } }

    /// The samples of a row, where they tell anything. Of a side of which it is not known which updates were necessary, at most all
    /// were not: there may still be fewer than on the other side.
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

    /// What every trace of one side says against every one of the other; nil where they do not agree.
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
