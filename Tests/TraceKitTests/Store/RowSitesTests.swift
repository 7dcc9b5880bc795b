import Testing

@testable import TraceKit

/// What many rows have in common is numbered in order of its first row, whichever way it is found again.
@Suite struct RowSitesTests {
    @Test func `updates of a view on a thread share a row, and so do signposts of an emitter`() throws {
        let store = try Traces.store(
            """
            {"format": "tracekit", "version": 1,
             "updates": [
              {"view": "Row", "start_ns": 1, "duration_ns": 1}, {"view": "Row", "start_ns": 2, "duration_ns": 1},
              {"view": "Row", "thread": "worker", "start_ns": 3, "duration_ns": 1},
              {"view": "Row", "category": "layout", "start_ns": 4, "duration_ns": 1}],
             "signposts": [
              {"name": "load", "start_ns": 1}, {"name": "load", "start_ns": 2},
              {"name": "load", "subsystem": "app", "start_ns": 3}]}
            """)
        #expect(try store.rows("SELECT codes >> 13 FROM view_update ORDER BY id") == ["1", "1", "2", "3"])
        #expect(
            try store.rows("SELECT view, thread, category FROM updates ORDER BY id") == [
                "Row|main|-", "Row|main|-", "Row|worker|-", "Row|main|layout",
            ])
        #expect(try store.rows("SELECT site_id FROM signpost ORDER BY id") == ["1", "1", "2"])
        #expect(
            try store.rows("SELECT name, subsystem FROM signposts ORDER BY id") == ["load|-", "load|-", "load|app"])
    }
}
