import Testing

@testable import TraceKit

/// Values in, the percentile by nearest rank out.
@Suite struct PercentileTests {
    private func nearestRank(_ percent: Int, _ values: [Int64]) -> Int64? {
        var values = values
        return values.withUnsafeMutableBufferPointer { Percentile.nearestRank(percent, of: $0) }
    }

    private func check(
        _ percent: Int, _ values: Int64..., result: Int64?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(nearestRank(percent, values) == result, sourceLocation: sourceLocation)
        #expect(Percentile.nearestRank(percent, ofSorted: values.sorted()) == result, sourceLocation: sourceLocation)
    }

    @Test func `it is always one of the values, never between two`() {
        check(50, result: nil)
        check(50, 7, result: 7)
        check(50, 1, 2, result: 1)
        check(50, 3, 1, 2, result: 2)
        check(50, 4, 1, 3, 2, result: 2)
        check(95, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, result: 10)
        check(90, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, result: 9)
        check(0, 3, 1, 2, result: 1)
        check(100, 3, 1, 2, result: 3)
    }

    @Test func `it is what sorting finds`() {
        for seed in 0..<300 {
            var random = SeededNumbers(seed)
            let spread = Int64(1) << Int64.random(in: 0...62, using: &random)
            let values = (0..<Int.random(in: 1...200, using: &random)).map { _ in
                Int64.random(in: 0...spread, using: &random)
            }
            for percent in [1, 25, 50, 75, 95, 99, 100] {
                let rank = (values.count * percent + 99) / 100
                #expect(nearestRank(percent, values) == values.sorted()[rank - 1], "seed \(seed), percent \(percent)")
            }
        }
    }

    @Test func `orders that defeat the choice of pivots are no trap`() {
        let count: Int64 = 20_000
        let organ = (0..<count).map { min($0, count - $0) }
        let saw = (0..<count).map { $0 % 7 }
        for values in [
            organ, saw, Array(0..<count), Array((0..<count).reversed()), Array(repeating: 5, count: Int(count)),
        ] {
            for percent in [1, 50, 95] {
                #expect(nearestRank(percent, values) == values.sorted()[(values.count * percent + 99) / 100 - 1])
            }
        }
    }
}

/// The three figures of a view at once: what sorting gives, whatever the order and however many values are equal.
@Suite struct PercentileSpreadTests {
    private func spread(_ values: [Int64]) -> [Int64]? {
        var values = values
        return values.withUnsafeMutableBufferPointer { Percentile.spread(of: $0).map { [$0.median, $0.p95, $0.most] } }
    }

    @Test func `no values have none`() { #expect(spread([]) == nil) }

    @Test func `what sorting gives`() {
        for count in [1, 2, 3, 19, 20, 21, 100, 1_001] {
            var random = SeededNumbers(count)
            for limit in [Int64(1), 2, 10, 1_000_000] {
                let values = (0..<count).map { _ in Int64.random(in: 0..<limit, using: &random) }
                let sorted = values.sorted()
                let expected = [50, 95].compactMap { Percentile.nearestRank($0, ofSorted: sorted) } + sorted.suffix(1)
                #expect(spread(values) == expected, "\(values)")
                #expect(spread(sorted) == expected && spread(sorted.reversed()) == expected, "\(values)")
            }
        }
    }
}
