/// Looks into every hang and hitch: which updates overlap it, and what the main thread did meanwhile
/// (docs/analysis.md, section 6).
enum StallPass: AnalysisPass {
    static let name = "hangs-and-hitches"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let lookup = StallLookup(records, results)
        results.hitches = records.hitches.map { lookup.summary(from: $0.start, duration: $0.duration) }
        results.hangs = records.hangs.map { lookup.summary(from: $0.start, duration: $0.duration) }
    }
}

/// Finds what overlaps an interval without reading everything again for each one.
private struct StallLookup {
    private let records: TraceRecords
    private let results: AnalysisResults
    /// The latest end of any update up to each row: rows whose value is not after a time cannot overlap it.
    private let latestEnds: Column<Int64>
    private let groups: GroupSpans
    private let mainSamples: [Int]
    /// Nanoseconds between two samples of one thread that runs; nil where there are no main-thread samples.
    private let samplePeriod: Int64?

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        self.records = records
        self.results = results
        let updates = records.updates
        latestEnds = Column(capacity: updates.count)
        guard !records.hitches.isEmpty || !records.hangs.isEmpty else {
            groups = GroupSpans([])
            mainSamples = []
            samplePeriod = nil
            return
        }
        var latest = Int64.min
        let (starts, durations) = (updates.start.buffer, updates.duration.buffer)
        for row in starts.indices where starts[row] != UpdateColumns.untimed {
            latest = max(latest, starts[row].addingUpTo(max(0, durations[row])))
            latestEnds.append(latest)
        }
        groups = GroupSpans(results.groups)
        let samples = records.samples
        mainSamples = (0..<samples.count).filter { row in
            samples[row].thread == NameID(.main) && samples[row].isRunning(records.names)
        }
        samplePeriod = Self.period(mainSamples.map { samples[$0] })
    }

    func summary(from start: Int64, duration: Int64) -> StallSummary {
        var summary = StallSummary()
        let end = start.addingUpTo(duration)
        addViews(start, end, &summary)
        addSamples(start, end, &summary)
        if groups.overlap(from: start, to: end) { summary.isSwiftUIBusy = true }
        return summary
    }

    private func addViews(_ start: Int64, _ end: Int64, _ summary: inout StallSummary) {
        let updates = records.updates
        var overlaps: [UInt32: Int64] = [:]
        var row = updates.firstRow(from: end) - 1
        while row >= 0, latestEnds[row] > start {
            let (from, duration) = (updates.start[row], updates.duration[row])
            if updates.isCounted(row) {
                let overlap = min(end, from.addingUpTo(duration)) - max(start, from)
                if overlap > 0 {
                    let view = results.viewOfKey[Int(updates.view[row])]
                    overlaps[view] = (overlaps[view] ?? 0).addingUpTo(overlap)
                }
            }
            row -= 1
        }
        if !overlaps.isEmpty { summary.isSwiftUIBusy = true }
        summary.views = overlaps.map { (view: $0.key, overlapNs: $0.value) }
            .sorted { (-$0.overlapNs, $0.view) < (-$1.overlapNs, $1.view) }
    }

    private func addSamples(_ start: Int64, _ end: Int64, _ summary: inout StallSummary) {
        guard let samplePeriod, end > start else { return }
        let samples = records.samples
        var low = 0
        var high = mainSamples.count
        while low < high {
            let middle = (low + high) / 2
            if samples[mainSamples[middle]].start < start { low = middle + 1 } else { high = middle }
        }
        var present = 0
        var frames: [NameID: Int] = [:]
        while low < mainSamples.count, samples[mainSamples[low]].start < end {
            present += 1
            let stack = Int(samples[mainSamples[low]].stack)
            if stack != 0 { frames[records.stacks.nodes[stack].frame, default: 0] += 1 }
            low += 1
        }
        let expected = Double(end - start) / Double(samplePeriod)
        summary.coverage = min(1, Double(present) / expected)
        let names = records.names
        summary.frames = frames.map { (frame: $0.key, samples: $0.value) }
            .sorted { $0.samples != $1.samples ? $0.samples > $1.samples : names.isText($0.frame, before: $1.frame) }
            .prefix(StallSummary.listed).map { $0 }
    }

    /// The median weight of the samples, else the median gap between them, by nearest rank.
    private static func period(_ samples: [SampleRecord]) -> Int64? {
        guard !samples.isEmpty else { return nil }
        let weights = samples.map(\.weight).filter { $0 > 0 }.sorted()
        if !weights.isEmpty { return weights[(weights.count - 1) / 2] }
        let gaps = zip(samples.dropFirst(), samples).map { $0.start - $1.start }.filter { $0 > 0 }.sorted()
        return gaps.isEmpty ? nil : gaps[(gaps.count - 1) / 2]
    }
}

/// When update groups run, for the question whether any does during an interval.
private struct GroupSpans {
    /// Ascending.
    private let starts: [Int64]
    /// The latest end of any group up to each of them.
    private let latestEnds: [Int64]

    init(_ groups: [GroupSummary]) {
        let spans = groups.map { (start: $0.start, end: $0.start.addingUpTo(max(1, $0.duration))) }
            .sorted { $0.start < $1.start }
        starts = spans.map(\.start)
        var latest = Int64.min
        latestEnds = spans.map { span in
            latest = max(latest, span.end)
            return latest
        }
    }

    func overlap(from start: Int64, to end: Int64) -> Bool {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < end { low = middle + 1 } else { high = middle }
        }
        return low > 0 && latestEnds[low - 1] > start
    }
}
