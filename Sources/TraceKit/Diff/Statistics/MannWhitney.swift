#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The two-sided Mann–Whitney test: could two samples come from one distribution, judged by ranks alone?
///
/// Exact for at most 20 values a side without ties. Otherwise the normal approximation, corrected for ties and for
/// continuity (Mann and Whitney 1947; Lehmann, Nonparametrics, 1.3 and 1.5).
struct MannWhitney: Equatable, Sendable {
    /// The largest side that is counted out; beyond it the approximation is good to the third decimal.
    static let exactLimit = 20

    /// The pairs in which the first side's value is the larger one; ties count half.
    let firstU: Double
    /// The pairs in which the second side's value is the larger one. Both add up to the number of pairs.
    let secondU: Double
    /// How probable a U at least as far from the middle is where the sides do not differ: 0 < p <= 1.
    let p: Double
    /// Whether p was counted, not approximated.
    let isExact: Bool
    /// Counted also where values tie, up to 20 a side, else p. With few values that tie the approximation is off either
    /// way (1 1 1 against 2 2 2 has p = 0.047, counted 0.1); verdicts rest on this one.
    let countedP: Double

    /// Compares two samples of finite values, in any order. Where a side is empty or all values are equal, p is 1.
    init(_ first: [Double], _ second: [Double]) {
        let ties = Self.ties(first, second)
        var doubledU = 0
        var before = 0
        for tie in ties {
            doubledU += tie.first * (2 * before + tie.second)
            before += tie.second
        }
        let pairs = first.count * second.count
        firstU = Double(doubledU) / 2
        secondU = Double(2 * pairs - doubledU) / 2
        guard pairs > 0, ties.count > 1 else {
            (p, isExact, countedP) = (1, true, 1)
            return
        }
        let sizes = ties.map(\.size)
        var counted: Double?
        if max(first.count, second.count) <= Self.exactLimit {
            counted = UDistribution(ties: sizes, first: first.count).twoSidedP(doubledU: doubledU)
        }
        if let counted, sizes.allSatisfy({ $0 == 1 }) {
            (p, isExact, countedP) = (counted, true, counted)
        } else {
            let normal = Self.normalP(max(firstU, secondU), sizes, pairs: pairs)
            (p, isExact, countedP) = (normal, false, counted ?? normal)
        }
    }

    /// The least p that two samples of these sizes can have without ties: that of two sides that do not overlap.
    static func smallestP(_ first: Int, _ second: Int) -> Double {
        let values = (0..<first + second).map(Double.init)
        return MannWhitney(Array(values[..<first]), Array(values[first...])).p
    }

    /// How many values of each side are equal to one another.
    private struct Tie {
        var first = 0
        var second = 0
        var size: Int { first + second }
    }

    /// The ties of the pooled values, in ascending order; a value without its like is a tie of one.
    private static func ties(_ first: [Double], _ second: [Double]) -> [Tie] {
        let pooled = first.map { (value: $0, isFirst: true) } + second.map { (value: $0, isFirst: false) }
        var ties: [Tie] = []
        var last: Double?
        for (value, isFirst) in pooled.sorted(by: { $0.value < $1.value }) {
            if value != last { ties.append(Tie()) }
            last = value
            if isFirst { ties[ties.count - 1].first += 1 } else { ties[ties.count - 1].second += 1 }
        }
        return ties
    }

    /// The normal approximation for the larger U of the two.
    static func normalP(_ larger: Double, _ ties: [Int], pairs: Int) -> Double {
        let count = Double(ties.reduce(0, +))
        let tied = ties.reduce(0.0) { sum, size in sum + Double(size) * (Double(size) * Double(size) - 1) }
        let variance = Double(pairs) / 12 * (count + 1 - tied / (count * (count - 1)))
        // Half a step towards the middle: U comes in steps, the normal distribution does not.
        let distance = (larger - Double(pairs) / 2 - 0.5) / variance.squareRoot()
        return min(1, max(erfc(distance / 2.0.squareRoot()), .leastNormalMagnitude))
    }
}
