/// Percentiles by nearest rank: the smallest value that at least p percent of all values do not exceed.
enum Percentile {
    /// Exact, by selection; reorders the values. Nil for no values.
    static func nearestRank(_ percent: Int, of values: UnsafeMutableBufferPointer<Int64>) -> Int64? {
        guard !values.isEmpty else { return nil }
        return select(rank(percent, of: values.count) - 1, in: values)
    }

    /// The same of values that are sorted already. Nil for no values.
    static func nearestRank<Value: Comparable>(_ percent: Int, ofSorted values: [Value]) -> Value? {
        values.isEmpty ? nil : values[rank(percent, of: values.count) - 1]
    }

    /// Where the percentile stands among sorted values, from 1. `percent` is 0...100, `count` at least 1.
    static func rank(_ percent: Int, of count: Int) -> Int {
        max(1, (count * percent + 99) / 100)
    }

    /// Quickselect with the median of three: the value that would stand at `index` if the values were sorted.
    private static func select(_ index: Int, in values: UnsafeMutableBufferPointer<Int64>) -> Int64 {
        var low = 0
        var high = values.count - 1
        var budget = 64
        while low < high {
            budget -= 1
            if budget == 0 {
                // An order that defeats the pivots: sort what is left instead of going quadratic.
                var rest = UnsafeMutableBufferPointer(rebasing: values[low...high])
                rest.sort()
                return values[index]
            }
            let pivot = medianOfThree(values[low], values[(low + high) / 2], values[high])
            var left = low
            var right = high
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                if left <= right {
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                return values[index]
            }
        }
        return values[index]
    }

    private static func medianOfThree(_ first: Int64, _ second: Int64, _ third: Int64) -> Int64 {
        max(min(first, second), min(max(first, second), third))
    }
}
