/// Work on a thread of its own. One caller waits for the result, once.
///
/// No other code may use the data of the work before `wait` has returned. Traces are too large to
/// copy between threads, so the compiler cannot check this; every caller says why it holds.
final class BackgroundWork<Value>: @unchecked Sendable {
    private let work: () throws(TraceError) -> Value
    private var result: Result<Value, TraceError>?
    private var thread: pthread_t?

    /// Starts the work. If there is no thread (none available, or `onThread` is false), `wait` does
    /// it.
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

    /// Whether it runs on its own thread.
    var isRunning: Bool { thread != nil }

    /// Waits for the end of the work and returns its result.
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

/// Background work without the type of its result, which the entry point of a thread cannot name.
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

/// The number of threads that this machine runs at once.
package enum ProcessorCount {
    package static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// A lock on data that several threads change, and a condition variable to wait for changes.
final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the lock.
    func locked<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock until `signal`, then takes it again. Needs the lock; may return for no
    /// reason.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits for at most this time, less than a second.
    func wait(milliseconds: Int) {
        var until = timespec()
        clock_gettime(CLOCK_REALTIME, &until)
        until.tv_nsec += milliseconds * 1_000_000
        if until.tv_nsec >= 1_000_000_000 {
            (until.tv_sec, until.tv_nsec) = (until.tv_sec + 1, until.tv_nsec - 1_000_000_000)
        }
        wait(until: until)
    }

    /// Waits until this time of `CLOCK_REALTIME` at most.
    func wait(until time: timespec) {
        var time = time
        pthread_cond_timedwait(condition, mutex, &time)
    }

    /// Wakes one waiting thread.
    func signal() { pthread_cond_signal(condition) }
}
