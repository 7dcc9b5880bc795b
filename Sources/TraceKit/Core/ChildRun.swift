/// One run of another program from start to end. Its output is read continuously, so that it never waits for us, and it
/// ends in bounded time if `watch` ensures that.
package struct ChildRun {
    /// The way in which it ended.
    package enum Ending: Equatable, Sendable {
        case exit(Int32), signal(Int32)
        /// It was not started; the system's error code.
        case notStarted(Int32)
    }

    /// The state of the program while it runs.
    package struct Moment {
        /// The time since its start, without times in which the machine slept.
        package fileprivate(set) var elapsed = Duration.zero
        /// The time at which its output began.
        package fileprivate(set) var spoke: Duration?
    }

    package private(set) var ending = Ending.notStarted(0)
    package private(set) var output = ChildText()
    package private(set) var errors = ChildText()

    /// The role of the program in an interruption, which ends it when we end.
    package enum Role {
        case helper
        /// A recording into a file: the first Ctrl-C asks it to finish.
        case recording(String)
    }

    private let interruption: Interruption
    private var process: pid_t = 0
    private var passed = PassedLines()
    private static let tick: Int32 = 50
    /// The time that it has to end when the work is interrupted.
    private static let grace = Duration.seconds(2)

    /// - Parameters:
    ///   - say: takes the part of its output that is passed on, line by line; nil = none.
    ///   - watch: called at least every 50 ms; returns a signal for the program and all that it started.
    package init(
        _ tool: String, _ arguments: [String], as role: Role = .helper, _ interruption: Interruption,
        say: ((String) -> Void)?, watch: (Moment) -> Int32?
    ) throws(TraceError) {
        self.interruption = interruption
        guard let (readOutput, writeOutput) = Self.makePipe() else {
            ending = .notStarted(errno)
            return
        }
        defer { close(readOutput) }
        guard let (readErrors, writeErrors) = Self.makePipe() else {
            ending = .notStarted(errno)
            close(writeOutput)
            return
        }
        defer { close(readErrors) }
        let (process, code) = interruption.guarding { leftovers in
            let started = ChildProcess.start(tool, arguments, output: .pipes(writeOutput, writeErrors))
            if started.code == 0 { leftovers.add(started.process, role) }
            return started
        }
        close(writeOutput)
        close(writeErrors)
        guard code == 0 else {
            ending = .notStarted(code)
            return
        }
        self.process = process
        var streams = [readOutput, readErrors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        wait(&streams, say, watch)
        // The last output is still in the pipes. A program that it started may hold them open, and even continue to
        // write.
        for _ in 0..<64 where !read(&streams, say, wait: 0) { break }
        if let say { passed.finish(say) }
        try interruption.check()
    }

    private static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private mutating func wait(_ streams: inout [pollfd], _ say: ((String) -> Void)?, _ watch: (Moment) -> Int32?) {
        var moment = Moment()
        var last = ContinuousClock.now
        var stopped: Duration?
        while true {
            if read(&streams, say, wait: streams.contains { $0.fd >= 0 } ? Self.tick : 5), moment.spoke == nil {
                moment.spoke = moment.elapsed
            }
            let now = ContinuousClock.now
            moment.elapsed += min(now - last, .seconds(1))
            last = now
            if isGone() { return }
            if interruption.isRequested {
                if stopped == nil { kill(-process, SIGTERM) }
                let since = stopped ?? moment.elapsed
                if moment.elapsed - since > Self.grace { kill(-process, SIGKILL) }
                stopped = since
            } else if let signal = watch(moment) {
                kill(-process, signal)
            }
        }
    }

    /// Whether it ended; notes how. Its process id is released under the lock, because another process may get it
    /// later.
    private mutating func isGone() -> Bool {
        var status: Int32 = 0
        let isGone = interruption.guarding { leftovers in
            guard waitpid(process, &status, WNOHANG) != 0 else { return false }
            leftovers.remove(process)
            return true
        }
        let signal = status & 0x7F
        if isGone { ending = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal) }
        return isGone
    }

    /// Reads available output, waiting for some milliseconds. Returns whether there was any.
    private mutating func read(_ streams: inout [pollfd], _ say: ((String) -> Void)?, wait: Int32) -> Bool {
        guard poll(&streams, nfds_t(streams.count), wait) > 0 else { return false }
        var hasRead = false
        for index in streams.indices where streams[index].fd >= 0 && streams[index].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 16 << 10)
            let count = CLibrary.readBytes(streams[index].fd, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                streams[index].fd = -1
                continue
            }
            hasRead = true
            if index == 0 { output.add(bytes.prefix(count)) } else { errors.add(bytes.prefix(count)) }
            if let say { passed.add(bytes.prefix(count), say) }
        }
        return hasRead
    }
}

/// The output of a program in one stream: the beginning and, if it is longer, the end.
package struct ChildText: Sendable {
    private static let most = 1 << 20
    private static let rest = 4 << 10
    private var head: [UInt8] = []
    private var tail: [UInt8] = []

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        head += bytes.prefix(Self.most - head.count)
        tail += bytes
        if tail.count > 2 * Self.rest { tail.removeFirst(tail.count - Self.rest) }
    }

    package var text: String { String(decoding: head, as: UTF8.self) }

    /// Whether its beginning or its end contains a phrase.
    package func holds(_ phrase: String) -> Bool {
        text.contains(phrase) || String(decoding: tail, as: UTF8.self).contains(phrase)
    }

    /// The last line that is not blank, shortened for quoting; nil if there is none.
    package var lastLine: String? {
        let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        return String(line.drop(while: \.isWhitespace).prefix(200))
    }
}

/// Passes on the output of a program, line by line, up to a limit.
struct PassedLines {
    private static let most = 64 << 10
    private static let longestLine = 4 << 10
    private var line: [UInt8] = []
    private var left = Self.most

    mutating func add(_ bytes: ArraySlice<UInt8>, _ say: (String) -> Void) {
        guard left > 0 else { return }
        for byte in bytes.prefix(left) {
            if byte != UInt8(ascii: "\n") { line.append(byte) }
            if byte == UInt8(ascii: "\n") || line.count == Self.longestLine { flush(say) }
        }
        left -= min(left, bytes.count)
        guard left == 0 else { return }
        finish(say)
        say("… (more than \(Self.most >> 10) KB; the rest is left out)")
    }

    mutating func finish(_ say: (String) -> Void) {
        if !line.isEmpty { flush(say) }
    }

    private mutating func flush(_ say: (String) -> Void) {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        say(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
    }
}
