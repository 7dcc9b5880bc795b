import Testing

@testable import TraceKit

/// A count told by single interactions: what is exact, what is tested, what is only likely.
@Suite struct ChangeTestTests {
    /// Samples of one trace a side, a kind of interaction each.
    private static func samples(_ kinds: [(before: [Double], after: [Double])]) -> CountSamples {
        samples(kinds.map { ([$0.before], [$0.after]) })
    }

    /// Of several traces a side.
    private static func samples(_ kinds: [(before: [[Double]], after: [[Double]])]) -> CountSamples {
        func side(_ traces: [[Double]]) -> CountSamples.Side {
            var side = CountSamples.Side(windows: traces.map(\.count))
            for (trace, values) in traces.enumerated() {
                side.entries += values.filter { $0 > 0 }.map { .init(part: trace, updates: $0, unnecessary: 0) }
            }
            return side
        }
        return CountSamples(
            strata: kinds.enumerated().map { .init(kind: $0, before: side($1.before), after: side($1.after)) })
    }

    private static func isSteady(_ rows: [CountSamples], _ figure: CountSamples.Figure) -> Bool {
        var variation = ChangeTest.Variation()
        for row in rows { variation.add(row, figure) }
        return variation.isSteady
    }

    private static func test(_ kinds: [(before: [Double], after: [Double])], isSteady: Bool = false) -> ChangeTest {
        ChangeTest(samples(kinds), .updates, isSteady: isSteady)
    }

    @Test func `in a steady recording a count that doubles needs no test`() {
        #expect(Self.test([([104, 104], [1, 1])], isSteady: true).exact == .better)
        #expect(Self.test([([1, 1], [104, 104])], isSteady: true).exact == .worse)
        #expect(Self.test([([10, 10], [19, 19])], isSteady: true).exact == .none)
        #expect(Self.test([([104], [1])], isSteady: true).exact == .none)
        #expect(Self.test([([104, 104], [1, 2])], isSteady: true).exact == .none)
        #expect(Self.test([([1, 1], [2, 2])], isSteady: true).exact == .none)
        #expect(Self.test([([104, 104], [1, 1])]).exact == .none)
    }

    @Test func `a recording is steady where hardly any kind varies`() {
        let constant = (before: [5.0, 5], after: [5.0, 5]), varying = (before: [5.0, 6], after: [5.0, 5])
        func isSteady(_ constants: Int, _ varyings: Int) -> Bool {
            let kinds = Array(repeating: constant, count: constants) + Array(repeating: varying, count: varyings)
            return Self.isSteady(kinds.map { Self.samples([$0]) }, .updates)
        }
        #expect(isSteady(2, 0) && isSteady(19, 1))
        #expect(!isSteady(18, 1) && !isSteady(0, 1))
        // One interaction of a kind shows nothing.
        #expect(Self.isSteady([Self.samples([([5], [9])])], .updates))
    }

    @Test func `what is performed four times is tested`() {
        let test = Self.test([([10, 11, 12, 13], [20, 21, 22, 23])])
        #expect(abs((test.p ?? 0) - 2.0 / 70) < 1e-12)
        #expect(test.verdict(correction: 1, alpha: 0.05) == .worse)
        #expect(test.verdict(correction: 2, alpha: 0.05) == .none)
        #expect(Self.test([([10, 11, 12], [20, 21, 22])]).p == nil)
    }

    @Test func `a significant change below a quarter is none`() {
        let test = Self.test([(Array(repeating: 100, count: 20), Array(repeating: 120, count: 20))])
        #expect(test.p == nil)
        let wide = Self.test([([90, 91, 92, 93, 94, 200], [110, 111, 112, 113, 114, 115])])
        #expect(wide.p != nil && wide.verdict(correction: 1, alpha: 0.5) == .none)
    }

    @Test func `means that contradict the ranks are no verdict`() {
        // Lower ranks after, but one value that lifts the mean.
        let test = Self.test([([10, 11, 12, 13, 14, 15], [1, 2, 3, 4, 5, 200])])
        #expect(test.verdict(correction: 1, alpha: 1) == .none)
    }

    @Test func `one kind among many is found, at the price of having looked at all`() {
        let same = (before: [5.0, 6, 7, 8, 9, 10], after: [5.0, 6, 7, 8, 9, 10])
        let changed = (before: [5.0, 6, 7, 8, 9, 10], after: [25.0, 26, 27, 28, 29, 30])
        let test = Self.test(Array(repeating: same, count: 9) + [changed])
        // 2 of 924, ten kinds, two ways of looking.
        #expect(abs((test.p ?? 0) - 20 * 2.0 / 924) < 1e-9)
        #expect(test.verdict(correction: 1, alpha: 0.05) == .worse)
    }

    @Test func `kinds too rare to be tested count together`() {
        let rare = (before: [5.0, 6, 7], after: [15.0, 16, 17])
        #expect(Self.test([rare]).p == nil)
        let test = Self.test(Array(repeating: rare, count: 6))
        #expect(test.verdict(correction: 1, alpha: 0.01) == .worse)
        let back = Self.test(Array(repeating: (rare.after, rare.before), count: 6))
        #expect(back.p == test.p && back.verdict(correction: 1, alpha: 0.01) == .better)
    }

    @Test func `with few traces every trace of a side must agree`() {
        let agreeing = ChangeTest(
            Self.samples([([[5, 6, 7, 8], [6, 7, 8, 9]], [[15, 16, 17, 18], [16, 17, 18, 19]])]), .updates,
            isSteady: false)
        #expect(agreeing.verdict(correction: 1, alpha: 0.05) == .worse)
        let torn = ChangeTest(
            Self.samples([([[5, 6, 7, 8], [26, 27, 28, 29]], [[25, 26, 27, 28], [36, 37, 38, 39]])]), .updates,
            isSteady: false)
        #expect(torn.verdict(correction: 1, alpha: 1) == .none)
    }

    @Test func `a count is told by whole traces or by their interactions`() {
        func byTraces(_ before: [Double], _ after: [Double]) -> ChangeTest {
            ChangeTest(before: before, after: after, floor: DiffThresholds.updates, isSteady: false)
        }
        let equal = byTraces([5, 6, 7, 8, 9, 10], [5, 6, 7, 8, 9, 11])
        let more = byTraces([5, 6, 7, 8, 9, 10], [15, 16, 17, 18, 19, 20])
        let many = Self.test(Array(repeating: ([5, 6, 7, 8, 9, 10], [15, 16, 17, 18, 19, 20]), count: 3))
        let same = Self.test(Array(repeating: ([5, 6, 7, 8, 9, 10], [5, 6, 7, 8, 9, 15]), count: 3))
        #expect(ChangeTest(byTraces: equal, byInteractions: many).verdict(correction: 1, alpha: 0.01) == .worse)
        #expect(ChangeTest(byTraces: more, byInteractions: same).verdict(correction: 1, alpha: 0.01) == .worse)
        #expect(ChangeTest(byTraces: equal, byInteractions: same).verdict(correction: 1, alpha: 0.2) == .none)
        // Each has a share of the level; what is not tested needs none.
        let together = ChangeTest(byTraces: more, byInteractions: same).p
        #expect(together == more.p.map { $0 / DiffThresholds.shareOfTraces })
        #expect(DiffThresholds.shareOfTraces + DiffThresholds.shareOfInteractions == 1)
        #expect(ChangeTest(byTraces: more, byInteractions: ChangeTest(likely: .none)).p == more.p)
    }

    // MARK: Stretches

    /// A recording of one kind of interaction, with so many updates each.
    private static func recording(_ updates: [Int]) -> TraceFigures {
        let tap = InteractionKey(kind: "tap", name: "A")
        var figures = TraceFigures(id: 1)
        figures.windows = updates.map { _ in tap }
        figures.interactions[tap] = InteractionFigures(count: updates.count)
        figures.byWindow = updates.enumerated().map { WindowCounts(window: $0, counts: UpdateCounts(updates: $1)) }
        return figures
    }

    private static func test(_ before: [Int], _ after: [Int]) -> ChangeTest? {
        let (first, second) = (recording(before), recording(after))
        let samples = InteractionWindows(before: [first], after: [second]).samplesOfKinds([
            first.byWindow, second.byWindow,
        ])
        return samples.first.map { ChangeTest($0, .updates, isSteady: false) }
    }

    @Test func `with one trace a side every stretch of it must agree`() throws {
        func scattered(_ level: Int, _ count: Int) -> [Int] { (0..<count).map { level + $0 % 5 } }
        let changed = try #require(Self.test(scattered(10, 20), scattered(20, 20)))
        #expect(changed.verdict(correction: 1, alpha: 0.01) == .worse)
        // A list is loaded at another time: most interactions have more after, but no more than the last ones before.
        let loaded = try #require(
            Self.test(scattered(10, 80) + scattered(30, 20), scattered(10, 20) + scattered(30, 80)))
        #expect(try #require(loaded.p) < 0.05)
        #expect(loaded.verdict(correction: 1, alpha: 1) == .none)
        // Loaded at the same time, and twice as much of it.
        let grown = try #require(
            Self.test(scattered(10, 10) + scattered(15, 10), scattered(40, 10) + scattered(60, 10)))
        #expect(grown.verdict(correction: 1, alpha: 0.01) == .worse)
    }

    @Test func `single large counts do not hide that a stretch has more`() throws {
        func outlying(_ level: Int) -> [Int] { (0..<24).map { $0 % 6 == 2 ? 30 * level : level + $0 % 3 } }
        let changed = try #require(Self.test(outlying(4), outlying(16)))
        #expect(changed.verdict(correction: 1, alpha: 0.01) == .worse)
    }

    @Test func `a change of many updates that cannot be tested is likely`() {
        #expect(Self.test([([104], [1])], isSteady: true).likely == .better)
        #expect(Self.test([([1], [104])], isSteady: true).likely == .worse)
        #expect(Self.test([([104], [1])]).likely == .none)
        #expect(Self.test([([9], [1])], isSteady: true).likely == .none)
        #expect(Self.test([([10, 12, 30, 40], [101, 120, 130, 99])]).likely == .worse)
        #expect(Self.test([([10, 12, 30, 100], [101, 120, 130, 99])]).likely == .none)
    }

    // MARK: Strata

    @Test func `zeros may be left out`() {
        let (first, second) = ([0.0, 0, 3, 1, 0], [2.0, 0, 5, 5])
        let sparse = RankSum([3, 1], [2, 5, 5], firstZeros: 3, secondZeros: 1)
        #expect(sparse == RankSum(first, second))
        #expect(sparse.p == RankSum(first, second).p)
    }

    @Test func `one stratum is the test of Mann and Whitney`() {
        let ranks = RankSum([1, 4, 6, 9, 9, 12], [3, 7, 9, 15, 18, 22, 23])
        #expect(abs(RankSum.stratifiedP([ranks]) - ranks.normalP) < 1e-12)
    }

    /// The oracle deals the values of every stratum in every way.
    @Test func `van Elteren's test agrees with counting every way of dealing`() {
        let strata: [(first: [Double], second: [Double])] = [
            ([1, 2, 5], [3, 6, 7]), ([4, 4, 9], [5, 9, 12]), ([0, 0, 2], [1, 2, 2]),
        ]
        func ranks(_ stratum: (first: [Double], second: [Double])) -> RankSum { RankSum(stratum.first, stratum.second) }
        let observed = abs(RankSum.stratifiedDistance(strata.map(ranks)))
        let dealings = strata.map { stratum in
            let values = stratum.first + stratum.second
            return (0..<64).filter { $0.nonzeroBitCount == 3 }.map { mask in
                ranks(
                    (
                        values.indices.filter { mask >> $0 & 1 == 1 }.map { values[$0] },
                        values.indices.filter { mask >> $0 & 1 == 0 }.map { values[$0] }
                    ))
            }
        }
        var (extreme, all) = (0, 0)
        for first in dealings[0] {
            for second in dealings[1] {
                for third in dealings[2] {
                    all += 1
                    if abs(RankSum.stratifiedDistance([first, second, third])) >= observed - 1e-12 { extreme += 1 }
                }
            }
        }
        let counted = Double(extreme) / Double(all)
        #expect(abs(RankSum.stratifiedP(strata.map(ranks)) - counted) < 0.03, "counted \(counted)")
    }
}
