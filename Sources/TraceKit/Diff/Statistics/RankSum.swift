/// Two samples by their ranks alone: how often a value of one side is larger than one of the other.
///
/// What the tests for a difference are made of (Mann and Whitney 1947; Lehmann, Nonparametrics, 1.3 and 1.5). Samples may
/// leave out their zeros: most views are not updated by most interactions.
struct RankSum: Equatable, Sendable {
    /// The largest side whose p is counted out; beyond it the approximation is good to the third decimal.
    static let exactLimit = 20
    /// An approximate p above this decides nothing, and is not counted out.
    private static let undecided = 0.2

    let first: Int
    let second: Int
    /// Twice the pairs in which the first side's value is the larger one; ties count half.
    let doubledU: Int
    /// How many of the pooled values are equal to one another, in ascending order.
    let ties: [Int]

    var pairs: Int { first * second }
    /// How far the first side's U lies above what equal sides would have.
    var distance: Double { Double(doubledU - pairs) / 2 }

    /// Finite values in any order; those of samples that leave out zeros are greater than 0.
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

    /// Of U where the sides do not differ, corrected for ties.
    var variance: Double {
        let count = Double(first + second)
        let tied = ties.reduce(0.0) { sum, size in sum + Double(size) * (Double(size) * Double(size) - 1) }
        return Double(pairs) / 12 * (count + 1 - tied / (count * (count - 1)))
    }

    /// How probable a U at least as far out is where the sides do not differ, two-sided: 0 < p <= 1. Counted for at most
    /// 20 values a side where it may matter, also with ties, else approximated.
    var p: Double {
        guard canDiffer else { return 1 }
        let normal = normalP
        guard max(first, second) <= Self.exactLimit, normal <= Self.undecided else { return normal }
        return countedP
    }

    /// The least p that two samples of these sizes can have without ties: that of two sides that do not overlap.
    static func smallestP(_ first: Int, _ second: Int) -> Double {
        let values = (0..<first + second).map(Double.init)
        return RankSum(Array(values[..<first]), Array(values[first...])).p
    }

    /// The normal approximation.
    var normalP: Double {
        // Half a step towards the middle: U comes in steps, the normal distribution does not.
        Self.normalP(abs(distance) - 0.5, variance: variance)
    }

    /// For at most 20 values a side.
    var countedP: Double { UDistribution(ties: ties, first: first).twoSidedP(doubledU: doubledU) }

    /// Both tails beyond a distance from the middle.
    static func normalP(_ distance: Double, variance: Double) -> Double {
        min(1, max(erfc(distance / (2 * variance).squareRoot()), .leastNormalMagnitude))
    }

    /// The test of van Elteren: do the sides differ in the same direction in several strata, each of which is only
    /// compared with itself? The strata's distances, each weighted by 1 / (its values + 1), added up (van Elteren 1960;
    /// Lehmann, Nonparametrics, 3.3). Approximate; 1 where no stratum can differ.
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

    /// The side that such strata together show to be larger: above 0 for the first one.
    static func stratifiedDistance(_ strata: [RankSum]) -> Double {
        strata.reduce(0) { $0 + $1.distance / Double($1.first + $1.second + 1) }
    }
}
