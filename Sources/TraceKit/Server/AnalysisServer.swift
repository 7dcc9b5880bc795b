/// The server of `trace-analyze mcp`: the Model Context Protocol over two streams, a message a line.
///
/// One thread reads: it answers at once what takes no time, and so hears cancellations while the other one, which called
/// `run`, imports and queries.
package final class AnalysisServer {
    package struct Options: Sendable {
        /// The folders that files may be read from.
        package var roots: [String] = []
        /// Folders of the app's Swift sources, in whose lines answers say where something stands.
        package var sourceRoots: [String] = []
        /// How traces are read and analysed where a call does not say: what the project's file has.
        package var reading = TracePipeline.Options()
        /// Problems that are accepted.
        package var accepted: [AcceptedNote] = []
        package var version = ""
        /// Stops everything; each request has one of its own inside.
        package var interruption = Interruption()

        package init() {}
    }

    private let options: Options
    private let outlet: MessageOutlet
    private let queue = ServerQueue()
    private let session: ServerSession
    private let front: ServerFront

    /// Throws where a root is no folder, or sources lie outside of all roots.
    package init(_ options: Options, output: @escaping ([UInt8]) -> Bool) throws(TraceError) {
        self.options = options
        outlet = MessageOutlet(output)
        session = try ServerSession(
            ServerRoots(options.roots), sourceRoots: options.sourceRoots, options.reading, options.accepted)
        front = ServerFront(options, outlet, queue, session)
    }

    /// Answers the messages of a descriptor until it ends. `output`, where there is one, is what is watched for readers
    /// that have gone while the last requests are worked on.
    package func run(input: Int32, output: Int32? = nil) throws(TraceError) {
        let (front, queue, outlet) = (front, queue, outlet)
        // The front is touched by this thread alone.
        let reader = BackgroundWork { () throws(TraceError) in
            var lines = MessageLines(descriptor: input)
            while !outlet.isClosed, let line = lines.nextLine() { front.take(line) }
            queue.end()
            while let output, !queue.isIdle {
                if Self.hasNoReader(output) { queue.cancelAll() }
                usleep(50_000)
            }
        }
        guard reader.isRunning else { throw TraceError(.internalError, "the system has no thread for the server") }
        queue.work { !outlet.isClosed }
        // The reader may wait for a client that says nothing: the process ends without it.
        if !outlet.isClosed { _ = try? reader.wait() }
    }

    /// Answers lines that are in memory, for tests and the fuzzer.
    func run(_ text: some Collection<UInt8>, limit: Int = MessageLines.longest) {
        var rest = Array(text)[...]
        var lines = MessageLines(limit: limit) { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        while let line = lines.nextLine() { front.take(line) }
        queue.end()
        queue.work { true }
    }

    private static func hasNoReader(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }
}
