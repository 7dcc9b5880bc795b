import Foundation
import Testing

@testable import TraceKit

/// One run of the server inside this process: messages in, messages out.
struct ServerRun {
    let messages: [JSONValue]

    static let samples = "\(Repository.root)/SampleTraces"

    init(
        _ lines: [String], roots: [String] = [samples], sourceRoots: [String] = [], limit: Int = MessageLines.longest
    ) throws {
        final class Output: @unchecked Sendable { var bytes: [UInt8] = [] }
        let output = Output()
        var options = AnalysisServer.Options()
        options.roots = roots
        options.sourceRoots = sourceRoots
        options.version = "0"
        let server = try AnalysisServer(options) { bytes in
            output.bytes += bytes
            return true
        }
        server.run(Array(lines.joined(separator: "\n").utf8), limit: limit)
        messages = try output.bytes.split(separator: 0x0A).map { try JSONValue.read($0) }
    }

    /// The response to an id; nil where there is none.
    subscript(id: Int64) -> JSONValue? { messages.first { $0["id"] == .integer(id) } }

    /// `-32602` of an error, 0 of a result.
    func code(_ id: Int64) -> Int64? { self[id].map { $0["error"]?["code"]?.whole ?? 0 } }

    func result(_ id: Int64) -> JSONValue? { self[id]?["result"] }
    func content(_ id: Int64) -> JSONValue? { result(id)?["structuredContent"] }
    func text(_ id: Int64) -> String { result(id)?["content"]?.items?.first?["text"]?.text ?? "" }
    func isError(_ id: Int64) -> Bool { result(id)?["isError"] == .bool(true) }

    // MARK: Messages

    static let meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

    /// A request of the revision without a handshake.
    static func modern(_ id: Int, _ method: String, _ params: String = "") -> String {
        old(id, method, params + (params.isEmpty ? "" : ",") + meta)
    }

    /// A request of the revisions with a handshake.
    static func old(_ id: Int, _ method: String, _ params: String = "") -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":{\(params)}}"
    }

    static func initialize(_ id: Int, _ version: String) -> String {
        old(
            id, "initialize",
            "\"protocolVersion\":\"\(version)\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"0\"}")
    }

    static let initialized = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"

    static func cancel(_ id: Int) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\(id)}}"
    }

    static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        modern(id, "tools/call", "\"name\":\"\(tool)\",\"arguments\":{\(arguments)}")
    }

    static func open(_ id: Int, _ path: String) -> String { call(id, "open_trace", "\"inputs\":[\"\(path)\"]") }
}

/// Holds a value against the schema that a tool gives of its output: the kinds of its keys, those that must be there, and no
/// others.
func expectConforms(_ value: JSONValue?, to name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let tool = ServerTools.all.first(where: { $0.name == name }), let members = value?.members else {
        Issue.record("\(name) gave no structured content", sourceLocation: sourceLocation)
        return
    }
    for output in tool.output where output.isAlways {
        #expect(value?[output.name] != nil, "\(name) lacks \(output.name)", sourceLocation: sourceLocation)
    }
    for member in members {
        guard let output = tool.output.first(where: { $0.name == member.key }) else {
            Issue.record("\(name) does not declare \(member.key)", sourceLocation: sourceLocation)
            continue
        }
        let items = member.value.items
        let fits =
            switch output.kind {
            case .text: member.value.text != nil
            case .integer: member.value.whole != nil
            case .number: member.value.whole != nil || member.value.kind.first?.isNumber == true
            case .boolean: member.value.flag != nil
            case .object: member.value.members != nil
            case .texts: items?.allSatisfy { $0.text != nil } == true
            case .objects: items?.allSatisfy { $0.members != nil } == true
            case .rows: items?.allSatisfy { $0.items != nil } == true
            }
        #expect(fits, "\(name).\(member.key) is \(member.value.kind)", sourceLocation: sourceLocation)
    }
}
