/// Examines every hang and hitch: overlapping updates, and what the main thread did (docs/analysis.md, section 6).
enum StallPass: AnalysisPass {
    static let name = "hangs-and-hitches"
    static let reads: Results = [.processes, .views, .groups]
    static let writes: Results = .stalls

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let lookups = StallLookup.byOwner(records, results)
        // The activity of one process does not explain the stalls of another.
        let scope = results.scope
        func summary(_ process: NameID, _ start: Int64, _ duration: Int64) -> StallSummary {
            guard !scope.isOther(process), let lookup = lookups[scope.owner(process)] else { return StallSummary() }
            return lookup.summary(from: start, duration: duration)
        }
        let frameNs = FrameTime.ns(records)
        results.hitches = records.hitches.map { hitch in
            var found = summary(hitch.process, hitch.start, hitch.duration)
            if !found.isSwiftUIBusy, !scope.isOther(hitch.process), let lookup = lookups[scope.owner(hitch.process)] {
                found.isSwiftUIBusy = lookup.isSwiftUIBusy(in: FrameTime.span(hitch, frameNs: frameNs))
            }
            return found
        }
        addStages(records, results)
        results.hangs = records.hangs.map { summary($0.process, $0.start, $0.duration) }
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

/// Finds overlapping rows without a full scan per interval.
final class StallLookup {
    private let records: TraceRecords
    private let results: AnalysisResults
    /// Rows of the updates with a time; nil = all.
    private let updateRows: [Int]?
    /// The latest end of any update up to each of them: rows with a value not after a time cannot overlap it.
    private let latestEnds: Column<Int64>
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
    // Made only if hangs or hitches overlap.
    private var viewShares: LargestShares?
    private var frameShares: LargestShares?
    /// All innermost frames, by name.
    private lazy var leaves = allLeaves()

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
        updateRows = rows
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
        let (starts, durations) = (records.updates.start.buffer, records.updates.duration.buffer)
        let count = rows?.count ?? records.updates.count
        latestEnds = Column(capacity: count)
        overlapOfView = Column(repeating: 0, count: results.views.count)
        updateWalks = WalkAllowance(rows: count)
        sampleWalks = WalkAllowance(rows: records.samples.count)
        var latest = Int64.min
        for place in 0..<count {
            let row = rows?[place] ?? place
            // Rows without a time come last.
            if starts[row] == UpdateColumns.untimed { break }
            latest = max(latest, starts[row].addingSaturating(max(0, durations[row])))
            latestEnds.append(latest)
        }
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

    /// Updates and samples walked over and looked up, for tests.
    var steps: Int {
        updateWalks.walked + sampleWalks.walked + (viewShares?.steps ?? 0) + (frameShares?.steps ?? 0)
    }

    func summary(from start: Int64, duration: Int64) -> StallSummary {
        var summary = StallSummary()
        let end = start.addingSaturating(duration)
        summary.views = views(start, end)
        if !summary.views.isEmpty || groups.overlap(from: start, to: end) { summary.isSwiftUIBusy = true }
        addSamples(start, end, &summary)
        return summary
    }

    /// Whether an update or an update group ran in a span.
    func isSwiftUIBusy(in span: Range<Int64>) -> Bool {
        if span.isEmpty { return false }
        if groups.overlap(from: span.lowerBound, to: span.upperBound) { return true }
        // The first row is usually the one that reaches into the span.
        return rows(span.lowerBound, span.upperBound).contains { place in
            interval(place).map { min(span.upperBound, $0.end) > max(span.lowerBound, $0.start) } ?? false
        }
    }

    // MARK: Views

    private func views(_ start: Int64, _ end: Int64) -> [(view: UInt32, overlapNs: Int64)] {
        let rows = rows(start, end)
        if rows.isEmpty { return [] }
        if !updateWalks.allows(rows.count) {
            let index = viewShares ?? LargestShares(keys: results.views.count, count: latestEnds.count, interval)
            viewShares = index
            let shares = index.largest(StallSummary.listed, from: start, to: end, most: rows.count)
            if let shares { return shares.map { (UInt32($0.key), $0.sum) } }
            updateWalks.spend(rows.count)
        }
        let overlaps = overlapOfView.buffer
        var views: [UInt32] = []
        for place in rows {
            guard let update = interval(place) else { continue }
            let overlap = min(end, update.end) - max(start, update.start)
            guard overlap > 0 else { continue }
            if overlaps[update.key] == 0 { views.append(UInt32(update.key)) }
            overlaps[update.key] = overlaps[update.key].addingSaturating(overlap)
        }
        let longest = views.map { (view: $0, overlapNs: overlaps[Int($0)]) }
            .sorted { (-$0.overlapNs, $0.view) < (-$1.overlapNs, $1.view) }
            .prefix(StallSummary.listed)
        for view in views { overlaps[Int(view)] = 0 }
        return Array(longest)
    }

    /// Indexes of all rows that may overlap an interval.
    private func rows(_ start: Int64, _ end: Int64) -> Range<Int> {
        let updates = records.updates
        let last = min(
            updateRows?.firstPlace { updates.start[$0] >= end } ?? updates.firstRow(from: end), latestEnds.count)
        let first = latestEnds.buffer.firstPlace { $0 > start }
        return first..<max(first, last)
    }

    /// The view and the times of a counted update.
    private func interval(_ place: Int) -> (key: Int, start: Int64, end: Int64)? {
        let row = updateRows?[place] ?? place
        guard results.role[row] == .counted else { return nil }
        let updates = records.updates
        let start = updates.start[row]
        return (Int(results.viewOfKey[Int(updates.view[row])]), start, start.addingSaturating(updates.duration[row]))
    }

    // MARK: Samples

    private func addSamples(_ start: Int64, _ end: Int64, _ summary: inout StallSummary) {
        if let runningShare {
            summary.coverage = runningShare
            summary.frames = frames(mainSamples.indices, start, end)
            return
        }
        guard let samplePeriod, end > start else { return }
        let samples = records.samples
        let first = mainSamples.firstPlace { samples[Int($0)].start >= start }
        let places = first..<max(first, mainSamples.firstPlace { samples[Int($0)].start >= end })
        let expected = Double(end - start) / Double(samplePeriod)
        summary.coverage = min(1, Double(places.count) / expected)
        summary.frames = frames(places, start, end)
    }

    private func frames(_ places: Range<Int>, _ start: Int64, _ end: Int64) -> [(frame: NameID, samples: Int)] {
        if !sampleWalks.allows(places.count) {
            let index = frameShares ?? makeFrameShares()
            frameShares = index
            let shares = index.largest(StallSummary.listed, from: start, to: end, most: places.count)
            if let shares { return shares.map { (leaves[$0.key], Int($0.sum)) } }
            sampleWalks.spend(places.count)
        }
        var counts: [NameID: Int] = [:]
        for place in places {
            if let frame = leaf(place) { counts[frame, default: 0] += 1 }
        }
        let names = records.names
        return counts.map { (frame: $0.key, samples: $0.value) }
            .sorted { $0.samples != $1.samples ? $0.samples > $1.samples : names.isText($0.frame, before: $1.frame) }
            .prefix(StallSummary.listed).map { $0 }
    }

    /// The innermost frame of a sample, if its stack is known.
    private func leaf(_ place: Int) -> NameID? {
        let stack = Int(records.samples[Int(mainSamples[place])].stack)
        return stack == 0 ? nil : records.stacks.nodes[stack].frame
    }

    private func allLeaves() -> [NameID] {
        let names = records.names
        return Set(mainSamples.indices.compactMap(leaf)).sorted { names.isText($0, before: $1) }
    }

    private func makeFrameShares() -> LargestShares {
        let keys = Dictionary(uniqueKeysWithValues: leaves.enumerated().map { ($1, $0) })
        return LargestShares(keys: keys.count, count: mainSamples.count) { place in
            let start = records.samples[Int(mainSamples[place])].start
            return leaf(place).flatMap { keys[$0] }.map { ($0, start, start.addingSaturating(1)) }
        }
    }

    /// The median weight of the samples, else the median gap between them, by nearest rank.
    private static func period(_ samples: some Collection<SampleRecord>) -> Int64? {
        Percentile.medianDistance(samples.lazy.map(\.weight))
            ?? Percentile.medianDistance(zip(samples.dropFirst(), samples).lazy.map { $0.start &- $1.start })
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
