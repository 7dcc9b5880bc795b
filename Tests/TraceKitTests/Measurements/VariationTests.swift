import Testing

@testable import TraceKit

/// How far two recordings of the same interactions lie apart by chance, and recordings that are drawn to see it.
@Suite struct VariationTests {
    private func variation(_ values: [Double]) -> Variation {
        var variation = Variation(count: values.count)
        for value in values { variation.add(value) }
        return variation
    }

    private func mostApart(_ values: [Double], beside others: [[Double]] = [], isCount: Bool = true) -> Double? {
        let kinds = ([values] + others).map(variation)
        return VariationOfKinds(kinds, isCount: isCount).mostApart(kinds[0])
    }

    @Test func `interactions that differ leave more room than those that do not`() throws {
        #expect(mostApart([10, 10, 10, 10]) == 0)
        let (close, wide) = (try #require(mostApart([9, 10, 11, 10])), try #require(mostApart([2, 18, 2, 18])))
        #expect(close > 1 && close < 6)
        #expect(wide > 4 * close)
    }

    @Test func `the more interactions, the less room`() throws {
        let rooms = try [2, 4, 8, 32].map { count in
            try #require(mostApart((0..<count).map { $0 % 2 == 0 ? 8 : 12 }))
        }
        #expect(rooms == rooms.sorted(by: >) && rooms[3] < rooms[0] / 4)
    }

    @Test func `what other kinds say counts for one that was performed once, or seldom`() throws {
        let wild = [[2.0, 18, 4, 16, 2, 18], [10, 30, 20, 1, 39, 20]]
        let steady = [[10.0, 10, 10, 10], [20, 20, 20]]
        #expect(mostApart([8], beside: steady) == 0)
        #expect(try #require(mostApart([8], beside: wild)) > 20)
        #expect(try #require(mostApart([8, 8], beside: wild)) > 10)
        // A kind that varies is taken at its word, however steady the others are.
        #expect(try #require(mostApart([2, 18, 2, 18], beside: steady)) > 20)
    }

    @Test func `of interactions that were each performed once, counts scatter as random ones, and times say nothing`() {
        #expect(abs((mostApart([8], beside: [[3], [5]]) ?? 0) - 12) < 1e-9)
        #expect(mostApart([8], beside: [[3], [5]], isCount: false) == nil)
        #expect(mostApart([]) == nil)
    }

    @Test func `a kind without stalls may have as many by chance as those that have some now and then`() throws {
        let none = [0.0, 0, 0, 0]
        #expect(mostApart(none, beside: [none, none], isCount: false) == 0)
        #expect(mostApart(none, beside: [[500, 500, 500], [20, 20]], isCount: false) == 0)
        #expect(try #require(mostApart(none, beside: [[0, 300, 0, 0], none], isCount: false)) > 150)
    }

    // MARK: Durations

    /// So many durations around 8 ms, the longest ten times as long as the shortest, as a signpost has them.
    private func signpost(_ count: Int, _ numbers: inout SeededNumbers, factor: Int64 = 1) -> SignpostFigures {
        var durations = (0..<count).map { _ in
            (0..<6).reduce(factor * 8_000_000) { duration, _ in duration * .random(in: 100...200, using: &numbers) / 145
            }
        }
        durations.sort()
        var figures = SignpostFigures()
        figures.intervals = count
        figures.medianNs = Percentile.nearestRank(50, ofSorted: durations[...])
        figures.p95Ns = Percentile.nearestRank(95, ofSorted: durations[...])
        return figures
    }

    private func room(_ all: [SignpostFigures], _ place: Int, percent: Int) -> Double {
        let spreads = DurationSpreads(all.compactMap { DurationSpread($0) }, things: 12)
        let value = Double((percent == 50 ? all[place].medianNs : all[place].p95Ns) ?? 0)
        return value + (spreads.mostApart(value, percent: percent, DurationSpread(all[place])) ?? 0)
    }

    @Test func `two durations, one of them a million times as long, are no reason for any limit`() {
        var wild = SignpostFigures()
        (wild.intervals, wild.medianNs, wild.p95Ns) = (2, 1_000, 1_000_000_000)
        #expect(room([wild], 0, percent: 50) == 10_000)
    }

    @Test(arguments: [20, 100]) func `percentiles of the same durations, recorded again, are within the room`(
        count: Int
    ) {
        var (numbers, exceeded, found) = (SeededNumbers(7), 0, 0)
        for _ in 0..<60 {
            let before = (0..<10).map { _ in signpost(count, &numbers) }
            let after = (0..<10).map { _ in signpost(count, &numbers) }
            let isOver = before.indices.contains { place in
                Double(after[place].medianNs ?? 0) > room(before, place, percent: 50)
                    || Double(after[place].p95Ns ?? 0) > room(before, place, percent: 95)
            }
            exceeded += isOver ? 1 : 0
            let slow = signpost(count, &numbers, factor: 4)
            found += Double(slow.medianNs ?? 0) > room(before, 0, percent: 50) ? 1 : 0
        }
        #expect(exceeded <= 3)
        #expect(found >= 55)
    }

    // MARK: Drawn recordings

    /// How many updates one interaction has.
    private enum Model: CaseIterable {
        /// Random ones, 20 on average.
        case random
        /// One or 20.
        case oneOr20
        /// Twice as much or half as much, as the whole interaction goes.
        case bursts
        /// Twenty things, one of which in thirty is ten times as large.
        case outliers

        func draw(_ numbers: inout SeededNumbers) -> Double {
            func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &numbers) == 0 }
            func random(_ mean: Double) -> Double { Double((0..<10 * Int(mean)).count { _ in chance(10) }) }
            return switch self {
            case .random: random(20)
            case .oneOr20: chance(2) ? 1 : 20
            case .bursts: random(chance(2) ? 10 : 40)
            case .outliers: (0..<20).reduce(0) { sum, _ in sum + (chance(30) ? 10 : 1) }
            }
        }
    }

    /// Ten kinds of interactions, each performed so often.
    private func recording(_ model: Model, _ times: Int, _ numbers: inout SeededNumbers) -> [Variation] {
        (0..<10).map { _ in variation((0..<times).map { _ in model.draw(&numbers) }) }
    }

    @Test(arguments: Model.allCases) private func `the same app, recorded again, is within the room`(_ model: Model) {
        var numbers = SeededNumbers(3)
        let exceeded = (0..<100).count { _ in
            let (before, after) = (recording(model, 8, &numbers), recording(model, 8, &numbers))
            let kinds = VariationOfKinds(before, isCount: true)
            return zip(before, after).contains { $1.mean > $0.mean + (kinds.mostApart($0) ?? 0) }
        }
        #expect(exceeded <= 5)
    }

    @Test func `twice the updates are not`() {
        var (numbers, found) = (SeededNumbers(5), 0)
        for _ in 0..<50 {
            let (before, after) = (recording(.random, 8, &numbers), recording(.random, 8, &numbers))
            let room = VariationOfKinds(before, isCount: true).mostApart(before[0]) ?? 0
            found += 2 * after[0].mean > before[0].mean + room ? 1 : 0
        }
        #expect(found >= 48)
    }
}
