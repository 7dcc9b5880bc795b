/// A piece of work on a thread of its own, whose result is waited for once.
///
/// What the work touches must not be touched by anyone else before `wait` has returned: traces are too large to be
/// copied from thread to thread, so the compiler cannot check this, and every user says why it holds.
final class BackgroundWork<Value>: @unchecked Sendable {
    private let work: () throws(TraceError) -> Value
    private var result: Result<Value, TraceError>?
    private var thread: pthread_t?

    /// Begins at once. Where no thread can be had, or none is to be (`onThread`), the work is done when it is waited for.
    init(onThread: Bool = true, _ work: @escaping () throws(TraceError) -> Value) {
        self.work = work
        guard onThread else { return }
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, backgroundMain, Unmanaged<AnyObject>.passRetained(self).toOpaque())
        if code == 0 {
            self.thread = thread
        } else {
            Unmanaged<AnyObject>.passUnretained(self).release()
        }
    }

    /// Whether it has a thread of its own, and need not be waited for to begin.
    var isRunning: Bool { thread != nil }

    /// The result of the work, once it is done.
    func wait() throws(TraceError) -> Value {
        if let thread {
            pthread_join(thread, nil)
            self.thread = nil
        }
        if result == nil { run() }
        guard let result else { throw TraceError(.internalError, "a thread ended without a result") }
        return try result.get()
    }

    fileprivate func run() {
        do throws(TraceError) {
            result = .success(try work())
        } catch {
            result = .failure(error)
        }
    }
}

/// What a new thread needs to know of its work, whatever that returns.
private protocol AnyWork: AnyObject {
    func run()
}

extension BackgroundWork: AnyWork {}

#if canImport(Darwin)
    private func backgroundMain(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        runWork(work)
        return nil
    }
#else
    private func backgroundMain(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { runWork(work) }
        return nil
    }
#endif

private func runWork(_ work: UnsafeMutableRawPointer) {
    (Unmanaged<AnyObject>.fromOpaque(work).takeRetainedValue() as? AnyWork)?.run()
}

/// How many threads this machine runs at once.
public enum ProcessorCount {
    public static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
