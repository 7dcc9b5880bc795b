/// A lock on what several threads change, and a condition variable for those who wait until it has changed.
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

    /// Runs `body` while no other thread is in here.
    func locked<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    /// To be called with the lock, which others can have until this returns: after `signal`, or without any reason.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// The same, for so long at most; less than a second.
    func wait(milliseconds: Int) {
        var until = timespec()
        clock_gettime(CLOCK_REALTIME, &until)
        until.tv_nsec += milliseconds * 1_000_000
        if until.tv_nsec >= 1_000_000_000 {
            (until.tv_sec, until.tv_nsec) = (until.tv_sec + 1, until.tv_nsec - 1_000_000_000)
        }
        wait(until: until)
    }

    /// The same, until that time of `CLOCK_REALTIME` at most.
    func wait(until time: timespec) {
        var time = time
        pthread_cond_timedwait(condition, mutex, &time)
    }

    /// Wakes one of those who wait.
    func signal() { pthread_cond_signal(condition) }
}
