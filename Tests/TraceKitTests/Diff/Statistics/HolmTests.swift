import Testing

@testable import TraceKit

/// p values in, adjusted ones out.
@Suite struct HolmTests {
    private func check(_ values: [Double], _ adjusted: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
        let result = Holm.adjusted(values)
        #expect(result.count == adjusted.count, sourceLocation: sourceLocation)
        for (one, other) in zip(result, adjusted) {
            #expect(agree(one, other), "\(result)", sourceLocation: sourceLocation)
        }
    }

    @Test func `each is multiplied by how many are left`() {
        check([], [])
        check([0.03], [0.03])
        check([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02])
    }

    @Test func `none is smaller than that of a smaller one, and none above one`() {
        check([0.02, 0.021, 0.6], [0.06, 0.06, 0.6])
        check([0.5, 0.4, 0.9], [1, 1, 1])
    }

    @Test func `equal values stay equal`() { check([0.01, 0.2, 0.01], [0.03, 0.2, 0.03]) }

    @Test func `it says what statsmodels says`() throws {
        let families = try StatisticsReference.read().holm
        #expect(families.count > 10)
        for family in families { check(family.p, family.adjusted) }
    }

    @Test func `the order of the questions does not matter`() {
        for seed in 0..<200 {
            var random = SeededNumbers(seed)
            let values = random.sample(.random(in: 1...50, using: &random), tied: seed % 2 == 0).map { ($0 + 1) / 400 }
            let adjusted = Holm.adjusted(values)
            let order = values.indices.shuffled(using: &random)
            #expect(Holm.adjusted(order.map { values[$0] }) == order.map { adjusted[$0] }, "seed \(seed)")
            for index in values.indices {
                #expect(values[index] <= adjusted[index] && adjusted[index] <= 1, "seed \(seed)")
                for other in values.indices where values[index] <= values[other] {
                    #expect(adjusted[index] <= adjusted[other], "seed \(seed)")
                }
            }
        }
    }
}
