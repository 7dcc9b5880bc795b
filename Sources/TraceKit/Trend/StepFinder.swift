/// Finds the place at which a series moved from one level to another.
///
/// The levels are the medians of what is before and behind; the place is where the values deviate least from them, added
/// up. It is a step only if the levels lie far enough apart to count (`ChangeFloor`), explain at least half of how far
/// the values deviate from their one median – a series that only scatters has no step – and with the evidence that a
/// comparison of both sides would need.
enum StepFinder {
    /// A step of which the sides overlap, or nearly do, must be that improbable where nothing changed. Every place of a
    /// series is tried, and a trend looks at hundreds of series.
    private static let alpha = 0.01
    /// A step that is clear to the eye: the sides lie so many times further apart than their own values, and counts that
    /// vary, or stand alone, at least double or halve.
    private static let clearGap = 2.0
    private static let clearFactor = 2.0

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
        let places = Double(before.count + after.count - 1)
        if isClear(before.sorted(), after.sorted(), isTime: isTime) { return true }
        return RankSum(before, after).p * places <= alpha
    }

    private static func isClear(_ before: [Double], _ after: [Double], isTime: Bool) -> Bool {
        // One trace a side, or one time against others, may be anything.
        guard before.count + after.count > 2, !isTime || min(before.count, after.count) > 1,
            let low = before.first, let high = before.last, let otherLow = after.first, let otherHigh = after.last
        else { return false }
        let gap = max(otherLow - high, low - otherHigh)
        let spread = max(high - low, otherHigh - otherLow)
        let isConstant = spread == 0 && min(before.count, after.count) > 1
        let doubles = max(low, otherLow) >= clearFactor * min(high, otherHigh)
        return gap > 0 && gap >= clearGap * spread && (isTime || isConstant || doubles)
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
