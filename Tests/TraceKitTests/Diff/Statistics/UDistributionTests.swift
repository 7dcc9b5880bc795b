import Testing

@testable import TraceKit

/// Ties in, ways by twice U out.
@Suite struct UDistributionTests {
    private func check(_ ties: [Int], first: Int, ways: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(UDistribution(ties: ties, first: first).ways == ways, sourceLocation: sourceLocation)
    }

    @Test func `without ties U is whole`() {
        check([1, 1], first: 1, ways: [1, 0, 1])
        check([1, 1, 1], first: 1, ways: [1, 0, 1, 0, 1])
        check([1, 1, 1, 1], first: 2, ways: [1, 0, 1, 0, 2, 0, 1, 0, 1])
        check([1, 1], first: 0, ways: [1])
        check([1, 1], first: 2, ways: [1])
    }

    @Test func `equal values count a half for each pair`() {
        check([2], first: 1, ways: [0, 2, 0])
        check([2, 1], first: 1, ways: [0, 2, 0, 0, 1])
        check([1, 2, 1], first: 2, ways: [0, 2, 0, 0, 2, 0, 0, 2, 0])
    }

    /// The ways by twice U, by trying every subset of the places.
    private func byTrying(_ ties: [Int], first: Int) -> [Int] {
        let values = ties.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
        var ways = [Int](repeating: 0, count: 2 * first * (values.count - first) + 1)
        for subset in 0..<1 << values.count where subset.nonzeroBitCount == first {
            var doubledU = 0
            for own in values.indices where subset >> own & 1 == 1 {
                for other in values.indices where subset >> other & 1 == 0 {
                    doubledU += values[own] > values[other] ? 2 : values[own] == values[other] ? 1 : 0
                }
            }
            ways[doubledU] += 1
        }
        return ways
    }

    @Test func `it is what trying every way finds`() {
        for seed in 0..<60 {
            var random = SeededNumbers(seed)
            let ties = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 1...2, using: &random) }
            for first in 0...ties.reduce(0, +) { check(ties, first: first, ways: byTrying(ties, first: first)) }
        }
    }

    @Test func `forty values fit`() {
        for ties in [Array(repeating: 1, count: 40), [40], [20, 20], [1, 38, 1]] {
            #expect(UDistribution(ties: ties, first: 20).ways.reduce(0, +) == 137_846_528_820)
        }
    }

    @Test func `with ties p is that of scipy's permutations`() throws {
        let cases = try StatisticsReference.read().mannWhitney
        #expect(cases.filter { $0.dealtP != nil }.count > 10)
        for (number, samples) in cases.enumerated() {
            guard let dealtP = samples.dealtP else { continue }
            let pooled = samples.first + samples.second
            let ties = Set(pooled).sorted().map { value in pooled.filter { $0 == value }.count }
            let distribution = UDistribution(ties: ties, first: samples.first.count)
            #expect(agree(distribution.twoSidedP(doubledU: Int(2 * samples.u)), dealtP), "case \(number)")
        }
    }
}
