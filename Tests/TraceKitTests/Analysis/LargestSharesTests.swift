import Testing

@testable import TraceKit

/// Intervals of some keys in, the keys with most of a stretch out: the same as by adding all of them up.
@Suite struct LargestSharesTests {
    private struct Interval {
        var key: Int
        var start: Int64
        var end: Int64
    }

    private static func shares(_ intervals: [Interval], _ from: Int64, _ to: Int64) -> [LargestShares.Share] {
        var sums: [Int: Int64] = [:]
        for interval in intervals {
            let overlap = min(to, interval.end).subtractingReportingOverflow(max(from, interval.start)).partialValue
            if min(to, interval.end) > max(from, interval.start) {
                sums[interval.key] = (sums[interval.key] ?? 0).addingSaturating(overlap)
            }
        }
        return sums.map { LargestShares.Share(key: $0.key, sum: $0.value) }
            .sorted { (-$0.sum, $0.key) < (-$1.sum, $1.key) }
    }

    private static func index(_ intervals: [Interval], keys: Int) -> LargestShares {
        LargestShares(keys: keys, count: intervals.count) {
            (intervals[$0].key, intervals[$0].start, intervals[$0].end)
        }
    }

    @Test func `the largest shares are those of a plain sum`() {
        var random = SeededNumbers(18)
        for _ in 0..<300 {
            let (keys, length) = (Int.random(in: 1...9, using: &random), Int64.random(in: 1...60, using: &random))
            let intervals = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                let start = Int64.random(in: 0...100, using: &random)
                return Interval(
                    key: .random(in: 0..<keys, using: &random), start: start,
                    end: start + .random(in: -1...length, using: &random))
            }
            let index = Self.index(intervals, keys: keys)
            for _ in 0..<20 {
                let from = Int64.random(in: -5...105, using: &random)
                let to = from + Int64.random(in: 0...80, using: &random)
                let expected = Self.shares(intervals, from, to)
                #expect(index.largest(3, from: from, to: to, most: .max) == Array(expected.prefix(3)))
            }
        }
    }

    @Test func `sums that no number holds stay at the largest`() {
        let end = Int64.max - 1
        let intervals = (0..<7).map { Interval(key: $0 % 2, start: Int64($0), end: end) }
        let index = Self.index(intervals, keys: 2)
        for (from, to) in [(Int64(0), Int64.max), (0, end), (3, end / 2), (end - 10, end), (0, 4)] {
            #expect(index.largest(2, from: from, to: to, most: .max) == Self.shares(intervals, from, to))
        }
    }

    @Test func `a search that takes too many steps gives up`() {
        let intervals = (0..<64).map { Interval(key: $0, start: 0, end: 10 + Int64($0)) }
        let index = Self.index(intervals, keys: 64)
        #expect(index.largest(1, from: 0, to: 100, most: 3) == nil)
        #expect(index.largest(1, from: 0, to: 100, most: 20) == [LargestShares.Share(key: 63, sum: 73)])
    }
}
