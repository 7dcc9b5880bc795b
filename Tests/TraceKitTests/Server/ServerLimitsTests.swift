import Foundation
import Testing

@testable import TraceKit

/// Folders that may be read, traces that stay open, work that is stopped.
@Suite struct ServerLimitsTests {
    /// The path of a root with a trace in it, and of a folder beside it with a secret.
    @discardableResult
    private func withRoots<Result>(_ body: (_ root: String, _ outside: String) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            let (root, outside) = ("\(folder)/root", "\(folder)/outside")
            for path in ["\(root)/sub", outside] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            let trace = Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")
            for path in ["\(root)/t.json", "\(root)/sub/t.json", "\(outside)/t.json"] {
                try trace.write(toFile: path, atomically: true, encoding: .utf8)
            }
            return try body(root, outside)
        }
    }

    @Test func `a file inside of the roots is read, by any path to it`() throws {
        try withRoots { root, outside in
            try FileManager.default.createSymbolicLink(
                atPath: "\(outside)/link.json", withDestinationPath: "\(root)/t.json")
            let run = try ServerRun(
                [
                    ServerRun.open(1, "t.json"), ServerRun.open(2, "\(root)/t.json"),
                    ServerRun.open(3, "sub/../t.json"),
                    ServerRun.open(4, "sub"), ServerRun.open(5, "\(outside)/link.json"),
                ], roots: [root])
            for id: Int64 in 1...5 { #expect(run.code(id) == 0 && !run.isError(id), "\(run.text(id))") }
            #expect(run.content(1)?["trace"] == run.content(5)?["trace"])
        }
    }

    @Test func `an empty path, and a sum beyond 64 bits, are called that`() throws {
        try withRoots { root, _ in
            let sql = "SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)"
            let run = try ServerRun(
                [
                    ServerRun.open(1, ""), ServerRun.open(2, "t.json"),
                    ServerRun.call(3, "query", "\"trace\":\"t1\",\"sql\":\"\(sql)\""),
                ], roots: [root])
            #expect(run.isError(1) && run.text(1).contains("a path is empty"), "\(run.text(1))")
            #expect(
                run.isError(3) && run.text(3).contains("your statement adds up to more than 64 bits"), "\(run.text(3))")
            #expect(!run.text(3).contains("damaged"))
        }
    }

    @Test func `sources are read inside of the roots only, as they are at that time, without importing again`() throws {
        try withRoots { root, outside in
            for folder in ["\(root)/App/Views", "\(outside)/App"] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try "struct Row: View {}\n".write(toFile: "\(folder)/Row.swift", atomically: true, encoding: .utf8)
            }
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/link", withDestinationPath: "\(outside)/App")
            func open(_ id: Int, _ sources: String) -> String {
                ServerRun.call(id, "open_trace", "\"inputs\":[\"t.json\"],\"source_root\":\"\(sources)\"")
            }
            let run = try ServerRun(
                [
                    open(1, "App"), open(2, "\(root)/App"), open(3, "\(outside)/App"), open(4, "../outside/App"),
                    open(5, "link"), open(6, "t.json"), open(7, "none"), open(8, "sub"),
                ], roots: [root])
            for id: Int64 in [1, 2, 8] { #expect(!run.isError(id), "\(run.text(id))") }
            #expect(run.content(2)?["trace"] == .text("t1"))
            for id: Int64 in 3...7 { #expect(run.isError(id), "\(run.text(id))") }
            #expect(run.text(8).contains("no Swift source is here"))
            #expect(throws: TraceError.self) { try ServerRun([], roots: [root], sourceRoots: ["\(outside)/App"]) }
            #expect(throws: TraceError.self) { try ServerRun([], roots: [root], sourceRoots: ["\(root)/t.json"]) }
        }
    }

    @Test func `a file outside of the roots is refused, by any path to it`() throws {
        try withRoots { root, outside in
            let files = FileManager.default
            try files.createSymbolicLink(atPath: "\(root)/link.json", withDestinationPath: "\(outside)/t.json")
            try files.createDirectory(atPath: "\(root)/linked", withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: "\(root)/linked/t.json", withDestinationPath: "\(outside)/t.json")
            try files.createDirectory(atPath: "\(root)-twin", withIntermediateDirectories: true)
            try files.copyItem(atPath: "\(root)/t.json", toPath: "\(root)-twin/t.json")
            mkfifo("\(root)/pipe", 0o600)
            let paths = [
                "\(outside)/t.json", "../outside/t.json", "link.json", "linked", "\(root)-twin/t.json", "/etc/passwd",
                "..",
                "pipe", "/dev/stdin", "\(outside)/t.json#1", "-",
            ]
            let run = try ServerRun(
                paths.enumerated().map { ServerRun.open($0 + 1, $1) } + [
                    ServerRun.open(50, "t.json"),
                    ServerRun.call(51, "check_budget", "\"trace\":\"t1\",\"budget\":\"../outside/t.json\""),
                    ServerRun.call(52, "compare_traces", "\"before\":[\"t1\"],\"after\":[\"link.json\"]"),
                ], roots: [root])
            for (index, path) in paths.enumerated() { #expect(run.isError(Int64(index + 1)), "\(path)") }
            #expect(!run.isError(50) && run.isError(51) && run.isError(52))
        }
    }

    @Test func `what is outside of the roots gets one answer, whether it is there or not`() throws {
        try withRoots { root, outside in
            for folder in [outside, "../outside"] {
                let names = ["there.json", "gone.json"]
                try Traces.updates("").write(toFile: "\(outside)/there.json", atomically: true, encoding: .utf8)
                let calls = names.enumerated().map { ServerRun.open($0 + 1, "\(folder)/\($1)") }
                let run = try ServerRun(calls, roots: [root])
                #expect(run.isError(1) && run.text(1).contains("no such file, or it is outside the folders"))
                #expect(run.text(1).replacing("there.json", with: "gone.json") == run.text(2))
            }
        }
    }

    @Test func `inputs that are several traces are refused before a row of them is read`() throws {
        try withRoots { root, _ in
            let unreadable = #"{"format": "tracekit", "version": 1, "updates": [{"view": "V", "start_ns": "x"}]}"#
            try unreadable.write(toFile: "\(root)/rows.json", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [
                    ServerRun.call(1, "open_trace", "\"inputs\":[\"t.json\",\"rows.json\"]"),
                    ServerRun.open(2, "rows.json"),
                ],
                roots: [root])
            #expect(run.isError(1) && run.text(1).contains("these inputs are 2 traces"))
            #expect(run.isError(2) && run.text(2).contains("none of the 1 rows"))
        }
    }

    @Test func `a root that is no folder is an error`() throws {
        #expect(throws: TraceError.self) { try ServerRoots(["/none"]) }
        try withRoots { root, _ in #expect(throws: TraceError.self) { try ServerRoots(["\(root)/t.json"]) } }
        #expect(try ServerRoots(["/"]).resolve("/etc/passwd").hasSuffix("passwd"))
    }

    @Test func `a trace of a database is named by its id`() throws {
        try withRoots { root, _ in
            var options = TracePipeline.Options()
            options.addsAgain = true
            for _ in 0..<2 {
                _ = try TracePipeline.load(["\(root)/t.json"], into: .file("\(root)/two.sqlite"), options)
            }
            let run = try ServerRun(
                [
                    ServerRun.open(1, "two.sqlite"), ServerRun.open(2, "two.sqlite#2"),
                    ServerRun.open(3, "two.sqlite#3"),
                    ServerRun.call(4, "query", "\"trace\":\"t1\",\"sql\":\"SELECT count(*) FROM traces\""),
                    ServerRun.call(5, "open_trace", "\"inputs\":[\"t.json\",\"sub/t.json\"]"),
                    ServerRun.call(6, "open_trace", "\"inputs\":[\"two.sqlite#1\"],\"profile\":\"instruments\""),
                    ServerRun.call(7, "open_trace", "\"inputs\":[\"t.json\"],\"profile\":\"device\""),
                ], roots: [root])
            #expect(run.isError(1) && run.text(1).contains("2 traces") && run.text(1).contains("FILE#ID"))
            #expect(run.content(2)?["trace_id"] == .text("2"))
            #expect(run.isError(3))
            #expect(run.content(4)?["rows"] == .array([.array([.integer(2)])]))
            #expect(run.isError(5) && run.text(5).contains("one_trace"))
            #expect(run.content(6)?["trace"] != nil && run.isError(7))
        }
    }

    @Test func `eight traces stay open, and the one used longest ago is closed for a ninth`() throws {
        try withRoots { root, _ in
            for index in 0..<9 {
                let trace = Traces.updates("{\"id\": 1, \"view\": \"V\(index)\", \"start_ns\": 5, \"duration_ns\": 1}")
                try trace.write(toFile: "\(root)/\(index).json", atomically: true, encoding: .utf8)
            }
            let problems = { (id: Int, trace: String) in ServerRun.call(id, "find_problems", "\"trace\":\"\(trace)\"") }
            let run = try ServerRun(
                (0..<8).map { ServerRun.open($0 + 1, "\($0).json") }
                    + [problems(20, "t1"), ServerRun.open(9, "8.json"), problems(21, "t1"), problems(22, "t2")]
                    + [problems(23, "t9"), ServerRun.open(24, "1.json")], roots: [root])
            for id: Int64 in [20, 21, 23] { #expect(!run.isError(id)) }
            #expect(run.isError(22) && run.text(22).contains("was closed") && run.text(22).contains("1.json"))
            #expect(run.content(24)?["trace"] == .text("t10"))
        }
    }

    @Test func `a file that has changed is another trace`() throws {
        try withRoots { root, _ in
            let roots = try ServerRoots([root])
            let session = try ServerSession(roots)
            let tool = OpenTraceTool.tool
            func open() throws -> String? {
                let arguments = try ToolArguments(.object([.init("inputs", .texts(["t.json"]))]), for: tool)
                let call = ToolCall(
                    arguments: arguments, session: session, interruption: Interruption(), progress: ProgressReport(nil))
                return try tool.run(call)["trace"]?.text
            }
            #expect(try open() == "t1")
            #expect(try open() == "t1")
            let other = Traces.updates("{\"id\": 1, \"view\": \"Other\", \"start_ns\": 5, \"duration_ns\": 1}")
            try other.write(toFile: "\(root)/t.json", atomically: true, encoding: .utf8)
            #expect(try open() == "t2")
        }
    }

    // MARK: Stopping

    @Test func `an interruption inside another one stops alone, and with it`() {
        let outer = Interruption()
        let (one, two) = (Interruption(inside: outer), Interruption(inside: outer))
        one.request()
        #expect(one.isRequested && !two.isRequested && !outer.isRequested)
        outer.request()
        #expect(two.isRequested)
        _ = two.guarding { $0.paths.insert("/none") }
        #expect(outer.guarding { $0.paths } == ["/none"])
    }

    @Test func `a call that is stopped stops its query and leaves the trace open`() throws {
        let session = try ServerSession(ServerRoots([ServerRun.samples]))
        func run(_ tool: ServerTool, _ arguments: [JSONValue.Member], _ interruption: Interruption) throws -> ToolAnswer
        {
            try tool.run(
                ToolCall(
                    arguments: ToolArguments(.object(arguments), for: tool), session: session,
                    interruption: interruption,
                    progress: ProgressReport(nil)))
        }
        let inputs = JSONValue.Member("inputs", .texts(["landmarks-after.json"]))
        let stopped = Interruption()
        stopped.request()
        #expect(throws: Interruption.error) { try run(OpenTraceTool.tool, [inputs], stopped) }
        #expect(session.traces.count == 0)
        _ = try run(OpenTraceTool.tool, [inputs], Interruption())
        let endless = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let query: [JSONValue.Member] = [.init("trace", .text("t1")), .init("sql", .text(endless))]
        #expect(throws: Interruption.error) { try run(QueryTool.tool, query, stopped) }
        let problems = try run(FindProblemsTool.tool, [.init("trace", .text("t1"))], Interruption())
        #expect(problems["total"]?.whole ?? 0 > 0)
    }
}
