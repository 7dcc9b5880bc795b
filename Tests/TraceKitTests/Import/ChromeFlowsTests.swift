import Testing

@testable import TraceKit

/// Flows between intervals go in, edges of the cause graph come out.
@Suite struct ChromeFlowsTests {
    private func check(
        _ events: String..., become lines: [String], skipped: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records(ChromeFixtures.array(events))
        let graph = ChromeFixtures.lines(records).filter { !$0.hasPrefix("signpost") }
        #expect(graph == lines, sourceLocation: sourceLocation)
        #expect(records.counters.count(.skippedFlow) == skipped, sourceLocation: sourceLocation)
    }

    private let tap = "X tap 0 \"dur\": 5"
    private let row = "X Row.body 10 \"dur\": 5"

    @Test func `a flow between two updates is an edge`() throws {
        try check(
            "X List.body 0 \"dur\": 5", "s update 1 \"id\": 1", row, "f update 10 \"id\": 1, \"bp\": \"e\"",
            become: ["body List 0+5000", "body Row 10000+5000", "edge 0→1 update @1000"])
    }

    @Test func `an end that is no update becomes a node beside its signpost`() throws {
        let records = try LogFixtures.records(
            ChromeFixtures.array(["X load 0 \"dur\": 5", "s f 1 \"id\": 1", row, "f f 10 \"id\": 1, \"bp\": \"e\""]))
        #expect(
            ChromeFixtures.lines(records) == [
                "signpost load 0+5000", "body Row 10000+5000", "other node load 0", "edge 0→1 f @1000",
            ])
    }

    @Test func `the name tells the node's kind in Instruments' words`() throws {
        for (name, node) in [
            ("@State\\u0020Row.isOn", "state node Row.isOn 0"),
            ("Creation\\u0020of\\u0020Row", "creation node Creation of Row 0"),
            ("Tap\\u0020\\\"Favorite\\\"", "interaction tap Favorite 0+5000"),
            ("EnvironmentWriter:\\u0020Search", "environmentWriter node EnvironmentWriter: Search 0"),
        ] {
            try check(
                "X \(name) 0 \"dur\": 5", "s update 0 \"id\": 1", row, "f update 10 \"id\": 1, \"bp\": \"e\"",
                become: ["body Row 10000+5000", node, "edge 0→1 update @0"])
        }
    }

    @Test func `a flow named creation makes a creation of the update`() throws {
        try check(
            tap, "s creation 1 \"id\": 1", row, "f creation 10 \"id\": 1, \"bp\": \"e\"",
            become: ["body Row 10000+5000 creation", "gesture node tap 0", "edge 0→1 creation @1000"])
    }

    @Test func `steps link one after another`() throws {
        try check(
            "X A.body 0 \"dur\": 2", "X B.body 10 \"dur\": 2", "X C.body 20 \"dur\": 2", "s f 0 \"id\": 1",
            "t f 11 \"id\": 1", "f f 21 \"id\": 1, \"bp\": \"e\"",
            become: [
                "body A 0+2000", "body B 10000+2000", "body C 20000+2000", "edge 0→1 f @0", "edge 1→2 f @11000",
            ])
    }

    @Test func `the innermost interval at the time is meant`() throws {
        try check(
            "X Outer.body 0 \"dur\": 20", "X Inner.body 5 \"dur\": 5", "s f 6 \"id\": 1", "s f 12 \"id\": 2",
            "X Row.body 30 \"dur\": 1", "f f 30 \"id\": 1, \"bp\": \"e\"", "f f 31 \"id\": 2, \"bp\": \"e\"",
            become: [
                "body Outer 0+20000", "body Inner 5000+5000", "body Row 30000+1000", "edge 0→2 f @12000",
                "edge 1→2 f @6000",
            ])
    }

    @Test func `an interval without length is over right after it`() throws {
        try check(
            "X Outer.body 0 \"dur\": 20", "X Mark.body 5 \"dur\": 0", "s f 12 \"id\": 1",
            "X Row.body 30 \"dur\": 1", "f f 30 \"id\": 1, \"bp\": \"e\"",
            become: [
                "body Outer 0+20000", "body Mark 5000+0", "body Row 30000+1000", "edge 0→2 f @12000",
            ])
    }

    @Test func `an end binds to the next interval unless it says otherwise`() throws {
        let ends = [("f f 8 \"id\": 1", 2), ("f f 8 \"id\": 1, \"bp\": \"e\"", 1), ("f f 10 \"id\": 1", 2)]
        for (event, target) in ends {
            try check(
                "X A.body 0 \"dur\": 2", "X B.body 7 \"dur\": 2", row, "s f 1 \"id\": 1", event,
                become: ["body A 0+2000", "body B 7000+2000", "body Row 10000+5000", "edge 0→\(target) f @1000"])
        }
    }

    @Test func `what links nothing is skipped by name`() throws {
        let one = ["body Row 0+5000"]
        try check(row, "s f 11 \"id\": 1", become: one, skipped: 1)
        try check(row, "f f 11 \"id\": 1", become: one, skipped: 1)
        try check(row, "s f 11 \"id\": 1", "f f 12 \"id\": 1, \"bp\": \"e\"", become: one, skipped: 2)
        try check(row, "s f 11 \"id\": 1", "f f 99 \"id\": 1", become: one, skipped: 2)
        try check(row, "s f 11 \"id\": 1", "f g 11 \"id\": 1", "f f 11 \"id\": 2", become: one, skipped: 3)
        try check(row, "s f 1 \"id\": 1", "s f 11 \"id\": 1, \"tid\": 77", become: one, skipped: 2)
    }

    @Test func `operations and instants are no ends of flows`() throws {
        try check(
            "b op 0 \"id\": 1", "s f 1 \"id\": 1", "e op 20 \"id\": 1", "i now 1", row,
            "f f 11 \"id\": 1, \"bp\": \"e\"", become: ["body Row 10000+5000"], skipped: 2)
    }
}
