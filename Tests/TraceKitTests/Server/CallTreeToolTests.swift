import Testing

@testable import TraceKit

/// Where the samples went, for agents; and the conversations that a client offers.
@Suite struct CallTreeToolTests {
    private func calls(_ arguments: String, _ input: String = "SampleTraces/landmarks-before.json") throws -> JSONValue?
    {
        let run = try ServerRun(
            [
                ServerRun.open(1, input),
                ServerRun.call(2, "call_tree", "\"trace\":\"t1\"\(arguments.isEmpty ? "" : ",")\(arguments)"),
            ], roots: [Repository.root])
        expectConforms(run.content(2), to: "call_tree")
        return run.content(2)
    }

    private func database() throws -> TraceStore {
        try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
    }

    private static let running = "thread = 'main' AND is_target = 1 AND (state IS NULL OR lower(state) = 'running')"

    @Test func `every count is what SQL finds on the samples and their stacks`() throws {
        let store = try database()
        let answer = try calls("")
        let all = try store.rows("SELECT count(*) FROM samples WHERE \(Self.running)")
        #expect(answer?["samples"]?.whole.map { "\($0)" } == all.first)
        let told = answer?["calls"]?.items ?? []
        #expect(told.count > 5)
        // Depth first: a call is below the last one that is less deep.
        #expect(told.first?["depth"] == .integer(0))
        for call in told where call["app"] == .bool(true) || call["depth"] == .integer(0) {
            let name = call["function"]?.text ?? ""
            let samples = call["samples"]?.whole ?? 0
            let counts = try store.rows(
                """
                WITH RECURSIVE below(id, top) AS (
                    SELECT f.id, f.id FROM stack_frames f WHERE f.frame = '\(name.replacing("'", with: "''"))'
                    UNION ALL SELECT f.id, b.top FROM stack_frames f JOIN below b ON f.caller_id = b.id)
                SELECT count(*) FROM samples s JOIN below b ON b.id = s.stack_id WHERE s.\(Self.running) GROUP BY b.top
                """.replacing("s.thread", with: "thread"))
            #expect(counts.contains("\(samples)"), "\(name)")
        }
    }

    @Test func `inverted, the functions have their own samples, and callers`() throws {
        let store = try database()
        let told = try calls("\"inverted\":true,\"limit\":5")?["calls"]?.items ?? []
        let own = try store.rows(
            "SELECT leaf, count(*) FROM samples WHERE \(Self.running) GROUP BY leaf ORDER BY 2 DESC LIMIT 5")
        #expect(
            told.map { $0["samples"]?.whole ?? 0 }
                == own.compactMap { $0.split(separator: "|").last.flatMap { Int64($0) } })
        #expect(told.allSatisfy { $0["called_by"]?.items?.isEmpty == false })
    }

    @Test func `the callers lead to the app, however much of the system lies between`() throws {
        let system = (0..<30).map { "\"sys\($0)\"" }.joined(separator: ",")
        func sample(_ at: Int, _ frames: String) -> String {
            "{\"start_ms\": \(at), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": [\(frames)]}"
        }
        let json = Traces.document(
            "samples",
            (1...9).map { sample($0, "\(system),\"Store.fetch()\",\"List.body.getter\",\"main\"") } + [
                sample(20, system)
            ])
        try withTemporaryFolder { folder in
            try json.write(toFile: "\(folder)/a.json", atomically: true, encoding: .utf8)
            let run = try ServerRun(
                [ServerRun.open(1, "a.json"), ServerRun.call(2, "call_tree", "\"trace\":\"t1\",\"inverted\":true")],
                roots: [folder])
            let callers = run.content(2)?["calls"]?.items?.first?["called_by"]?.items?.compactMap(\.text)
            #expect(callers == ["sys1", "sys2", "sys3", "sys4", "…", "Store.fetch()"])
        }
    }

    @Test func `a window has its samples alone, and an empty answer says why`() throws {
        let store = try database()
        let count = try store.rows(
            "SELECT count(*) FROM samples WHERE \(Self.running) AND start_ms >= 1000 AND start_ms < 2000")
        #expect(try calls("\"window\":\"1000..2000\"")?["samples"]?.whole.map { "\($0)" } == count.first)
        #expect(try calls("\"thread\":\"worker 9\"")?["why_empty"]?.text?.hasPrefix("nothing found") == true)
        let none = try calls("", "SampleTraces/signposts/landmarks-before.compact.log")
        #expect(none?["why_empty"]?.text?.hasPrefix("not recorded") == true)
    }

    @Test func `prompts have the user's inputs in them, and say what they lack`() throws {
        let run = try ServerRun([
            ServerRun.modern(1, "prompts/list"),
            ServerRun.modern(
                2, "prompts/get", "\"name\":\"compare\",\"arguments\":{\"before\":\"a.json\",\"after\":\"b.json\"}"),
            ServerRun.modern(3, "prompts/get", "\"name\":\"compare\",\"arguments\":{\"before\":\"a.json\"}"),
            ServerRun.modern(4, "prompts/get", "\"name\":\"sumarize\""),
            ServerRun.modern(5, "prompts/get", "\"name\":\"summarize\",\"arguments\":{\"input\":3}"),
        ])
        #expect(
            run.result(1)?["prompts"]?.items?.compactMap { $0["name"]?.text } == ["summarize", "fix-worst", "compare"])
        let text = run.result(2)?["messages"]?.items?.first?["content"]?["text"]?.text ?? ""
        #expect(text.contains("before: a.json and after: b.json"))
        for id in [Int64(3), 4, 5] { #expect(run.code(id) == -32602) }
        #expect(run[4]?["error"]?["message"]?.text?.contains("did you mean 'summarize'") == true)
    }
}
