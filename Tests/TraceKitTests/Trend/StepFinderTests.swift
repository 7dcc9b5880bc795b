import Testing

@testable import TraceKit

/// Where a series stepped from one level to another.
@Suite struct StepFinderTests {
    private func check(
        _ values: [Double?], _ expected: TrendStep?, floor: ChangeFloor = ChangeFloor(percent: 10, absolute: 2),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(StepFinder.step(values, floor: floor) == expected, sourceLocation: sourceLocation)
    }

    @Test func `a step is where the level changes`() {
        check([1, 1, 1, 104, 104], TrendStep(index: 3, before: 1, after: 104))
        check([104, 104, 1, 1], TrendStep(index: 2, before: 104, after: 1))
        check([1, 1, 104], TrendStep(index: 2, before: 1, after: 104))
        // Two traces may differ by chance: `diff` compares them.
        check([1, 104], nil)
    }

    @Test func `noise around the levels does not hide it`() {
        check([10, 11, 9, 10, 30, 31, 29, 30], TrendStep(index: 4, before: 10, after: 30))
    }

    @Test func `a step needs the evidence of a comparison`() {
        // One trace on a side: a recording may be slower as a whole.
        let floor = ChangeFloor(percent: 10, absolute: 1)
        #expect(StepFinder.step([0.35, 0.35, 0.35, 1.62], floor: floor, isTime: true) == nil)
        #expect(StepFinder.step([0.35, 0.35, 1.62, 1.62], floor: floor, isTime: true)?.index == 2)
        // Few traces: the sides must lie clearly apart, and counts that vary double.
        check([18, 22, 27, 29], nil)
        check([10, 12, 26, 25], TrendStep(index: 2, before: 10, after: 25))
        check([10, 40, 10, 10, 30, 30], nil)
        check([10, 40, 10, 10, 30, 31, 29, 30, 30], nil)
        check(
            [10, 12, 10, 10, 10, 10, 10, 10, 30, 31, 29, 30, 11, 30, 30, 30], TrendStep(index: 8, before: 10, after: 30)
        )
    }

    @Test func `long series are looked at in no time, with the same result`() {
        var random = SystemRandomNumberGenerator()
        let values = (0..<200).map { Double(($0 < 120 ? 100 : 160) + Int.random(in: 0..<40, using: &random)) }
        #expect(StepFinder.step(values, floor: ChangeFloor(percent: 10, absolute: 2))?.index == 120)
        let many = (0..<20_000).map { Double($0 < 12_345 ? 1 : 9) }
        #expect(StepFinder.step(many, floor: ChangeFloor(percent: 10, absolute: 2))?.index == 12_345)
    }

    @Test func `a series that only scatters has no step`() {
        check([10, 30, 10, 30, 10, 30, 10, 30], nil)
        check([5, 5, 5, 5], nil)
    }

    @Test func `a single outlier in the middle is no step`() {
        check([5, 5, 5, 90, 5, 5, 5], nil)
    }

    @Test func `steps below a floor are none`() {
        check([100, 100, 109, 109], nil)
        check([100, 100, 110, 110], TrendStep(index: 2, before: 100, after: 110))
        check([1, 1, 2.9, 2.9], nil)
        check([1, 1, 3, 3], TrendStep(index: 2, before: 1, after: 3))
    }

    @Test func `traces without the figure are left out, and the index is the trace's`() {
        check([nil, 1, nil, 1, nil, 50, 50], TrendStep(index: 5, before: 1, after: 50))
        check([nil, 1], nil)
        check([], nil)
    }
}

/// How often a series in which nothing changes is given a step.
@Suite struct StepNoiseTests {
    @Test func `noise has steps in at most one of twenty series`() {
        var random = SeededNumbers(seed: 11)
        for count in [3, 4, 6, 8, 12, 20] {
            var steps = 0
            for _ in 0..<400 {
                // Sums of uniform numbers: a mean of 20 that varies like counts do.
                let series = (0..<count).map { _ in (0..<10).reduce(0.0) { sum, _ in sum + random.below(5) } }
                if StepFinder.step(series, floor: ChangeFloor(percent: 10, absolute: 2)) != nil { steps += 1 }
            }
            #expect(steps <= 20, "\(steps) of 400 series of \(count)")
        }
    }

    private struct SeededNumbers {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func below(_ limit: UInt64) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double((state >> 33) % limit)
        }
    }
}
