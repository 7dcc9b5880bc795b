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
