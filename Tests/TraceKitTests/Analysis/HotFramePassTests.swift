import Testing

@testable import TraceKit

/// The hottest of the app's own frames in each long view body.
@Suite struct HotFramePassTests {
    /// Stacks are leaf first; one sample a millisecond from 1 ms on, of which `check` gives one or more per update.
    private func check(
        samples: [[String]], updates: String = #"{"id": 1, "view": "Row", "start_ns": 0, "duration_ns": 20000000}"#,
        _ expected: [String]
    ) throws {
        let rows = samples.enumerated().map { index, frames in
            let stack = frames.map { "\"\($0)\"" }.joined(separator: ", ")
            return
                #"{"start_ns": \#((index + 1) * 1_000_000), "weight_ns": 1000000, "thread": "main", "frames": [\#(stack)]}"#
        }
        let store = try Traces.store(
            #"{"format": "tracekit", "updates": [\#(updates)], "samples": [\#(rows.joined(separator: ","))]}"#)
        #expect(
            try store.rows(
                """
                SELECT source_id, hottest_frame, hottest_frame_samples, body_samples FROM long_updates
                WHERE hottest_frame IS NOT NULL ORDER BY id
                """) == expected)
    }

    @Test func `samples count for the innermost frame of the app, also below frameworks`() throws {
        try check(
            samples: [
                ["malloc", "DateFormatter.init()", "Row.date.getter", "Row.body.getter", "main"],
                ["DateFormatter.string(from:)", "Row.date.getter", "Row.body.getter", "main"],
                ["memcpy", "Row.body.getter", "main"],
            ], ["1|Row.date.getter|2|3"])
    }

    @Test func `closures and generic accessors are told apart`() throws {
        try check(
            samples: [["ViewBodyAccessor<Row>.updateBody", "main"], ["closure #1 in Row.body.getter", "main"]],
            ["1|closure #1 in Row.body.getter|1|2"])
    }

    @Test func `of equal frames the first by name`() throws {
        try check(samples: [["Row.b()"], ["Row.a()"]], ["1|Row.a()|1|2"])
    }

    @Test func `a sample belongs to the innermost long body`() throws {
        try check(
            samples: [["Row.a()"], ["Inner.b()"], ["Inner.b()"]],
            updates: """
                {"id": 1, "view": "Row", "start_ns": 0, "duration_ns": 20000000},
                {"id": 2, "view": "Inner", "start_ns": 2000000, "duration_ns": 9000000}
                """, ["1|Row.a()|1|1", "2|Inner.b()|2|2"])
    }

    @Test func `a body within its deadline and a body without samples have none`() throws {
        try check(
            samples: [["Row.a()"]],
            updates: """
                {"id": 1, "view": "Row", "start_ns": 0, "duration_ns": 8300000},
                {"id": 2, "view": "Row", "start_ns": 50000000, "duration_ns": 9000000}
                """, [])
    }

    @Test func `frames of frameworks alone name nobody`() throws {
        try check(samples: [["malloc", "start"]], [])
    }

    @Test func `views of the frameworks, and what is no body, name no frames of the app`() throws {
        try check(
            samples: [["Text.body.getter"], ["Grid.place()"], ["Row.a()"]],
            updates: """
                {"id": 1, "view": "Row", "start_ns": 0, "duration_ns": 20000000},
                {"id": 2, "view": "Text", "module": "SwiftUI", "start_ns": 50000000, "duration_ns": 1},
                {"id": 3, "view": "Grid", "kind": "layout", "start_ns": 50000000, "duration_ns": 1}
                """, ["1|Row.a()|1|3"])
    }
}
