/// Requests that take time.
enum ServerWork {
    case call(ServerTool, JSONValue?, token: JSONValue?)
    case read(String)
}

/// Executes requests on the worker thread.
struct ServerWorker {
    private let session: ServerSession
    private let results: ServerResults
    private let outlet: MessageOutlet

    init(_ session: ServerSession, _ results: ServerResults, _ outlet: MessageOutlet) {
        (self.session, self.results, self.outlet) = (session, results, outlet)
    }

    /// The response; nil if the request was cancelled.
    func run(_ work: ServerWork, _ id: RPCID, _ interruption: Interruption) -> JSONValue? {
        do throws(RPCError) {
            guard let result = try result(work, id, interruption) else { return nil }
            return id.response(result)
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

    /// Some steps of SQLite cannot be interrupted. The thread is lost, and the process with it; the client gets the
    /// reason.
    private func onOverdue(_ id: RPCID) -> @Sendable (TraceError) -> Void {
        let (results, outlet) = (results, outlet)
        return { error in
            let overdue = TraceError(
                error.kind, "\(error.diagnostic.message), and the server with it", at: error.diagnostic.place,
                fix: "start the server again, open the trace and narrow the query")
            outlet.send(id.response(results.failure(overdue)))
            _exit(2)
        }
    }
}

/// The queued and running requests. The reading thread adds and cancels them, the worker thread removes them.
final class ServerQueue: @unchecked Sendable {
    /// A queued request.
    struct Job: @unchecked Sendable {
        let id: RPCID
        let interruption: Interruption
        /// The size of its message in bytes.
        let size: Int
        /// Does the work; returns nil if it was cancelled.
        let work: (Interruption) -> JSONValue?
        /// Receives the response; nil if the client cancelled the request.
        let reply: (JSONValue?) -> Void
    }

    enum Refusal { case sameID, full }

    static let mostJobs = 256
    static let mostBytes = 16 << 20

    private let monitor = Monitor()
    private var waiting: [Job] = []
    private var bytes = 0
    private var running: [RPCID: Interruption] = [:]
    private var isEnded = false

    func add(_ job: Job) -> Refusal? {
        monitor.locked {
            if running[job.id] != nil { return .sameID }
            if waiting.count >= Self.mostJobs || bytes + job.size > Self.mostBytes { return .full }
            running[job.id] = job.interruption
            bytes += job.size
            waiting.append(job)
            monitor.signal()
            return nil
        }
    }

    /// Cancels a request; does nothing for an unknown id.
    func cancel(_ id: RPCID) { monitor.locked { running[id]?.request() } }

    func cancelAll() { monitor.locked { for interruption in running.values { interruption.request() } } }

    /// Declares that no more requests come.
    func end() {
        monitor.locked {
            isEnded = true
            monitor.signal()
        }
    }

    var isIdle: Bool { monitor.locked { running.isEmpty } }

    /// Waits for the next request; nil after the last one.
    private func nextJob() -> Job? {
        monitor.locked {
            while waiting.isEmpty, !isEnded { monitor.wait() }
            guard !waiting.isEmpty else { return nil }
            let job = waiting.removeFirst()
            bytes -= job.size
            return job
        }
    }

    /// Executes requests one after another until there are no more, or the client has gone.
    func work(while isWanted: () -> Bool) {
        while isWanted(), let job = nextJob() {
            let response = job.interruption.isRequested ? nil : job.work(job.interruption)
            // From here on a cancellation is too late; an earlier one suppresses the answer.
            let isCancelled = monitor.locked {
                running[job.id] = nil
                return job.interruption.isRequested
            }
            job.reply(isCancelled ? nil : response)
        }
    }
}

/// Sends progress of a request if the client asked for it: increasing, limited in rate, and never after the answer.
final class ProgressReport {
    /// The total, in the reported unit.
    static let total = 100.0
    /// The least time between two reports of the same stage.
    private static let pause = Duration.milliseconds(100)

    private let send: ((Double, String) -> Void)?
    private var last = -1.0
    private var next = ContinuousClock.now
    /// The part of the total that is being worked on.
    private var part: ClosedRange<Double> = 0...1

    /// - Parameter send: nil if the client asked for no progress.
    init(_ send: ((Double, String) -> Void)?) { self.send = send }

    /// Begins the work on one of several inputs, counted from zero.
    func begin(part index: Int, of count: Int) {
        let count = Double(max(1, count))
        part = Double(index) / count...Double(index + 1) / count
    }

    func report(_ stage: TracePipeline.Stage) {
        switch stage {
        case .reading(let bytes, let all):
            guard let all, all > 0 else {
                return send(0.3, "reading, \(Self.megabytes(bytes)) MB so far", isNew: false)
            }
            let share = min(1, Double(bytes) / Double(all))
            send(0.7 * share, "reading, \(Self.megabytes(bytes)) of \(Self.megabytes(all)) MB", isNew: false)
        case .analysing: send(0.75, "analysing", isNew: true)
        case .storing: send(0.9, "storing", isNew: true)
        }
    }

    private static func megabytes(_ bytes: Int) -> String { Decimal.text(Double(bytes) / 1e6, digits: 1) }

    private func send(_ share: Double, _ words: String, isNew: Bool) {
        guard let send else { return }
        let value = (part.lowerBound + share * (part.upperBound - part.lowerBound)) * Self.total
        guard value > last, isNew || last < 0 || ContinuousClock.now >= next else { return }
        (last, next) = (value, ContinuousClock.now + Self.pause)
        send((value * 10).rounded() / 10, words)
    }
}
