/// The time that one query has, or several one after the other. What passes while somebody reads the rows does not count: a
/// pager may wait as long as it likes. One thread runs the query, another may wait for the time to be over.
final class QueryClock: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Duration
    private var end: ContinuousClock.Instant
    private var hasBegun = false
    private var pauseStart: ContinuousClock.Instant?
    private var isFinished = false
    private let interruption: Interruption?

    init(seconds: Double, _ interruption: Interruption? = nil) {
        limit = .nanoseconds(Int64(min(seconds, 1e9) * 1e9))
        end = .now + limit
        self.interruption = interruption
    }

    /// A query begins. Its time is what the ones before it left.
    func begin() {
        monitor.locked {
            if !hasBegun { end = .now + limit }
            (hasBegun, isFinished) = (true, false)
        }
    }

    var hasPassed: Bool { monitor.locked { ContinuousClock.now >= end } }

    /// Whether the query should stop: its time is over, or somebody wants it to.
    var stops: Bool { hasPassed || interruption?.isRequested == true }

    /// Runs what does not count.
    func pausing<Result>(_ body: () -> Result) -> Result {
        monitor.locked { pauseStart = .now }
        defer {
            monitor.locked {
                if let pauseStart { end += ContinuousClock.now - pauseStart }
                pauseStart = nil
            }
        }
        return body()
    }

    /// The query is over, however it ended.
    func finish() {
        monitor.locked {
            isFinished = true
            monitor.signal()
        }
    }

    /// Returns when the query is over: true where it still runs so long after its time was over.
    func waitForOverdue(_ grace: Duration) -> Bool {
        monitor.locked {
            while !isFinished {
                if pauseStart == nil, ContinuousClock.now >= end + grace { return true }
                monitor.wait(milliseconds: 100)
            }
            return false
        }
    }
}
