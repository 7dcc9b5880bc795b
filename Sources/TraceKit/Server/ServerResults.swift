/// Results that do not depend on a trace, in the form of a revision.
struct ServerResults: Sendable {
    let revision: ProtocolRevision
    let version: String

    /// Cache lifetime in milliseconds; lists and help change only with the program.
    private static let hour: Int64 = 3_600_000
    private static let pageSize = 25

    private var server: JSONValue {
        var members: [JSONValue.Member] = [.init("name", .text("trace-analyze"))]
        if revision.hasStructuredContent { members.append(.init("title", .text("TraceKit"))) }
        return .object(members + [.init("version", .text(version))])
    }

    private static let capabilities = JSONValue.object([
        .init("tools", .object([])), .init("resources", .object([])), .init("prompts", .object([])),
    ])

    /// Adds the common members of a revision. `lifetime`: how long clients may cache the result, if given.
    func complete(
        _ members: [JSONValue.Member], lifetime: Int64? = nil, isPublic: Bool = true
    ) -> JSONValue {
        guard revision.isStateless else { return .object(members) }
        var all: [JSONValue.Member] = [.init("resultType", .text("complete"))]
        if let lifetime {
            all.append(.init("ttlMs", .integer(lifetime)))
            all.append(.init("cacheScope", .text(isPublic ? "public" : "private")))
        }
        all += members
        all.append(.init("_meta", .object([.init(ProtocolRevision.serverKey, server)])))
        return .object(all)
    }

    var initialization: JSONValue {
        .object([
            .init("protocolVersion", .text(revision.rawValue)), .init("capabilities", Self.capabilities),
            .init("serverInfo", server), .init("instructions", .text(ServerTools.instructions)),
        ])
    }

    var discover: JSONValue {
        complete(
            [
                .init("supportedVersions", ProtocolRevision.supported), .init("capabilities", Self.capabilities),
                .init("instructions", .text(ServerTools.instructions)),
            ], lifetime: Self.hour)
    }

    var tools: JSONValue {
        complete([.init("tools", .array(ServerTools.all.map { $0.json(revision) }))], lifetime: Self.hour)
    }

    var prompts: JSONValue {
        complete([.init("prompts", .array(ServerPrompt.all.map(\.json)))], lifetime: Self.hour)
    }

    func prompt(_ params: JSONValue) throws(RPCError) -> JSONValue {
        let name = params["name"]?.text ?? ""
        guard let prompt = ServerPrompt.all.first(where: { $0.name == name }) else {
            let hint = NearestWord.hint(for: name, among: ServerPrompt.all.map(\.name))
            throw RPCError(.invalidParams, "unknown prompt '\(name.clipped(60))'\(hint)")
        }
        return complete(try prompt.answer(params["arguments"]))
    }

    var templates: JSONValue {
        func template(_ kind: String, _ name: String, _ what: String) -> JSONValue {
            .object([
                .init("uriTemplate", .text("\(HelpTopics.scheme)\(kind)/{\(name)}")), .init("name", .text(kind)),
                .init("description", .text(what)), .init("mimeType", .text("text/plain")),
            ])
        }
        return complete(
            [
                .init(
                    "resourceTemplates",
                    .array([
                        template("view", "view", "A view of the database"),
                        template("rule", "rule", "A rule of the findings"),
                    ]))
            ], lifetime: Self.hour)
    }

    func resources(_ topics: [HelpTopics.Topic], cursor: JSONValue?) throws(RPCError) -> JSONValue {
        var start = 0
        if let cursor, cursor != .null {
            guard let text = cursor.text, text.hasPrefix("r"), let position = Int(text.dropFirst(), radix: 36),
                topics.indices.contains(position)
            else { throw RPCError(.invalidParams, "the cursor \(cursor.kind) does not belong to this list") }
            start = position
        }
        let end = min(topics.count, start + Self.pageSize)
        let list = topics[start..<end].map { topic in
            JSONValue.object([
                .init("uri", .text(topic.uri)), .init("name", .text(topic.name)),
                .init("description", .text(topic.title)), .init("mimeType", .text("text/plain")),
            ])
        }
        var members: [JSONValue.Member] = [.init("resources", .array(list))]
        if end < topics.count { members.append(.init("nextCursor", .text("r\(String(end, radix: 36))"))) }
        return complete(members, lifetime: Self.hour)
    }

    func resource(_ uri: String, _ resource: ServerSession.Resource) -> JSONValue {
        complete(
            [
                .init(
                    "contents",
                    .array([
                        .object([
                            .init("uri", .text(uri)), .init("mimeType", .text(resource.mimeType)),
                            .init("text", .text(resource.text)),
                        ])
                    ]))
            ], lifetime: resource.isPublic ? Self.hour : 0, isPublic: resource.isPublic)
    }

    func noResource(_ uri: String) -> RPCError {
        RPCError(
            revision.isStateless ? .invalidParams : .resourceNotFound, "no such resource",
            data: .object([.init("uri", .text(uri.clipped(200)))]))
    }

    // MARK: Tools

    /// - Parameter link: the resource with the whole answer, if it was shortened.
    func answer(_ answer: ToolAnswer, link: String?) -> JSONValue {
        let json = answer.json
        var content = [Self.text(json.line)]
        if let link {
            let what = "The whole result, as JSON"
            content.append(
                revision.hasStructuredContent
                    ? .object([
                        .init("type", .text("resource_link")), .init("uri", .text(link)),
                        .init("name", .text("result")),
                        .init("description", .text(what)), .init("mimeType", .text("application/json")),
                    ])
                    : Self.text("\(what): resource \(link)"))
        }
        var members: [JSONValue.Member] = [.init("content", .array(content))]
        if revision.hasStructuredContent { members.append(.init("structuredContent", json)) }
        return complete(members)
    }

    /// An error of a call that the model can correct.
    func failure(_ error: TraceError) -> JSONValue {
        complete([
            .init("content", .array([Self.text(AgentWords.of(error.diagnostic).text)])), .init("isError", .bool(true)),
        ])
    }

    private static func text(_ text: String) -> JSONValue {
        .object([.init("type", .text("text")), .init("text", .text(text))])
    }
}
