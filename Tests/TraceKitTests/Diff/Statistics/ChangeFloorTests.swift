import Testing

@testable import TraceKit

/// Values in, whether they lie far enough apart out.
@Suite struct ChangeFloorTests {
    private func check(
        _ one: Double, _ other: Double, percent: Double = 10, absolute: Double = 0, isReached: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let floor = ChangeFloor(percent: percent, absolute: absolute)
        #expect(floor.isReached(one, other) == isReached, sourceLocation: sourceLocation)
        #expect(floor.isReached(other, one) == isReached, sourceLocation: sourceLocation)
    }

    @Test func `the relative floor is that of the smaller side`() {
        check(100, 110, isReached: true)
        check(100, 109.9, isReached: false)
        check(30, 33, isReached: true)
        check(0, 0.001, isReached: true)
    }

    @Test func `both floors must be reached`() {
        check(10, 12, absolute: 2, isReached: true)
        check(10, 11.9, absolute: 2, isReached: false)
        check(100, 109, absolute: 2, isReached: false)
    }

    @Test func `equal values are no change, whatever the floors`() {
        check(5, 5, percent: 0, isReached: false)
        check(0, 0, isReached: false)
    }

    /// Whether any way to deal the values gives medians that far apart, by trying them all.
    private func byTrying(_ floor: ChangeFloor, _ pooled: [Double], first: Int) -> Bool {
        (0..<1 << pooled.count).contains { subset in
            guard subset.nonzeroBitCount == first else { return false }
            let sides = [1, 0].map { side in pooled.indices.filter { subset >> $0 & 1 == side }.map { pooled[$0] } }
            let medians = sides.compactMap { Percentile.nearestRank(50, ofSorted: $0.sorted()) }
            return medians.count == 2 && floor.isReached(medians[0], medians[1])
        }
    }

    @Test func `whether it can be reached is what trying every way finds`() {
        var outcomes: [Bool: Int] = [:]
        for seed in 0..<400 {
            var random = SeededNumbers(seed)
            let count = Int.random(in: 2...9, using: &random)
            let first = Int.random(in: 1..<count, using: &random)
            let pooled = random.sample(count, tied: seed % 3 == 0).map { 100 + 12 * $0 }
            let floor = ChangeFloor(percent: Double(seed % 7), absolute: Double(seed % 5))
            let expected = byTrying(floor, pooled, first: first)
            outcomes[expected, default: 0] += 1
            #expect(floor.canBeReached(pooled: pooled, first: first, second: count - first) == expected, "seed \(seed)")
        }
        #expect(outcomes[true, default: 0] > 50 && outcomes[false, default: 0] > 50, "\(outcomes)")
    }

    @Test func `a side without values reaches nothing`() {
        #expect(!ChangeFloor().canBeReached(pooled: [1, 9], first: 2, second: 0))
        #expect(!ChangeFloor().canBeReached(pooled: [], first: 0, second: 0))
    }
}
