import Testing

@testable import TraceKit

/// Times in, the busiest second out.
@Suite struct PeakTests {
    private func check(_ times: [Int64], count: Int, start: Int64, sourceLocation: SourceLocation = #_sourceLocation) {
        let peak = Peak(times)
        #expect(peak.count == count && peak.start == start, "\(peak)", sourceLocation: sourceLocation)
    }

    @Test func `a second does not hold what comes a second later`() {
        check([], count: 0, start: 0)
        check([7], count: 1, start: 7)
        check([5, 1_000_000_004], count: 2, start: 5)
        check([5, 1_000_000_005], count: 1, start: 5)
    }

    @Test func `of equally busy seconds the first counts`() {
        check([0, 1, 2_000_000_000, 2_000_000_001], count: 2, start: 0)
        check([0, 2_000_000_000, 2_000_000_001], count: 2, start: 2_000_000_000)
    }

    @Test func `all in a stretch with more than the limit are found, each once`() {
        #expect(Peak.crowded([], above: 0) == [])
        #expect(Peak.crowded([0, 999_999_999], above: 1) == [0, 1])
        #expect(Peak.crowded([0, 1_000_000_000], above: 1) == [])
        #expect(Peak.crowded([0, 1, 2], above: 2) == [0, 1, 2])
        #expect(Peak.crowded([0, 1, 2], above: 3) == [])
        #expect(Peak.crowded([0, 600_000_000, 1_200_000_000, 3_000_000_000], above: 1) == [0, 1, 2])
        #expect(Peak.crowded([0, 1_500_000_000, 1_500_000_001], above: 1) == [1, 2])
    }
}
