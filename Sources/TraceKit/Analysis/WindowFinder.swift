/// Finds the starts of windows: interaction records, gesture roots of the cause graph, scrolls, signpost intervals.
struct WindowFinder {
    private let records: TraceRecords
    private let options: AnalysisOptions
    private let results: AnalysisResults
    private var scope: ProcessScope { results.scope }

    /// Events of a drag or a scroll are less than this apart; those of other gestures less than any second tap could
    /// be.
    static let (continuousGapNs, gestureGapNs): (Int64, Int64) = (250_000_000, 100_000_000)
    /// The name of SwiftUI's scroll view node that is updated with each frame of a scroll.
    static let scrollUpdate = "HostingScrollView"

    init(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        self.records = records
        self.options = options
        self.results = results
    }

    /// All windows by start, then id, without ends.
    func windows(_ graph: CauseGraph) -> [WindowSummary] {
        var windows = records.interactions.enumerated().map { row, interaction in
            WindowSummary(
                kind: interaction.kind, kindWord: interaction.kindWord, name: interaction.name, node: Int32(row),
                record: row, sourceID: records.sourceID(interaction.id), start: interaction.start,
                duration: interaction.duration, lane: .record)
        }
        windows += joined(gestureRoots(graph))
        // A slice of a trace with records may have none of them.
        let hasRecords =
            !records.interactions.isEmpty || records.metadata.slice != nil && records.lanes.contains(.interactions)
        if !hasRecords { windows += joined(scrollUpdates()) }
        if windows.isEmpty && !hasRecords || !options.interactionSignposts.isEmpty { windows += signposts() }
        return windows.enumerated().sorted { left, right in
            if left.element.start != right.element.start { return left.element.start < right.element.start }
            switch (left.element.sourceID, right.element.sourceID) {
            case (let first?, let second?) where first != second: return first < second
            case (_?, nil): return true
            case (nil, _?): return false
            default: return left.offset < right.offset
            }
        }.map(\.element)
    }

    // MARK: Gestures

    private func gestureRoots(_ graph: CauseGraph) -> [WindowSummary] {
        let hasParent = Column<Bool>(repeating: false, count: records.causes.count)
        let firstCauseNode = records.firstCauseNode
        for edge in records.edges {
            let target = Int(edge.to) - firstCauseNode
            if target >= 0, target < hasParent.count { hasParent[target] = true }
        }
        var gestures = Gestures(records)
        var windows: [WindowSummary] = []
        for row in 0..<records.causes.count where !hasParent[row] {
            let cause = records.causes[row]
            guard gestures.contains(cause), !scope.isOther(cause.process), let start = startOfGesture(row, graph) else {
                continue
            }
            windows.append(
                WindowSummary(
                    kind: GestureName.kind(records.names.text(cause.name) ?? ""), kindWord: .none, name: cause.name,
                    node: Int32(records.firstCauseNode + row), record: nil, sourceID: records.sourceID(cause.id),
                    start: start, duration: -1, lane: .gesture))
        }
        return windows
    }

    /// Joins consecutive events of one name to one interaction.
    private func joined(_ events: [WindowSummary]) -> [WindowSummary] {
        var windows: [WindowSummary] = []
        var lastOfName: [NameID: Int] = [:]
        for event in events.sorted(by: { ($0.start, $0.node) < ($1.start, $1.node) }) {
            let gap: Int64 =
                switch event.kind {
                case .swipe, .scroll: Self.continuousGapNs
                case .other: Self.gestureGapNs
                default: 0
                }
            if let last = lastOfName[event.name], event.start - windows[last].lastEvent < gap {
                if windows[last].events.isEmpty { windows[last].events = [windows[last].node] }
                windows[last].events.append(event.node)
                windows[last].duration = event.start - windows[last].start
            } else {
                lastOfName[event.name] = windows.count
                windows.append(event)
            }
        }
        return windows
    }

    /// Updates of scroll views without a recorded cause: the user scrolls.
    private func scrollUpdates() -> [WindowSummary] {
        let isScroll = records.views.buffer.map { records.names.text($0.name)?.contains(Self.scrollUpdate) ?? false }
        guard isScroll.contains(true) else { return [] }
        let (updates, first) = (records.updates, records.firstUpdateNode)
        return updates.start.buffer.indices.compactMap { row in
            guard isScroll[Int(updates.view[row])], results.role[row] == .counted,
                results.parent[first + row] == AnalysisResults.none
            else { return nil }
            return WindowSummary(
                kind: .scroll, kindWord: .none, name: .none, node: Int32(first + row), record: nil,
                sourceID: records.sourceID(updates.id[row]), start: updates.start[row], duration: -1, lane: .scroll)
        }
    }

    /// The node's own start, else the earliest time of its effects.
    private func startOfGesture(_ row: Int, _ graph: CauseGraph) -> Int64? {
        if records.causes[row].start != UpdateColumns.untimed { return records.causes[row].start }
        let node = records.firstCauseNode + row
        var earliest: Int64?
        for edge in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
            let start = records.start(ofNode: Int(graph.targets[edge]))
            if start != UpdateColumns.untimed { earliest = min(earliest ?? start, start) }
        }
        return earliest
    }

    // MARK: Signposts

    /// Intervals that the user names, by default those of the category PointsOfInterest.
    private func signposts() -> [WindowSummary] {
        var windows: [WindowSummary] = []
        for row in 0..<records.signposts.count {
            let signpost = records.signposts[row]
            guard signpost.duration >= 0, isInteraction(signpost), !scope.isOther(signpost.process) else { continue }
            windows.append(
                WindowSummary(
                    kind: .signpost, kindWord: .none, name: signpost.name, node: -1, record: nil, sourceID: nil,
                    start: signpost.start, duration: signpost.duration, lane: .signpost))
        }
        return windows
    }

    private func isInteraction(_ signpost: SignpostRecord) -> Bool {
        if options.interactionSignposts.isEmpty { return signpost.category == NameID(.pointsOfInterest) }
        let names = records.names
        return options.interactionSignposts.contains { filter in
            names.text(signpost.subsystem) ?? "" == filter.subsystem
                && names.text(signpost.category) ?? "" == filter.category
                && (filter.name == nil || filter.name == names.text(signpost.name))
        }
    }
}

/// Decides which causes are gestures: those that say so, and those with a gesture word at the start of a word in their
/// name or kind. Names of the app's values (`keywords`, `scrollPosition`) and views do not count.
struct Gestures {
    private let names: NameTable
    /// By name number: whether it is a gesture name; nil = not examined yet.
    private var known: [Bool?]

    init(_ records: TraceRecords) {
        names = records.names
        known = Array(repeating: nil, count: names.count + 1)
    }

    mutating func contains(_ cause: CauseRecord) -> Bool {
        switch cause.kind {
        case .gesture: return true
        case .state, .observable, .defaults, .environment, .externalEnvironment, .environmentWriter, .creation:
            return false
        case .update: return names.text(cause.name)?.contains(WindowFinder.scrollUpdate) ?? false
        case .observer, .transaction, .system, .other: break
        }
        for name in [cause.name, cause.kindWord] where name.isPresent {
            let isGesture = known[Int(name.rawValue)] ?? GestureName.isGesture(names.text(name) ?? "")
            known[Int(name.rawValue)] = isGesture
            if isGesture { return true }
        }
        return false
    }
}
