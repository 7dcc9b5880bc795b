/// Finds the interaction windows and assigns every update: linked to a window, of a recurring cause, in a window by
/// time, before the first one (launch), or unattributed (docs/analysis.md, section 4).
enum WindowPass: AnalysisPass {
    static let name = "interaction-windows"
    static let reads: Results = [.edges, .processes, .views, .severity, .groups, .chains, .recurring]
    static let writes: Results = .windows

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let graph = CauseGraph(records)
        results.windows = WindowFinder(records, options, results).windows(graph)
        let updates = records.updates
        results.window = Column(repeating: AnalysisResults.none, count: updates.count)
        results.membership = Column(repeating: .unattributed, count: updates.count)
        if results.windows.isEmpty, records.metadata.interactionsFromNs == nil {
            useWholeTrace(records, results)
        } else {
            link(graph, results)
            WindowEnds(records, results).find()
            placeByTime(records, results)
        }
        count(records, results)
        placeStalls(records, results)
    }

    /// Without interactions the whole trace is one window. A slice between two interactions is in none.
    private static func useWholeTrace(_ records: TraceRecords, _ results: AnalysisResults) {
        let end = max(records.metadata.durationNs ?? 0, records.lastEnd ?? 0)
        results.windows = [
            WindowSummary(
                kind: .trace, kindWord: .none, name: .none, node: -1, record: nil, sourceID: nil, start: 0,
                duration: end, lane: .trace, end: end)
        ]
        let (roles, windowOf, membership) = (results.role.buffer, results.window.buffer, results.membership.buffer)
        for row in roles.indices {
            membership[row] = membershipByRole(roles[row]) ?? .temporal
            if membership[row] == .temporal { windowOf[row] = 0 }
        }
    }

    // MARK: Membership

    /// Everything reachable from the nodes of a window belongs to it; of several windows, to the one that starts
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
            let events = windows[window].events
            stack += (events.isEmpty ? [windows[window].node] : events).map { UInt32($0) }
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

    /// The membership of an update that no window can contain; nil for others.
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
        let firstStart = records.metadata.interactionsFromNs ?? results.windows.first?.start ?? .max
        var cursor = WindowCursor(results.windows)
        for row in starts.indices {
            let start = starts[row]
            if let place = membershipByRole(roles[row]) {
                membership[row] = place
                continue
            }
            guard membership[row] != .linked, membership[row] != .recurring else { continue }
            guard start >= firstStart else {
                membership[row] = .launch
                continue
            }
            guard let window = cursor.window(holding: start) else { continue }
            membership[row] = .temporal
            windowOf[row] = Int32(window)
        }
    }

    // MARK: Counts

    /// Counted in addition to the severities, which are the first four kinds.
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

    /// A hitch or hang belongs to the window that contains its start.
    private static func placeStalls(_ records: TraceRecords, _ results: AnalysisResults) {
        if records.lanes.contains(.hitches) {
            for window in results.windows.indices { results.windows[window].hitchNs = 0 }
        }
        var cursor = WindowCursor(results.windows)
        results.hitchWindow = records.hitches.map { hitch in
            guard let window = cursor.window(holding: hitch.start) else { return -1 }
            if hitch.isSystem != true, !results.scope.isOther(hitch.process) {
                results.windows[window].hitchNs = (results.windows[window].hitchNs ?? 0).addingSaturating(
                    hitch.duration)
            }
            return Int32(window)
        }
        cursor = WindowCursor(results.windows)
        results.hangWindow = records.hangs.map { hang in
            cursor.window(holding: hang.start).map { Int32($0) } ?? -1
        }
    }
}

/// Finds the window of each of many ascending times.
struct WindowCursor {
    private let windows: [WindowSummary]
    private var next = 0
    /// By lane: those that began last, all at the same time, without those that ended before one that has not.
    private var begun = [ArraySlice<Int>](repeating: [], count: WindowSummary.Lane.allCases.count)
    private var current: Int?
    /// The end of the current answer's validity.
    private var until = Int64.min

    init(_ windows: [WindowSummary]) { self.windows = windows }

    /// Of the windows that contain a time, the one that began last, then the first one.
    @inline(__always)
    mutating func window(holding time: Int64) -> Int? {
        if time >= until { advance(to: time) }
        return current
    }

    @inline(never)
    private mutating func advance(to time: Int64) {
        while next < windows.count, windows[next].start <= time {
            let lane = windows[next].lane.rawValue
            if begun[lane].first.map({ windows[$0].start < windows[next].start }) ?? false { begun[lane] = [] }
            begun[lane].append(next)
            next += 1
        }
        current = nil
        for lane in begun.indices {
            begun[lane] = begun[lane].drop { end($0) <= time }
            guard let window = begun[lane].first else { continue }
            let isLater = current.map { (windows[$0].start, -$0) < (windows[window].start, -window) } ?? true
            if isLater { current = window }
        }
        until = min(next < windows.count ? windows[next].start : .max, current.map { end($0) } ?? .max)
    }

    /// The whole trace also contains its last nanosecond.
    private func end(_ window: Int) -> Int64 { windows[window].kind == .trace ? .max : windows[window].end }
}

extension UpdateColumns {
    /// The first row that starts at or after a time (rows are sorted by start, untimed ones last).
    func firstRow(from time: Int64) -> Int {
        // Untimed rows are negative: as unsigned numbers they come last.
        start.buffer.firstPlace { UInt64(bitPattern: $0) >= UInt64(bitPattern: max(0, time)) }
    }
}
