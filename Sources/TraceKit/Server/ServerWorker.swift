/// What takes time.
enum ServerWork {
    case call(ServerTool, JSONValue?, token: JSONValue?)
    case read(String)
}

/// Does the work of one request, on the thread that works.
struct ServerWorker {
    private let session: ServerSession
    private let results: ServerResults
    private let outlet: MessageOutlet

    init(_ session: ServerSession, _ results: ServerResults, _ outlet: MessageOutlet) {
        (self.session, self.results, self.outlet) = (session, results, outlet)
    }

    /// The response; nil where the work was stopped.
    func run(_ work: ServerWork, _ id: RPCID, _ interruption: Interruption) -> JSONValue? {
        do throws(RPCError) {
            guard let result = try result(work, id, interruption) else { return nil }
            return .object([.init("jsonrpc", .text("2.0")), .init("id", id.json), .init("result", result)])
        } catch {
            return error.response(to: id)
        }
    }

    private func result(_ work: ServerWork, _ id: RPCID, _ interruption: Interruption) throws(RPCError) -> JSONValue? {
        switch work {
        case .read(let uri):
            guard let resource = session.resource(uri) else { throw results.noResource(uri) }
            return results.resource(uri, resource)
        case .call(let tool, let arguments, let token):
            do throws(TraceError) {
                session.onOverdue = onOverdue(id)
                let call = ToolCall(
                    arguments: try ToolArguments(arguments, for: tool), session: session, interruption: interruption,
                    progress: progress(token))
                let answer = try tool.run(call)
                return results.answer(answer, link: answer.whole.flatMap { session.keep($0) })
            } catch {
                switch error.kind {
                case .interrupted: return nil
                case .internalError: throw RPCError(.internalError, error.diagnostic.message)
                case .input, .database, .usage: return results.failure(error)
                }
            }
        }
    }

    private func progress(_ token: JSONValue?) -> ProgressReport {
        guard let token else { return ProgressReport(nil) }
        let hasWords = results.revision.hasAnnotations
        return ProgressReport { [outlet] value, words in
            var params: [JSONValue.Member] = [
                .init("progressToken", token), .init("progress", .real(value)),
                .init("total", .real(ProgressReport.total)),
            ]
            if hasWords { params.append(.init("message", .text(words))) }
            outlet.send(
                .object([
                    .init("jsonrpc", .text("2.0")), .init("method", .text("notifications/progress")),
                    .init("params", .object(params)),
                ]))
        }
    }

    /// SQLite hears nothing within some steps: the thread is lost, and the process with it. The client is told why.
    private func onOverdue(_ id: RPCID) -> @Sendable (TraceError) -> Void {
        let (results, outlet) = (results, outlet)
        return { error in
            let told = TraceError(
                error.kind, "\(error.diagnostic.message), and the server with it", at: error.diagnostic.place,
                fix: "start the server again, open the trace and narrow the query")
            outlet.send(
                .object([
                    .init("jsonrpc", .text("2.0")), .init("id", id.json), .init("result", results.failure(told)),
                ]))
            _exit(2)
        }
    }
}
