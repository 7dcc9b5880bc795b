import TraceKit

/// Ends the process on SIGINT, SIGTERM and SIGHUP, and on a crash, without leaving anything behind.
///
/// All threads hold these signals back, and one waits for them. Unlike a handler it may lock, wait and delete (see
/// `Interruption`); and whatever the others do, or wait for, the process ends as soon as nothing must be taken back.
/// A thread that crashes (for want of memory, most often) hands over to it in the same way and stands still.
final class SignalWatch {
    private let interruption: Interruption
    private let clearsLine: Bool
    private var signals = sigset_t()

    /// `clearsLine`: standard error is a terminal, on which a line of progress may stand.
    private init(_ interruption: Interruption, clearsLine: Bool) {
        self.interruption = interruption
        self.clearsLine = clearsLine
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) { sigaddset(&signals, signal) }
        sigaddset(&signals, Self.crash)
    }

    /// What a crashed thread sends to the one that waits.
    private static let crash = SIGUSR1
    /// Seconds after which the process dies in any case, should the crash have happened inside a lock that is needed.
    private static let patience: UInt32 = 2

    /// To be called before any other thread is made: threads inherit what is held back.
    static func start(_ interruption: Interruption, clearsLine: Bool) {
        // A write beyond `ulimit -f` is then an error like any other, and so is one that nobody reads.
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
        // Without the thread nobody would hear the signals.
        guard code == 0 else {
            pthread_sigmask(SIG_UNBLOCK, &watch.signals, nil)
            return context.release()
        }
        // The first thread's stack grows while it runs: where that needs memory that is not there, its handler needs another.
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: Self.handlerStack, alignment: 16)
        stack.ss_size = Self.handlerStack
        sigaltstack(&stack, nil)
        for fatal in [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE] { handle(fatal, by: onCrash) }
        handle(SIGALRM, by: onImpatience)
    }

    private static let handlerStack = 64 << 10

    /// A thread that crashes tells the one that waits, and stands still.
    private static let onCrash: @convention(c) (Int32) -> Void = { _ in
        alarm(SignalWatch.patience)
        kill(getpid(), SignalWatch.crash)
        while true { pause() }
    }

    /// The one that waits does not answer: it needs a lock, or memory, that is not to be had.
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

    /// `nohup` and shells that start in the background ask for this.
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
        while sigwait(&signals, &signal) != 0 {}
        let isCrash = signal == Self.crash
        let isImported = interruption.end(waits: !isCrash)
        let clear = clearsLine ? "\r\u{1B}[K" : ""
        let what = isCrash ? "error: stopped by a mistake of its own, or for want of memory" : "interrupted"
        let rest = isImported ? " after the import: the traces are in the database" : ""
        _ = Console.write(Array("\(clear)trace-analyze: \(what)\(rest)\n".utf8), to: 2)
        _exit(isCrash ? 1 : 128 + signal)
    }
}
