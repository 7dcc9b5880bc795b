import Testing

@testable import TraceKit

/// The trace at a glance: updates by how long they take and by when they begin.
@Suite struct OverviewPassTests {
    private func rows(_ sql: String, _ document: String) throws -> [String] { try Traces.store(document).rows(sql) }

    @Test func `a slice holds the updates that begin in it, checks left out`() throws {
        let document = """
            {"format": "tracekit", "trace": {"duration_ns": 240}, "updates": [
            {"view": "A", "start_ns": 0, "duration_ns": 1}, {"view": "A", "start_ns": 10, "duration_ns": 17000000},
            {"view": "A", "start_ns": 10}, {"view": "A", "start_ns": 239, "duration_ns": 9000000},
            {"view": "A", "start_ns": 20, "duration_ns": 1, "phase": "check"}]}
            """
        #expect(
            try rows("SELECT slice, start_ns, red, orange, gray, unterminated FROM time_slice", document) == [
                "0|0|0|0|1|0", "10|10|1|0|0|1", "239|239|0|1|0|0",
            ])
    }

    @Test func `bodies are counted by how long they take, limits with the bucket below`() throws {
        func durations(_ updates: String...) throws -> [Int] {
            let records = try Traces.records(Traces.document("updates", updates))
            return AnalysisPasses.run(records, AnalysisOptions()).bodyDurations
        }
        func body(_ duration: Int, _ more: String = "") -> String {
            "{\"view\": \"A\", \"start_ns\": 1, \"duration_ns\": \(duration)\(more)}"
        }
        // Up to 0.5, 1, 2, 5, 8.3, 16.67, 50, 100, 200 and 500 ms, and beyond: there the one without an end counts, too.
        #expect(
            try durations(
                body(0), body(500_000), body(500_001), body(8_300_000), body(16_670_001), body(500_000_001),
                body(1, ", \"phase\": \"check\""), body(1, ", \"kind\": \"layout\""),
                "{\"view\": \"A\", \"start_ns\": 2}", body(600_000_000)) == [2, 1, 0, 0, 1, 0, 1, 0, 0, 0, 3])
        #expect(try durations(body(7, ", \"kind\": \"layout\"")) == [])
        #expect(try durations(body(7, ", \"kind\": \"Body-like\""), body(8)) == [1] + [Int](repeating: 0, count: 10))
    }

    @Test func `a trace of no length has no slices`() throws {
        let document = Traces.updates("{\"view\": \"A\", \"start_ns\": 0, \"duration_ns\": 0}")
        #expect(try rows("SELECT slice FROM time_slice", document) == [])
    }

    @Test func `a trace in which nothing has a time has no length`() throws {
        let results = AnalysisPasses.run(try Traces.records(Traces.updates()), AnalysisOptions())
        #expect(results.length == 0 && results.slices.isEmpty)
    }

    @Test func `what begins after the stated end is in the last slice, however late`() throws {
        // A start that is later still is a date: times then count from it.
        for (length, start) in [("100", "101"), ("1", "2000000000000"), ("1", "100000000000000000")] {
            let document = """
                {"format": "tracekit", "trace": {"duration_ns": \(length)},
                "updates": [{"view": "A", "start_ns": \(start), "duration_ns": 5}]}
                """
            #expect(try rows("SELECT slice, updates FROM timeline", document) == ["239|1"])
        }
    }
}
