/// Finds the interaction windows and gives every update exactly one place: linked to a window, in one by time,
/// before the first one (launch), or unattributed (docs/analysis.md, section 4).
enum WindowPass: AnalysisPass {
    static let name = "interaction-windows"
    static let reads: Results = [.edges, .processes, .severity, .groups]
    static let writes: Results = .windows
    /// The main thread has settled after this long without work.
    static let settlingNs: Int64 = 250_000_000

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let graph = CauseGraph(records)
        results.windows = WindowFinder(records, options, results.scope).windows(graph)
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
        let (roles, windowOf, membership) = (results.role.buffer, results.window.buffer, results.membership.buffer)
        for row in roles.indices {
            membership[row] = membershipByRole(roles[row]) ?? .temporal
            if membership[row] == .temporal { windowOf[row] = 0 }
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
            let settled = min(limit, settlingPoint(records, results, from: start, until: limit))
            for window in first..<next {
                let duration = windows[window].duration
                results.windows[window].end = duration >= 0 ? min(settled, start.addingSaturating(duration)) : settled
            }
            first = next
        }
    }

    /// 250 ms after the latest end of main-thread work, followed from `start` on: each main-thread update that
    /// starts less than 250 ms after the work so far extends it. Work at or after `limit` does not matter.
    private static func settlingPoint(
        _ records: TraceRecords, _ results: AnalysisResults, from start: Int64, until limit: Int64
    ) -> Int64 {
        let (updates, roles) = (records.updates, results.role.buffer)
        let (starts, durations, threads) = (updates.start.buffer, updates.duration.buffer, updates.thread.buffer)
        var workEnd = start
        for row in updates.firstRow(from: start)..<updates.count {
            guard starts[row] != UpdateColumns.untimed, starts[row] < limit else { break }
            guard threads[row] == NameID(.main), roles[row] != .other else { continue }
            guard starts[row] < workEnd.addingSaturating(settlingNs) else { break }
            workEnd = max(workEnd, starts[row].addingSaturating(max(0, durations[row])))
        }
        return workEnd.addingSaturating(settlingNs)
    }

    // MARK: Places

    /// Everything reachable from a window's node belongs to it; of several windows, to the one that starts
    /// latest, then to the lowest id. Visiting the windows in that order reaches every node once.
    private static func link(_ graph: CauseGraph, _ results: AnalysisResults) {
        let (windows, firstUpdateNode) = (results.windows, graph.records.firstUpdateNode)
        let order = windows.indices.sorted { left, right in
            let (first, second) = (windows[left].start, windows[right].start)
            return first != second ? first > second : left < right
        }
        let (firsts, targets) = (graph.firstTarget.buffer, graph.targets.buffer)
        let (roles, windowOf, membership) = (results.role.buffer, results.window.buffer, results.membership.buffer)
        let isVisited = Scratch(repeating: false, count: graph.nodeCount)
        var stack: [UInt32] = []
        for window in order where windows[window].node >= 0 {
            stack.append(UInt32(windows[window].node))
            while let node = stack.popLast() {
                for place in firsts[Int(node)]..<firsts[Int(node) + 1] {
                    let target = Int(targets[Int(place)])
                    if isVisited[target] { continue }
                    isVisited[target] = true
                    if firsts[target] != firsts[target + 1] { stack.append(UInt32(target)) }
                    let row = target - firstUpdateNode
                    guard row >= 0, membershipByRole(roles[row]) == nil else { continue }
                    windowOf[row] = Int32(window)
                    membership[row] = .linked
                }
            }
        }
    }

    /// The place of an update that no window can hold; nil for others.
    @inline(__always)
    private static func membershipByRole(_ role: UpdateRole) -> Membership? {
        switch role {
        case .counted, .check: nil
        case .untimed: .untimed
        case .other: .otherProcess
        }
    }

    private static func placeByTime(_ records: TraceRecords, _ results: AnalysisResults) {
        let (starts, windowOf, membership) = (
            records.updates.start.buffer, results.window.buffer, results.membership.buffer
        )
        let roles = results.role.buffer
        var cursor = WindowCursor(results.windows)
        for row in starts.indices {
            let start = starts[row]
            if let place = membershipByRole(roles[row]) {
                membership[row] = place
                continue
            }
            guard membership[row] != .linked else { continue }
            guard let window = cursor.latest(at: start) else {
                membership[row] = .launch
                continue
            }
            guard start < cursor.end else { continue }
            membership[row] = .temporal
            windowOf[row] = Int32(window)
        }
    }

    // MARK: Counts

    /// What is counted of a window besides the severities, which are the first four kinds.
    private static let checks = 4
    private static let linked = 5
    private static let temporal = 6

    private static func count(_ records: TraceRecords, _ results: AnalysisResults) {
        let (windowOf, membership) = (results.window.buffer, results.membership.buffer)
        let (severity, groupOf, roles) = (results.severity.buffer, results.group.buffer, results.role.buffer)
        let (busy, durations) = (results.groups.map(\.busy), records.updates.duration.buffer)
        let longest = Scratch(repeating: Int64(-1), count: results.windows.count)
        let counts = CountTable(results.windows.count)
        for row in windowOf.indices where windowOf[row] != AnalysisResults.none {
            let window = Int(windowOf[row])
            if roles[row] == .check {
                counts.add(window, checks)
                continue
            }
            counts.add(window, SeverityCounts.kind(severity[row]))
            counts.add(window, membership[row] == .linked ? linked : temporal)
            let group = Int(groupOf[row])
            let own =
                durations[row] < 0 && severity[row] > 0 ? results.leastDuration(row, records.updates) : durations[row]
            let most = max(own, group >= 0 ? busy[group] : -1)
            if most > longest[window] { longest[window] = most }
        }
        for window in results.windows.indices {
            let severities = SeverityCounts(counts, window)
            results.windows[window].severities = severities
            results.windows[window].checks = counts.count(window, checks)
            results.windows[window].linked = counts.count(window, linked)
            results.windows[window].temporal = counts.count(window, temporal)
            results.windows[window].longestNs = longest[window]
        }
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
            if hitch.isSystem != true, !results.scope.isOther(hitch.process) {
                results.windows[window].hitchNs = (results.windows[window].hitchNs ?? 0).addingSaturating(
                    hitch.duration)
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
    func holds(_ time: Int64) -> Bool { time < end || kind == .trace }
}

/// Walks the windows along with ascending times: the latest that began at or before, of equal starts the first.
struct WindowCursor {
    private let windows: [WindowSummary]
    private var next = 0
    private var current: Int?
    /// Start of the next window; there is none behind the last.
    private var nextStart: Int64
    /// End of the current window.
    private(set) var end: Int64 = 0

    init(_ windows: [WindowSummary]) {
        self.windows = windows
        nextStart = windows.first?.start ?? .max
    }

    @inline(__always)
    mutating func latest(at time: Int64) -> Int? {
        if nextStart <= time { advance(to: time) }
        return current
    }

    @inline(never)
    private mutating func advance(to time: Int64) {
        while next < windows.count, windows[next].start <= time {
            if current.map({ windows[$0].start != windows[next].start }) ?? true { current = next }
            next += 1
        }
        nextStart = next < windows.count ? windows[next].start : .max
        if let current { end = windows[current].end }
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
