/// Finds the interaction windows and gives every update exactly one place: linked to a window, in one by time,
/// before the first one (launch), or unattributed (analysis contract, section 4).
enum WindowPass: AnalysisPass {
    static let name = "interaction-windows"
    /// The main thread has settled after this long without work.
    static let settlingNs: Int64 = 250_000_000

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let graph = CauseGraph(records)
        results.windows = WindowFinder(records, options).windows(graph)
        let updates = records.updates
        results.window = Column(repeating: AnalysisResults.none, count: updates.count)
        results.membership = Column(repeating: .unattributed, count: updates.count)
        if results.windows.isEmpty {
            takeWholeTrace(records, results)
        } else {
            findEnds(records, results)
            link(graph, results)
            placeByTime(records, results)
        }
        count(records, results)
        placeStalls(records, results)
    }

    /// Without interactions the whole trace is one window.
    private static func takeWholeTrace(_ records: TraceRecords, _ results: AnalysisResults) {
        let end = max(records.metadata.durationNs ?? 0, records.lastEnd ?? 0)
        results.windows = [
            WindowSummary(
                kind: .trace, kindWord: .none, name: .none, node: -1, record: nil, sourceID: nil, start: 0,
                duration: end,
                end: end)
        ]
        for row in 0..<records.updates.count {
            let isUntimed = records.updates.start[row] == UpdateColumns.untimed
            results.membership[row] = isUntimed ? .untimed : .temporal
            if !isUntimed { results.window[row] = 0 }
        }
    }

    // MARK: Ends

    /// The earliest of the next strictly later start, the explicit end and the settling point.
    private static func findEnds(_ records: TraceRecords, _ results: AnalysisResults) {
        let windows = results.windows
        var first = 0
        while first < windows.count {
            let start = windows[first].start
            var next = first
            while next < windows.count, windows[next].start == start { next += 1 }
            let limit = next < windows.count ? windows[next].start : Int64.max
            let settled = min(limit, settlingPoint(records, from: start, until: limit))
            for window in first..<next {
                let duration = windows[window].duration
                results.windows[window].end = duration >= 0 ? min(settled, start.addingUpTo(duration)) : settled
            }
            first = next
        }
    }

    /// 250 ms after the latest end of main-thread work, followed from `start` on: each main-thread update that
    /// starts less than 250 ms after the work so far extends it. Work at or after `limit` does not matter.
    private static func settlingPoint(_ records: TraceRecords, from start: Int64, until limit: Int64) -> Int64 {
        let updates = records.updates
        var workEnd = start
        var row = updates.firstRow(from: start)
        while row < updates.count, updates.start[row] != UpdateColumns.untimed, updates.start[row] < limit {
            if updates.thread[row] == NameID(.main) {
                guard updates.start[row] < workEnd.addingUpTo(settlingNs) else { break }
                workEnd = max(workEnd, updates.start[row].addingUpTo(max(0, updates.duration[row])))
            }
            row += 1
        }
        return workEnd.addingUpTo(settlingNs)
    }

    // MARK: Places

    /// Everything reachable from a window's node belongs to it; of several windows, to the one that starts
    /// latest, then to the lowest id. Visiting the windows in that order reaches every node once.
    private static func link(_ graph: CauseGraph, _ results: AnalysisResults) {
        let records = graph.records
        var order = Array(results.windows.indices)
        order.sort { left, right in
            let (first, second) = (results.windows[left], results.windows[right])
            return first.start != second.start ? first.start > second.start : left < right
        }
        let isVisited = Column<Bool>(repeating: false, count: graph.nodeCount)
        var stack: [Int] = []
        for window in order where results.windows[window].node >= 0 {
            stack.append(Int(results.windows[window].node))
            while let node = stack.popLast() {
                for edge in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
                    let target = Int(graph.targets[edge])
                    if isVisited[target] { continue }
                    isVisited[target] = true
                    stack.append(target)
                    let row = target - records.firstUpdateNode
                    guard row >= 0, records.updates.start[row] != UpdateColumns.untimed else { continue }
                    results.window[row] = Int32(window)
                    results.membership[row] = .linked
                }
            }
        }
    }

    private static func placeByTime(_ records: TraceRecords, _ results: AnalysisResults) {
        let updates = records.updates
        var cursor = WindowCursor(results.windows)
        for row in 0..<updates.count {
            let start = updates.start[row]
            if start == UpdateColumns.untimed {
                results.membership[row] = .untimed
                continue
            }
            guard results.membership[row] != .linked else { continue }
            guard let window = cursor.latest(at: start) else {
                results.membership[row] = .launch
                continue
            }
            guard start < results.windows[window].end else { continue }
            results.membership[row] = .temporal
            results.window[row] = Int32(window)
        }
    }

    // MARK: Counts

    private static func count(_ records: TraceRecords, _ results: AnalysisResults) {
        let updates = records.updates
        let (windowOf, membership, severity, group) = (
            results.window, results.membership, results.severity, results.group
        )
        let isLong = results.groups.map { results.deadlines.severity(ofDuration: $0.busy) != .gray }
        var windows = results.windows
        for row in 0..<updates.count where windowOf[row] != AnalysisResults.none {
            let window = Int(windowOf[row])
            if updates.phase[row] == .check {
                windows[window].checks += 1
                continue
            }
            windows[window].severities.add(severity[row])
            let isInLongGroup = group[row] != AnalysisResults.none && isLong[Int(group[row])]
            if severity[row] > 0 || isInLongGroup { windows[window].missedDeadline = true }
            if membership[row] == .linked {
                windows[window].linked += 1
            } else {
                windows[window].temporal += 1
            }
        }
        results.windows = windows
    }

    /// A hitch or a hang belongs to the window that holds its start.
    private static func placeStalls(_ records: TraceRecords, _ results: AnalysisResults) {
        if records.lanes.contains("hitches") {
            for window in results.windows.indices { results.windows[window].hitchNs = 0 }
        }
        var cursor = WindowCursor(results.windows)
        results.hitchWindow = records.hitches.map { hitch in
            guard let window = cursor.latest(at: hitch.start), results.windows[window].holds(hitch.start) else {
                return -1
            }
            if !hitch.isSystem {
                results.windows[window].hitchNs = (results.windows[window].hitchNs ?? 0).addingUpTo(hitch.duration)
            }
            return Int32(window)
        }
        cursor = WindowCursor(results.windows)
        results.hangWindow = records.hangs.map { hang in
            guard let window = cursor.latest(at: hang.start), results.windows[window].holds(hang.start) else {
                return -1
            }
            return Int32(window)
        }
    }
}

extension WindowSummary {
    /// Whether a time from its start on is in it: the whole trace holds its last nanosecond too.
    fileprivate func holds(_ time: Int64) -> Bool { time < end || kind == .trace }
}

/// Walks the windows along with ascending times: the latest that began at or before, of equal starts the first.
private struct WindowCursor {
    private let windows: [WindowSummary]
    private var next = 0
    private var current: Int?

    init(_ windows: [WindowSummary]) { self.windows = windows }

    mutating func latest(at time: Int64) -> Int? {
        while next < windows.count, windows[next].start <= time {
            if let index = current, windows[index].start == windows[next].start {
                next += 1
                continue
            }
            current = next
            next += 1
        }
        return current
    }
}

extension UpdateColumns {
    /// The first row that starts at or after a time (rows are sorted by start, untimed ones last).
    func firstRow(from time: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if UInt64(bitPattern: start[middle]) < UInt64(bitPattern: max(0, time)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
