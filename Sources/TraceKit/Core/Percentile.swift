/// Percentiles by nearest rank: the smallest value that at least p percent of all values do not exceed.
enum Percentile {
    /// The exact percentile, by selection; reorders the values. Nil for no values.
    static func nearestRank(_ percent: Int, of values: UnsafeMutableBufferPointer<Int64>) -> Int64? {
        guard !values.isEmpty else { return nil }
        return select(rank(percent, of: values.count) - 1, in: values)
    }

    /// The percentile of sorted values. Nil for no values.
    static func nearestRank<Value: Comparable>(
        _ percent: Int, ofSorted values: some RandomAccessCollection<Value>
    ) -> Value? {
        values.isEmpty ? nil : values[values.index(values.startIndex, offsetBy: rank(percent, of: values.count) - 1)]
    }

    /// The rank of the percentile among sorted values, from 1. `percent` is 0...100, `count` at least 1.
    static func rank(_ percent: Int, of count: Int) -> Int {
        max(1, (count * percent + 99) / 100)
    }

    /// The median of the positive values, each counted as 4.29 s at most; nil without any. Reads
    /// the sequence twice and keeps nothing of it, because there may be millions of values.
    static func medianDistance(_ nanoseconds: some Sequence<Int64>) -> Int64? {
        let half: UInt32 = 1 << 16
        var counts = [Int](repeating: 0, count: Int(half))
        var all = 0
        func each(_ visit: (UInt32) -> Void) {
            for value in nanoseconds where value > 0 { visit(UInt32(clamping: value)) }
        }
        /// The first index at which the counts reach `least`, and the sum of the counts before it.
        func place(_ least: Int) -> (place: UInt32, before: Int) {
            var before = 0
            for (place, count) in counts.enumerated() {
                if before + count >= least { return (UInt32(place), before) }
                before += count
            }
            return (half - 1, before)
        }
        each { value in
            counts[Int(value / half)] += 1
            all += 1
        }
        guard all > 0 else { return nil }
        let rank = rank(50, of: all)
        let high = place(rank)
        counts = [Int](repeating: 0, count: Int(half))
        each { value in if value / half == high.place { counts[Int(value % half)] += 1 } }
        return Int64(high.place * half + place(rank - high.before).place)
    }

    /// The median, 95th percentile and largest of some values; reorders them. Nil for no values.
    static func spread(of values: UnsafeMutableBufferPointer<Int64>) -> (median: Int64, p95: Int64, most: Int64)? {
        guard !values.isEmpty else { return nil }
        let (middle, high) = (rank(50, of: values.count) - 1, rank(95, of: values.count) - 1)
        let median = select(middle, in: values)
        // Values after a selected one are not smaller.
        let p95 = select(high - middle, in: UnsafeMutableBufferPointer(rebasing: values[middle...]))
        var most = p95
        for value in values[high...] { most = max(most, value) }
        return (median, p95, most)
    }

    /// Quickselect with the median of three: moves the value of rank `index` to its sorted position, with no larger
    /// ones before and no smaller ones after it.
    private static func select(_ index: Int, in values: UnsafeMutableBufferPointer<Int64>) -> Int64 {
        var low = 0
        var end = values.count
        var budget = 64
        while end - low > 1 {
            budget -= 1
            if budget == 0 {
                // The order of the values defeats the pivots: sorting the rest avoids quadratic time.
                var rest = UnsafeMutableBufferPointer(rebasing: values[low..<end])
                rest.sort()
                return values[index]
            }
            let pivot = medianOfThree(values[low], values[(low + end) / 2], values[end - 1])
            let smaller = partition(values, low, end) { $0 < pivot }
            if index < smaller {
                end = smaller
            } else if smaller > low {
                low = smaller
            } else {
                // Nothing is smaller than the pivot: values equal to it go to the front.
                let equal = partition(values, low, end) { $0 <= pivot }
                if index < equal { return pivot }
                low = equal
            }
        }
        return values[index]
    }

    /// Moves the wanted values to the front and returns the start of the others, without branches that depend on
    /// values.
    @inline(__always)
    private static func partition(
        _ values: UnsafeMutableBufferPointer<Int64>, _ first: Int, _ end: Int, _ isWanted: (Int64) -> Bool
    ) -> Int {
        var next = first
        for place in first..<end {
            let value = values[place]
            values[place] = values[next]
            values[next] = value
            next += isWanted(value) ? 1 : 0
        }
        return next
    }

    private static func medianOfThree(_ first: Int64, _ second: Int64, _ third: Int64) -> Int64 {
        max(min(first, second), min(max(first, second), third))
    }
}
