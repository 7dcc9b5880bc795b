#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time that a query has. What passes while somebody reads its rows does not count: a pager may stand as long as it
/// likes. One thread runs the query, another may wait for the time to be over.
final class QueryClock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var end: ContinuousClock.Instant
    private var pauseStart: ContinuousClock.Instant?
    private var isFinished = false

    init(seconds: Double) {
        end = Self.end(seconds)
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    private static func end(_ seconds: Double) -> ContinuousClock.Instant {
        .now + .nanoseconds(Int64(min(seconds, 1e9) * 1e9))
    }

    /// The time begins now.
    func begin(seconds: Double) { locked { (end, isFinished) = (Self.end(seconds), false) } }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    var hasPassed: Bool { locked { ContinuousClock.now >= end } }

    /// Runs what does not count.
    func pausing<Result>(_ body: () -> Result) -> Result {
        locked { pauseStart = .now }
        defer {
            locked {
                if let pauseStart { end += ContinuousClock.now - pauseStart }
                pauseStart = nil
            }
        }
        return body()
    }

    /// The query is over, however it ended.
    func finish() {
        locked {
            isFinished = true
            pthread_cond_signal(condition)
        }
    }

    /// Returns when the query is over: true where it still runs so long after its time was over.
    func waitForOverdue(_ grace: Duration) -> Bool {
        locked {
            while !isFinished {
                if pauseStart == nil, ContinuousClock.now >= end + grace { return true }
                var until = timespec()
                clock_gettime(CLOCK_REALTIME, &until)
                until.tv_nsec += 100_000_000
                if until.tv_nsec >= 1_000_000_000 {
                    (until.tv_sec, until.tv_nsec) = (until.tv_sec + 1, until.tv_nsec - 1_000_000_000)
                }
                pthread_cond_timedwait(condition, mutex, &until)
            }
            return false
        }
    }
}
