import Testing

@testable import TraceKit
@testable import trace_generate

/// What a report looks for once is what the statements that it shows find row by row.
@Suite struct ChosenUpdatesTests {
    /// Signposts that lie beside each other, touch, overlap, hold each other, have no length or no end; and updates, hangs and
    /// lines of a log that begin at any of their edges.
    private func store(_ seed: UInt64) throws -> TraceStore {
        var random = SeededRandom(seed: seed)
        func rows(_ count: Int, _ more: String) -> String {
            (0..<count).map { _ in
                "{\(more), \"start_ns\": \(random.within(0...60)), \"duration_ns\": \(random.within(0...9))}"
            }.joined(separator: ", ")
        }
        return try Traces.store(
            """
            {"format": "tracekit", "version": 1,
             "signposts": [\(rows(8, #""name": "Load""#)), \(rows(4, #""name": "Save""#)), {"name": "Load", "start_ns": 7}],
             "updates": [\(rows(60, #""view": "Row""#))], "hangs": [\(rows(30, #""thread": "main", "kind": "Hang""#))],
             "logs": [\(rows(30, #""message": "m", "level": "error""#))]}
            """)
    }

    @Test(arguments: 0..<30) func `rows during a signpost are those that begin in one of its intervals`(seed: UInt64)
        throws
    {
        let store = try store(seed)
        var zoom = ReportZoom()
        zoom.during = "Load"
        #expect(try ChosenUpdates.choose(store.database, trace: 1, zoom))
        let chosen = ChosenUpdates.values(zoom)
        for (view, shown, quick) in [
            ("updates u", zoom.updateCondition, chosen["updates"]), ("hangs h", zoom.stallCondition, chosen["stalls"]),
            ("signposts s", zoom.signpostCondition, chosen["signposts"]), ("logs l", zoom.logCondition, chosen["logs"]),
        ] {
            func ids(_ condition: String) throws -> [String] {
                let sql = "SELECT id FROM \(view) WHERE trace_id = :trace\(condition) ORDER BY id"
                return try store.rows(sql.replacing(":trace", with: "1"))
            }
            let expected = try ids(shown)
            #expect(try ids(quick ?? "") == expected && !expected.isEmpty, "\(view)")
        }
        let times = try store.rows("SELECT start_ns, end_ns FROM temp.chosen_time ORDER BY start_ns")
        #expect(times.count > 1 && times.count < 8, "what overlaps is one")
    }
}
