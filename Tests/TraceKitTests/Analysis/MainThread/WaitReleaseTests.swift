import Testing

@testable import TraceKit

/// What another thread does until the main thread goes on.
@Suite struct WaitReleaseTests {
    /// Eight hangs, each 3 s apart and 400 ms long, and intervals of another thread.
    private static func release(_ intervals: [(start: Int, duration: Int)], thread: String = "sync") throws -> String? {
        let signposts = intervals.map {
            "{\"name\": \"merge\", \"start_ms\": \($0.start), \"duration_ms\": \($0.duration), \"thread\": \"\(thread)\"}"
        }
        let hangs = (0..<8).map { "{\"start_ms\": \(1_000 + $0 * 3_000), \"duration_ms\": 400}" }
        let records = try Traces.records(
            """
            {"format": "tracekit", "hangs": [\(hangs.joined(separator: ","))],
             "signposts": [\(signposts.joined(separator: ","))]}
            """)
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let context = RuleContext(records, AnalysisOptions(), results)
        return WaitRelease.find(
            at: records.hangs.map { $0.start..<$0.start + $0.duration }, context
        ).map { "\($0.name) \($0.thread) \($0.hits)/\($0.of)" }
    }

    @Test func `an interval of another thread that ends with most of them is named`() throws {
        let ends = (0..<7).map { (start: 900 + $0 * 3_000, duration: 498) }
        #expect(try Self.release(ends) == "merge sync 7/8")
        #expect(try Self.release(ends, thread: "main") == nil)
    }

    @Test func `one that ends at any other time, or ends all the time, is not`() throws {
        #expect(try Self.release((0..<8).map { (start: 900 + $0 * 3_000, duration: 350) }) == nil)
        #expect(try Self.release((0..<8).map { (start: 900 + $0 * 3_000, duration: 900) }) == nil)
        #expect(try Self.release((0..<5_000).map { (start: $0 * 5, duration: 4) }) == nil)
        #expect(try Self.release((0..<2).map { (start: 900 + $0 * 3_000, duration: 498) }) == nil)
    }
}
