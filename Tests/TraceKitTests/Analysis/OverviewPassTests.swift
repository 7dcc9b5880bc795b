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

    @Test func `what begins after the stated end is in the last slice, however late`() throws {
        for (length, start) in [("100", "101"), ("1", "2000000000000000000"), ("1", "4611686018427387903")] {
            let document = """
                {"format": "tracekit", "trace": {"duration_ns": \(length)},
                "updates": [{"view": "A", "start_ns": \(start), "duration_ns": 5}]}
                """
            #expect(try rows("SELECT slice, updates FROM timeline", document) == ["239|1"])
        }
    }
}
