import Testing

@testable import TraceKit

/// Two samples in, U and p out.
@Suite struct MannWhitneyTests {
    private func check(
        _ first: [Double], _ second: [Double], u: Double, p: Double, isExact: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let test = MannWhitney(first, second)
        #expect(test.firstU == u, sourceLocation: sourceLocation)
        #expect(test.secondU == Double(first.count * second.count) - u, sourceLocation: sourceLocation)
        #expect(abs(test.p - p) <= 5e-8, "p = \(test.p)", sourceLocation: sourceLocation)
        #expect(test.isExact == isExact, sourceLocation: sourceLocation)
    }

    @Test func `sides that do not overlap have the published p`() {
        check([1, 2, 3], [4, 5, 6], u: 0, p: 0.1, isExact: true)
        check([4, 3, 2, 1], [8, 5, 6, 7], u: 0, p: 0.02857143, isExact: true)
        check([6, 7, 8, 9, 10], [1, 2, 3, 4, 5], u: 25, p: 0.00793651, isExact: true)
        check([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], u: 0, p: 0.00216450, isExact: true)
    }

    @Test func `sides that overlap count the pairs`() {
        check([1, 2, 4], [3, 5, 6], u: 1, p: 0.2, isExact: true)
        check([1, 6], [2, 3, 4, 5], u: 4, p: 1, isExact: true)
        check([19, 22, 16, 29, 24], [20, 11, 17, 12], u: 17, p: 0.11111111, isExact: true)
    }

    /// The critical values of U at 5 %, two-sided, of the usual tables: the largest U that is significant.
    @Test func `the tables' critical values are the last that are significant`() {
        let table: [(first: Int, second: Int, critical: Int)] = [
            (4, 4, 0), (5, 5, 2), (4, 10, 5), (6, 6, 5), (7, 7, 8), (8, 8, 13), (8, 10, 17), (10, 10, 23),
            (12, 15, 49), (15, 15, 64), (20, 20, 127),
        ]
        for (first, second, critical) in table {
            let distribution = UDistribution(ties: Array(repeating: 1, count: first + second), first: first)
            #expect(distribution.twoSidedP(doubledU: 2 * critical) <= 0.05, "\(first) v \(second)")
            #expect(distribution.twoSidedP(doubledU: 2 * critical + 2) > 0.05, "\(first) v \(second)")
        }
    }

    @Test func `nothing to compare is no evidence`() {
        check([], [], u: 0, p: 1, isExact: true)
        check([], [1, 2], u: 0, p: 1, isExact: true)
        check([1, 2], [], u: 0, p: 1, isExact: true)
        check([7, 7, 7, 7], [7, 7, 7, 7], u: 8, p: 1, isExact: true)
        check([0.0], [-0.0], u: 0.5, p: 1, isExact: true)
    }

    @Test func `ties and more than twenty values are approximated`() {
        check([1, 2, 3], [3, 4, 5], u: 0.5, p: 0.12118327, isExact: false)
        let values = (0..<42).map(Double.init)
        #expect(MannWhitney(Array(values[..<20]), Array(values[20..<40])).isExact)
        #expect(!MannWhitney(Array(values[..<21]), Array(values[21..<41])).isExact)
        #expect(!MannWhitney(Array(values[..<20]), Array(values[20..<41])).isExact)
    }

    @Test func `it says what scipy says`() throws {
        let cases = try StatisticsReference.read().mannWhitney
        #expect(cases.filter { $0.exactP != nil }.count > 30 && cases.filter { $0.exactP == nil }.count > 30)
        for (number, samples) in cases.enumerated() {
            let test = MannWhitney(samples.first, samples.second)
            #expect(test.firstU == samples.u, "case \(number)")
            #expect(test.isExact == (samples.exactP != nil), "case \(number)")
            #expect(agree(test.p, samples.exactP ?? samples.normalP), "case \(number): \(test.p)")
        }
    }

    @Test func `the sides may be swapped and the values bent or mirrored`() {
        for seed in 0..<400 {
            var random = SeededNumbers(seed)
            let tied = seed % 2 == 0
            let first = random.sample(.random(in: 1...25, using: &random), tied: tied)
            let second = random.sample(.random(in: 1...25, using: &random), tied: tied)
            let test = MannWhitney(first, second)
            #expect(0 < test.p && test.p <= 1, "seed \(seed)")
            #expect(
                test == MannWhitney(first.shuffled(using: &random), second.shuffled(using: &random)), "seed \(seed)")
            #expect(
                test == MannWhitney(first.map { $0 * $0 * $0 + 5 }, second.map { $0 * $0 * $0 + 5 }), "seed \(seed)")
            for other in [MannWhitney(second, first), MannWhitney(first.map { -$0 }, second.map { -$0 })] {
                #expect(other.p == test.p && other.isExact == test.isExact, "seed \(seed)")
                #expect(other.firstU == test.secondU && other.secondU == test.firstU, "seed \(seed)")
            }
        }
    }

    @Test func `p stays above zero for samples of any size`() {
        let low = (0..<4000).map(Double.init)
        #expect(MannWhitney(low, low.map { $0 + 4000 }).p > 0)
    }

    @Test func `the least p says how many runs are too few`() {
        #expect(RankSum.smallestP(3, 3) == 0.1)
        #expect(agree(RankSum.smallestP(4, 4), 2 / 70))
        #expect(agree(RankSum.smallestP(4, 10), 2 / 1001))
        #expect(agree(RankSum.smallestP(20, 20), 2 / 137_846_528_820))
        #expect(RankSum.smallestP(1, 1) == 1)
        #expect(RankSum.smallestP(0, 9) == 1)
        #expect(RankSum.smallestP(30, 30) < 1e-10)
    }
}
