@testable import TraceKit

/// Section 4 of docs/analysis.md: which windows there are, where they end, and which updates are in them.
struct OracleWindows {
    struct Window {
        /// What it is known by, in tables.
        var key: String
        var id: UInt64?
        /// Where it begins in the cause graph.
        var node: Int?
        var start: Int64
        var duration: Int64?
        var end: Int64 = 0
    }

    static let settling: Int64 = 250_000_000

    let trace: OracleTrace
    let graph: OracleGraph
    private(set) var windows: [Window] = []
    /// Per update.
    private(set) var membership: [String] = []
    /// Per update, index into `windows`.
    private(set) var place: [Int?] = []

    init(_ graph: OracleGraph, _ options: AnalysisOptions) {
        self.trace = graph.trace
        self.graph = graph
        addInteractions()
        addGestures()
        addSignposts(options)
        for index in windows.indices { windows[index].end = end(of: windows[index]) }
        if windows.isEmpty {
            takeWholeTrace()
        } else {
            for index in trace.updates.indices { settle(index) }
        }
    }

    // MARK: Beginnings

    private mutating func addInteractions() {
        for (index, record) in trace.interactions.enumerated() {
            let key = "record \(record.id.map { "\($0)" } ?? "@\(record.start)")"
            windows.append(Window(key: key, id: record.id, node: index, start: record.start, duration: record.duration))
        }
    }

    private mutating func addGestures() {
        for (index, cause) in trace.causes.enumerated() where graph.isGestureRoot(index) {
            // A gesture without a start of its own begins with the first of what it sets off.
            let effects = graph.targets(of: graph.causeNode(index)).compactMap { graph.nodes[$0].start }
            guard let start = cause.start ?? effects.min() else { continue }
            let key = "gesture \(cause.id.map { "\($0)" } ?? "@\(start)")"
            windows.append(Window(key: key, id: cause.id, node: graph.causeNode(index), start: start))
        }
    }

    /// "Only where the trace has neither interaction records nor gesture roots, or where the option asks."
    private mutating func addSignposts(_ options: AnalysisOptions) {
        guard windows.isEmpty || !options.interactionSignposts.isEmpty else { return }
        for signpost in trace.signposts {
            guard let duration = signpost.duration else { continue }
            let isAsked = options.interactionSignposts.contains {
                $0.subsystem == signpost.subsystem && $0.category == signpost.category
                    && ($0.name == nil || $0.name == signpost.name)
            }
            let isDefault = options.interactionSignposts.isEmpty && signpost.category == "PointsOfInterest"
            guard isAsked || isDefault else { continue }
            windows.append(Window(key: "signpost @\(signpost.start)", start: signpost.start, duration: duration))
        }
    }

    private mutating func takeWholeTrace() {
        let ends =
            trace.updates.map { ($0.start ?? 0) + ($0.duration ?? 0) } + trace.causes.map { $0.start ?? 0 }
            + (trace.groups ?? []).map { $0.start + ($0.duration ?? 0) }
            + trace.signposts.map { $0.start + ($0.duration ?? 0) }
            + (trace.hitches ?? []).map { $0.start + $0.duration } + trace.hangs.map { $0.start + $0.duration }
            + trace.samples.map(\.start)
        let end = ends.max() ?? 0
        windows = [Window(key: "trace", start: 0, duration: end, end: end)]
        membership = trace.updates.map { $0.start == nil ? "untimed" : "temporal" }
        place = trace.updates.map { $0.start == nil ? nil : 0 }
    }

    // MARK: Ends

    /// The earliest of the next strictly later start, the explicit end and the settling point.
    private func end(of window: Window) -> Int64 {
        var ends = [settlingPoint(of: window)]
        if let next = windows.map(\.start).filter({ $0 > window.start }).min() { ends.append(next) }
        if let duration = window.duration { ends.append(window.start + duration) }
        return ends.min() ?? window.start
    }

    /// "The work is followed from the window's start on: each main-thread update that starts less than 250 ms after
    /// the work so far extends it."
    private func settlingPoint(of window: Window) -> Int64 {
        var work = window.start
        let updates = trace.updates.filter { ($0.thread ?? "main") == "main" && ($0.start ?? -1) >= window.start }
        for update in updates.sorted(by: { ($0.start ?? 0) < ($1.start ?? 0) }) {
            guard let start = update.start, start - work < Self.settling else { break }
            work = max(work, start + (update.duration ?? 0))
        }
        return work + Self.settling
    }

    // MARK: Members

    private mutating func settle(_ index: Int) {
        guard let start = trace.updates[index].start else {
            membership.append("untimed")
            place.append(nil)
            return
        }
        if let window = linkedWindow(of: graph.updateNode(index)) {
            membership.append("linked")
            place.append(window)
        } else if let window = latest(windows.indices.filter { windows[$0].start <= start }),
            start < windows[window].end
        {
            membership.append("temporal")
            place.append(window)
        } else {
            membership.append(windows.contains { $0.start <= start } ? "unattributed" : "launch")
            place.append(nil)
        }
    }

    /// The latest window that began at or before a time, if it has not ended; the whole trace holds everything.
    func latestWindow(holding time: Int64) -> Int? {
        guard let window = latest(windows.indices.filter { windows[$0].start <= time }) else { return nil }
        return time < windows[window].end || windows[window].key == "trace" ? window : nil
    }

    private func linkedWindow(of node: Int) -> Int? {
        latest(
            windows.indices.filter { index in
                windows[index].node.map { graph.reachable(from: $0).contains(node) } ?? false
            })
    }

    /// The one that starts latest, then the lowest id; windows without an id come behind.
    private func latest(_ candidates: [Int]) -> Int? {
        let start = candidates.map { windows[$0].start }.max()
        return candidates.filter { windows[$0].start == start }
            .min { (windows[$0].id ?? .max) < (windows[$1].id ?? .max) }
    }
}
