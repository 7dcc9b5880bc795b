import Foundation
import Testing

@testable import TraceKit

/// `trace-analyze mcp` as a process: what only its streams and threads show.
@Suite struct MCPProcessTests {
    /// A server and its messages.
    private final class Server {
        let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private var pending: [UInt8] = []

        init(_ words: [String]) throws {
            let tool: URL = try #require(ProcessTests.tool(), "the tool was not built beside the tests")
            process.executableURL = tool
            process.arguments = ["mcp"] + words
            process.standardInput = input
            process.standardOutput = output
            process.standardError = Pipe()
            try process.run()
        }

        func send(_ lines: String...) throws {
            for line in lines { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }
        }

        /// The next message; nil at the end.
        func receive() throws -> JSONValue? {
            while true {
                if let end = pending.firstIndex(of: 0x0A) {
                    let line = Array(pending[..<end])
                    pending.removeFirst(end + 1)
                    return try JSONValue.read(line)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                pending += more
            }
        }

        /// The next message that is no notification.
        func answer() throws -> JSONValue? {
            while let message = try receive() { if message["method"] == nil { return message } }
            return nil
        }

        func end() throws -> Int32 {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private static func request(_ id: Int, _ method: String, _ params: String = "", token: Bool = false) -> String {
        let meta =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}\(token ? ",\"progressToken\":\(id)" : "")}"
        return
            "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":{\(params)\(params.isEmpty ? "" : ",")\(meta)}}"
    }

    private static func open(_ id: Int, _ path: String) -> String {
        request(id, "tools/call", "\"name\":\"open_trace\",\"arguments\":{\"inputs\":[\"\(path)\"]}", token: true)
    }

    @Test func `a process answers message by message and ends with its input`() throws {
        let server = try Server(["--root", Samples.path("")])
        try server.send(Self.request(1, "server/discover"))
        #expect(try server.receive()?["result"]?["serverInfo"] == nil)
        try server.send(Self.open(2, "landmarks-after.json"))
        let first = try server.receive()
        #expect(first?["method"] == .text("notifications/progress"))
        let answer = try server.answer()
        #expect(answer?["id"] == .integer(2) && answer?["result"]?["structuredContent"]?["trace"] == .text("t1"))
        #expect(try server.end() == 0)
        #expect(try server.receive() == nil)
    }

    @Test func `what was asked before the end of the input is answered`() throws {
        let server = try Server(["--root", Samples.path("")])
        try server.send(Self.open(1, "landmarks-after.json"), Self.open(2, "none.json"))
        #expect(try server.end() == 0)
        #expect(try server.answer()?["id"] == .integer(1))
        #expect(try server.answer()?["result"]?["isError"] == .bool(true))
    }

    @Test func `an import that is cancelled stops, and lists are answered meanwhile`() throws {
        let folder = try Folder()
        // More than a second of work for any build.
        let updates = (1...150_000).map {
            "{\"id\": \($0), \"view\": \"V\($0 % 31)\", \"start_ns\": \($0 * 9000), \"duration_ns\": 5000}"
        }
        let document =
            "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\n\(updates.joined(separator: ",\n"))\n]}"
        _ = try folder.file("long.json", document)
        let server = try Server(["--root", folder.path])
        try server.send(Self.open(1, "long.json"))
        #expect(try server.receive()?["method"] == .text("notifications/progress"))
        try server.send(Self.request(2, "tools/list"))
        #expect(try server.answer()?["id"] == .integer(2))
        try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}")
        try server.send(
            Self.request(3, "tools/call", "\"name\":\"query\",\"arguments\":{\"trace\":\"t1\",\"sql\":\"SELECT 1\"}"))
        let answer = try server.answer()
        #expect(answer?["id"] == .integer(3))
        #expect(answer?["result"]?["isError"] == .bool(true), "the trace was not opened")
        #expect(try server.end() == 0)
    }

    @Test func `a signal ends it`() throws {
        let server = try Server(["--root", Samples.path("")])
        try server.send(Self.request(1, "server/discover"))
        _ = try server.receive()
        server.process.terminate()
        server.process.waitUntilExit()
        #expect(server.process.terminationStatus == 143)
    }

    @Test func `answers that cannot be written end it with an error, and a client that has gone does not`() throws {
        let tool: URL = try #require(ProcessTests.tool(), "the tool was not built beside the tests")
        for (output, code) in [("/dev/full", 2), (nil, 0)] as [(String?, Int32)] {
            guard output.map({ FileManager.default.fileExists(atPath: $0) }) ?? true else { continue }
            let process = Process()
            let (input, errors, gone) = (Pipe(), Pipe(), Pipe())
            (process.executableURL, process.arguments) = (tool, ["mcp", "--root", Samples.path("")])
            (process.standardInput, process.standardError) = (input, errors)
            let file = try output.map { try #require(FileHandle(forWritingAtPath: $0)) }
            process.standardOutput = file ?? gone.fileHandleForWriting
            if file == nil { try gone.fileHandleForReading.close() }
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("\(Self.request(1, "server/discover"))\n".utf8))
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            #expect(process.terminationStatus == code && process.terminationReason == .exit)
            let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            #expect(words.contains("the output is incomplete") == (code == 2), "\(words)")
        }
    }

    @Test func `arguments and roots that are none are refused`() {
        #expect(CommandLineRun(["mcp", "trace.json"]).code == 64)
        let root = CommandLineRun(["mcp", "--root", "/none"])
        #expect(root.code == 64 && root.errors.contains("must be an existing folder"))
    }
}
