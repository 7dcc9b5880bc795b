/// Distributes hitches and hangs over the work of the main thread.
final class StretchLedger {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let frameNs: Int64
    private let work: LateWork
    /// Whose code runs in a sample; nil = not the app's.
    private let code: (_ sample: Int) -> String?
    /// The hangs of main threads, by start, with the latest end so far.
    private let hangs: [(start: Int64, end: Int64)]

    init(
        _ records: TraceRecords, _ results: AnalysisResults, hitches: [Int], hangs: [Int],
        code: @escaping (_ sample: Int) -> String?
    ) {
        (self.records, self.results, self.code) = (records, results, code)
        let frameNs = FrameTime.ns(records)
        self.frameNs = frameNs
        let ofHangs = hangs.map { row in
            records.hangs[row].start..<records.hangs[row].start.addingSaturating(max(0, records.hangs[row].duration))
        }
        let ofHitches = hitches.map { FrameTime.span(records.hitches[$0], frameNs: frameNs) }
        work = LateWork(records, results, in: ofHangs + ofHitches)
        var latest = Int64.min
        self.hangs = hangs.filter { records.hangs[$0].isOfMainThread }.map { records.hangs[$0] }
            .sorted { $0.start < $1.start }.map { hang in
                latest = max(latest, hang.start.addingSaturating(max(0, hang.duration)))
                return (hang.start, latest)
            }
    }

    // MARK: Hitches

    func parts(ofHitch row: Int) -> [StretchPart] {
        let hitch = records.hitches[row]
        let total = max(0, hitch.duration)
        var shares = Shares()
        var stage = stage(row)
        var left = total
        if stage != .render {
            let (first, end, items) = work.longestRun(
                in: FrameTime.span(hitch, frameNs: frameNs), owner: results.scope.owner(hitch.process))
            // Where the app's part was not recorded, a late render server and a main thread that was done in time tell it.
            if stage == .unknown, end - first <= frameNs, results.hitches[row].renderNs ?? 0 > frameNs {
                stage = .render
            }
            // A frame is late by whole frames.
            let over = max(0, end - first - frameNs)
            let frames = over / frameNs + (over % frameNs > 0 ? 1 : 0)
            let app = stage == .app ? total : min(total, frames.multipliedReportingOverflow(by: frameNs).partialValue)
            if app > 0, !items.isEmpty {
                divide(app, among: items, from: first, to: end, &shares, keepsRows: !isInHang(hitch.start))
                left -= app
            } else if stage == .app {
                shares.add(.mainThread, total)
                left = 0
            }
        }
        if left > 0 { shares.add(stage == .render ? .render : .unexplained, left) }
        return shares.parts
    }

    private enum Stage { case app, render, unknown }

    /// The stage by recorded times, else by what Instruments says.
    private func stage(_ row: Int) -> Stage {
        let stages = results.hitches[row]
        if let render = stages.renderNs, let app = stages.appNs { return render > app ? .render : .app }
        let words = (records.names.text(records.hitches[row].narrative) ?? "").lowercased()
        if ["offscreen", "render", "gpu"].contains(where: words.contains) { return .render }
        return words.contains("app update") ? .app : .unknown
    }

    private func isInHang(_ time: Int64) -> Bool {
        let index = hangs.firstPlace { $0.start > time }
        return index > 0 && hangs[index - 1].end > time
    }

    // MARK: Hangs

    func parts(ofHang row: Int) -> [StretchPart] {
        let hang = records.hangs[row]
        let total = max(0, hang.duration)
        var shares = Shares()
        var left = total
        if hang.isOfMainThread {
            let end = hang.start.addingSaturating(total)
            let items = work.items(in: hang.start..<end, owner: results.scope.owner(hang.process))
            let covered = items.reduce(Int64(0)) { $0.addingSaturating($1.isSample ? 0 : $1.covered) }
            let sampled = items.reduce(Int64(0)) { $0.addingSaturating($1.isSample ? $1.covered : 0) }
            let ofUpdates = min(total, covered)
            divide(
                ofUpdates, among: items.filter { !$0.isSample }, from: hang.start, to: end, &shares, keepsRows: false)
            left -= ofUpdates
            let ofSamples = min(left, sampled)
            divide(ofSamples, among: items.filter(\.isSample), from: hang.start, to: end, &shares, keepsRows: false)
            left -= ofSamples
            if results.hangs[row].coverage != nil {
                shares.add(.blocked, left)
                left = 0
            }
        }
        shares.add(.unexplained, left)
        return shares.parts
    }

    // MARK: Shares

    /// The share of each kind and subject.
    private struct Shares {
        private static let most = 64
        private(set) var parts: [StretchPart] = []

        mutating func add(
            _ witness: StretchPart.Witness, _ nanoseconds: Int64, cause: NameID = .none, code: String? = nil
        ) {
            guard nanoseconds > 0 else { return }
            // Of a stretch with very many functions the rest is one part.
            let code = parts.count < Self.most ? code : nil
            let known = parts.firstIndex { $0.witness == witness && $0.cause == cause && $0.code == code }
            if let known {
                parts[known].nanoseconds = parts[known].nanoseconds.addingSaturating(nanoseconds)
            } else {
                parts.append(
                    StretchPart(stretch: -1, witness: witness, cause: cause, code: code, nanoseconds: nanoseconds))
            }
        }
    }

    /// Distributes in proportion to durations between two times; rounding is cumulative, so that all shares add up.
    private func divide(
        _ time: Int64, among items: [LateWork.Item], from first: Int64, to end: Int64, _ shares: inout Shares,
        keepsRows: Bool
    ) {
        func weight(_ item: LateWork.Item) -> Int64 {
            item.isSample ? item.covered : max(0, min(item.end, end) - max(item.start, first))
        }
        let total = items.reduce(Int64(0)) { $0.addingSaturating(weight($1)) }
        guard time > 0 else { return }
        guard total > 0 else { return shares.add(.unexplained, time) }
        var (sum, spent) = (Int64(0), Int64(0))
        for item in items {
            sum = min(total, sum.addingSaturating(weight(item)))
            let due = total.dividingFullWidth(time.multipliedFullWidth(by: sum)).quotient
            let share = due - spent
            spent = due
            switch item.kind {
            case .update:
                shares.add(.updates, share, cause: rootCause(item.row))
                if keepsRows {
                    let known = max(0, results.lateOfUpdate[item.row])
                    results.lateOfUpdate[item.row] = known.addingSaturating(share)
                }
            case .commit: shares.add(.commit, share)
            case .sample: shares.add(.mainThread, share, code: code(item.row))
            }
        }
    }

    private func rootCause(_ row: Int) -> NameID {
        let chain = Int(results.chain[row])
        guard chain >= 0 else { return .none }
        return results.chainSteps[Int(results.chains[chain].step)].root
    }
}

/// The work of main threads around hitches and hangs: updates, commits, and samples of all else.
struct LateWork {
    struct Item {
        enum Kind { case update, commit, sample }

        var kind: Kind
        /// The row in the records of its kind.
        var row: Int
        var start: Int64
        var end: Int64
        var owner: NameID
        /// In a result: the part that no earlier item covers.
        var covered: Int64 = 0

        var isSample: Bool { kind == .sample }
    }

    /// Shorter pauses do not end a stretch of work.
    private static let pauseNs: Int64 = 1_000_000

    /// By start.
    private var items: [Item] = []
    /// The latest end up to each of them.
    private var latestEnds: [Int64] = []
    private let walks: Walks

    /// Limits the walks over spans that overlap repeatedly.
    private final class Walks {
        var allowance: WalkAllowance
        init(_ rows: Int) { allowance = WalkAllowance(rows: rows) }
    }

    init(_ records: TraceRecords, _ results: AnalysisResults, in spans: [Range<Int64>]) {
        let spans = spans.merged()
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
            guard sample.start >= 0, sample.thread == NameID(.main), running.contains(sample.state),
                !scope.isOther(sample.process)
            else {
                continue
            }
            // A sample counts for its weight, else for the time since the previous one, at most a millisecond.
            let owner = scope.owner(sample.process)
            let since = last[owner].map { min(pauseNs, sample.start - $0) } ?? pauseNs
            last[owner] = sample.start
            let weight = sample.weight > 0 ? min(sample.weight, 100 * pauseNs) : since
            let start = sample.start - min(sample.start, weight)
            guard near.holds(start, sample.start) else { continue }
            found.append(Item(kind: .sample, row: row, start: start, end: sample.start, owner: owner))
        }
    }

    /// The items in a span by start, with the part that no earlier item covers; samples cover what nothing else does.
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

    /// The longest stretch of a span in which the main thread works without a pause, with its items.
    func longestRun(in span: Range<Int64>, owner: NameID) -> (first: Int64, end: Int64, items: [Item]) {
        let all = items(in: span, owner: owner).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var best = (first: span.lowerBound, end: span.lowerBound, items: all[..<0])
        var index = 0
        while index < all.count {
            let first = max(span.lowerBound, all[index].start)
            var end = min(span.upperBound, all[index].end)
            var next = index + 1
            while next < all.count, all[next].start - end <= Self.pauseNs {
                end = max(end, min(span.upperBound, all[next].end))
                next += 1
            }
            if end - first > best.end - best.first { best = (first, end, all[index..<next]) }
            index = next
        }
        return (best.first, best.end, Array(best.items))
    }
}

/// Whether intervals in start order touch one of a few spans.
private struct NearSpans {
    private let spans: [Range<Int64>]
    private var next = 0

    /// - Parameter spans: by start, not touching each other.
    init(_ spans: [Range<Int64>]) { self.spans = spans }

    mutating func holds(_ start: Int64, _ end: Int64) -> Bool {
        while next < spans.count, spans[next].upperBound <= start { next += 1 }
        return next < spans.count && spans[next].lowerBound < end
    }
}
