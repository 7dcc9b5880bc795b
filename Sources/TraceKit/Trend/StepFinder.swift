/// Finds the place at which a series moved from one level to another.
///
/// The levels are the medians of what is before and behind; the place is where the values deviate least from them, added
/// up. It is a step only if the levels lie far enough apart to count (`ChangeFloor`), explain at least half of how far
/// the values deviate from their one median – a series that only scatters has no step – and with the evidence that a
/// comparison of both sides would need.
enum StepFinder {
    /// From so many traces a side on, some may lie on the wrong side of the other's.
    private static let many = 4
    /// Of the pairs of one trace from each side, those that must lie in the direction of the step.
    private static let agreement = 0.9

    /// Of values in order of time; nil values are left out. `isTime`: a recording is slower or quicker as a whole, so that
    /// one trace on a side says nothing.
    static func step(_ values: [Double?], floor: ChangeFloor, isTime: Bool = false) -> TrendStep? {
        let known = values.enumerated().compactMap { index, value in value.map { (index: index, value: $0) } }
        guard known.count >= 2 else { return nil }
        let series = known.map(\.value)
        let before = PrefixDeviations(series)
        let after = PrefixDeviations(series.reversed())
        var best: (place: Int, deviation: Double)?
        for place in 1..<series.count {
            let deviation = before.deviations[place - 1] + after.deviations[series.count - place - 1]
            if best == nil || deviation < best?.deviation ?? 0 { best = (place, deviation) }
        }
        guard let best, let all = before.deviations.last else { return nil }
        let levels = (before.medians[best.place - 1], after.medians[series.count - best.place - 1])
        // Sums of the same numbers in another order differ in their last digits.
        guard floor.isReached(levels.0, levels.1), best.deviation * 2 <= all * (1 + 1e-9),
            isEvident(Array(series[..<best.place]), Array(series[best.place...]), isTime: isTime)
        else { return nil }
        return TrendStep(index: known[best.place].index, before: levels.0, after: levels.1)
    }

    private static func isEvident(_ before: [Double], _ after: [Double], isTime: Bool) -> Bool {
        let fewest = min(before.count, after.count)
        if isTime, fewest < 2 { return false }
        let (one, other) = (before.sorted(), after.sorted())
        if fewest < many {
            guard let low = one.first, let high = one.last, let otherLow = other.first, let otherHigh = other.last
            else { return false }
            return high < otherLow || otherHigh < low
        }
        let (up, down) = (pairs(one, below: other), pairs(other, below: one))
        return Double(max(up, down)) >= agreement * Double(one.count) * Double(other.count)
    }

    /// How many pairs of values of two ascending lists have the first one's below the second one's.
    private static func pairs(_ first: [Double], below second: [Double]) -> Int {
        var (sum, place) = (0, 0)
        for value in second {
            while place < first.count, first[place] < value { place += 1 }
            sum += place
        }
        return sum
    }
}

/// The median of every beginning of a series, by nearest rank, and how far the values of that beginning deviate from it, added
/// up. In n log n: databases hold thousands of traces and hundreds of figures.
private struct PrefixDeviations {
    private(set) var medians: [Double] = []
    private(set) var deviations: [Double] = []

    init(_ series: [Double]) {
        let order = series.indices.sorted { (series[$0], $0) < (series[$1], $1) }
        var ranks = [Int](repeating: 0, count: series.count)
        for (rank, index) in order.enumerated() { ranks[index] = rank }
        var tree = RankTree(order.map { series[$0] })
        for index in series.indices {
            tree.add(ranks[index])
            let count = index + 1
            let low = tree.lowest(Percentile.rank(50, of: count))
            let median = low.last
            medians.append(median)
            deviations.append(
                median * Double(low.count) - low.sum + (tree.sum - low.sum) - median * Double(count - low.count))
        }
    }
}

/// Values of a sorted list that are in a set, with the sum of the lowest ones (a Fenwick tree).
private struct RankTree {
    private let values: [Double]
    private var counts: [Int]
    private var sums: [Double]
    private(set) var sum = 0.0

    /// `values` in ascending order; none of them is in the set.
    init(_ values: [Double]) {
        self.values = values
        counts = [Int](repeating: 0, count: values.count + 1)
        sums = [Double](repeating: 0, count: values.count + 1)
    }

    mutating func add(_ rank: Int) {
        sum += values[rank]
        var place = rank + 1
        while place < counts.count {
            counts[place] += 1
            sums[place] += values[rank]
            place += place & -place
        }
    }

    /// Of the `count` lowest values: their sum, and the highest of them.
    func lowest(_ count: Int) -> (count: Int, sum: Double, last: Double) {
        var (place, left, sum) = (0, count, 0.0)
        var step = 1
        while step * 2 < counts.count { step *= 2 }
        while step > 0 {
            let next = place + step
            if next < counts.count, counts[next] < left {
                place = next
                left -= counts[next]
                sum += sums[next]
            }
            step /= 2
        }
        // The value behind `place` is the last one that is needed.
        let last = place < values.count ? values[place] : 0
        return (count, sum + last, last)
    }
}
