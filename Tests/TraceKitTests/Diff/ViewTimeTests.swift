import Testing

@testable import TraceKit

/// A body that now and then takes long: its median hardly moves, and its percentile tells.
@Suite struct ViewTimeTests {
    /// A recording: 12 taps with ten rows each, of which one in ten takes ten times as long; all by a factor.
    private static func trace(_ seed: Int, factor: Double) -> String {
        let level = factor * (1 + 0.02 * Double((seed * 7) % 5 - 2))
        return DiffTraces.json(
            (0..<12).map { _ in
                .init(updates: [("FeedRow", 9, 0.3 * level), ("FeedRow", 1, 2.4 * level), ("Header", 1, 0.3)])
            })
    }

    private static func diff(_ traces: Int, _ factor: Double) throws -> TraceDiff {
        try DiffTraces.diff(
            (0..<traces).map { trace($0, factor: 1) }, (traces..<2 * traces).map { trace($0, factor: factor) })
    }

    @Test func `five traces a side say likely, nine say so`() throws {
        let likely = try Self.diff(5, 2.8)
        let words = DiffText.verdict(likely)
        #expect(words.hasPrefix("LIKELY WORSE: P95 of FeedRow 2.4 → 6."), "\(words)")
        let certain = try Self.diff(9, 2.8)
        #expect(certain.conclusion.word == .worse)
        #expect(certain.worse.contains { $0.contains("FeedRow: higher P95") }, "\(certain.worse)")
        #expect(try Self.diff(9, 1 / 2.8).conclusion.word == .better)
    }

    @Test func `equal sides, and one trace a side, say nothing`() throws {
        for traces in [1, 5, 9] {
            #expect(try Self.diff(traces, 1).conclusion.word == .noDifference)
        }
        #expect(try Self.diff(1, 1.3).likelyWorse == [])
    }

    @Test func `of few updates in a trace a percentile is their longest, and likely nothing`() throws {
        func trace(_ factor: Double) -> String { DiffTraces.json([.init(updates: [("FeedRow", 6, 4 * factor)])]) }
        let diff = try DiffTraces.diff(
            (0..<5).map { trace(1 + Double($0) / 100) }, (0..<5).map { trace(2 + Double($0) / 100) })
        #expect(diff.rows("views").contains { $0.contains("higher P95?") } == false, "\(diff.rows("views"))")
    }
}
