/// What another thread does until the main thread goes on: an interval that overlaps stretches and ends just before they do
/// (docs/analysis.md, section 6).
struct WaitRelease {
    let name: String
    let thread: String
    /// Stretches that end with it.
    let hits: Int
    let of: Int

    /// `; it ends when mergeChanges does (thread 0x71c4e, 8 of 8 times)`; empty without one.
    static func words(_ release: WaitRelease?) -> String {
        guard let release else { return "" }
        return """
            ; it ends when \(release.name) does (thread \(release.thread), \(RuleWords.number(release.hits)) of \
            \(RuleWords.number(release.of)) times)
            """
    }

    /// How long before the end of a stretch it may end.
    private static let reachNs: Int64 = 5_000_000
    /// An end is written down a little late.
    private static let lateNs: Int64 = 1_000_000
    private static let mostChance = 0.01

    /// - Parameter spans: stretches of one finding, in any order.
    static func find(at spans: [Range<Int64>], _ context: RuleContext) -> WaitRelease? {
        guard spans.count >= RuleThresholds.occurrences else { return nil }
        let (records, scope) = (context.records, context.results.scope)
        let spans = spans.sorted { $0.upperBound < $1.upperBound }
        var (ends, threads, counts): ([NameID: Set<Int>], [NameID: NameID], [NameID: Int]) = ([:], [:], [:])
        for interval in records.signposts where interval.duration > 0 && !scope.isOther(interval.process) {
            let isMain =
                MainThreadName.isMain(context.name(interval.thread))
                || context.loggedMainThreads.contains(interval.thread)
            guard interval.thread.isPresent, !isMain, !FrameStage.categories.contains(interval.category) else {
                continue
            }
            counts[interval.name, default: 0] += 1
            let end = interval.start.addingSaturating(interval.duration)
            let first = spans.firstPlace { $0.upperBound >= end.addingSaturating(-lateNs) }
            for place in first..<spans.count {
                let span = spans[place]
                if span.upperBound > end.addingSaturating(reachNs) { break }
                if interval.start < span.upperBound, end > span.lowerBound {
                    ends[interval.name, default: []].insert(place)
                    threads[interval.name] = interval.thread
                }
            }
        }
        let length = Double(max(1, context.results.coveredNs))
        let found = ends.compactMap { name, places -> WaitRelease? in
            guard places.count >= RuleThresholds.occurrences, places.count * 5 >= spans.count * 4 else { return nil }
            let share = min(0.99, Double(counts[name] ?? 0) * Double(reachNs + lateNs) / length)
            let chance = Binomial.chance(ofAtLeast: places.count, of: spans.count, each: share)
            guard chance * Double(counts.count) < mostChance else { return nil }
            return WaitRelease(
                name: context.shortName(name), thread: context.shortName(threads[name] ?? .none), hits: places.count,
                of: spans.count)
        }
        return found.max { ($0.hits, $1.name) < ($1.hits, $0.name) }
    }
}
