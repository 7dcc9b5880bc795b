/// A test whether a figure of a row differs between the sides (docs/analysis.md, section 8): by whole traces if there
/// are enough of them, otherwise, for counts, by the single interactions of the traces.
struct ChangeTest {
    /// One way in which the row may differ.
    struct Candidate {
        /// The p, corrected for the number of tries.
        var p: Double
        var verdict: DiffVerdict
    }

    /// The p of the row, before the correction for its family; nil if it is not tested.
    var p: Double?
    /// Candidates that reach the floors, in a direction on which means and ranks agree.
    var candidates: [Candidate] = []
    /// A verdict without a test, because the count does not vary.
    var exact = DiffVerdict.none
    /// The likely verdict, without a test.
    var likely = DiffVerdict.none
    /// The ranks. Figures of one row with equal ranks are one test.
    private(set) var ranks: [RankSum] = []

    /// Whether it has any result, with or without a test.
    var saysSomething: Bool { p != nil || exact != .none || likely != .none }

    /// A likely verdict without a test.
    init(likely: DiffVerdict) { self.likely = likely }

    /// A test of one value per trace. `isSteady`: the figure hardly ever varies between the traces of a side, in any
    /// row; `isRanked`: there are enough traces for a rank test.
    init(before: [Double], after: [Double], floor: ChangeFloor, isSteady: Bool, isRanked: Bool = true) {
        guard let change = TraceChange(before: before, after: after, floor: floor) else { return }
        if isSteady, change.isConstant { exact = change.direction }
        if change.isFarApart { likely = change.direction }
        guard isRanked, let ranks = change.ranks else { return }
        self.ranks = [ranks]
        p = ranks.p
        if change.direction != .none { candidates = [Candidate(p: ranks.p, verdict: change.direction)] }
    }

    /// A test of single interactions. `isSteady`: the figure hardly ever varies between interactions of a kind, in any
    /// row.
    init(_ samples: CountSamples, _ figure: CountSamples.Figure, isSteady: Bool) {
        guard Self.canReachFloor(samples, figure) else { return }
        let strata = samples.strata
        for stratum in strata {
            if isSteady { takeExact(stratum, figure) }
            takeLikely(stratum, figure, isSteady: isSteady)
        }
        let tested = strata.map { Tested($0, figure) }
        let single = tested.filter(\.isWorthTesting)
        var ways: [(p: Double, candidate: Candidate?)] = []
        for stratum in single {
            let (before, after) = (stratum.before.mean(figure), stratum.after.mean(figure))
            let ranks = stratum.ranks(Self.direction(before, after))
            let p = min(1, Self.p(ranks.p, ranks.distance, before, after) * Double(single.count))
            let candidate = Self.candidate(
                p, before, after,
                isSeparated: Self.isSeparated([stratum], figure))
            ways.append((p, candidate))
        }
        if tested.count > 1, let together = Together(tested, figure) { ways.append((together.p, together.candidate)) }
        guard let least = ways.map(\.p).min() else { return }
        ranks = tested.map { $0.ranks(.none) }
        // Two ways were tried: each kind separately, and all of them together.
        let tries = !single.isEmpty && ways.count > single.count ? 2.0 : 1
        p = min(1, tries * least)
        candidates = ways.compactMap(\.candidate).map { Candidate(p: min(1, tries * $0.p), verdict: $0.verdict) }
    }

    /// Combines both tests.
    init(byTraces: ChangeTest, byInteractions: ChangeTest) {
        self = byTraces
        if exact == .none { exact = byInteractions.exact }
        likely = byInteractions.likely
        ranks += byInteractions.ranks
        guard byTraces.p != nil, byInteractions.p != nil else {
            p = p ?? byInteractions.p
            candidates += byInteractions.candidates
            return
        }
        let ways = [(byTraces, DiffThresholds.shareOfTraces), (byInteractions, DiffThresholds.shareOfInteractions)]
        p = ways.compactMap { test, share in test.p.map { min(1, $0 / share) } }.min()
        candidates = ways.flatMap { test, share in
            test.candidates.map { Candidate(p: min(1, $0.p / share), verdict: $0.verdict) }
        }
    }

    /// The verdict at a level, if the p of the row is multiplied by the correction for the other rows of its family.
    func verdict(correction: Double, alpha: Double) -> DiffVerdict {
        if exact != .none { return exact }
        let best = candidates.filter { $0.p * correction <= alpha }.min { $0.p < $1.p }
        return best?.verdict ?? .none
    }

    // MARK: Without a test

    private mutating func takeExact(_ stratum: CountSamples.Stratum, _ figure: CountSamples.Figure) {
        guard stratum.before.varies(figure) == false, stratum.after.varies(figure) == false else { return }
        let (before, after) = (stratum.before.mean(figure), stratum.after.mean(figure))
        guard max(before, after) >= 2 * min(before, after), DiffThresholds.ofInteractions.isReached(before, after)
        else { return }
        exact = after > before ? .worse : .better
    }

    private mutating func takeLikely(
        _ stratum: CountSamples.Stratum, _ figure: CountSamples.Figure, isSteady: Bool
    ) {
        let (before, after) = (stratum.before.mean(figure), stratum.after.mean(figure))
        guard max(before, after) >= 2 * min(before, after), abs(before - after) >= DiffThresholds.likelyUpdates,
            let first = stratum.before.range(figure), let second = stratum.after.range(figure),
            !first.overlaps(second),
            isSteady || min(stratum.before.count, stratum.after.count) >= DiffThresholds.fewestSamples
        else { return }
        likely = after > before ? .worse : .better
    }

    // MARK: Tests

    private static func direction(_ before: Double, _ after: Double) -> DiffVerdict {
        after > before ? .worse : after < before ? .better : .none
    }

    /// The p of a test in which the larger side was reduced: if the other one is then larger, nothing is shown.
    private static func p(_ p: Double, _ distance: Double, _ before: Double, _ after: Double) -> Double {
        before != after && (distance < 0) == (after > before) ? p : 1
    }

    private struct Tested {
        let before: CountSamples.Side
        let after: CountSamples.Side
        private let first: [Double]
        private let second: [Double]
        private let canDiffer: Bool
        /// The largest difference between the means of the sides for any distribution of the values.
        let furthest: [(before: Double, after: Double)]

        init(_ stratum: CountSamples.Stratum, _ figure: CountSamples.Figure) {
            (before, after) = (stratum.before, stratum.after)
            (first, second) = (before.values(figure), after.values(figure))
            let all = first + second
            canDiffer = all.count > 0 && (all.count < before.count + after.count || Set(all).count > 1)
            furthest = Self.furthest(all, before.count, after.count)
        }

        /// The ranks after reducing the larger side by the factor by which recordings differ as a whole.
        func ranks(_ direction: DiffVerdict) -> RankSum {
            func smaller(_ values: [Double]) -> [Double] { values.map { $0 / DiffThresholds.ofRecordings } }
            return RankSum(
                direction == .better ? smaller(first) : first, direction == .worse ? smaller(second) : second,
                firstZeros: before.count - first.count, secondZeros: after.count - second.count)
        }

        /// The 95th percentile of the values of both sides.
        var usual: Double { Percentile.nearestRank(95, ofSorted: (first + second).sorted()) ?? 0 }

        /// Whether a test can succeed. It is decided by the pooled values, so that it is independent of the result.
        var isWorthTesting: Bool {
            min(before.count, after.count) >= DiffThresholds.fewestSamples && canDiffer
                && furthest.contains { DiffThresholds.ofInteractions.isReached($0.before, $0.after) }
        }

        /// - Parameter values: the values without the zeros, which are the missing ones.
        private static func furthest(_ values: [Double], _ first: Int, _ second: Int) -> [(
            before: Double, after: Double
        )] {
            let sorted = values.sorted()
            let zeros = first + second - sorted.count
            func mean(_ range: Range<Int>) -> Double {
                let low = max(0, range.lowerBound - zeros), high = max(0, range.upperBound - zeros)
                return sorted[low..<high].reduce(0, +) / Double(range.count)
            }
            return [
                (mean(0..<first), mean(first..<first + second)), (mean(second..<first + second), mean(0..<second)),
            ]
        }
    }

    /// All kinds of interactions together.
    private struct Together {
        let p: Double
        let candidate: Candidate?

        /// Returns nil if they cannot differ enough.
        init?(_ strata: [Tested], _ figure: CountSamples.Figure) {
            let before = strata.reduce(0) { $0 + $1.before.count }, after = strata.reduce(0) { $0 + $1.after.count }
            guard min(before, after) >= DiffThresholds.fewestSamples else { return nil }
            // Both sides have the same weights: the number of performances of each kind on both.
            let all = Double(before + after)
            func rate(_ value: (Tested) -> Double) -> Double {
                strata.reduce(0) { $0 + Double($1.before.count + $1.after.count) / all * value($1) }
            }
            guard
                (0...1).contains(where: { direction in
                    DiffThresholds.ofInteractions.isReached(
                        rate { $0.furthest[direction].before }, rate { $0.furthest[direction].after })
                })
            else { return nil }
            let (first, second) = (rate { $0.before.mean(figure) }, rate { $0.after.mean(figure) })
            let ranks = strata.map { $0.ranks(ChangeTest.direction(first, second)) }
            p = ChangeTest.p(RankSum.stratifiedP(ranks), RankSum.stratifiedDistance(ranks), first, second)
            candidate = ChangeTest.candidate(p, first, second, isSeparated: ChangeTest.isSeparated(strata, figure))
        }
    }

    /// Returns nil if the floors are not reached, or if parts of a side contradict each other.
    private static func candidate(
        _ p: Double, _ before: Double, _ after: Double, isSeparated: @autoclosure () -> Bool
    ) -> Candidate? {
        guard p < 1, DiffThresholds.ofInteractions.isReached(before, after), isSeparated() else { return nil }
        return Candidate(p: p, verdict: direction(before, after))
    }

    /// Whether every part of one side is on the same side of every part of the other. Interactions of one trace are
    /// more alike than those of two, and so are consecutive ones: if every later interaction has more, because a list
    /// was loaded, two recordings of the same app differ in when that was.
    ///
    /// Parts perform different kinds, so the distance from the center of both sides counts for each kind.
    private static func isSeparated(_ strata: [Tested], _ figure: CountSamples.Figure) -> Bool {
        let most = strata.map(\.usual)
        let centers = zip(strata, most).map { stratum, most in
            (stratum.before.level(figure, upTo: most) + stratum.after.level(figure, upTo: most)) / 2
        }
        /// The mean distance of each part from the centers, over the kinds that it performed.
        func levels(_ sides: [CountSamples.Side]) -> [Double] {
            var sums = Array(repeating: (weight: 0.0, level: 0.0), count: sides.map(\.windows.count).max() ?? 0)
            for (kind, side) in sides.enumerated() {
                for (part, level) in side.levels(figure, upTo: most[kind]).enumerated() {
                    guard let level else { continue }
                    sums[part].weight += Double(side.count)
                    sums[part].level += Double(side.count) * (level - centers[kind])
                }
            }
            return sums.compactMap { $0.weight > 0 ? $0.level / $0.weight : nil }
        }
        let (first, second) = (levels(strata.map(\.before)), levels(strata.map(\.after)))
        guard let firstMin = first.min(), let firstMax = first.max(), let secondMin = second.min(),
            let secondMax = second.max()
        else { return false }
        return firstMax < secondMin || secondMax < firstMin
    }
}

extension ChangeTest {
    /// Whether single interactions can show a difference. For any distribution of the values, no side's mean exceeds
    /// `largestMean`: most views are updated too rarely.
    static func canReachFloor(_ samples: CountSamples, _ figure: CountSamples.Figure) -> Bool {
        samples.strata.contains { $0.largestMean(figure) >= DiffThresholds.ofInteractions.absolute }
    }

    /// The variation of a figure between the interactions of a kind, on either side.
    struct Variation {
        private struct Side {
            var varying = 0
            var all = 0

            mutating func add(_ side: CountSamples.Side, _ figure: CountSamples.Figure) {
                guard let varies = side.varies(figure) else { return }
                all += 1
                if varies { varying += 1 }
            }

            mutating func add(_ other: Side) { (varying, all) = (varying + other.varying, all + other.all) }
        }

        private var before = Side()
        private var after = Side()

        /// Adds a row.
        mutating func add(_ samples: CountSamples, _ figure: CountSamples.Figure) {
            for stratum in samples.strata {
                before.add(stratum.before, figure)
                after.add(stratum.after, figure)
            }
        }

        mutating func add(_ other: Variation) {
            before.add(other.before)
            after.add(other.after)
        }

        /// Whether it hardly ever varies: in at most one of twenty rows, on either side. Only then a constant count
        /// predicts the next recording.
        var isSteady: Bool { 20 * before.varying <= before.all && 20 * after.varying <= after.all }
    }
}
