import TraceKit

/// Ends the process on SIGINT, SIGTERM and SIGHUP, and on a crash, after removing its temporary files.
///
/// All threads block these signals, and one waits for them. Unlike a signal handler, that thread may lock, wait and delete
/// files (see `Interruption`), and it ends the process without waiting for the others once cleanup is done.
/// A thread that crashes (most often out of memory) signals the waiting thread and then pauses.
final class SignalWatch {
    private let interruption: Interruption
    private let clearsLine: Bool
    private var signals = sigset_t()

    /// - Parameter clearsLine: whether standard error is a terminal, which may show a progress line.
    private init(_ interruption: Interruption, clearsLine: Bool) {
        self.interruption = interruption
        self.clearsLine = clearsLine
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) { sigaddset(&signals, signal) }
        sigaddset(&signals, Self.crash)
    }

    /// The signal that a crashed thread sends to the waiting thread.
    private static let crash = SIGUSR1
    /// Seconds after which the process ends in any case, if the crashed thread holds a lock that cleanup needs.
    private static let patience: UInt32 = 2

    /// Starts the signal thread. Call it before any other thread starts: threads inherit the signal mask.
    static func start(_ interruption: Interruption, clearsLine: Bool) {
        // A write beyond `ulimit -f` or to a closed pipe then returns an error.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        let watch = SignalWatch(interruption, clearsLine: clearsLine)
        pthread_sigmask(SIG_BLOCK, &watch.signals, nil)
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let context = Unmanaged.passRetained(watch)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context = context as UnsafeMutableRawPointer? else { return nil }
                Unmanaged<SignalWatch>.fromOpaque(context).takeRetainedValue().wait()
            }, context.toOpaque())
        // Without the thread, blocked signals would never be delivered.
        guard code == 0 else {
            pthread_sigmask(SIG_UNBLOCK, &watch.signals, nil)
            return context.release()
        }
        // If the main thread's stack cannot grow, the crash handler needs a stack of its own.
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: Self.handlerStack, alignment: 16)
        stack.ss_size = Self.handlerStack
        sigaltstack(&stack, nil)
        for fatal in [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE] { handle(fatal, by: onCrash) }
        handle(SIGALRM, by: onImpatience)
    }

    private static let handlerStack = 64 << 10

    /// Signals the waiting thread, then pauses the crashed one.
    private static let onCrash: @convention(c) (Int32) -> Void = { _ in
        alarm(SignalWatch.patience)
        kill(getpid(), SignalWatch.crash)
        while true { pause() }
    }

    /// Ends the process if the waiting thread does not respond because it lacks a lock or memory.
    private static let onImpatience: @convention(c) (Int32) -> Void = { _ in
        let message: StaticString = "trace-analyze: error: stopped by a mistake of its own, or for want of memory\n"
        _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(1)
    }

    private static func handle(_ signal: Int32, by handler: @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = SA_ONSTACK
        sigaction(signal, &action, nil)
    }

    /// Whether the parent asked to ignore the signal, as `nohup` and background shells do.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        #if canImport(Darwin)
            return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #else
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #endif
    }

    private func wait() -> Never {
        var signal: Int32 = 0
        let clear = clearsLine ? "\r\u{1B}[K" : ""
        repeat {
            while sigwait(&signals, &signal) != 0 {}
        } while signal == SIGINT && finishesRecording(clear)
        let isCrash = signal == Self.crash
        let left = interruption.end(waits: !isCrash)
        let what = isCrash ? "error: stopped by a mistake of its own, or for want of memory" : "interrupted"
        var rest = left.isImported ? " after the import: the traces are in the database" : ""
        if let recording = left.recording {
            rest = "; the recording \(VisibleText.escape(recording.file)) may be unfinished"
        }
        _ = Console.write(Array("\(clear)trace-analyze: \(what)\(rest)\n".utf8), to: 2)
        _exit(isCrash ? 1 : 128 + signal)
    }

    /// The first Ctrl-C during a recording ends that alone.
    private func finishesRecording(_ clear: String) -> Bool {
        guard interruption.finishRecording() else { return false }
        let word = "trace-analyze: the recording is being finished; Ctrl-C again gives it up"
        _ = Console.write(Array("\(clear)\(word)\n".utf8), to: 2)
        return true
    }
}
