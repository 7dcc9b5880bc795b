/// Two samples reduced to ranks: how often a value of one side is larger than one of the other.
///
/// The tests for a difference are based on it (Mann and Whitney 1947; Lehmann, Nonparametrics, 1.3 and 1.5). Samples
/// may leave out their zeros, because most interactions do not update most views.
struct RankSum: Equatable, Sendable {
    /// The largest side for an exact p; beyond it the approximation is correct to the third decimal.
    static let exactLimit = 20
    /// The approximate p above which nothing is decided, so that no exact one is computed.
    private static let undecided = 0.2

    let first: Int
    let second: Int
    /// Twice the number of pairs with a larger value on the first side; ties count half.
    let doubledU: Int
    /// The sizes of groups of equal pooled values, in ascending order of the values.
    let ties: [Int]

    var pairs: Int { first * second }
    /// The difference between the first side's U and that of equal sides.
    var distance: Double { Double(doubledU - pairs) / 2 }

    /// Takes finite values in any order; with left-out zeros, they must be greater than 0.
    init(_ first: [Double], _ second: [Double], firstZeros: Int = 0, secondZeros: Int = 0) {
        self.first = first.count + firstZeros
        self.second = second.count + secondZeros
        var ties: [(first: Int, second: Int)] = firstZeros + secondZeros > 0 ? [(firstZeros, secondZeros)] : []
        var last: Double? = ties.isEmpty ? nil : 0
        let pooled = first.map { (value: $0, isFirst: true) } + second.map { (value: $0, isFirst: false) }
        for (value, isFirst) in pooled.sorted(by: { $0.value < $1.value }) {
            if value != last { ties.append((0, 0)) }
            last = value
            if isFirst { ties[ties.count - 1].first += 1 } else { ties[ties.count - 1].second += 1 }
        }
        var (doubledU, before) = (0, 0)
        for tie in ties {
            doubledU += tie.first * (2 * before + tie.second)
            before += tie.second
        }
        self.doubledU = doubledU
        self.ties = ties.map { $0.first + $0.second }
    }

    /// Whether there are pairs, and values that differ.
    var canDiffer: Bool { pairs > 0 && ties.count > 1 }

    /// The variance of U if the sides do not differ, corrected for ties.
    var variance: Double {
        let count = Double(first + second)
        let tied = ties.reduce(0.0) { sum, size in sum + Double(size) * (Double(size) * Double(size) - 1) }
        return Double(pairs) / 12 * (count + 1 - tied / (count * (count - 1)))
    }

    /// The probability of a U at least as extreme if the sides do not differ, two-sided: 0 < p <= 1. Exact for at most
    /// 20 values per side if it may matter, also with ties; otherwise approximate.
    var p: Double {
        guard canDiffer else { return 1 }
        let normal = normalP
        guard max(first, second) <= Self.exactLimit, normal <= Self.undecided else { return normal }
        return countedP
    }

    /// The smallest p of two samples of these sizes without ties: that of two sides that do not overlap.
    static func smallestP(_ first: Int, _ second: Int) -> Double {
        let values = (0..<first + second).map(Double.init)
        return RankSum(Array(values[..<first]), Array(values[first...])).p
    }

    /// The normal approximation.
    var normalP: Double {
        // Half a step towards the middle: U is discrete, the normal distribution is not.
        Self.normalP(abs(distance) - 0.5, variance: variance)
    }

    /// The exact p, for at most 20 values per side.
    var countedP: Double { UDistribution(ties: ties, first: first).twoSidedP(doubledU: doubledU) }

    /// The probability of both tails beyond a distance from the middle.
    static func normalP(_ distance: Double, variance: Double) -> Double {
        min(1, max(erfc(distance / (2 * variance).squareRoot()), .leastNormalMagnitude))
    }

    /// The p of van Elteren's test, whether the sides differ in the same direction in several strata, each of which is
    /// only compared with itself: the sum of the strata's distances, each weighted by 1 / (its values + 1) (van Elteren
    /// 1960; Lehmann, Nonparametrics, 3.3). Approximate; 1 if no stratum can differ.
    static func stratifiedP(_ strata: [RankSum]) -> Double {
        var (distance, variance, step) = (0.0, 0.0, 0.0)
        for stratum in strata where stratum.canDiffer {
            let weight = 1 / Double(stratum.first + stratum.second + 1)
            distance += weight * stratum.distance
            variance += weight * weight * stratum.variance
            step = max(step, weight)
        }
        guard variance > 0 else { return 1 }
        return normalP(abs(distance) - step / 2, variance: variance)
    }

    /// The weighted sum of the strata's distances: positive if the first side is larger.
    static func stratifiedDistance(_ strata: [RankSum]) -> Double {
        strata.reduce(0) { $0 + $1.distance / Double($1.first + $1.second + 1) }
    }
}

/// The number of ways to divide values between two sides, by the resulting U of the first side.
///
/// It is counted over the pooled values in ascending order: a value given to the first side adds to U the number of
/// values that the second side has by then. Equal values are given together, and each pair of them adds a half.
struct UDistribution: Sendable {
    /// The number of ways by twice U, 0 ... 2 × first × second. Symmetric only without ties.
    let ways: [Int]

    /// Counts the ways for pooled values, given by the sizes of groups of equal ones in ascending order, with `first`
    /// values on the first side. At most 40 values, otherwise the numbers exceed 64 bits.
    init(ties: [Int], first: Int) {
        let second = ties.reduce(0, +) - first
        let width = 2 * first * second + 1
        // One row for each number of values that the first side may have so far.
        var rows = [[Int]](repeating: [Int](repeating: 0, count: width), count: first + 1)
        rows[0][0] = 1
        var seen = 0
        for size in ties {
            seen += size
            // From the top, so that the rows below are still those of the previous values.
            for taken in stride(from: first, through: 0, by: -1) {
                if seen - taken > second {
                    rows[taken] = [Int](repeating: 0, count: width)
                    continue
                }
                var choices = 1
                for own in stride(from: 1, through: min(size, taken), by: 1) {
                    choices = choices * (size - own + 1) / own
                    let others = 2 * (seen - size - taken + own) + size - own
                    Self.add(rows[taken - own], times: choices, shift: own * others, to: &rows[taken])
                }
            }
        }
        ways = rows[first]
    }

    /// Adds a multiple of a row, shifted to the right. Only rows without any ways are shifted out of range.
    private static func add(_ row: [Int], times: Int, shift: Int, to sum: inout [Int]) {
        guard shift >= 0, shift < sum.count else { return }
        for index in 0..<sum.count - shift { sum[index + shift] += times * row[index] }
    }

    /// Twice the share of ways that are at least as extreme as this U on its side of the middle, at most 1.
    func twoSidedP(doubledU: Int) -> Double {
        let below = ways[...doubledU].reduce(0, +)
        let above = ways[doubledU...].reduce(0, +)
        let all = below + above - ways[doubledU]
        return min(1, 2 * Double(min(below, above)) / Double(all))
    }
}

/// Confidence intervals of percentiles from the order of a sample, for any distribution.
enum OrderStatistics {
    /// The probability that an interval misses on one side: 95 % confidence in all.
    private static let tail = 0.025

    /// The interval between two of the values that contains the percentile with at least 95 % confidence.
    ///
    /// The negated values have the negated interval of the percentile 100 − percent. Nil if there are too few values:
    /// below 6 for the median, below 72 for the 95th percentile.
    static func interval<Value: Comparable>(
        _ percent: Int, ofSorted values: some RandomAccessCollection<Value>
    ) -> ClosedRange<Value>? {
        func value(_ rank: Int) -> Value { values[values.index(values.startIndex, offsetBy: rank - 1)] }
        return intervalRanks(percent, of: values.count).map { ranks in
            ClosedRange(uncheckedBounds: (value(ranks.lowerBound), value(ranks.upperBound)))
        }
    }

    /// The ranks of the ends of the interval among sorted values, from 1. `percent` is 1...99, otherwise nil.
    static func intervalRanks(_ percent: Int, of count: Int) -> ClosedRange<Int>? {
        guard count > 0, (1...99).contains(percent) else { return nil }
        let low = lowerRank(percent, of: count)
        // The upper end mirrors the lower end.
        let high = count + 1 - lowerRank(100 - percent, of: count)
        return low >= 1 && high <= count ? low...high : nil
    }

    /// The largest rank for which the probability that fewer values are below the percentile is at most `tail`; 0 for
    /// none. The number of values below is binomial.
    private static func lowerRank(_ percent: Int, of count: Int) -> Int {
        let odds = Double(percent) / Double(100 - percent)
        let mode = min(count, (count + 1) * percent / 100)
        // The probabilities relative to that of the mode, outwards from it as long as they matter.
        var below: [Double] = []
        var chance = 1.0
        for value in stride(from: mode, to: 0, by: -1) where chance > 1e-30 {
            chance *= Double(value) / (Double(count - value + 1) * odds)
            below.append(chance)
        }
        var sum = 1 + below.reduce(0, +)
        chance = 1
        for value in mode..<count where chance > 1e-30 {
            chance *= Double(count - value) * odds / Double(value + 1)
            sum += chance
        }
        var rank = mode - below.count
        var cumulated = 0.0
        for chance in below.reversed() + [1] {
            cumulated += chance
            guard cumulated <= tail * sum else { break }
            rank += 1
        }
        return rank
    }
}
