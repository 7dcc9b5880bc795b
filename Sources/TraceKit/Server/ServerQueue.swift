/// The requests that wait or are under way. The thread that reads puts them in and cancels them, the one that works takes them
/// out.
final class ServerQueue: @unchecked Sendable {
    /// A request that takes time.
    struct Job: @unchecked Sendable {
        let id: RPCID
        let interruption: Interruption
        /// What its message has in bytes.
        let size: Int
        /// Does the work; nil where it was stopped.
        let work: (Interruption) -> JSONValue?
        /// Takes the response; nil where there is none because the client does not want it any more.
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

    /// Asks a request to stop; nothing where there is none of that id.
    func cancel(_ id: RPCID) { monitor.locked { running[id]?.request() } }

    func cancelAll() { monitor.locked { for interruption in running.values { interruption.request() } } }

    /// No more requests come.
    func end() {
        monitor.locked {
            isEnded = true
            monitor.signal()
        }
    }

    var isIdle: Bool { monitor.locked { running.isEmpty } }

    /// Waits for the next request; nil when there are no more.
    private func take() -> Job? {
        monitor.locked {
            while waiting.isEmpty, !isEnded { monitor.wait() }
            guard !waiting.isEmpty else { return nil }
            let job = waiting.removeFirst()
            bytes -= job.size
            return job
        }
    }

    /// Works on requests, one after the other, until there are no more or nobody wants the answers.
    func work(while isWanted: () -> Bool) {
        while isWanted(), let job = take() {
            let response = job.interruption.isRequested ? nil : job.work(job.interruption)
            // From here on a cancellation comes too late; one that came before has no answer.
            let isCancelled = monitor.locked {
                running[job.id] = nil
                return job.interruption.isRequested
            }
            job.reply(isCancelled ? nil : response)
        }
    }
}
