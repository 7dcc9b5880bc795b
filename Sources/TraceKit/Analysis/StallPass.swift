/// Examines every hang and hitch: overlapping updates, and what the main thread did (docs/analysis.md, section 6).
enum StallPass: AnalysisPass {
    static let name = "hangs-and-hitches"
    static let reads: Results = [.processes, .views, .groups]
    static let writes: Results = .stalls

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let (lookups, scope, frameNs) = (StallLookup.byOwner(records, results), results.scope, FrameTime.ns(records))
        results.hangs = records.hangs.map { _ in StallSummary() }
        results.hitches = records.hitches.map { _ in StallSummary() }
        let hangs = records.hangs.indices.map { row in
            let hang = records.hangs[row]
            return (isHang: true, row: row, start: hang.start, duration: hang.duration, process: hang.process)
        }
        let hitches = records.hitches.indices.map { row in
            let hitch = records.hitches[row]
            return (isHang: false, row: row, start: hitch.start, duration: hitch.duration, process: hitch.process)
        }
        // Where very many overlap, the shorter ones are only counted.
        for stall in (hangs + hitches).sorted(by: { $0.duration > $1.duration }) {
            // The activity of one process does not explain the stalls of another.
            guard !scope.isOther(stall.process), let lookup = lookups[scope.owner(stall.process)] else { continue }
            var found = lookup.summary(from: stall.start, duration: stall.duration)
            guard !stall.isHang else {
                results.hangs[stall.row] = found
                continue
            }
            let work = FrameTime.span(records.hitches[stall.row], frameNs: frameNs)
            found.isSwiftUIBusy = found.isSwiftUIBusy || lookup.isSwiftUIBusy(in: work)
            results.hitches[stall.row] = found
        }
        addStages(records, results)
    }
}

extension StallPass {
    /// The time of the hitches' frames in each recorded stage. If a frame has a stage several times, the longest
    /// counts.
    private static func addStages(_ records: TraceRecords, _ results: AnalysisResults) {
        guard records.hitches.contains(where: { $0.swapID != nil }) else { return }
        var app: [UInt64: Int64] = [:]
        var render: [UInt64: Int64] = [:]
        let signposts = records.signposts
        for row in 0..<signposts.count where signposts[row].hasID && !signposts[row].subsystem.isPresent {
            let (stage, swap, duration) = (signposts[row].category, signposts[row].signpostID, signposts[row].duration)
            if stage == FrameStage.app.category.nameID { app[swap] = max(app[swap] ?? 0, duration) }
            if stage == FrameStage.render.category.nameID { render[swap] = max(render[swap] ?? 0, duration) }
        }
        for (index, hitch) in records.hitches.enumerated() {
            guard let swap = hitch.swapID else { continue }
            (results.hitches[index].appNs, results.hitches[index].renderNs) = (app[swap], render[swap])
        }
    }
}

/// Finds the updates and samples in a stall without a scan of all of them.
///
/// Rows are walked over a few times each, which suffices where stalls lie side by side. Of thousands that overlap, those
/// that come after that are not examined.
final class StallLookup {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let updates: UpdateSpans
    private let groups: GroupSpans
    /// Rows of the running main thread's samples, by time.
    private let mainSamples: [UInt32]
    /// Nanoseconds between two samples of a running thread; nil without main-thread samples.
    private let samplePeriod: Int64?
    /// Of a main thread whose samples have no times: the share of them in which it runs.
    private let runningShare: Double?
    /// Zero between two intervals.
    private let overlapOfView: Column<Int64>
    private var updateWalks: WalkAllowance
    private var sampleWalks: WalkAllowance
    /// The frames of the samples that were counted last: those without times are in every stall.
    private var last: (places: Range<Int>, frames: [(frame: NameID, samples: Int)])?

    convenience init(_ records: TraceRecords, _ results: AnalysisResults) {
        self.init(
            records, results, updates: nil, samples: results.mainSampleRows, groups: results.groups)
    }

    private init(
        _ records: TraceRecords, _ results: AnalysisResults, updates rows: [Int]?, samples: [UInt32],
        groups: [GroupSummary]
    ) {
        self.records = records
        self.results = results
        if records.areUntimed(samples: samples) {
            let reader = StackReader(records, CostlyCalls(records.names))
            let running = samples.filter { row in
                let state = reader[records.samples[Int(row)].stack]
                return !state.isIdle && !state.isWaiting
            }
            (mainSamples, runningShare) = (running, Double(running.count) / Double(samples.count))
        } else {
            var states = RunningStates(records.names)
            let isRunning = records.samples.bySource { states.contains($0.state) }
            mainSamples = samples.allSatisfy { isRunning[Int($0)] } ? samples : samples.filter { isRunning[Int($0)] }
            runningShare = nil
        }
        // A sampled main thread that never ran has zero coverage.
        samplePeriod =
            Self.period(mainSamples.lazy.map { records.samples[Int($0)] })
            ?? Self.period(samples.lazy.map { records.samples[Int($0)] })
        self.groups = GroupSpans(groups)
        updates = UpdateSpans(records.updates, results, rows)
        overlapOfView = Column(repeating: 0, count: results.views.count)
        updateWalks = WalkAllowance(rows: rows?.count ?? records.updates.count)
        sampleWalks = WalkAllowance(rows: records.samples.count)
    }

    /// By `ProcessScope.owner`; empty without stalls.
    static func byOwner(_ records: TraceRecords, _ results: AnalysisResults) -> [NameID: StallLookup] {
        guard !records.hitches.isEmpty || !records.hangs.isEmpty else { return [:] }
        let (scope, updates, samples) = (results.scope, records.updates, records.samples)
        guard scope.hasSeveral else { return [.none: StallLookup(records, results)] }
        let timed = (0..<updates.count).prefix { updates.start[$0] != UpdateColumns.untimed }
        let updateRows = Dictionary(grouping: timed) { scope.owner(updates.process[$0]) }
        let sampleRows = scope.byOwner(results.mainSampleRows) { samples[Int($0)].process }
        let groups = Dictionary(grouping: results.groups) { scope.owner($0.process) }
        let owners = Set(
            records.hitches.map { scope.owner($0.process) } + records.hangs.map { scope.owner($0.process) })
        return Dictionary(
            uniqueKeysWithValues: owners.map { owner in
                let lookup = StallLookup(
                    records, results, updates: updateRows[owner] ?? [], samples: sampleRows[owner] ?? [],
                    groups: groups[owner] ?? [])
                return (owner, lookup)
            })
    }

    /// Updates and samples walked over, for tests.
    var steps: Int { updateWalks.walked + sampleWalks.walked }

    func summary(from start: Int64, duration: Int64) -> StallSummary {
        var summary = StallSummary()
        let end = start.addingSaturating(duration)
        summary.isSwiftUIBusy = updates.overlap(from: start, to: end) || groups.overlap(from: start, to: end)
        if let views = views(start, end) { summary.views = views } else { summary.isExamined = false }
        addSamples(start, end, &summary)
        return summary
    }

    /// Whether an update or an update group ran in a span.
    func isSwiftUIBusy(in span: Range<Int64>) -> Bool {
        if span.isEmpty { return false }
        return groups.overlap(from: span.lowerBound, to: span.upperBound)
            || updates.overlap(from: span.lowerBound, to: span.upperBound)
    }

    // MARK: Views

    /// Nil if that would take too long.
    private func views(_ start: Int64, _ end: Int64) -> [(view: UInt32, overlapNs: Int64)]? {
        guard end > start else { return [] }
        guard let parts = updates.parts(from: start, to: end, most: updateWalks.most),
            updateWalks.allows(parts.reduce(0) { $0 + $1.count })
        else { return nil }
        let overlaps = overlapOfView.buffer
        var views: [UInt32] = []
        for places in parts {
            for place in places {
                guard let update = updates.span(place) else { continue }
                let overlap = min(end, update.end) - max(start, update.start)
                guard overlap > 0 else { continue }
                let view = results.viewOfKey[Int(records.updates.view[update.row])]
                if overlaps[Int(view)] == 0 { views.append(view) }
                overlaps[Int(view)] = overlaps[Int(view)].addingSaturating(overlap)
            }
        }
        let longest = views.map { (view: $0, overlapNs: overlaps[Int($0)]) }
            .sorted { (-$0.overlapNs, $0.view) < (-$1.overlapNs, $1.view) }
            .prefix(StallSummary.listed)
        for view in views { overlaps[Int(view)] = 0 }
        return Array(longest)
    }

    // MARK: Samples

    private func addSamples(_ start: Int64, _ end: Int64, _ summary: inout StallSummary) {
        var places = mainSamples.indices
        if let runningShare {
            summary.coverage = runningShare
        } else {
            guard let samplePeriod, end > start else { return }
            let samples = records.samples
            let first = mainSamples.firstPlace { samples[Int($0)].start >= start }
            places = first..<max(first, mainSamples.firstPlace { samples[Int($0)].start >= end })
            summary.coverage = min(1, Double(places.count) / (Double(end - start) / Double(samplePeriod)))
        }
        if let frames = frames(places) { summary.frames = frames } else { summary.isExamined = false }
    }

    /// Nil if that would take too long.
    private func frames(_ places: Range<Int>) -> [(frame: NameID, samples: Int)]? {
        if let last, last.places == places { return last.frames }
        guard sampleWalks.allows(places.count) else { return nil }
        var counts: [NameID: Int] = [:]
        for place in places {
            let stack = Int(records.samples[Int(mainSamples[place])].stack)
            if stack != 0 { counts[records.stacks.nodes[stack].frame, default: 0] += 1 }
        }
        let names = records.names
        let frames = counts.map { (frame: $0.key, samples: $0.value) }
            .sorted { $0.samples != $1.samples ? $0.samples > $1.samples : names.isText($0.frame, before: $1.frame) }
            .prefix(StallSummary.listed)
        last = (places, Array(frames))
        return Array(frames)
    }

    /// The median weight of the samples, else the median gap between them, by nearest rank.
    private static func period(_ samples: some Collection<SampleRecord>) -> Int64? {
        Percentile.medianDistance(samples.lazy.map(\.weight))
            ?? Percentile.medianDistance(zip(samples.dropFirst(), samples).lazy.map { $0.start &- $1.start })
    }
}

/// The times of the updates that count, to find those that run during an interval.
private struct UpdateSpans {
    /// So many rows share a leaf of the tree.
    private static let block = 16
    private let updates: UpdateColumns
    private let results: AnalysisResults
    /// Rows of the updates with a time, by start; nil = all.
    private let rows: [Int]?
    private let count: Int
    /// A tree of the latest ends: below node n are 2n and 2n + 1, and from `leaves` on is one node a block of rows.
    private let latestEnds: Column<Int64>
    private let leaves: Int

    init(_ updates: UpdateColumns, _ results: AnalysisResults, _ rows: [Int]?) {
        (self.updates, self.results, self.rows) = (updates, results, rows)
        // Rows without a time come last.
        count = rows?.count ?? updates.start.buffer.firstPlace { $0 == UpdateColumns.untimed }
        var leaves = 1
        while leaves * Self.block < count { leaves *= 2 }
        self.leaves = leaves
        latestEnds = Column(repeating: .min, count: 2 * leaves)
        for place in 0..<count {
            let leaf = leaves + place / Self.block
            if let end = span(place)?.end { latestEnds[leaf] = max(latestEnds[leaf], end) }
        }
        for node in (1..<leaves).reversed() { latestEnds[node] = max(latestEnds[2 * node], latestEnds[2 * node + 1]) }
    }

    /// The times of an update that counts and has a duration.
    func span(_ place: Int) -> (row: Int, start: Int64, end: Int64)? {
        let row = rows?[place] ?? place
        guard results.role[row] == .counted, updates.duration[row] > 0 else { return nil }
        return (row, updates.start[row], updates.start[row].addingSaturating(updates.duration[row]))
    }

    func overlap(from start: Int64, to end: Int64) -> Bool {
        guard end > start else { return false }
        let places = places(ofBlock: block(from: 0, endingAfter: start), before: firstPlace(from: end))
        return places.contains { span($0).map { $0.end > start } ?? false }
    }

    /// The places of all updates that may overlap an interval, in order; nil if they are more than `most`.
    func parts(from start: Int64, to end: Int64, most: Int) -> [Range<Int>]? {
        let last = firstPlace(from: end)
        var (parts, left, next): ([Range<Int>], Int, Int) = ([], most, 0)
        while true {
            let block = block(from: next, endingAfter: start)
            let places = places(ofBlock: block, before: last)
            if places.isEmpty { return parts }
            left -= places.count
            if left < 0 { return nil }
            parts.append(places)
            next = block + 1
        }
    }

    /// The first place that begins at a time or later.
    private func firstPlace(from time: Int64) -> Int {
        min(count, rows?.firstPlace { updates.start[$0] >= time } ?? updates.firstRow(from: time))
    }

    private func places(ofBlock block: Int, before last: Int) -> Range<Int> {
        let first = min(block * Self.block, last)
        return first..<min(first + Self.block, last)
    }

    /// The first block from `block` on in which an update ends after a time; behind the last one if there is none.
    private func block(from block: Int, endingAfter time: Int64) -> Int {
        guard block < leaves else { return leaves }
        var node = leaves + block
        while latestEnds[node] <= time {
            // To the next node on the right, or to that beside the nearest one above that has one.
            while node & 1 == 1 { node /= 2 }
            if node == 0 { return leaves }
            node += 1
        }
        while node < leaves { node = latestEnds[2 * node] > time ? 2 * node : 2 * node + 1 }
        return node - leaves
    }
}

/// The times of update groups, to check whether any runs during an interval.
private struct GroupSpans {
    /// Ascending.
    private let starts: [Int64]
    /// The latest end of any group up to each of them.
    private let latestEnds: [Int64]

    init(_ groups: [GroupSummary]) {
        let spans = groups.lazy.filter { !$0.isOther }.map {
            (start: $0.start, end: $0.start.addingSaturating(max(1, $0.duration)))
        }
        .sorted { $0.start < $1.start }
        starts = spans.map(\.start)
        var latest = Int64.min
        latestEnds = spans.map { span in
            latest = max(latest, span.end)
            return latest
        }
    }

    func overlap(from start: Int64, to end: Int64) -> Bool {
        let index = starts.firstPlace { $0 >= end }
        return index > 0 && latestEnds[index - 1] > start
    }
}
