import Testing

@testable import TraceKit

/// Both eras of the protocol: how a client begins, what every answer has, and what is refused.
@Suite struct ProtocolTests {
    private static let handshakes = ProtocolRevision.allCases.filter { !$0.isStateless }

    // MARK: With a handshake

    @Test(arguments: handshakes) func `a handshake settles on the revision that the client asks for`(
        _ revision: ProtocolRevision
    ) throws {
        let run = try ServerRun([
            ServerRun.initialize(1, revision.rawValue), ServerRun.initialized, ServerRun.old(2, "ping"),
            ServerRun.old(3, "tools/list"), ServerRun.old(4, "resources/read", "\"uri\":\"tracekit://none\""),
            ServerRun.old(5, "resources/read", "\"uri\":\"tracekit://help/rule/fan-out\""),
            ServerRun.old(6, "server/discover"), ServerRun.old(7, "resources/list"),
            ServerRun.old(8, "resources/templates/list"),
        ])
        let result = run.result(1)
        #expect(result?["protocolVersion"] == .text(revision.rawValue))
        #expect(result?["capabilities"]?.members?.map(\.key) == ["tools", "resources", "prompts"])
        #expect(result?["serverInfo"]?["name"] == .text("trace-analyze"))
        #expect(result?["instructions"]?.text?.contains("open_trace") == true)
        #expect(run.result(2) == .object([]))
        #expect(run.code(4) == -32002)
        #expect(run[4]?["error"]?["data"]?["uri"] == .text("tracekit://none"))
        let contents = run.result(5)?["contents"]?.items?.first
        #expect(
            contents?["uri"] == .text("tracekit://help/rule/fan-out") && contents?["mimeType"] == .text("text/plain"))
        #expect(contents?["text"]?.text?.hasPrefix("fan-out: ") == true)
        #expect(run.code(6) == -32602)
        #expect((run.result(7)?["resources"]?.items?.count ?? 0) > 10)
        #expect(run.result(8)?["resourceTemplates"]?.items?.count == 2)
        for id: Int64 in [1, 3, 5, 7, 8] {
            for key in ["resultType", "ttlMs", "cacheScope", "_meta"] { #expect(run.result(id)?[key] == nil) }
        }
    }

    @Test(arguments: handshakes) func `a revision gets no keys that came after it`(_ revision: ProtocolRevision) throws
    {
        let run = try ServerRun([
            ServerRun.initialize(1, revision.rawValue), ServerRun.old(2, "tools/list"),
            ServerRun.old(
                3, "tools/call",
                "\"name\":\"open_trace\",\"arguments\":{\"inputs\":[\"landmarks-after.json\"]},\"_meta\":{\"progressToken\":7}"
            ),
            ServerRun.old(
                4, "tools/call",
                "\"name\":\"query\",\"arguments\":{\"trace\":\"t1\",\"sql\":\"SELECT * FROM updates\",\"max_rows\":500}"
            ),
        ])
        let tools = run.result(2)?["tools"]?.items ?? []
        #expect(tools.count == 8)
        for tool in tools {
            #expect((tool["outputSchema"] != nil) == revision.hasStructuredContent)
            #expect((tool["annotations"]?["readOnlyHint"] == .bool(true)) == revision.hasAnnotations)
        }
        #expect((run.content(3) != nil) == revision.hasStructuredContent)
        #expect(run.text(3).hasPrefix("{\"trace\":\"t1\""))
        let kinds = run.result(4)?["content"]?.items?.map { $0["type"]?.text ?? "" }
        #expect(kinds == (revision.hasStructuredContent ? ["text", "resource_link"] : ["text", "text"]))
        let notes = run.messages.filter { $0["method"] == .text("notifications/progress") }
        #expect(!notes.isEmpty)
        for note in notes { #expect((note["params"]?["message"] != nil) == revision.hasAnnotations) }
    }

    @Test func `a revision that is not known, or has no handshake, gets the newest that has one`() throws {
        for version in ["1999-01-01", "2026-07-28", ""] {
            let run = try ServerRun([ServerRun.initialize(1, version)])
            #expect(run.result(1)?["protocolVersion"] == .text("2025-11-25"))
        }
        let run = try ServerRun([
            ServerRun.old(1, "initialize"), ServerRun.old(2, "initialize", "\"protocolVersion\":3"),
        ])
        #expect(run.code(1) == -32602 && run.code(2) == -32602)
    }

    @Test func `before the handshake only a ping is answered`() throws {
        let run = try ServerRun([ServerRun.old(1, "ping"), ServerRun.old(2, "tools/list"), ServerRun.old(3, "nothing")])
        #expect(run.result(1) == .object([]))
        #expect(run.code(2) == -32602 && run.code(3) == -32602)
        #expect(run[2]?["error"]?["message"]?.text?.contains("initialize") == true)
    }

    // MARK: Without

    @Test func `every result without a handshake is complete and says by whom`() throws {
        let run = try ServerRun([
            ServerRun.modern(1, "server/discover"), ServerRun.modern(2, "tools/list"),
            ServerRun.modern(3, "resources/list"), ServerRun.modern(4, "resources/templates/list"),
            ServerRun.modern(5, "resources/read", "\"uri\":\"tracekit://help/schema\""),
            ServerRun.open(6, "landmarks-after.json"), ServerRun.open(7, "none.json"),
        ])
        for id: Int64 in 1...7 {
            let result = run.result(id)
            #expect(result?["resultType"] == .text("complete"), "\(id)")
            let server = result?["_meta"]?["io.modelcontextprotocol/serverInfo"]
            #expect(server?["name"] == .text("trace-analyze") && server?["version"] == .text("0"), "\(id)")
            #expect((result?["ttlMs"]?.whole != nil) == (id <= 5), "\(id)")
            #expect((result?["cacheScope"] == .text("public")) == (id <= 5), "\(id)")
        }
        #expect(run.result(1)?["supportedVersions"]?.items?.first == .text("2026-07-28"))
        #expect(run.result(1)?["capabilities"]?["tools"] == .object([]))
        #expect(run.result(1)?["instructions"]?.text != nil)
        #expect(run.isError(7) && run.text(7).contains("no such file"))
    }

    @Test func `a request that does not say its revision, or a wrong one, is refused`() throws {
        func request(_ id: Int, _ meta: String, _ method: String = "tools/list") -> String {
            ServerRun.old(id, method, meta.isEmpty ? "" : "\"_meta\":{\(meta)}")
        }
        let version = "\"io.modelcontextprotocol/protocolVersion\":"
        let capabilities = "\"io.modelcontextprotocol/clientCapabilities\":"
        let run = try ServerRun([
            request(1, ""), request(2, "\(capabilities){}"), request(3, "\(version)\"2026-07-28\""),
            request(4, "\(version)\"2026-07-28\",\(capabilities)[]"), request(5, "\(version)7,\(capabilities){}"),
            request(6, "\(version)\"2030-01-01\",\(capabilities){}"),
            request(7, "\(version)\"2025-11-25\",\(capabilities){}"),
            request(8, "", "server/discover"), ServerRun.modern(9, "ping"), ServerRun.modern(10, "logging/setLevel"),
            ServerRun.modern(11, "resources/read", "\"uri\":\"tracekit://none\""),
            ServerRun.modern(12, "resources/read"),
        ])
        for id: Int64 in [1, 2, 3, 4, 5, 8, 11, 12] { #expect(run.code(id) == -32602, "\(id)") }
        for id: Int64 in [6, 7] {
            #expect(run.code(id) == -32022)
            let data = run[id]?["error"]?["data"]
            #expect(data?["supported"]?.items?.contains(.text("2026-07-28")) == true)
            #expect(data?["requested"]?.text?.hasPrefix("20") == true)
        }
        for id: Int64 in [9, 10] { #expect(run.code(id) == -32601, "\(id)") }
    }

    @Test func `both eras are served on one stream`() throws {
        let run = try ServerRun([
            ServerRun.initialize(1, "2025-06-18"), ServerRun.modern(2, "tools/list"), ServerRun.old(3, "tools/list"),
        ])
        #expect(run.result(2)?["resultType"] != nil && run.result(3)?["resultType"] == nil)
    }

    // MARK: Messages that are wrong

    @Test func `what is no message is answered with an error, and reading goes on`() throws {
        let long = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"\(String(repeating: "x", count: 3000))\"}"
        let run = try ServerRun(
            [
                "{\"jsonrpc\":", "nonsense", "3", long, "", ServerRun.modern(1, "tools/list"),
                "{\"jsonrpc\":\"2.0\",\"id\"",
            ],
            limit: 2000)
        let codes = run.messages.compactMap { $0["error"]?["code"]?.whole }
        #expect(codes == [-32700, -32700, -32600, -32600, -32700])
        for message in run.messages where message["error"] != nil { #expect(message["id"] == .null) }
        #expect(run.code(1) == 0)
    }

    @Test func `notifications and responses are never answered`() throws {
        let run = try ServerRun([
            ServerRun.initialized, ServerRun.cancel(5), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/none\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":3}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}",
        ])
        #expect(run.messages == [])
    }

    @Test func `batches are answered in the one revision that has them`() throws {
        let batch =
            "[\(ServerRun.old(2, "ping")),\(ServerRun.initialized),\(ServerRun.old(3, "none")),"
            + "\(ServerRun.old(4, "resources/read", "\"uri\":\"tracekit://help/schema\"")),7]"
        let run = try ServerRun([ServerRun.initialize(1, "2025-03-26"), batch, "[]", "[\(ServerRun.initialized)]"])
        let answers = run.messages.first { $0.items != nil }?.items ?? []
        #expect(answers.count == 4)
        #expect(Set(answers.compactMap { $0["id"]?.whole }) == [2, 3, 4])
        #expect(answers.compactMap { $0["error"]?["code"]?.whole }.sorted() == [-32601, -32600])
        // The empty one is an error, the one of notifications alone has no answer.
        #expect(run.messages.count == 3)
        for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
            let refused = try ServerRun([ServerRun.initialize(1, version), batch])
            #expect(refused.messages.count == 2 && refused.messages.last?["error"]?["code"] == .integer(-32600))
        }
        #expect(try ServerRun([batch]).messages.first?["error"]?["code"] == .integer(-32600))
    }

    // MARK: Requests under way

    @Test func `a cancelled request has no answer, the others have`() throws {
        let run = try ServerRun([
            ServerRun.open(1, "landmarks-after.json"), ServerRun.open(2, "landmarks-before.json"), ServerRun.cancel(1),
            ServerRun.cancel(77),
        ])
        #expect(run[1] == nil && run.content(2)?["trace"] == .text("t1"))
    }

    @Test func `an id that is under way cannot be used twice, and so many requests may wait`() throws {
        let help = "\"topic\":\"schema\""
        let twice = try ServerRun([ServerRun.call(1, "help", help), ServerRun.call(1, "help", help)])
        #expect(twice.messages.compactMap { $0["error"]?["code"]?.whole } == [-32600])
        #expect(twice.messages.count == 2)
        let many = try ServerRun((1...300).map { ServerRun.call($0, "help", help) })
        #expect(many.messages.count == 300)
        let refused = many.messages.filter { $0["error"]?["code"] == .integer(-32603) }
        #expect(refused.count == 300 - ServerQueue.mostJobs)
    }

    @Test func `progress rises, comes before the answer and only where it was asked for`() throws {
        let meta = ServerRun.meta.dropLast() + ",\"progressToken\":\"here\"}"
        let asked = try ServerRun([
            ServerRun.old(
                1, "tools/call",
                "\"name\":\"compare_traces\",\"arguments\":{\"before\":[\"landmarks-before.json\"],"
                    + "\"after\":[\"landmarks-after.json\"]},\(meta)")
        ])
        #expect(asked.code(1) == 0)
        let notes = asked.messages.dropLast()
        #expect(notes.count >= 4 && asked.messages.last?["id"] == .integer(1))
        var last = -1.0
        for note in notes {
            #expect(note["method"] == .text("notifications/progress") && note["id"] == nil)
            let params = note["params"]
            #expect(params?["progressToken"] == .text("here") && params?["message"]?.text?.isEmpty == false)
            guard let value = params?["progress"]?.number else { continue }
            #expect(value > last && value <= 100)
            last = value
        }
        let silent = try ServerRun([ServerRun.open(1, "landmarks-after.json")])
        #expect(silent.messages.count == 1)
        let wrong = try ServerRun([
            ServerRun.old(1, "tools/call", "\"name\":\"help\",\(ServerRun.meta.dropLast()),\"progressToken\":{}}")
        ])
        #expect(wrong.code(1) == -32602)
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}
