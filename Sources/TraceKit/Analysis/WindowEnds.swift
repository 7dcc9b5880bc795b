/// Finds the ends of windows, and recurring causes that stay inside them (docs/analysis.md, section 4).
struct WindowEnds {
    /// A pause of the main thread that ends a window.
    static let settlingNs: Int64 = 250_000_000
    /// A cause stays inside windows if chance would put this many of its runs outside, and at most one in `fewerTimes`
    /// of these is.
    private static let (leastExpected, fewerTimes) = (3.0, 4.0)
    /// If chance cannot decide: none is outside, and at most this many are in a window.
    private static let runsInWindow = 2

    private let records: TraceRecords
    private let results: AnalysisResults

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        (self.records, self.results) = (records, results)
    }

    /// Finds the ends of all windows, and marks the updates of recurring causes that no interaction started. Linked
    /// windows must be known.
    func find() {
        guard !results.runs.isEmpty else { return setEnds() }
        // First without the work of recurring causes: a clock would keep every window open.
        markRecurring { _ in true }
        setEnds()
        results.answers = answers()
        let answers = results.answers
        markRecurring { !answers[Int($0)] }
        if answers.contains(true) { setEnds() }
    }

    private func markRecurring(_ isMarked: (_ cause: Int32) -> Bool) {
        let (roles, membership, runs) = (results.role.buffer, results.membership.buffer, results.runs)
        for row in roles.indices where roles[row] == .counted && membership[row] != .linked {
            let run = results.run[row]
            guard run >= 0 else { continue }
            membership[row] = isMarked(runs[Int(run)].cause) ? .recurring : .unattributed
        }
    }

    // MARK: Causes that stay inside windows

    /// For each recurring cause, whether it responds to interactions.
    private func answers() -> [Bool] {
        let starts = results.runs.indices.filter { results.runs[$0].start >= 0 }.sorted {
            results.runs[$0].start < results.runs[$1].start
        }
        var inside = [Int](repeating: 0, count: results.recurring.count)
        var outside = inside
        var windows = inside
        var lastWindow = [Int](repeating: -1, count: inside.count)
        // Of consecutive bursts, as for rows of a list, only the first counts.
        var counted = [Int64](repeating: -EvaluationOrder.gapNs, count: inside.count)
        var cursor = WindowCursor(results.windows)
        for run in starts {
            let cause = Int(results.runs[run].cause)
            guard results.runs[run].start - counted[cause] >= EvaluationOrder.gapNs else { continue }
            counted[cause] = results.runs[run].start
            guard let window = cursor.window(holding: results.runs[run].start) else {
                outside[cause] += 1
                continue
            }
            inside[cause] += 1
            if lastWindow[cause] != window { windows[cause] += 1 }
            lastWindow[cause] = window
        }
        let open = shareOutside()
        let linked = areLinked()
        return inside.indices.map { cause in
            if linked[cause] || inside[cause] + outside[cause] < DriverGroups.leastRuns { return true }
            // A cause with its own rhythm through several interactions responds to none.
            if results.recurring[cause].periodNs > 0, windows[cause] > 1 { return false }
            let expected = Double(inside[cause] + outside[cause]) * open
            if expected >= Self.leastExpected { return Double(outside[cause]) * Self.fewerTimes <= expected }
            return inside[cause] > 0 && outside[cause] == 0 && inside[cause] <= windows[cause] * Self.runsInWindow
        }
    }

    /// For each recurring cause, whether four fifths of its updates are reachable from an interaction.
    private func areLinked() -> [Bool] {
        var all = [Int](repeating: 0, count: results.recurring.count)
        var linked = all
        let (roles, membership, runs) = (results.role.buffer, results.membership.buffer, results.runs)
        for row in roles.indices where roles[row] == .counted && results.run[row] >= 0 {
            let cause = Int(runs[Int(results.run[row])].cause)
            all[cause] += 1
            if membership[row] == .linked { linked[cause] += 1 }
        }
        return zip(all, linked).map { $0 > 0 && $1 * 5 >= $0 * 4 }
    }

    /// The fraction of the trace in which no window is open.
    private func shareOutside() -> Double {
        var (covered, until) = (Int64(0), Int64(0))
        for window in results.windows where window.end > until {
            covered = covered.addingSaturating(window.end - max(until, window.start))
            until = window.end
        }
        let length = max(records.metadata.durationNs ?? 0, records.lastEnd ?? 0, until)
        return length > 0 ? 1 - Double(covered) / Double(length) : 0
    }

    // MARK: Ends

    private func setEnds() {
        let work = MainThreadWork(records, results)
        // By lane: the start of the next window.
        var later = [Int64](repeating: .max, count: WindowSummary.Lane.allCases.count)
        var last = results.windows.count
        while last > 0 {
            let start = results.windows[last - 1].start
            let first = results.windows[..<last].lastIndex { $0.start != start }.map { $0 + 1 } ?? 0
            for window in first..<last {
                results.windows[window].end = end(results.windows[window], later, work)
            }
            for window in first..<last { later[results.windows[window].lane.rawValue] = start }
            last = first
        }
    }

    /// The end of a window: its own duration, limited by the next one of its lane; else the first pause of the main
    /// thread.
    private func end(_ window: WindowSummary, _ later: [Int64], _ work: MainThreadWork) -> Int64 {
        let nextOfLane = later[window.lane.rawValue]
        if !window.events.isEmpty { return min(nextOfLane, work.firstPause(from: window.lastEvent)) }
        if window.duration >= 0 { return min(nextOfLane, window.start.addingSaturating(window.duration)) }
        return min(later.min() ?? .max, work.firstPause(from: window.start))
    }
}

/// The main thread's work as far as interactions explain it.
private struct MainThreadWork {
    private var starts: [Int64] = []
    /// By row, the latest end of work that follows without a pause, and the first row after it.
    private var ends: [Int64] = []
    private var next: [Int32] = []

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        let (updates, roles, membership) = (records.updates, results.role.buffer, results.membership.buffer)
        let (threads, durations) = (updates.thread.buffer, updates.duration.buffer)
        for row in roles.indices where threads[row] == NameID(.main) {
            guard roles[row] == .counted || roles[row] == .check, membership[row] != .recurring else { continue }
            starts.append(updates.start[row])
            ends.append(updates.start[row].addingSaturating(max(0, durations[row])))
        }
        next = [Int32](repeating: 0, count: starts.count)
        for row in starts.indices.reversed() {
            let (end, after) = follow(from: ends[row], row + 1)
            (ends[row], next[row]) = (end, Int32(after))
        }
    }

    /// 250 ms after the latest end of work from a time on: each update that starts less than 250 ms after the work so
    /// far extends it.
    func firstPause(from start: Int64) -> Int64 {
        let first = starts.firstPlace { $0 >= start }
        return follow(from: start, first).end.addingSaturating(WindowEnds.settlingNs)
    }

    private func follow(from start: Int64, _ first: Int) -> (end: Int64, next: Int) {
        var (end, row) = (start, first)
        while row < starts.count, starts[row] < end.addingSaturating(WindowEnds.settlingNs) {
            end = max(end, ends[row])
            row = Int(next[row])
        }
        return (end, row)
    }
}
