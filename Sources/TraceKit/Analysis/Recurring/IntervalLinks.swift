/// Intervals of the app's signposts that begin with the bursts of a recurring cause: what it does besides bodies, such as updating a
/// table of AppKit (docs/analysis.md, section 3).
struct IntervalLinks {
    /// So soon behind the last body of a burst.
    private static let reachNs: Int64 = 10_000_000
    /// Longer ones are what the user did, or a task.
    private static let longestNs: Int64 = 2_000_000_000

    private struct Key: Hashable {
        var name: NameID
        var cause: Int
    }

    private var found: [Key: RecurringInterval] = [:]
    /// By name: those that begin with a burst of any cause.
    private var all: [NameID: Int] = [:]
    /// Names of intervals in which other bodies began: the main thread did not wait for them.
    private var isAside: Set<NameID> = []

    /// `causeOfBurst`: by burst, -1 = none that is kept.
    static func find(
        _ order: EvaluationOrder, _ causeOfBurst: [Int], _ records: TraceRecords, redNs: Int64
    ) -> [RecurringInterval] {
        var links = IntervalLinks()
        let bursts = order.bursts.buffer
        let timed = bursts.indices.filter { bursts[$0].isTimed }
        let starts = timed.map { order.evaluations[bursts[$0].first].start }
        var next = 0
        for index in 0..<records.signposts.count {
            let signpost = records.signposts[index]
            guard signpost.duration > 0, signpost.duration < longestNs else { continue }
            while next < timed.count, starts[next] <= signpost.start { next += 1 }
            let end = signpost.start.addingSaturating(signpost.duration)
            if next < timed.count, starts[next] < end { links.isAside.insert(signpost.name) }
            guard next > 0 else { continue }
            let burst = timed[next - 1]
            let last = bursts[burst].until
            guard signpost.start >= last, signpost.start - last <= reachNs, causeOfBurst[burst] >= 0 else { continue }
            links.add(signpost, causeOfBurst[burst], redNs: redNs)
        }
        return links.kept()
    }

    private mutating func add(_ signpost: SignpostRecord, _ cause: Int, redNs: Int64) {
        let key = Key(name: signpost.name, cause: cause)
        var interval = found[key] ?? RecurringInterval(cause: cause, name: signpost.name)
        interval.count += 1
        interval.totalNs = interval.totalNs.addingSaturating(signpost.duration)
        if signpost.duration > redNs { interval.long += 1 }
        found[key] = interval
        all[signpost.name, default: 0] += 1
    }

    /// Of a name that hardly begins with any other cause, in order of cause and time.
    private func kept() -> [RecurringInterval] {
        found.values.filter { interval in
            !isAside.contains(interval.name) && interval.count >= DriverGroups.leastRuns
                && interval.count * 5 >= (all[interval.name] ?? 0) * 4
        }.sorted { ($0.cause, -$0.totalNs, $0.name.rawValue) < ($1.cause, -$1.totalNs, $1.name.rawValue) }
    }
}
