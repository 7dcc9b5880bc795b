import Foundation
import Testing

@testable import TraceKit

/// What the tools give, and what they refuse.
@Suite struct ToolTests {
    private static let before = ServerRun.open(1, "landmarks-before.json")

    // MARK: The list

    @Test func `the list of tools is short, read-only and in a fixed order`() throws {
        let run = try ServerRun([ServerRun.modern(1, "tools/list"), ServerRun.modern(2, "tools/list")])
        let tools = run.result(1)?["tools"]?.items ?? []
        #expect(
            tools.compactMap { $0["name"]?.text } == [
                "open_trace", "find_problems", "trace_causes", "call_tree", "compare_traces", "check_budget", "query",
                "help",
            ])
        #expect(run.result(1) == run.result(2))
        #expect(run.messages[0].line.utf8.count < 8000, "\(run.messages[0].line.utf8.count)")
        for tool in tools {
            #expect(tool["annotations"]?["readOnlyHint"] == .bool(true))
            for schema in ["inputSchema", "outputSchema"] {
                let names = tool[schema]?["properties"]?.members?.map(\.key) ?? []
                #expect(tool[schema]?["type"] == .text("object") && !names.isEmpty)
                for name in tool[schema]?["required"]?.items ?? [] { #expect(names.contains(name.text ?? "")) }
            }
        }
    }

    // MARK: Each of them

    @Test func `every tool answers in its form, in few bytes`() throws {
        let calls: [(tool: String, arguments: String)] = [
            ("find_problems", ""), ("find_problems", "\"view\":\"LandmarkRow\",\"limit\":1"),
            ("find_problems", "\"rule\":\"fan-out\""), ("find_problems", "\"interaction\":\"9\""),
            ("find_problems", "\"interaction\":9,\"rule\":\"hang-busy\""),
            ("find_problems", "\"window\":\"9000..9400\""),
            ("trace_causes", "\"view\":\"LandmarkRow\""),
            ("trace_causes", "\"view\":\"LandmarkRow\",\"depth\":1,\"limit\":2"),
            ("trace_causes", "\"view\":\"LandmarkList\",\"direction\":\"effects\""),
            ("trace_causes", "\"interaction\":\"2\""), ("trace_causes", "\"update\":\"500\""),
            ("trace_causes", "\"update\":500,\"direction\":\"effects\""),
            ("call_tree", ""), ("call_tree", "\"inverted\":true,\"window\":\"9000..9400\""),
            ("query", "\"sql\":\"SELECT * FROM updates\",\"max_rows\":1000"),
            ("query", "\"sql\":\"SELECT * FROM logs\""),
            ("check_budget", "\"budget\":\"../Tests/Golden/budget.json\""),
        ]
        let lines = calls.enumerated().map { index, call in
            ServerRun.call(
                index + 2, call.tool, "\"trace\":\"t1\"\(call.arguments.isEmpty ? "" : ",")\(call.arguments)")
        }
        let others = [
            ServerRun.call(
                101, "compare_traces", "\"before\":[\"t1\"],\"after\":[\"SampleTraces/landmarks-after.json\"]"),
            ServerRun.call(102, "help", "\"topic\":\"schema\""),
            ServerRun.call(103, "help", "\"topic\":\"view:updates\""),
            ServerRun.call(104, "help", "\"topic\":\"rule:fan-out\""),
            ServerRun.call(105, "help", "\"topic\":\"recording\""),
        ]
        let open = ServerRun.open(1, "SampleTraces/landmarks-before.json")
        let run = try ServerRun(
            [open] + lines.map { $0.replacing("../Tests", with: "Tests") } + others, roots: [Repository.root])
        expectConforms(run.content(1), to: "open_trace")
        for (index, call) in calls.enumerated() { expectConforms(run.content(Int64(index + 2)), to: call.tool) }
        expectConforms(run.content(101), to: "compare_traces")
        for id: Int64 in 102...105 { expectConforms(run.content(id), to: "help") }
        for message in run.messages {
            guard let content = message["result"]?["structuredContent"] else { continue }
            #expect(content.line.utf8.count <= ToolAnswer.limit)
            #expect(message["result"]?["content"]?.items?.first?["text"] == .text(content.line))
        }
    }

    @Test func `an opened trace says what is in it and what to call next`() throws {
        let run = try ServerRun([Self.before, ServerRun.open(2, "landmarks-before.json")])
        let content = run.content(1)
        #expect(content?["trace"] == .text("t1") && content?["trace_id"] == .text("1"))
        let headline = content?["headline"]?.items?.compactMap(\.text) ?? []
        #expect(headline.count == 4 && headline[0].hasPrefix("Recorded: Landmarks 1.4"))
        let answers = content?["answers"]?.items ?? []
        #expect(
            answers.count == 9 && Set(answers.map { "\($0["level"]?.text ?? "") \($0["why"]?.text ?? "")" }).count == 9)
        let first = content?["interactions"]?.items?.first
        #expect(first?["title"] == .text("tap Favorite") && first?["id"]?.text != nil)
        #expect(content?["rejects"]?["rejected"] == .integer(0))
        #expect(content?["next"]?.items?.first == .text("find_problems {\"trace\":\"t1\"}"))
        // The same file opened again is the same trace.
        #expect(run.content(2) == content)
    }

    @Test func `problems are ranked, and pages of them make the whole list`() throws {
        let whole = try ServerRun([Self.before, ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":50")])
        let all = whole.content(2)?["problems"]?.items?.compactMap { $0["id"]?.text } ?? []
        #expect(all.count > 4 && whole.content(2)?["total"] == .count(all.count))
        let costs = whole.content(2)?["problems"]?.items?.compactMap { $0["cost_ms"] }.map { value -> Double in
            if case .real(let number) = value { number } else { Double(value.whole ?? 0) }
        }
        #expect(costs == costs?.sorted(by: >))
        var (ids, cursor): ([String], String) = ([], "")
        for _ in 0..<20 {
            let more = cursor.isEmpty ? "" : ",\"cursor\":\"\(cursor)\""
            let run = try ServerRun([
                Self.before, ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":2\(more)"),
            ])
            ids += run.content(2)?["problems"]?.items?.compactMap { $0["id"]?.text } ?? []
            guard let next = run.content(2)?["next_cursor"]?.text else { break }
            cursor = next
        }
        #expect(ids == all)
        let wrong = try ServerRun([
            Self.before,
            ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"cursor\":\"\(cursor)\",\"rule\":\"fan-out\""),
            ServerRun.call(3, "find_problems", "\"trace\":\"t1\",\"cursor\":\"x\""),
        ])
        #expect(wrong.isError(2) && wrong.isError(3) && wrong.text(3).contains("cursor"))
    }

    @Test func `problems of an interaction are those of its views too, as findings add up interactions`() throws {
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"interaction\":\"3\",\"limit\":50"),
            ServerRun.call(3, "find_problems", "\"trace\":\"t1\",\"window\":\"200..600\",\"limit\":50"),
            ServerRun.call(4, "find_problems", "\"trace\":\"t1\",\"window\":\"11000..11001\""),
        ])
        func rules(_ id: Int64) -> Set<String> {
            Set(
                (run.content(id)?["problems"]?.items ?? []).flatMap { $0["findings"]?.items ?? [] }
                    .compactMap { $0["rule"]?.text })
        }
        // A tap with 103 unnecessary updates of LandmarkRow.
        #expect(rules(2).isSuperset(of: ["fan-out", "over-budget"]) && !rules(2).contains("hang-busy"), "\(rules(2))")
        #expect(rules(3).contains("hang-busy"), "\(rules(3))")
        #expect(run.content(4)?["why_empty"]?.text?.contains("matches these arguments") == true)
    }

    @Test(arguments: ["LandmarkRow", "LandmarkList", "ContentView", "NavigationSplitView"])
    func `chains that go on behind a view are those that SQL finds`(_ view: String) throws {
        let sql = """
            WITH RECURSIVE behind(id) AS (
                SELECT c.id FROM chain_steps s JOIN chain_steps c ON c.parent_id = s.id
                WHERE s.name IN ('\(view)', '\(view).body')
                UNION SELECT c.id FROM behind b JOIN chain_steps c ON c.parent_id = b.id)
            SELECT updates, unnecessary, red, orange FROM cause_chains WHERE step_id IN (SELECT id FROM behind)
            ORDER BY wasted_ms DESC, total_ms DESC, id
            """.replacing("\n", with: " ")
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "query", "\"trace\":\"t1\",\"sql\":\"\(sql)\""),
            ServerRun.call(
                3, "trace_causes", "\"trace\":\"t1\",\"view\":\"\(view)\",\"direction\":\"effects\",\"limit\":3"),
            ServerRun.call(
                4, "trace_causes", "\"trace\":\"t1\",\"view\":\"\(view)\",\"direction\":\"effects\",\"limit\":50"),
        ])
        let rows = run.content(2)?["rows"]?.items ?? []
        let chains = run.content(4)?["chains"]?.items ?? []
        let found = chains.map { chain in
            JSONValue.array(["updates", "unnecessary", "red", "orange"].map { chain[$0] ?? .null })
        }
        #expect(found == rows && run.content(4)?["chains_total"] == .count(rows.count))
        #expect(Array(chains.prefix(3)) == run.content(3)?["chains"]?.items)
        let updates = rows.compactMap { $0.items?.first?.whole }.reduce(0, +)
        #expect(run.content(3)?["updates_total"] == .integer(updates))
    }

    @Test func `chains go from the gesture to the body`() throws {
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "trace_causes", "\"trace\":\"t1\",\"view\":\"LandmarkRow\",\"limit\":1"),
            ServerRun.call(3, "trace_causes", "\"trace\":\"t1\",\"view\":\"LandmarkRow\",\"limit\":1,\"depth\":2"),
        ])
        let chain = run.content(2)?["chains"]?.items?.first
        #expect(chain?["steps"] == .texts(["Tap \"Favorite\"", "ModelData.favorites", "LandmarkRow.body"]))
        #expect(chain?["unnecessary"] == .integer(206) && run.content(2)?["chains_total"] == .integer(5))
        let short = run.content(3)?["chains"]?.items?.first
        #expect(short?["steps"] == .texts(["ModelData.favorites", "LandmarkRow.body"]))
        #expect(short?["earlier_steps"] == .integer(1))
    }

    @Test func `a query counts all rows, shows the first, and leaves the rest to a resource`() throws {
        let sql =
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, i AS node_id FROM n"
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "query", "\"trace\":\"t1\",\"sql\":\"\(sql)\""),
            ServerRun.call(3, "query", "\"trace\":\"t1\",\"sql\":\"\(sql)\",\"max_rows\":5000"),
            ServerRun.modern(4, "resources/read", "\"uri\":\"tracekit://result/1\""),
            ServerRun.call(
                5, "query", "\"trace\":\"t1\",\"sql\":\"SELECT 9007199254740993, -9223372036854775808, 1e999, x'00'\""),
        ])
        let others = try ServerRun([
            Self.before,
            ServerRun.call(2, "query", "\"trace\":\"t1\",\"sql\":\"SELECT * FROM updates ; \",\"max_rows\":3"),
            ServerRun.call(3, "query", "\"trace\":\"t1\",\"sql\":\"SELECT id FROM updates -- all\",\"max_rows\":3"),
            ServerRun.call(4, "query", "\"trace\":\"t1\",\"sql\":\"PRAGMA table_list\",\"max_rows\":3"),
            ServerRun.call(5, "query", "\"trace\":\"t1\",\"sql\":\"SELECT id FROM updates LIMIT 3\",\"max_rows\":3"),
        ])
        let updates = others.content(2)?["total"]?.whole ?? 0
        #expect(updates > 400 && others.content(3)?["total"]?.whole == updates)
        #expect(others.content(4)?["total"]?.whole ?? 0 > 30 && others.content(4)?["truncated"] == .bool(true))
        #expect(others.content(5)?["total"] == .integer(3) && others.content(5)?["truncated"] == .bool(false))
        #expect(run.content(2)?["rows"]?.items?.count == 50 && run.content(2)?["total"] == .integer(5000))
        #expect(run.content(2)?["truncated"] == .bool(true) && run.content(2)?["left_out"] == nil)
        #expect(run.content(2)?["rows"]?.items?.first == .array([.integer(1), .text("1")]))
        let shown = run.content(3)?["rows"]?.items?.count ?? 0
        #expect(shown > 100 && run.content(3)?["left_out"]?["rows"] == .count(5000 - shown))
        let link = run.result(3)?["content"]?.items?.last
        #expect(link?["type"] == .text("resource_link") && link?["uri"] == .text("tracekit://result/1"))
        let text = run.result(4)?["contents"]?.items?.first?["text"]?.text ?? ""
        #expect(try JSONValue.read(Array(text.utf8))["rows"]?.items?.count == 5000)
        #expect(run.result(4)?["cacheScope"] == .text("private"))
        let big = run.content(5)?["rows"]?.items?.first?.items
        #expect(big == [.text("9007199254740993"), .text("-9223372036854775808"), .text("inf"), .text("1 bytes")])
    }

    @Test func `a query reads only, and the trace is as useful after it`() throws {
        let run = try ServerRun([
            Self.before, ServerRun.call(2, "query", "\"trace\":\"t1\",\"sql\":\"SELECT count(*) FROM updates\""),
            ServerRun.call(3, "query", "\"trace\":\"t1\",\"sql\":\"DELETE FROM name\""),
            ServerRun.call(4, "query", "\"trace\":\"t1\",\"sql\":\"SELECT vew FROM updates\""),
            ServerRun.call(5, "query", "\"trace\":\"t1\",\"sql\":\"SELECT * FROM update_view\""),
            ServerRun.call(6, "query", "\"trace\":\"t1\",\"sql\":\"SELECT 1; SELECT 2\""),
            ServerRun.call(7, "find_problems", "\"trace\":\"t1\""),
            ServerRun.call(8, "compare_traces", "\"before\":[\"t1\"],\"after\":[\"t1\"]"),
        ])
        #expect(run.content(2)?["rows"] == .array([.array([.integer(509)])]) || run.content(2)?["total"] == .integer(1))
        for id: Int64 in 3...6 { #expect(run.isError(id), "\(id)") }
        #expect(run.text(4).contains("did you mean view?") && run.text(4).contains("duration_ms"))
        #expect(run.text(5).contains("views: traces"))
        #expect(run.code(7) == 0 && run.content(8)?["verdict"] == .text("no-difference"))
    }

    @Test func `a comparison tells better from worse`() throws {
        let run = try ServerRun([
            ServerRun.call(
                1, "compare_traces", "\"before\":[\"landmarks-before.json\"],\"after\":[\"landmarks-after.json\"]"),
            ServerRun.call(2, "compare_traces", "\"before\":[\"t2\"],\"after\":[\"t1\"]"),
        ])
        #expect(run.content(1)?["verdict"] == .text("better") && run.content(1)?["worse"] == .array([]))
        #expect(run.content(2)?["verdict"] == .text("worse"))
        let row = run.content(1)?["rows"]?.items?.first
        #expect(row?["verdict"] == .text("better") && row?["name"]?.text?.isEmpty == false)
    }

    // MARK: What is refused

    @Test(arguments: [
        ("open_trace", "", "'inputs' is missing"), ("open_trace", "\"inputs\":[]", "a list of one or more strings"),
        ("open_trace", "\"inputs\":\"x\"", "a list of one or more strings"),
        ("open_trace", "\"inputs\":[\"\"]", "a path is empty"),
        ("open_trace", "\"inputs\":[\"x\"],\"run\":0", "a whole number from 1"),
        ("open_trace", "\"inputs\":[\"x\"],\"run\":\"2\"", "a whole number from 1"),
        ("open_trace", "\"inputs\":[\"x\"],\"profile\":\"slow\"", "one of frame, instruments, device"),
        ("open_trace", "\"inputs\":[\"x\"],\"one_trace\":1", "true or false"),
        ("open_trace", "\"input\":[\"x\"]", "did you mean 'inputs'?"),
        ("open_trace", "\"inputs\":[\"-\"]", "is not a file path"),
        ("find_problems", "\"trace\":\"t7\"", "no trace is called 't7'"),
        ("find_problems", "\"trace\":\"t1\",\"view\":\"LandmarkRo\"", "did you mean 'LandmarkRow'?"),
        ("find_problems", "\"trace\":\"t1\",\"rule\":\"fanout\"", "did you mean 'fan-out'?"),
        ("find_problems", "\"trace\":\"t1\",\"window\":\"5\"", "START..END"),
        ("find_problems", "\"trace\":\"t1\",\"interaction\":\"x\"", "an id"),
        ("find_problems", "\"trace\":\"t1\",\"interaction\":\"99999\"", "no interaction has the id"),
        ("find_problems", "\"trace\":\"t1\",\"limit\":51", "from 1 to 50"),
        ("trace_causes", "\"trace\":\"t1\"", "give one of view, update, interaction"),
        ("trace_causes", "\"trace\":\"t1\",\"view\":\"LandmarkRow\",\"update\":\"5\"", "give one of"),
        ("trace_causes", "\"trace\":\"t1\",\"update\":\"1\"", "no update has the id 1"),
        ("trace_causes", "\"trace\":\"t1\",\"view\":\"x\",\"direction\":\"up\"", "one of causes, effects"),
        ("compare_traces", "\"before\":[\"t1\"]", "'after' is missing"),
        ("compare_traces", "\"before\":[\"t1\"],\"after\":[\"none.json\"]", "no such file"),
        ("check_budget", "\"trace\":\"t1\",\"budget\":\"landmarks-after.json\"", "error"),
        ("query", "\"trace\":\"t1\",\"sql\":\"\"", "no statement"), ("query", "\"trace\":\"t1\",\"sql\":7", "a string"),
        ("help", "\"topic\":\"rule:fanout\"", "did you mean 'rule:fan-out'?"),
        ("help", "\"topic\":\"zzz\"", "topics: schema"),
    ]) func `a wrong argument is answered in words`(_ tool: String, _ arguments: String, _ words: String) throws {
        let run = try ServerRun([ServerRun.open(1, "landmarks-after.json"), ServerRun.call(2, tool, arguments)])
        #expect(run.isError(2) && run.text(2).contains(words), "\(run.text(2))")
        #expect(run.content(2) == nil)
    }

    @Test func `an unknown tool, or a call without a name, is an error of the protocol`() throws {
        let run = try ServerRun([
            ServerRun.call(1, "open_trac", ""), ServerRun.modern(2, "tools/call"),
            ServerRun.modern(3, "tools/call", "\"name\":7"), ServerRun.modern(4, "tools/list", "\"cursor\":\"x\""),
            ServerRun.modern(5, "resources/list", "\"cursor\":\"x\""),
            ServerRun.modern(6, "tools/call", "\"name\":\"help\",\"arguments\":[]"),
        ])
        for id: Int64 in 1...5 { #expect(run.code(id) == -32602, "\(id)") }
        #expect(run[1]?["error"]?["message"]?.text?.contains("did you mean 'open_trace'?") == true)
        #expect(run.isError(6))
    }

    // MARK: Nothing there

    @Test func `an empty answer says why it is empty`() throws {
        try withTemporaryFolder { folder in
            let quick = Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")
            try quick.write(toFile: "\(folder)/quick.json", atomically: true, encoding: .utf8)
            let signposts = Traces.document(
                "signposts", ["{\"name\": \"load\", \"start_ns\": 5, \"duration_ns\": 9}"])
            try signposts.write(toFile: "\(folder)/signposts.json", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [
                    ServerRun.open(1, "quick.json"), ServerRun.open(2, "signposts.json"),
                    ServerRun.call(3, "find_problems", "\"trace\":\"t1\""),
                    ServerRun.call(4, "find_problems", "\"trace\":\"t2\""),
                    ServerRun.call(5, "trace_causes", "\"trace\":\"t1\",\"view\":\"Row\""),
                    ServerRun.call(6, "query", "\"trace\":\"t2\",\"sql\":\"SELECT * FROM hangs\""),
                    ServerRun.call(7, "query", "\"trace\":\"t1\",\"sql\":\"SELECT * FROM updates WHERE view = 'x'\""),
                ], roots: [folder])
            #expect(run.content(3)?["why_empty"]?.text?.hasPrefix("nothing found: ") == true, "\(run.text(3))")
            #expect(
                run.content(3)?["why_empty"]?.text?.contains("the busiest bodies are fine: Row 1 update, 0.0 ms in all")
                    == true)
            #expect(run.content(4)?["why_empty"]?.text?.hasPrefix("not recorded: ") == true, "\(run.text(4))")
            #expect(run.content(5)?["why_empty"]?.text?.hasPrefix("not recorded: ") == true, "\(run.text(5))")
            #expect(run.content(6)?["why_empty"]?.text == "not in this input: hangs")
            #expect(run.content(7)?["why_empty"]?.text == "no row matches")
        }
    }

    @Test func `a recording without a readable table of hangs is not one without problems, and says so once`() throws {
        try withTemporaryFolder { folder in
            // Those of hangs and hitches.
            let lost = ["indexed-store-3/bulkstore_descriptor", "indexed-store-4/bulkstore_descriptor"]
            let files = Bundles.changed { path, bytes in lost.contains(where: path.hasSuffix) ? nil : bytes }
            try Bundles.write(files, to: "\(folder)/x.trace")
            let run = try ServerRun(
                [
                    ServerRun.open(1, "x.trace"),
                    ServerRun.call(2, "find_problems", "\"trace\":\"t1\""),
                ], roots: [folder])
            let caveats = (run.content(1)?["caveats"]?.items ?? []).filter {
                $0.text?.contains("the table potential-hangs is left out") == true
            }
            #expect(caveats.count == 1, "\(run.text(1))")
            let why = run.content(2)?["why_empty"]?.text
            #expect(why?.contains("; could not be read: ") == true && why?.contains("hangs") == true, "\(run.text(2))")
        }
    }

    // MARK: Long answers

    @Test func `an answer with names of any length fits`() throws {
        try withTemporaryFolder { folder in
            let updates = (0..<120).map { index in
                let name = "V\(index)" + String(repeating: index % 2 == 0 ? "é\\n\\u0000<" : "x", count: 3000)
                return
                    "{\"id\": \(index + 1), \"view\": \"\(name)\", \"start_ns\": \(index * 90_000_000), \"duration_ns\": 40000000}"
            }
            try Traces.document("updates", updates).write(
                toFile: "\(folder)/long.json", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [
                    ServerRun.open(1, "long.json"), ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":50"),
                    ServerRun.call(3, "query", "\"trace\":\"t1\",\"sql\":\"SELECT view, id FROM updates\""),
                    ServerRun.call(4, "compare_traces", "\"before\":[\"t1\"],\"after\":[\"t1\"]"),
                    ServerRun.call(5, "find_problems", "\"trace\":\"t1\",\"view\":\"none\""),
                ], roots: [folder])
            for id: Int64 in 1...4 {
                #expect(run.code(id) == 0)
                #expect((run.content(id)?.line.utf8.count ?? .max) <= ToolAnswer.limit, "\(id)")
            }
            #expect(run.content(2)?["total"] == .integer(20) || (run.content(2)?["total"]?.whole ?? 0) > 0)
            #expect(run.content(2)?["next_cursor"] != nil)
            #expect(run.isError(5) && run.text(5).utf8.count < 4000)
        }
    }

    @Test func `lists are cut from the end, the longest first, and what is gone is counted`() {
        var answer = ToolAnswer()
        answer["few"] = .texts(["a", "b"])
        answer["many"] = .texts((0..<2000).map { "row \($0)" })
        answer.fit()
        #expect(answer.json.line.utf8.count <= ToolAnswer.limit)
        #expect(answer["few"] == .texts(["a", "b"]))
        let kept = answer["many"]?.items?.count ?? 0
        #expect(kept > 500 && answer.json["left_out"] == .object([.init("many", .count(2000 - kept))]))
        #expect(answer.whole?["many"]?.items?.count == 2000)
        var short = ToolAnswer()
        short["few"] = .texts(["a"])
        short.fit()
        #expect(short.whole == nil && short.json["left_out"] == nil)
    }
}

/// Where answers say that something stands, with the sources of the samples' app.
@Suite struct ToolSourceTests {
    private static let root = Repository.root

    private func lines(_ run: ServerRun, _ id: Int64, _ key: String) -> [String] {
        (run.content(id)?[key]?.items ?? []).compactMap { $0["file_line"]?.text }
    }

    @Test(arguments: [true, false]) func `problems and breaches have the line of the app's sources`(atStart: Bool)
        throws
    {
        let source = atStart ? "" : ",\"source_root\":\"Examples/Landmarks\""
        try withTemporaryFolder { folder in
            try "{\"version\": 1, \"views\": {\"LandmarkRow\": {\"red\": 0}}}"
                .write(toFile: "\(folder)/budget.json", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [
                    ServerRun.call(
                        1, "open_trace", "\"inputs\":[\"SampleTraces/landmarks-before.json\"]\(source)"),
                    ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":50"),
                    ServerRun.call(
                        3, "compare_traces",
                        "\"before\":[\"t1\"],\"after\":[\"SampleTraces/landmarks-after.json\"]"),
                    ServerRun.call(4, "check_budget", "\"trace\":\"t1\",\"budget\":\"\(folder)/budget.json\""),
                ], roots: [Self.root, folder], sourceRoots: atStart ? ["\(Self.root)/Examples/Landmarks"] : [])
            #expect(!run.isError(1), "\(run.text(1))")
            expectConforms(run.content(2), to: "find_problems")
            let row = "Examples/Landmarks/LandmarkRow.swift"
            // The property that is slow stands before its view.
            #expect(lines(run, 2, "problems").contains("\(row):9"), "\(lines(run, 2, "problems"))")
            #expect(run.text(2).contains("\(row):3 (LandmarkRow)"))
            #expect(run.text(2).contains("Examples/Landmarks/ModelData.swift:6 (ModelData.favorites)"))
            #expect(run.text(3).contains("\(row):3 (LandmarkRow)"), "\(run.text(3))")
            #expect(lines(run, 4, "breaches") == ["\(row):3"], "\(run.text(4))")
        }
    }

    @Test func `without sources there are the lines that the recording names, or none`() throws {
        let run = try ServerRun([
            ServerRun.open(1, "landmarks-before.json"),
            ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":50"),
        ])
        #expect(!run.text(2).contains("\"sources\""))
    }
}
