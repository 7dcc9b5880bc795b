import Foundation
import Testing

@testable import TraceKit

/// What agents are told is what the tools can do.
@Suite struct AgentWordsTests {
    private static let before = ServerRun.open(1, "landmarks-before.json")

    /// Two processes, an interaction of signposts, and a view that a pattern leaves out.
    private static let document = """
        {"format": "tracekit", "trace": {"duration_ns": 3000000000}, "updates": [
        {"view": "Row", "process": "App (7)", "start_ns": 1000000, "duration_ns": 20000000},
        {"view": "Row", "process": "App (7)", "start_ns": 31000000, "duration_ns": 2000000},
        {"view": "Clock", "process": "Widget (8)", "start_ns": 2000000, "duration_ns": 18000000}],
        "signposts": [{"name": "Step", "subsystem": "com.example", "category": "Test", "process": "App (7)",
        "start_ns": 0, "duration_ns": 900000000}],
        "logs": [{"start_ns": 5, "message": "hello"}]}
        """

    private static func withDocument(_ body: (_ folder: String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try document.write(toFile: "\(folder)/two.json", atomically: true, encoding: .utf8)
            try body(folder)
        }
    }

    @Test func `process, interactions and ignored views are those of one trace`() throws {
        try Self.withDocument { folder in
            func open(_ id: Int, _ more: String) -> String {
                ServerRun.call(id, "open_trace", "\"inputs\":[\"two.json\"]\(more)")
            }
            let run = try ServerRun(
                [
                    open(1, ",\"process\":\"Widget (8)\""), open(2, ",\"process\":\"App (7)\""),
                    open(3, ",\"process\":\"all\",\"interactions\":[\"com.example:Test\"],\"ignore\":[\"Row\"]"),
                    open(4, ",\"process\":\"Nobody\""), open(5, ",\"interactions\":[\"none\"]"),
                    ServerRun.call(6, "query", "\"trace\":\"t1\",\"sql\":\"SELECT view FROM updates WHERE is_target\""),
                    ServerRun.call(7, "query", "\"trace\":\"t2\",\"sql\":\"SELECT view FROM updates WHERE is_target\""),
                    open(8, ",\"process\":\"Widget (8)\""),
                ], roots: [folder])
            #expect(run.content(6)?["rows"]?.line == #"[["Clock"]]"#, "\(run.text(6))")
            #expect(run.content(7)?["rows"]?.line == #"[["Row"],["Row"]]"#, "\(run.text(7))")
            #expect(run.content(3)?["interactions_total"] == .integer(1), "\(run.text(3))")
            #expect(run.isError(4) && run.isError(5) && run.text(5).contains("SUBSYSTEM:CATEGORY"))
            // Opened in the same way it is the same trace.
            #expect(run.content(8)?["trace"] == run.content(1)?["trace"])
        }
    }

    @Test func `no answer names options or commands of the command line`() throws {
        try Self.withDocument { folder in
            try "not a budget".write(toFile: "\(folder)/b.json", atomically: true, encoding: .utf8)
            let budget = "\"trace\":\"t1\",\"budget\""
            try #"{"version": 1, "trace": {"red": "+10 %"}}"#
                .write(toFile: "\(folder)/r.json", atomically: true, encoding: .utf8)
            try #"{"version": 1, "trace": {"hang_ms": 0, "red": 0}}"#
                .write(toFile: "\(folder)/u.json", atomically: true, encoding: .utf8)
            try "a,b\n1,2\n".write(toFile: "\(folder)/t.csv", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [
                    ServerRun.open(1, "two.json"), ServerRun.call(2, "find_problems", "\"trace\":\"t1\""),
                    ServerRun.call(3, "check_budget", "\(budget):\"b.json\""),
                    ServerRun.call(4, "check_budget", "\(budget):\"r.json\""),
                    ServerRun.call(5, "check_budget", "\(budget):\"u.json\""),
                    ServerRun.call(6, "query", "\"trace\":\"t1\",\"sql\":\"SELECT * FROM nothing\""),
                    ServerRun.call(7, "compare_traces", "\"before\":[\"t1\"],\"after\":[\"two.json\"]"),
                    ServerRun.open(8, "t.csv"),
                ], roots: [folder])
            for id: Int64 in 1...8 {
                let text = run.text(id)
                #expect(!text.contains(" --") && !text.contains("'--") && !text.contains("(--"), "\(text)")
                for command in ["report", "chains", "check", "diff", "doctor", "schema", "query", "explain"] {
                    #expect(!text.contains("trace-analyze \(command)"), "\(text)")
                }
            }
            #expect(run.text(1).contains("Widget (8)"), "\(run.text(1))")
        }
    }

    @Test(arguments: [
        (
            "its 4 intervals are view body updates; to keep signposts: --body-signposts none",
            "its 4 intervals are view body updates"
        ),
        (
            "rows of your own, read as: view = screen. To correct that, name a field: --map FIELD=KEY",
            "rows of your own, read as: view = screen."
        ),
        (
            "5 durations within 9 ns: are they milliseconds? Give --map 'start_ms=t' --map 'duration_ms=d'",
            "5 durations within 9 ns: are they milliseconds?"
        ),
        (
            "all 5 updates start at the same time: if another key holds the start, give --map start_ms=NAME",
            "all 5 updates start at the same time"
        ),
        (
            "rows of 2 processes: choose one with --process NAME",
            "rows of 2 processes: choose one with open_trace's process NAME"
        ),
        (
            "record again: xcrun xctrace record --template SwiftUI",
            "record again: xcrun xctrace record --template SwiftUI"
        ),
        ("the view 'Row --old' ran -- often", "the view 'Row --old' ran -- often"),
    ]) func `a note keeps what it says, without the options that no tool has`(note: String, told: String) {
        #expect(AgentWords.note(note) == told)
    }

    @Test func `SQL of rows is there where it is asked for, and short`() throws {
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":1"),
            ServerRun.call(3, "find_problems", "\"trace\":\"t1\",\"limit\":1,\"sql\":true"),
        ])
        #expect(!run.text(2).contains("\"sql\":"))
        let findings = run.content(3)?["problems"]?.items?.first?["findings"]?.items ?? []
        #expect(!findings.isEmpty)
        for finding in findings {
            let sql = try #require(finding["sql"]?.text)
            #expect(sql.utf8.count <= 400 && sql.hasPrefix("SELECT "))
        }
    }
}
