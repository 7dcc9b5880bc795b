/// Sums the intervals and events of each signpost: how long its intervals take, how much they overlap, and which lie
/// within others (docs/analysis.md, section 11).
enum SignpostSummaryPass: AnalysisPass {
    static let name = "signpost-summary"
    static let reads: Results = []
    static let writes: Results = .signpostSums

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let signposts = records.signposts
        let sumOf = Scratch<UInt32>(repeating: 0, count: signposts.count)
        let index = KeyIndex()
        var sums: [SignpostSummary] = []
        for row in signposts.indices {
            let signpost = signposts[row]
            let names = UInt64(signpost.name.rawValue) << 32 | UInt64(signpost.subsystem.rawValue)
            let emitter = UInt64(signpost.category.rawValue) << 32 | UInt64(signpost.process.rawValue)
            let number = index.number(names, emitter)
            if number == sums.count {
                sums.append(
                    SignpostSummary(
                        name: signpost.name, subsystem: signpost.subsystem, category: signpost.category,
                        process: signpost.process))
            }
            sumOf[row] = UInt32(number)
            add(signpost, to: &sums[number])
        }
        addSpreads(signposts, sumOf, &sums)
        results.signposts = sums
        var nesting = SignpostNesting()
        nesting.addAll(signposts, sumOf)
        results.signpostNests = nesting.nests
    }

    private static func add(_ signpost: SignpostRecord, to summary: inout SignpostSummary) {
        switch signpost.pairing {
        case .complete: if signpost.duration < 0 { summary.events += 1 }
        case .beginOnly: summary.open += 1
        case .endOnly: summary.withoutBegin += 1
        }
        if signpost.duration >= 0 {
            summary.intervals += 1
            summary.totalNs = summary.totalNs.addingSaturating(signpost.duration)
            summary.maxNs = max(summary.maxNs, signpost.duration)
        }
    }

    // MARK: Intervals by signpost

    private static func addSpreads(
        _ signposts: Column<SignpostRecord>, _ sumOf: borrowing Scratch<UInt32>,
        _ sums: inout [SignpostSummary]
    ) {
        var places = Array(repeating: 0, count: sums.count + 1)
        for sum in sums.indices { places[sum + 1] = places[sum] + sums[sum].intervals }
        let count = places[sums.count]
        // Intervals of each signpost are contiguous, by start.
        let (starts, durations) = (Column<Int64>.unset(count: count), Column<Int64>.unset(count: count))
        let (allStarts, allDurations) = (starts.buffer, durations.buffer)
        for row in signposts.indices where signposts[row].duration >= 0 {
            let sum = Int(sumOf[row])
            allStarts[places[sum]] = signposts[row].start
            allDurations[places[sum]] = signposts[row].duration
            places[sum] += 1
        }
        var first = 0
        for sum in sums.indices where sums[sum].intervals > 0 {
            let own = first..<places[sum]
            first = places[sum]
            let ownStarts = UnsafeMutableBufferPointer(rebasing: allStarts[own])
            let ownDurations = UnsafeMutableBufferPointer(rebasing: allDurations[own])
            addOverlap(ownStarts, ownDurations, to: &sums[sum])
            guard let spread = Percentile.spread(of: ownDurations) else { continue }
            (sums[sum].medianNs, sums[sum].p95Ns) = (spread.median, spread.p95)
        }
        withExtendedLifetime((starts, durations)) {}
    }

    /// After a start, the ends alone say what runs: up to the latest end at least one interval, up to the second latest
    /// at least two.
    private static func addOverlap(
        _ starts: UnsafeMutableBufferPointer<Int64>, _ durations: UnsafeMutableBufferPointer<Int64>,
        to summary: inout SignpostSummary
    ) {
        var (latest, second): (Int64, Int64) = (-1, -1)
        for place in starts.indices {
            let start = starts[place]
            let end = start.addingSaturating(durations[place])
            let newLatest = max(latest, end)
            let newSecond = max(second, min(latest, end))
            summary.coveredNs = summary.coveredNs.addingSaturating(max(0, newLatest - max(start, latest)))
            summary.overlapNs = summary.overlapNs.addingSaturating(max(0, newSecond - max(start, second)))
            (latest, second) = (newLatest, newSecond)
        }
        summary.mostAtOnce = summary.overlapNs > 0 ? mostAtOnce(starts, durations) : 1
    }

    private static func mostAtOnce(
        _ starts: UnsafeMutableBufferPointer<Int64>, _ durations: UnsafeMutableBufferPointer<Int64>
    ) -> Int {
        var ends = starts.indices.map { starts[$0].addingSaturating(durations[$0]) }
        ends.sort()
        var (ended, most) = (0, 1)
        for place in starts.indices {
            while ended < ends.count, ends[ended] <= starts[place] { ended += 1 }
            most = max(most, place + 1 - ended)
        }
        return most
    }
}

/// Finds for every interval the innermost one of the same process that contains it, in one sweep.
///
/// Of two intervals that both contain everything still to come, only the later one can be the innermost. So the sweep
/// keeps a stack with ends descending from bottom to top, and each interval is pushed and popped once.
private struct SignpostNesting: ~Copyable {
    private struct Span {
        var start: Int64
        var end: Int64
        var sum: UInt32
        /// The signpost of the containing interval; -1 = none.
        var outer: Int64
    }

    private(set) var nests: [SignpostNest] = []
    private let index = PairIndex()
    private let processes = PairIndex()
    private var stacks: [[Span]] = []

    private mutating func add(_ signpost: SignpostRecord, _ sum: UInt32) {
        let process = processes.number(0, signpost.process.rawValue)
        if process == stacks.count { stacks.append([]) }
        let (start, end) = (signpost.start, signpost.start.addingSaturating(signpost.duration))
        while let top = stacks[process].last, top.end < end { stacks[process].removeLast() }
        var outer: Int64 = -1
        if let top = stacks[process].last {
            // Intervals of one signpost with equal times do not contain each other.
            outer = top.start == start && top.end == end && top.sum == sum ? top.outer : Int64(top.sum)
        }
        stacks[process].append(Span(start: start, end: end, sum: sum, outer: outer))
        guard outer >= 0 else { return }
        let number = index.number(sum, UInt32(outer))
        if number == nests.count { nests.append(SignpostNest(inner: Int(sum), outer: Int(outer))) }
        nests[number].intervals += 1
        nests[number].totalNs = nests[number].totalNs.addingSaturating(signpost.duration)
    }

    /// The rows are ordered by start; ties put the longest first.
    mutating func addAll(_ signposts: Column<SignpostRecord>, _ sumOf: borrowing Scratch<UInt32>) {
        var row = 0
        while row < signposts.count {
            var end = row + 1
            while end < signposts.count, signposts[end].start == signposts[row].start { end += 1 }
            if end == row + 1 {
                if signposts[row].duration >= 0 { add(signposts[row], sumOf[row]) }
            } else {
                let together = (row..<end).filter { signposts[$0].duration >= 0 }
                for other in together.sorted(by: { (-signposts[$0].duration, $0) < (-signposts[$1].duration, $1) }) {
                    add(signposts[other], sumOf[other])
                }
            }
            row = end
        }
    }
}
