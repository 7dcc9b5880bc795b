/// What the order of a sample says about the percentile of all that it was drawn from, whatever the distribution.
enum OrderStatistics {
    /// The chance that an interval misses on one side: 95 % confidence in all.
    private static let tail = 0.025

    /// An interval that holds the percentile with at least 95 % confidence, from one of the values to another.
    ///
    /// The negated values have the negated interval of the percentile 100 − percent. Nil where there are too few
    /// values to say: below 6 for the median, below 72 for the 95th percentile.
    static func interval<Value: Comparable>(
        _ percent: Int, ofSorted values: some RandomAccessCollection<Value>
    ) -> ClosedRange<Value>? {
        func value(_ rank: Int) -> Value { values[values.index(values.startIndex, offsetBy: rank - 1)] }
        return intervalRanks(percent, of: values.count).map { ranks in
            ClosedRange(uncheckedBounds: (value(ranks.lowerBound), value(ranks.upperBound)))
        }
    }

    /// Where the ends of the interval stand among sorted values, from 1. `percent` is 1...99, otherwise nil.
    static func intervalRanks(_ percent: Int, of count: Int) -> ClosedRange<Int>? {
        guard count > 0, (1...99).contains(percent) else { return nil }
        let low = lowerRank(percent, of: count)
        // The upper end is the lower end seen from the other side.
        let high = count + 1 - lowerRank(100 - percent, of: count)
        return low >= 1 && high <= count ? low...high : nil
    }

    /// The greatest rank with a chance of at most `tail` that fewer than so many values lie below the percentile;
    /// 0 for none. How many lie below is binomial.
    private static func lowerRank(_ percent: Int, of count: Int) -> Int {
        let odds = Double(percent) / Double(100 - percent)
        let mode = min(count, (count + 1) * percent / 100)
        // The chances relative to that of the mode, outwards from it as far as they count.
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
