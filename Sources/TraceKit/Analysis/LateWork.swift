/// What main threads did around hitches and hangs: updates, commits, and samples of all else.
struct LateWork {
    struct Item {
        enum Kind { case update, commit, sample }

        var kind: Kind
        /// Of the records of its kind.
        var row: Int
        var start: Int64
        var end: Int64
        var owner: NameID
        /// Of an answer: how much of it nothing before covers.
        var covered: Int64 = 0

        var isSample: Bool { kind == .sample }
    }

    /// Work with shorter pauses goes on.
    private static let pauseNs: Int64 = 1_000_000

    /// By start.
    private var items: [Item] = []
    /// The latest end up to each of them.
    private var latestEnds: [Int64] = []
    private let walks: Walks

    /// Spans that overlap again and again are not walked over without end.
    private final class Walks {
        var allowance: WalkAllowance
        init(_ rows: Int) { allowance = WalkAllowance(rows: rows) }
    }

    init(_ records: TraceRecords, _ results: AnalysisResults, in spans: [Range<Int64>]) {
        let spans = Self.merged(spans)
        let scope = results.scope
        var found: [Item] = []
        let updates = records.updates
        var near = NearSpans(spans)
        for row in 0..<updates.count where updates.thread[row] == NameID(.main) {
            guard results.role[row] == .counted || results.role[row] == .check, updates.duration[row] > 0 else {
                continue
            }
            let end = updates.start[row].addingSaturating(updates.duration[row])
            guard near.holds(updates.start[row], end) else { continue }
            found.append(
                Item(
                    kind: .update, row: row, start: updates.start[row], end: end,
                    owner: scope.owner(updates.process[row])))
        }
        Self.addCommits(records, scope, NearSpans(spans), &found)
        Self.addSamples(records, scope, NearSpans(spans), &found)
        let order = sortedIndexes(count: found.count) {
            found[$0].start == found[$1].start ? nil : found[$0].start < found[$1].start
        }
        items = order.map { found[Int($0)] }
        var latest = Int64.min
        latestEnds = items.map { item in
            latest = max(latest, item.end)
            return latest
        }
        walks = Walks(items.count)
    }

    private static func addCommits(
        _ records: TraceRecords, _ scope: ProcessScope, _ near: NearSpans, _ found: inout [Item]
    ) {
        guard let names = LongCommitRule.names(records.names) else { return }
        var near = near
        for row in 0..<records.signposts.count {
            let commit = records.signposts[row]
            guard commit.name == names.name, commit.subsystem == names.subsystem, commit.duration > 0,
                !scope.isOther(commit.process)
            else { continue }
            let end = commit.start.addingSaturating(commit.duration)
            guard near.holds(commit.start, end) else { continue }
            found.append(
                Item(kind: .commit, row: row, start: commit.start, end: end, owner: scope.owner(commit.process)))
        }
    }

    private static func addSamples(
        _ records: TraceRecords, _ scope: ProcessScope, _ near: NearSpans, _ found: inout [Item]
    ) {
        var (running, near) = (RunningStates(records.names), near)
        var last: [NameID: Int64] = [:]
        for row in 0..<records.samples.count {
            let sample = records.samples[row]
            guard sample.thread == NameID(.main), running.contains(sample.state), !scope.isOther(sample.process) else {
                continue
            }
            // A sample speaks for its weight, else for the time since the one before, a millisecond at most.
            let owner = scope.owner(sample.process)
            let since = last[owner].map { min(pauseNs, sample.start - $0) } ?? pauseNs
            last[owner] = sample.start
            let weight = sample.weight > 0 ? min(sample.weight, 100 * pauseNs) : since
            let start = sample.start - min(sample.start, weight)
            guard near.holds(start, sample.start) else { continue }
            found.append(Item(kind: .sample, row: row, start: start, end: sample.start, owner: owner))
        }
    }

    private static func merged(_ spans: [Range<Int64>]) -> [Range<Int64>] {
        var merged: [Range<Int64>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }

    /// What runs in a span, by start, with what each covers that those before do not; samples cover what nothing else does.
    func items(in span: Range<Int64>, owner: NameID) -> [Item] {
        let first = latestEnds.firstPlace { $0 > span.lowerBound }
        let end = items.firstPlace { $0.start >= span.upperBound }
        guard first < end, walks.allowance.allows(end - first) else { return [] }
        var found: [Item] = []
        var covered = span.lowerBound
        for var item in items[first..<end] where item.owner == owner && item.end > span.lowerBound && !item.isSample {
            item.covered = max(0, min(item.end, span.upperBound) - max(item.start, covered))
            covered = max(covered, item.end)
            found.append(item)
        }
        let known = found
        var (next, until) = (0, span.lowerBound)
        for var item in items[first..<end] where item.owner == owner && item.end > span.lowerBound && item.isSample {
            while next < known.count, known[next].start < item.end {
                until = max(until, known[next].end)
                next += 1
            }
            item.covered = max(0, min(item.end, span.upperBound) - max(item.start, until))
            until = max(until, item.end)
            if item.covered > 0 { found.append(item) }
        }
        return found
    }

    /// The longest stretch of a span in which the main thread works without a pause, with what runs in it.
    func longestRun(in span: Range<Int64>, owner: NameID) -> (first: Int64, end: Int64, items: [Item]) {
        let all = items(in: span, owner: owner).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var best = (first: span.lowerBound, end: span.lowerBound, items: all[..<0])
        var place = 0
        while place < all.count {
            let first = max(span.lowerBound, all[place].start)
            var end = min(span.upperBound, all[place].end)
            var next = place + 1
            while next < all.count, all[next].start - end <= Self.pauseNs {
                end = max(end, min(span.upperBound, all[next].end))
                next += 1
            }
            if end - first > best.end - best.first { best = (first, end, all[place..<next]) }
            place = next
        }
        return (best.first, best.end, Array(best.items))
    }
}

/// Whether intervals that come by start touch one of a few spans.
private struct NearSpans {
    private let spans: [Range<Int64>]
    private var next = 0

    /// By start, none of which touches another one.
    init(_ spans: [Range<Int64>]) { self.spans = spans }

    mutating func holds(_ start: Int64, _ end: Int64) -> Bool {
        while next < spans.count, spans[next].upperBound <= start { next += 1 }
        return next < spans.count && spans[next].lowerBound < end
    }
}
