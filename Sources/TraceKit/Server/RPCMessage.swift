/// The id that a client gives a request.
enum RPCID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// Nil for invalid ids: `null`, fractions, objects.
    init?(_ value: JSONValue?) {
        switch value {
        case .integer(let number)?: self = .number(number)
        case .text(let text)?: self = .text(text)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }

    /// The response with the result of the request.
    func response(_ result: JSONValue) -> JSONValue {
        .object([.init("jsonrpc", .text("2.0")), .init("id", json), .init("result", result)])
    }
}

/// An error of the protocol, not of a tool.
struct RPCError: Error, Equatable, Sendable {
    enum Code: Int64, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        /// Used in revisions with a handshake; later ones use `invalidParams`.
        case resourceNotFound = -32002
        case unsupportedVersion = -32022
    }

    let code: Code
    let message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    func response(to id: RPCID?) -> JSONValue {
        var error: [JSONValue.Member] = [
            .init("code", .integer(code.rawValue)), .init("message", .text(message)),
        ]
        if let data { error.append(.init("data", data)) }
        return .object([
            .init("jsonrpc", .text("2.0")), .init("id", id?.json ?? .null), .init("error", .object(error)),
        ])
    }
}

/// One parsed message of JSON-RPC 2.0.
enum RPCMessage: Equatable, Sendable {
    case request(RPCRequest)
    case notification(method: String, params: JSONValue)
    /// A response, although the server sends no requests; ignored.
    case response
    case invalid(RPCID?, RPCError)

    init(_ value: JSONValue) {
        guard value.members != nil else {
            self = .invalid(nil, RPCError(.invalidRequest, "a message must be an object, found \(value.kind)"))
            return
        }
        let id = RPCID(value["id"])
        guard value["jsonrpc"]?.text == "2.0" else {
            self = .invalid(id, RPCError(.invalidRequest, "a message must have \"jsonrpc\": \"2.0\""))
            return
        }
        guard let method = value["method"] else {
            let isResponse = value["result"] != nil || value["error"] != nil
            self = isResponse ? .response : .invalid(id, RPCError(.invalidRequest, "the message has no method"))
            return
        }
        guard let method = method.text else {
            self = .invalid(id, RPCError(.invalidRequest, "the method must be a string, found \(method.kind)"))
            return
        }
        let params = value["params"] ?? .object([])
        guard let name = value["id"] else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else {
            self = .invalid(
                nil, RPCError(.invalidRequest, "the id must be a string or a whole number, found \(name.kind)"))
            return
        }
        guard params.members != nil else {
            self = .invalid(id, RPCError(.invalidParams, "params must be an object, found \(params.kind)"))
            return
        }
        self = .request(RPCRequest(id: id, method: method, params: params))
    }
}

struct RPCRequest: Equatable, Sendable {
    let id: RPCID
    let method: String
    let params: JSONValue
}

/// The supported revisions of the Model Context Protocol, oldest first.
enum ProtocolRevision: String, CaseIterable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// Without a handshake: every request states its revision.
    case july2026 = "2026-07-28"

    /// The answer of `initialize` to an unknown revision.
    static let newestWithHandshake = november2025

    static let versionKey = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    static let serverKey = "io.modelcontextprotocol/serverInfo"

    /// Newest first: clients use the first that they support.
    static var supported: JSONValue { .texts(allCases.reversed().map(\.rawValue)) }

    var isStateless: Bool { self == .july2026 }
    var takesBatches: Bool { self == .march2025 }
    /// Tool annotations, and messages with progress.
    var hasAnnotations: Bool { self != .november2024 }
    /// Output schemas, structured content, resource links and titles.
    var hasStructuredContent: Bool { hasAnnotations && self != .march2025 }
}
