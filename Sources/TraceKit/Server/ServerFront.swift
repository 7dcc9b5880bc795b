/// Handles incoming messages: answers quick requests and queues the rest. Used by one thread.
final class ServerFront: @unchecked Sendable {
    private let options: AnalysisServer.Options
    private let outlet: MessageOutlet
    private let queue: ServerQueue
    private let session: ServerSession
    /// The revision agreed in `initialize`; nil before.
    private var revision: ProtocolRevision?

    init(
        _ options: AnalysisServer.Options, _ outlet: MessageOutlet, _ queue: ServerQueue, _ session: ServerSession
    ) {
        (self.options, self.outlet, self.queue, self.session) = (options, outlet, queue, session)
    }

    /// The most messages in a batch.
    private static let longestBatch = 100

    func receive(_ line: MessageLines.Line) {
        guard case .bytes(let bytes) = line else {
            let error = RPCError(.invalidRequest, "the message is longer than \(MessageLines.longest >> 20) MB")
            return outlet.send(error.response(to: nil))
        }
        let value: JSONValue
        do throws(TraceError) {
            value = try JSONValue.read(bytes)
        } catch {
            return outlet.send(RPCError(.parse, "this is not JSON: \(error.diagnostic.message)").response(to: nil))
        }
        guard let batch = value.items else {
            return handle(RPCMessage(value), size: bytes.count) { [outlet] response in
                if let response { outlet.send(response) }
            }
        }
        guard revision?.takesBatches == true, (1...Self.longestBatch).contains(batch.count) else {
            let why =
                revision?.takesBatches == true
                ? "a batch has 1 to \(Self.longestBatch) messages" : "this revision of the protocol has no batches"
            return outlet.send(RPCError(.invalidRequest, why).response(to: nil))
        }
        let replies = BatchReplies(batch.count, outlet)
        for item in batch { handle(RPCMessage(item), size: bytes.count / batch.count) { replies.add($0) } }
    }

    /// Calls `reply` once per message, with nil if it needs no response.
    private func handle(_ message: RPCMessage, size: Int, _ reply: @escaping (JSONValue?) -> Void) {
        switch message {
        case .response: reply(nil)
        case .invalid(let id, let error): reply(error.response(to: id))
        case .notification(let method, let params):
            if method == "notifications/cancelled", let id = RPCID(params["requestId"]) { queue.cancel(id) }
            reply(nil)
        case .request(let request):
            do throws(RPCError) {
                try answer(request, size: size, reply)
            } catch {
                reply(error.response(to: request.id))
            }
        }
    }

    private func answer(
        _ request: RPCRequest, size: Int, _ reply: @escaping (JSONValue?) -> Void
    ) throws(RPCError) {
        if request.method == "initialize" { return reply(request.id.response(try initialize(request))) }
        let revision = try revision(of: request)
        if !revision.isStateless, request.method == "ping" { return reply(request.id.response(.object([]))) }
        let results = ServerResults(revision: revision, version: options.version)
        switch request.method {
        case "server/discover" where revision.isStateless: reply(request.id.response(results.discover))
        case "tools/list":
            try refuseCursor(request)
            reply(request.id.response(results.tools))
        case "prompts/list":
            try refuseCursor(request)
            reply(request.id.response(results.prompts))
        case "prompts/get": reply(request.id.response(try results.prompt(request.params)))
        case "resources/list":
            reply(request.id.response(try results.resources(session.topics, cursor: request.params["cursor"])))
        case "resources/templates/list":
            try refuseCursor(request)
            reply(request.id.response(results.templates))
        case "resources/read", "tools/call": try queue(request, results, size: size, reply)
        default: throw RPCError(.methodNotFound, "unknown method '\(request.method.clipped(60))'")
        }
    }

    private func refuseCursor(_ request: RPCRequest) throws(RPCError) {
        if let cursor = request.params["cursor"], cursor != .null {
            throw RPCError(.invalidParams, "the cursor \(cursor.kind) does not belong to this list")
        }
    }

    // MARK: Revisions

    /// The revision of a request: its own, or that of the handshake.
    private func revision(of request: RPCRequest) throws(RPCError) -> ProtocolRevision {
        let meta = request.params["_meta"]
        guard let asked = meta?[ProtocolRevision.versionKey] else {
            if let revision, request.method != "server/discover" { return revision }
            // A client may ping before the handshake.
            if request.method == "ping" { return .newestWithHandshake }
            throw RPCError(
                .invalidParams,
                """
                params._meta must have \(ProtocolRevision.versionKey) and \(ProtocolRevision.capabilitiesKey); \
                revisions before \(ProtocolRevision.july2026.rawValue) begin with initialize
                """)
        }
        guard let asked = asked.text else {
            throw RPCError(.invalidParams, "\(ProtocolRevision.versionKey) must be a string, found \(asked.kind)")
        }
        guard let revision = ProtocolRevision(rawValue: asked), revision.isStateless else {
            throw RPCError(
                .unsupportedVersion, "this revision of the protocol is not supported without initialize",
                data: .object([
                    .init("supported", ProtocolRevision.supported), .init("requested", .text(asked.clipped(60))),
                ]))
        }
        guard meta?[ProtocolRevision.capabilitiesKey]?.members != nil else {
            throw RPCError(.invalidParams, "\(ProtocolRevision.capabilitiesKey) must be an object")
        }
        return revision
    }

    private func initialize(_ request: RPCRequest) throws(RPCError) -> JSONValue {
        guard let asked = request.params["protocolVersion"]?.text else {
            throw RPCError(.invalidParams, "protocolVersion must be a string")
        }
        let known = ProtocolRevision(rawValue: asked).flatMap { $0.isStateless ? nil : $0 }
        let revision = known ?? .newestWithHandshake
        self.revision = revision
        return ServerResults(revision: revision, version: options.version).initialization
    }

    // MARK: Work

    private func queue(
        _ request: RPCRequest, _ results: ServerResults, size: Int, _ reply: @escaping (JSONValue?) -> Void
    ) throws(RPCError) {
        let work: ServerWork
        if request.method == "tools/call" {
            guard let name = request.params["name"]?.text else {
                throw RPCError(.invalidParams, "the name of the tool must be a string")
            }
            guard let tool = ServerTools.all.first(where: { $0.name == name }) else {
                let hint = NearestWord.hint(for: name, among: ServerTools.all.map(\.name))
                throw RPCError(.invalidParams, "unknown tool '\(name.clipped(60))'\(hint)")
            }
            work = .call(tool, request.params["arguments"], token: try progressToken(request))
        } else {
            guard let uri = request.params["uri"]?.text else {
                throw RPCError(.invalidParams, "the uri of the resource must be a string")
            }
            work = .read(uri)
        }
        let worker = ServerWorker(session, results, outlet)
        let job = ServerQueue.Job(
            id: request.id, interruption: Interruption(inside: options.interruption), size: size,
            work: { worker.run(work, request.id, $0) }, reply: reply)
        switch queue.add(job) {
        case nil: break
        case .sameID: throw RPCError(.invalidRequest, "a request with this id is already running")
        case .full: throw RPCError(.internalError, "too many requests are waiting; send this one again later")
        }
    }

    private func progressToken(_ request: RPCRequest) throws(RPCError) -> JSONValue? {
        guard let token = request.params["_meta"]?["progressToken"], token != .null else { return nil }
        guard RPCID(token) != nil else {
            throw RPCError(.invalidParams, "progressToken must be a string or a whole number, found \(token.kind)")
        }
        return token
    }
}

/// Collects the responses to a batch, which are sent together.
private final class BatchReplies: @unchecked Sendable {
    private let monitor = Monitor()
    private var left: Int
    private var responses: [JSONValue] = []
    private let outlet: MessageOutlet

    init(_ count: Int, _ outlet: MessageOutlet) { (left, self.outlet) = (count, outlet) }

    func add(_ response: JSONValue?) {
        let all: [JSONValue]? = monitor.locked {
            left -= 1
            if let response { responses.append(response) }
            return left == 0 ? responses : nil
        }
        if let all, !all.isEmpty { outlet.send(.array(all)) }
    }
}
