import Testing

@testable import TraceKit

/// A percentile and how many values in, the ranks between which it lies out.
@Suite struct OrderStatisticsTests {
    private func check(
        _ percent: Int, of count: Int, ranks: ClosedRange<Int>?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            OrderStatistics.intervalRanks(percent, of: count) == ranks, "percentile \(percent) of \(count)",
            sourceLocation: sourceLocation)
    }

    @Test func `the median's are those of the sign test's tables`() {
        check(50, of: 0, ranks: nil)
        check(50, of: 5, ranks: nil)
        check(50, of: 6, ranks: 1...6)
        check(50, of: 8, ranks: 1...8)
        check(50, of: 9, ranks: 2...8)
        check(50, of: 10, ranks: 2...9)
        check(50, of: 20, ranks: 6...15)
        check(50, of: 100, ranks: 40...61)
    }

    @Test func `far percentiles need many values`() {
        check(95, of: 71, ranks: nil)
        check(95, of: 72, ranks: 64...72)
        check(5, of: 72, ranks: 1...9)
        check(0, of: 100, ranks: nil)
        check(100, of: 100, ranks: nil)
    }

    @Test func `they are those of scipy's binomial distribution`() throws {
        let intervals = try StatisticsReference.read().intervals
        #expect(intervals.filter { $0.ranks == nil }.count > 5 && intervals.filter { $0.ranks != nil }.count > 30)
        for interval in intervals {
            check(interval.percent, of: interval.count, ranks: interval.ranks.map { $0[0]...$0[1] })
        }
    }

    @Test func `many values leave a narrow interval around the percentile`() {
        // Within 1.96 standard deviations, sqrt(1 000 000 × 0.5 × 0.5) = 500 each.
        check(50, of: 1_000_000, ranks: 499_020...500_981)
    }

    @Test func `the ends are values, whole or not`() {
        #expect(OrderStatistics.interval(50, ofSorted: [1, 2, 3, 4, 5, 6, 7, 8, 90] as [Int64]) == 2...8)
        #expect(OrderStatistics.interval(50, ofSorted: [0.5, 1, 1, 1, 1, 7.5]) == 0.5...7.5)
        #expect(OrderStatistics.interval(50, ofSorted: [1, 2, 3, 4, 5]) == nil)
    }

    @Test func `negated values have the negated interval, and the percentile lies within`() throws {
        for count in 1...150 {
            let values = (0..<count).map { Int64($0 * $0) }
            for percent in 1...99 {
                let interval = OrderStatistics.interval(percent, ofSorted: values)
                let mirrored = OrderStatistics.interval(100 - percent, ofSorted: values.reversed().map { -$0 })
                #expect(interval == mirrored.map { -$0.upperBound ... -$0.lowerBound }, "\(percent) of \(count)")
                guard let interval else { continue }
                let value = try #require(Percentile.nearestRank(percent, ofSorted: values))
                #expect(interval.contains(value), "\(percent) of \(count)")
            }
        }
    }
}
