import Testing

@testable import TraceKit

/// An edge that has nothing but its ends stands with the node it leads to; who reads the edges back cannot tell.
@Suite struct PlainEdgesTests {
    /// The update 5 has three causes: one by its own word, one with a time, one with a label.
    private static let document = """
        {"format": "tracekit", "version": 1,
         "causes": [{"id": 1, "name": "a", "start_ns": 0}, {"id": 2, "name": "b", "cause": 1, "start_ns": 1},
                    {"id": 3, "name": "c", "start_ns": 2}],
         "updates": [{"id": 5, "view": "Row", "cause": 2, "start_ns": 10, "duration_ns": 1},
                     {"id": 6, "view": "Row", "cause": 3, "start_ns": 20, "duration_ns": 1}],
         "edges": [{"from": 1, "to": 5, "at_ns": 7}, {"from": 3, "to": 5, "label": "creation"},
                   {"from": 1, "to": 6}]}
        """

    @Test func `of a node's edges the first plain one needs no row`() throws {
        let store = try Traces.store(Self.document)
        #expect(
            try store.rows("SELECT source_id, cause_id FROM view_update ORDER BY id") == ["5|2", "6|1"])
        #expect(try store.rows("SELECT source_id, cause_id FROM cause ORDER BY id") == ["1|-", "2|1", "3|-"])
        #expect(
            try store.rows("SELECT from_id, to_id, at_ns FROM edge ORDER BY id") == ["1|4|7", "3|4|-", "3|5|-"])
        #expect(
            try store.rows("SELECT id < 0, cause, effect, label FROM effects ORDER BY to_id, from_id") == [
                "1|a|b|update", "0|a|Row.body|update", "1|b|Row.body|update", "0|c|Row.body|creation",
                "1|a|Row.body|update", "0|c|Row.body|update",
            ])
    }

    @Test func `edges read back are those of the import, in its order`() throws {
        let store = try Traces.store(Self.document)
        let found = try TraceReader.read(store.database, trace: 1)
        let pairs = (0..<found.edges.count).map { "\(found.edges[$0].from)>\(found.edges[$0].to)" }
        #expect(pairs == ["0>1", "0>3", "1>3", "2>3", "0>4", "2>4"])
        #expect(found.edges[1].at == 7)
        #expect(found.names.text(found.edges[3].label) == "creation")
    }
}
