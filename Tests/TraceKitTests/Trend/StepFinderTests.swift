import Testing

@testable import TraceKit

/// Where a series stepped from one level to another.
@Suite struct StepFinderTests {
    private func check(
        _ values: [Double?], _ expected: TrendStep?, isSteady: Bool = false, isTime: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var chance = SeriesChance()
        chance.isSteady = isSteady
        let floor = ChangeFloor(percent: 10, absolute: isTime ? 1 : 2)
        let step = StepFinder.step(values, floor: floor, SeriesScale(isTime: isTime), chance)
        #expect(step == expected, sourceLocation: sourceLocation)
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

    @Test func `a step is more than chance`() {
        // One trace on a side: a recording may be slower as a whole.
        check([0.35, 0.35, 0.35, 1.62], nil, isTime: true)
        check([0.35, 0.35, 1.62, 1.62], TrendStep(index: 2, before: 0.35, after: 1.62), isTime: true)
        check([18, 22, 27, 29], nil)
        check([3, 0, 0, 0, 0, 0, 0, 0], nil)
        check([10, 12, 26, 25], nil)
        check([10, 12, 46, 45], TrendStep(index: 2, before: 10, after: 45))
        check([10, 40, 10, 10, 30, 30], nil)
        check([10, 40, 10, 10, 30, 31, 29, 30, 30], nil)
        check(
            [10, 12, 10, 10, 10, 10, 10, 10, 30, 31, 29, 30, 11, 30, 30, 30], TrendStep(index: 8, before: 10, after: 30)
        )
    }

    @Test func `the more series are looked at, the surer a step must be`() {
        var chance = SeriesChance()
        func isStep(_ values: [Double]) -> Bool {
            StepFinder.step(values, floor: ChangeFloor(percent: 10, absolute: 2), SeriesScale(isTime: false), chance)
                != nil
        }
        #expect(isStep([10, 12, 46, 45]))
        chance.level /= 1000
        #expect(!isStep([10, 12, 46, 45]) && isStep([10, 12, 10, 11, 226, 225, 231]))
        // What all of them vary by is no step in one.
        chance.noise = 500
        #expect(!isStep([10, 12, 10, 11, 226, 225, 231]))
    }

    @Test func `series say of each other how they vary`() {
        func chance(_ series: [[Double?]]) -> SeriesChance {
            SeriesChance(series.map { ($0, SeriesScale(isTime: false)) }, level: 0.01)
        }
        func areSteady(_ series: [Double?], _ others: [Double?], _ count: Int) -> Bool {
            SeriesChance.areSteady([series] + Array(repeating: others, count: count))
        }
        let constant: [Double?] = [5, 5, 5, 5, 5, 5], stepped: [Double?] = [5, 5, 5, 8, 8, 8]
        #expect(areSteady(constant, constant, 20))
        // What one commit changes is no noise, what differs from trace to trace is.
        #expect(areSteady(stepped, stepped, 20))
        let varying: [Double?] = [5, 9, 4, 8, 3, 7]
        #expect(!areSteady(varying, constant, 10) && areSteady(varying, constant, 30))
        // What never happens says nothing of what happens seldom.
        #expect(!areSteady([0, 2, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0], 100))
        let loud = (0..<20).map { start in (0..<6).map { place in Optional(Double((start * 7 + place * 13) % 40)) } }
        #expect(chance(loud).noise > 5 && chance(Array(loud.prefix(3))).noise == 1)
    }

    @Test func `long series are looked at in no time, with the same result`() {
        var random = SystemRandomNumberGenerator()
        let values = (0..<200).map { Double(($0 < 120 ? 100 : 160) + Int.random(in: 0..<40, using: &random)) }
        func step(_ values: [Double]) -> Int? {
            StepFinder.step(
                values, floor: ChangeFloor(percent: 10, absolute: 2), SeriesScale(isTime: false), SeriesChance())?.index
        }
        #expect(step(values) == 120)
        #expect(step((0..<20_000).map { Double($0 < 12_345 ? 1 : 9) }) == 12_345)
    }

    @Test func `a series that only scatters has no step`() {
        check([10, 30, 10, 30, 10, 30, 10, 30], nil)
        check([5, 5, 5, 5], nil)
    }

    @Test func `a single outlier in the middle is no step`() {
        check([5, 5, 5, 90, 5, 5, 5], nil)
    }

    @Test func `steps below a floor are none`() {
        check([100, 100, 109, 109], nil, isSteady: true)
        check([100, 100, 110, 110], TrendStep(index: 2, before: 100, after: 110), isSteady: true)
        check([100, 100, 110, 110], nil)
        check([1, 1, 2.9, 2.9], nil, isSteady: true)
        check([1, 1, 3, 3], TrendStep(index: 2, before: 1, after: 3), isSteady: true)
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
                let step = StepFinder.step(
                    series, floor: ChangeFloor(percent: 10, absolute: 2), SeriesScale(isTime: false), SeriesChance())
                if step != nil { steps += 1 }
            }
            #expect(steps <= 20, "\(steps) of 400 series of \(count)")
        }
    }

    /// Eight nights of an app with 80 views, each updated a few times up to sixty in each of six kinds of interactions;
    /// recordings differ as a whole by 5 %. From the fifth night on, `factor` times the updates of the first view.
    private static func nights(_ seed: UInt64, factor: Double = 1) -> [TraceFigures] {
        var random = SeededNumbers(seed: seed)
        return (1...8).map { night in
            var trace = TraceFigures(id: Int64(night))
            trace.lanes = [.updates]
            let ofRun = 0.95 + random.below(100) / 1000
            var kinds: [InteractionKey: UpdateCounts] = [:]
            for view in 0..<80 {
                var figures = UpdateFigures()
                var byKind: [InteractionKey: UpdateCounts] = [:]
                for kind in 0..<6 {
                    let key = InteractionKey(kind: "tap", name: "Button \(kind)")
                    var counts = UpdateCounts()
                    for _ in 0..<15 {
                        // One to sixty, mostly few.
                        let tail = 60 / (1 + random.below(60))
                        let more = view == 0 && night > 4 ? factor : 1
                        counts.updates += Int((tail * more * ofRun).rounded())
                        if random.below(200) == 0 { counts.red += 1 }
                    }
                    byKind[key] = counts
                    kinds[key, default: UpdateCounts()] += counts
                    figures.counts += counts
                }
                figures.byInteraction = byKind
                figures.durations = (0..<6).map { _ in Int64(4e6 * (1 + random.below(100) / 30) * ofRun) }.sorted()
                trace.views[ViewFigureKey(view: "View\(view)", kind: .body), default: UpdateFigures()] = figures
                trace.all += figures.counts
            }
            for (key, counts) in kinds { trace.interactions[key] = InteractionFigures(count: 15, counts: counts) }
            return trace
        }
    }

    @Test func `nights of the same app have a step in at most one of twenty trends`() throws {
        let stepped = try (0..<60).filter { seed in
            try TrendBuilder.build(Self.nights(UInt64(seed))).rows.contains { $0.step != nil }
        }
        #expect(stepped.count <= 3, "\(stepped)")
    }

    @Test func `four times the updates of a view are found, and nothing else`() throws {
        let found = try (0..<20).filter { seed in
            let rows = try TrendBuilder.build(Self.nights(UInt64(seed), factor: 4)).rows.filter { $0.step != nil }
            return rows.contains {
                $0.subject == "View0" && $0.figure == "updates per interaction" && $0.step?.index == 4
            }
                && !rows.contains { $0.group == .view && $0.subject != "View0" }
        }
        #expect(found.count >= 18, "\(found)")
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
