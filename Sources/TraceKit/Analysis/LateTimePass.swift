/// Says what the time of every hitch and hang went to (docs/analysis.md, section 6).
enum LateTimePass: AnalysisPass {
    static let name = "late-time"
    static let reads: Results = [.processes, .chains, .stalls]
    static let writes: Results = .lateTime

    /// Between two frames where the recording does not say.
    private static let usualFrameNs: Int64 = 16_666_667

    /// From a frame's deadline back to where its work may have begun, in frames.
    private static let latencyFrames: Int64 = 2

    static func frameNs(_ records: TraceRecords) -> Int64 {
        guard let hz = records.metadata.refreshHz, hz > 0, hz <= 1_000 else { return usualFrameNs }
        return 1_000_000_000 / hz
    }

    /// Where the work of a hitch's frame lies.
    static func span(_ hitch: HitchRecord, frameNs: Int64) -> Range<Int64> {
        let first = hitch.start - min(hitch.start, latencyFrames * frameNs)
        return first..<max(first, hitch.start.addingSaturating(hitch.duration) - frameNs)
    }

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.lateOfUpdate = SparseColumn(absent: -1)
        let scope = results.scope
        let hitches = records.hitches.indices.filter { row in
            records.hitches[row].isSystem != true && !scope.isOther(records.hitches[row].process)
        }
        let hangs = records.hangs.indices.filter { !scope.isOther(records.hangs[$0].process) }
        guard !hitches.isEmpty || !hangs.isEmpty else { return }
        let ledger = LateTimeLedger(records, results, hitches: hitches, hangs: hangs)
        for row in hangs { results.lateParts += ledger.parts(ofHang: row) }
        for row in hitches { results.lateParts += ledger.parts(ofHitch: row) }
    }
}

/// Divides hitches and hangs among the work of the main thread.
private final class LateTimeLedger {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let frameNs: Int64
    private let work: LateWork
    /// The hangs of main threads, by start, with the latest end so far.
    private let hangs: [(start: Int64, end: Int64)]

    init(_ records: TraceRecords, _ results: AnalysisResults, hitches: [Int], hangs: [Int]) {
        (self.records, self.results) = (records, results)
        let frameNs = LateTimePass.frameNs(records)
        self.frameNs = frameNs
        let ofHangs = hangs.map { row in
            records.hangs[row].start..<records.hangs[row].start.addingSaturating(max(0, records.hangs[row].duration))
        }
        let ofHitches = hitches.map { LateTimePass.span(records.hitches[$0], frameNs: frameNs) }
        work = LateWork(records, results, in: ofHangs + ofHitches)
        var latest = Int64.min
        self.hangs = hangs.filter { records.hangs[$0].isOfMainThread }.map { records.hangs[$0] }
            .sorted { $0.start < $1.start }.map { hang in
                latest = max(latest, hang.start.addingSaturating(max(0, hang.duration)))
                return (hang.start, latest)
            }
    }

    // MARK: Hitches

    func parts(ofHitch row: Int) -> [LatePart] {
        let hitch = records.hitches[row]
        let total = max(0, hitch.duration)
        var shares = Shares()
        let stage = stage(row)
        var left = total
        if stage != .render {
            let (first, end, items) = work.longestRun(
                in: LateTimePass.span(hitch, frameNs: frameNs), owner: results.scope.owner(hitch.process))
            // A frame is late by whole frames.
            let over = max(0, end - first - frameNs)
            let frames = over / frameNs + (over % frameNs > 0 ? 1 : 0)
            let app = stage == .app ? total : min(total, frames.multipliedReportingOverflow(by: frameNs).partialValue)
            if app > 0, !items.isEmpty {
                divide(app, among: items, from: first, to: end, &shares, keepsRows: !isInHang(hitch.start))
                left -= app
            } else if stage == .app {
                shares.add(.mainThread, .none, total)
                left = 0
            }
        }
        if left > 0 { shares.add(stage == .render ? .render : .unexplained, .none, left) }
        return shares.parts.map {
            LatePart(hitch: Int32(row), kind: $0.kind, subject: $0.subject, nanoseconds: $0.nanoseconds)
        }
    }

    private enum Stage { case app, render, unknown }

    /// By the times of the stages, else by what Instruments says.
    private func stage(_ row: Int) -> Stage {
        let stages = results.hitches[row]
        if let render = stages.renderNs, let app = stages.appNs { return render > app ? .render : .app }
        let words = (records.names.text(records.hitches[row].narrative) ?? "").lowercased()
        if ["offscreen", "render", "gpu"].contains(where: words.contains) { return .render }
        return words.contains("app update") ? .app : .unknown
    }

    private func isInHang(_ time: Int64) -> Bool {
        let place = hangs.firstPlace { $0.start > time }
        return place > 0 && hangs[place - 1].end > time
    }

    // MARK: Hangs

    func parts(ofHang row: Int) -> [LatePart] {
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
            shares.add(.mainThread, .none, ofSamples)
            left -= ofSamples
            if results.hangs[row].coverage != nil {
                shares.add(.blocked, .none, left)
                left = 0
            }
        }
        shares.add(.unexplained, .none, left)
        return shares.parts.map {
            LatePart(hang: Int32(row), kind: $0.kind, subject: $0.subject, nanoseconds: $0.nanoseconds)
        }
    }

    // MARK: Shares

    /// What each kind and subject got.
    private struct Shares {
        private(set) var parts: [(kind: LatePart.Kind, subject: NameID, nanoseconds: Int64)] = []

        mutating func add(_ kind: LatePart.Kind, _ subject: NameID, _ nanoseconds: Int64) {
            guard nanoseconds > 0 else { return }
            if let place = parts.firstIndex(where: { $0.kind == kind && $0.subject == subject }) {
                parts[place].nanoseconds = parts[place].nanoseconds.addingSaturating(nanoseconds)
            } else {
                parts.append((kind, subject, nanoseconds))
            }
        }
    }

    /// In proportion to how long they ran between two times; each gets up to its end what is due, so that all add up.
    private func divide(
        _ time: Int64, among items: [LateWork.Item], from first: Int64, to end: Int64, _ shares: inout Shares,
        keepsRows: Bool
    ) {
        func weight(_ item: LateWork.Item) -> Int64 {
            item.isSample ? item.covered : max(0, min(item.end, end) - max(item.start, first))
        }
        let total = items.reduce(Int64(0)) { $0.addingSaturating(weight($1)) }
        guard time > 0 else { return }
        guard total > 0 else { return shares.add(.unexplained, .none, time) }
        var (sum, spent) = (Int64(0), Int64(0))
        for item in items {
            sum = min(total, sum.addingSaturating(weight(item)))
            let due = total.dividingFullWidth(time.multipliedFullWidth(by: sum)).quotient
            let share = due - spent
            spent = due
            switch item.kind {
            case .update:
                shares.add(.updates, rootCause(item.row), share)
                if keepsRows {
                    let known = max(0, results.lateOfUpdate[item.row])
                    results.lateOfUpdate[item.row] = known.addingSaturating(share)
                }
            case .commit: shares.add(.commit, .none, share)
            case .sample: shares.add(.mainThread, .none, share)
            }
        }
    }

    private func rootCause(_ row: Int) -> NameID {
        let chain = Int(results.chain[row])
        guard chain >= 0 else { return .none }
        return results.chainSteps[Int(results.chains[chain].step)].root
    }
}
