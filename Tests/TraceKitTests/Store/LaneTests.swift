import Testing

@testable import TraceKit

struct LaneTests {
    @Test func `every kind of record but the trace has one lane, in the order of our documents`() {
        #expect(RecordKind.allCases.compactMap(\.lane) == Lane.ofRecords && RecordKind.trace.lane == nil)
        for kind in RecordKind.allCases { #expect(kind.lane.map { $0.record == kind } ?? (kind == .trace)) }
    }

    @Test func `the tables and views of lanes are those of the database`() throws {
        let store = try Traces.store(#"{"format": "tracekit", "hangs": [{"start_ns": 1, "duration_ns": 300000000}]}"#)
        for lane in Lane.allCases {
            if !lane.rows.isEmpty {
                let rows = try store.database.integer("SELECT count(*) FROM \(lane.rows) trace_id = 1")
                #expect(rows == (lane == .hangs ? 1 : 0), "\(lane)")
            }
            for view in lane.views { _ = try store.database.rows("SELECT * FROM \(view) LIMIT 1") }
        }
    }

    @Test func `a list of lanes leaves out words that are none`() {
        #expect(Lane.set("hangs,tea,hitches") == [.hangs, .hitches])
        #expect(Lane.set("").isEmpty && Lane.set(nil).isEmpty)
    }
}
