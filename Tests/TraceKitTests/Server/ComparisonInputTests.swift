import Foundation
import Testing

@testable import TraceKit

/// The inputs of `compare_traces`: paths and handles, more than may be open.
@Suite struct ComparisonInputTests {
    /// Taps that update a row, `updates` times each.
    private static func trace(_ updates: Int, seed: Int) -> String {
        let taps = (0..<6).map {
            "{\"id\": \($0 + 1), \"kind\": \"tap\", \"name\": \"Like\", \"start_ns\": \($0 * 1_000_000_000), \"duration_ns\": 1}"
        }
        let rows = (0..<6).flatMap { tap in
            (0..<updates).map { row in
                let start = tap * 1_000_000_000 + 1_000_000 + row * 10_000 + seed
                return """
                    {"id": \(100 + tap * 50 + row), "view": "Card", "cause": \(tap + 1), "start_ns": \(start), \
                    "duration_ns": 9000}
                    """
            }
        }
        return """
            {"format": "tracekit", "version": 1, "trace": {"duration_ns": 9000000000},
            "interactions": [\(taps.joined(separator: ", "))], "updates": [\(rows.joined(separator: ", "))]}
            """
    }

    private static func withTraces(_ count: Int, _ body: (_ folder: String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for index in 0..<count {
                for (side, updates) in [("a", 9), ("b", 3)] {
                    try trace(updates, seed: index).write(
                        toFile: "\(folder)/\(side)\(index).json", atomically: true, encoding: .utf8)
                }
            }
            try body(folder)
        }
    }

    private static func list(_ side: String, _ numbers: Range<Int>) -> String {
        "[\(numbers.map { "\"\(side)\($0).json\"" }.joined(separator: ","))]"
    }

    @Test func `twelve traces a side are compared by their paths, and no handle is closed`() throws {
        try Self.withTraces(12) { folder in
            let compare = "\"before\":\(Self.list("a", 0..<12)),\"after\":\(Self.list("b", 0..<12))"
            let run = try ServerRun(
                [
                    ServerRun.open(1, "b3.json"), ServerRun.call(2, "compare_traces", compare),
                    ServerRun.call(3, "find_problems", "\"trace\":\"t1\""),
                    // What a client opens later closes what a comparison left, first of all.
                ] + (4..<11).map { ServerRun.open($0, "a\($0).json") }
                    + [ServerRun.call(20, "find_problems", "\"trace\":\"t1\"")], roots: [folder])
            #expect(run.content(2)?["verdict"] == .text("better"), "\(run.text(2))")
            #expect(!run.isError(3) && !run.isError(20), "\(run.text(20))")
        }
    }

    @Test func `handles that were closed are compared too`() throws {
        try Self.withTraces(6) { folder in
            let opened =
                (0..<6).map { ServerRun.open($0 + 1, "a\($0).json") }
                + (0..<6).map { ServerRun.open($0 + 7, "b\($0).json") }
            let before = (1...6).map { "\"t\($0)\"" }.joined(separator: ",")
            let after = (7...12).map { "\"t\($0)\"" }.joined(separator: ",")
            let run = try ServerRun(
                opened + [
                    ServerRun.call(20, "find_problems", "\"trace\":\"t1\""),
                    ServerRun.call(21, "compare_traces", "\"before\":[\(before)],\"after\":[\(after)]"),
                ], roots: [folder])
            #expect(run.isError(20) && run.text(20).contains("was closed"))
            #expect(run.content(21)?["verdict"] == .text("better"), "\(run.text(21))")
        }
    }

    @Test func `a closed handle whose file has changed is not another trace`() throws {
        try Self.withTraces(9) { folder in
            let session = try ServerSession(ServerRoots([folder]))
            func run(_ tool: ServerTool, _ arguments: [JSONValue.Member]) throws(TraceError) -> ToolAnswer {
                let call = ToolCall(
                    arguments: try ToolArguments(.object(arguments), for: tool), session: session,
                    interruption: Interruption(), progress: ProgressReport(nil))
                return try tool.run(call)
            }
            for index in 0..<9 { _ = try run(OpenTraceTool.tool, [.init("inputs", .texts(["a\(index).json"]))]) }
            let sides: [JSONValue.Member] = [.init("before", .texts(["t1"])), .init("after", .texts(["b0.json"]))]
            #expect(try run(CompareTracesTool.tool, sides)["verdict"] != nil)
            try Self.trace(3, seed: 0).write(toFile: "\(folder)/a0.json", atomically: true, encoding: .utf8)
            let error = #expect(throws: TraceError.self) { try run(CompareTracesTool.tool, sides) }
            #expect(error?.diagnostic.message.contains("are not those that were opened") == true)
            #expect(error?.diagnostic.fix == "open them again: open_trace {\"inputs\":[\"a0.json\"]}")
        }
    }
}
