/// The server of `trace-analyze mcp`: the Model Context Protocol over two streams, one message per line.
///
/// One thread reads, answers quick requests at once, and so receives cancellations while the other thread, the caller
/// of `run`, imports and queries.
package final class AnalysisServer {
    package struct Options: Sendable {
        /// Folders whose files may be read.
        package var roots: [String] = []
        /// Folders with the app's Swift sources, for `file:line` in answers.
        package var sourceRoots: [String] = []
        /// Default options for reading and analysing traces, from the project file.
        package var reading = TracePipeline.Options()
        /// Accepted problems.
        package var accepted: [AcceptedNote] = []
        package var version = ""
        /// Cancels everything; each request has its own below it.
        package var interruption = Interruption()

        package init() {}
    }

    private let options: Options
    private let outlet: MessageOutlet
    private let queue = ServerQueue()
    private let session: ServerSession
    private let front: ServerFront

    /// Throws if a root is no folder, or sources are outside all roots.
    package init(_ options: Options, output: @escaping ([UInt8]) -> Bool) throws(TraceError) {
        self.options = options
        outlet = MessageOutlet(output)
        session = try ServerSession(
            ServerRoots(options.roots), sourceRoots: options.sourceRoots, options.reading, options.accepted)
        front = ServerFront(options, outlet, queue, session)
    }

    /// Answers the messages of a descriptor until its end. Watches `output`, if given, for closed readers while the
    /// last requests are processed.
    package func run(input: Int32, output: Int32? = nil) throws(TraceError) {
        let (front, queue, outlet) = (front, queue, outlet)
        // Only this thread uses the front.
        let reader = BackgroundWork { () throws(TraceError) in
            var lines = MessageLines(descriptor: input)
            while !outlet.isClosed, let line = lines.nextLine() { front.receive(line) }
            queue.end()
            while let output, !queue.isIdle {
                if Self.hasNoReader(output) { queue.cancelAll() }
                usleep(50_000)
            }
        }
        guard reader.isRunning else { throw TraceError(.internalError, "the system has no thread for the server") }
        queue.work { !outlet.isClosed }
        // The reader may wait for a silent client; the process ends without it.
        if !outlet.isClosed { _ = try? reader.wait() }
    }

    /// Answers lines in memory, for tests and the fuzzer.
    func run(_ text: some Collection<UInt8>, limit: Int = MessageLines.longest) {
        var rest = Array(text)[...]
        var lines = MessageLines(limit: limit) { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        while let line = lines.nextLine() { front.receive(line) }
        queue.end()
        queue.work { true }
    }

    private static func hasNoReader(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }
}
