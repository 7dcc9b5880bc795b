@testable import TraceKit

/// Section 4 of docs/analysis.md: which windows there are, where they end, and which updates are in them.
struct OracleWindows {
    struct Window {
        /// What it is known by, in tables.
        var key: String
        var lane: String
        var id: UInt64?
        /// Where it begins in the cause graph.
        var nodes: [Int] = []
        var start: Int64
        var duration: Int64?
        /// When its last event began, where it has several.
        var lastEvent: Int64?
        var end: Int64 = 0
    }

    static let settling: Int64 = 250_000_000

    let trace: OracleTrace
    let graph: OracleGraph
    let recurring: OracleRecurring
    private(set) var windows: [Window] = []
    /// Causes of runs that keep to the windows.
    private(set) var answers: Set<String> = []
    /// Per update.
    private(set) var membership: [String] = []
    /// Per update, index into `windows`.
    private(set) var place: [Int?] = []

    init(_ graph: OracleGraph, _ options: AnalysisOptions) {
        self.trace = graph.trace
        self.graph = graph
        recurring = OracleRecurring(graph)
        addInteractions()
        addGestures()
        if trace.interactions.isEmpty { addScrolls() }
        addSignposts(options)
        if windows.isEmpty {
            takeWholeTrace()
            return
        }
        let linked = trace.updates.indices.map { linkedWindow(of: graph.updateNode($0)) }
        // "First without the updates of any recurring cause, then without those of causes that do not keep to the windows."
        findEnds(linked) { _ in true }
        findAnswers(linked)
        let answers = answers
        findEnds(linked) { !answers.contains($0) }
        for index in trace.updates.indices { settle(index, linked[index]) }
    }

    // MARK: Beginnings

    private mutating func addInteractions() {
        for (index, record) in trace.interactions.enumerated() {
            let key = "record \(record.id.map { "\($0)" } ?? "@\(record.start)")"
            windows.append(
                Window(
                    key: key, lane: "record", id: record.id, nodes: [index], start: record.start,
                    duration: record.duration))
        }
    }

    private mutating func addGestures() {
        var events: [(name: String, gap: Int64, window: Window)] = []
        for (index, cause) in trace.causes.enumerated() where graph.isGestureRoot(index) {
            // A gesture without a start of its own begins with the first of what it sets off.
            let effects = graph.targets(of: graph.causeNode(index)).compactMap { graph.nodes[$0].start }
            guard let start = cause.start ?? effects.min() else { continue }
            let key = "gesture \(cause.id.map { "\($0)" } ?? "@\(start)")"
            let window = Window(key: key, lane: "gesture", id: cause.id, nodes: [graph.causeNode(index)], start: start)
            events.append((cause.name, graph.gap(ofGesture: index), window))
        }
        join(events)
    }

    /// "An update of a scroll view that nothing caused."
    private mutating func addScrolls() {
        var events: [(name: String, gap: Int64, window: Window)] = []
        for (index, update) in trace.updates.enumerated()
        where update.counts && update.view.contains("HostingScrollView") {
            let node = graph.updateNode(index)
            guard let start = update.start, !graph.edges.contains(where: { $0.to == node }) else { continue }
            let key = "scroll \(update.id.map { "\($0)" } ?? "@\(start)")"
            events.append(
                ("", 250_000_000, Window(key: key, lane: "scroll", id: update.id, nodes: [node], start: start)))
        }
        join(events)
    }

    /// "Events of one name that follow each other so soon are one interaction."
    private mutating func join(_ events: [(name: String, gap: Int64, window: Window)]) {
        var joined: [(name: String, window: Window)] = []
        let order = events.sorted {
            ($0.window.start, $0.window.id ?? .max) < ($1.window.start, $1.window.id ?? .max)
        }
        for event in order {
            if let last = joined.lastIndex(where: { $0.name == event.name }),
                event.window.start - (joined[last].window.lastEvent ?? joined[last].window.start) < event.gap
            {
                joined[last].window.nodes += event.window.nodes
                joined[last].window.lastEvent = event.window.start
                joined[last].window.duration = event.window.start - joined[last].window.start
            } else {
                joined.append((event.name, event.window))
            }
        }
        windows += joined.map(\.window)
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
            windows.append(
                Window(key: "signpost @\(signpost.start)", lane: "signpost", start: signpost.start, duration: duration))
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
        windows = [Window(key: "trace", lane: "trace", start: 0, duration: end, end: end)]
        membership = trace.updates.map { $0.start == nil ? "untimed" : "temporal" }
        place = trace.updates.map { $0.start == nil ? nil : 0 }
    }

    // MARK: Recurring causes

    /// "At most a quarter of what chance would put outside, where that is 3 or more; else none outside, and at most 2 in a window."
    private mutating func findAnswers(_ linked: [Int?]) {
        let rows = trace.updates.indices.filter { trace.updates[$0].counts }
        let causes = Dictionary(grouping: rows.filter { recurring.runs[$0] != nil }) { recurring.runs[$0]?.cause ?? "" }
        for (cause, rows) in causes {
            if rows.count(where: { linked[$0] != nil }) * 5 >= rows.count * 4 {
                answers.insert(cause)
                continue
            }
            let all = recurring.runs.compactMap(\.self).filter { $0.cause == cause }
            let starts = Dictionary(grouping: all, by: \.number).values.compactMap { $0[0].start }.sorted()
            // "Of runs less than 100 ms behind one that counts, none counts."
            let counted = starts.reduce(into: [Int64]()) { counted, start in
                if counted.last.map({ start - $0 >= 100_000_000 }) ?? true { counted.append(start) }
            }
            let homes = counted.map { latestWindow(holding: $0) }
            // "Unless it goes on at a steady pace through several windows."
            let (outside, inside) = (homes.count { $0 == nil }, homes.compactMap(\.self))
            let stays = Self.stays(inside)
            if stays > 1, Rhythm.period(of: starts) != nil { continue }
            let expected = Double(counted.count) * shareOutside
            if counted.count < 3 {
                answers.insert(cause)
                continue
            }
            let keeps =
                expected >= 3
                ? Double(outside) * 4 <= expected
                : outside == 0 && inside.count <= 2 * stays && !inside.isEmpty
            if keeps { answers.insert(cause) }
        }
    }

    /// How often one window after another holds them.
    private static func stays(_ windows: [Int]) -> Int {
        windows.isEmpty ? 0 : 1 + zip(windows.dropFirst(), windows).count { $0 != $1 }
    }

    private var shareOutside: Double {
        let length = max(trace.lastEnd ?? 0, windows.map(\.end).max() ?? 0)
        let edges = Set(windows.flatMap { [$0.start, $0.end] } + [0, length]).sorted()
        let open = zip(edges, edges.dropFirst()).filter { edge in
            !windows.contains { $0.start <= edge.0 && edge.0 < $0.end }
        }
        let outside = open.reduce(0) { $0 + $1.1 - $1.0 }
        return length > 0 ? 1 - Double(length - outside) / Double(length) : 0
    }

    // MARK: Ends

    private mutating func findEnds(_ linked: [Int?], _ isApart: (String) -> Bool) {
        let work = trace.updates.indices.filter { index in
            guard linked[index] == nil, trace.updates[index].counts else { return true }
            return recurring.runs[index].map { !isApart($0.cause) } ?? true
        }
        for index in windows.indices { windows[index].end = end(of: windows[index], work) }
    }

    private func end(of window: Window, _ work: [Int]) -> Int64 {
        let later = windows.filter { $0.start > window.start }
        let nextOfLane = later.filter { $0.lane == window.lane }.map(\.start).min() ?? .max
        // "One that says how long it lasts does so until the next one of its lane."
        if let last = window.lastEvent { return min(nextOfLane, settlingPoint(from: last, work)) }
        if let duration = window.duration { return min(nextOfLane, window.start + duration) }
        return min(later.map(\.start).min() ?? .max, settlingPoint(from: window.start, work))
    }

    /// "The work is followed from the window's start on: each main-thread update that starts less than 250 ms after
    /// the work so far extends it."
    private func settlingPoint(from start: Int64, _ rows: [Int]) -> Int64 {
        var work = start
        let updates = rows.map { trace.updates[$0] }.filter {
            ($0.thread ?? "main") == "main" && ($0.start ?? -1) >= start
        }
        for update in updates.sorted(by: { ($0.start ?? 0) < ($1.start ?? 0) }) {
            guard let start = update.start, start - work < Self.settling else { break }
            work = max(work, start + (update.duration ?? 0))
        }
        return work + Self.settling
    }

    // MARK: Members

    private mutating func settle(_ index: Int, _ linked: Int?) {
        guard let start = trace.updates[index].start else {
            membership.append("untimed")
            place.append(nil)
            return
        }
        if let linked {
            membership.append("linked")
            place.append(linked)
        } else if trace.updates[index].counts, let run = recurring.runs[index], !answers.contains(run.cause) {
            membership.append("recurring")
            place.append(nil)
        } else if let window = latestWindow(holding: start) {
            membership.append("temporal")
            place.append(window)
        } else {
            membership.append(windows.contains { $0.start <= start } ? "unattributed" : "launch")
            place.append(nil)
        }
    }

    /// The run of a recurring cause that an update is judged in.
    func run(of index: Int) -> String? {
        membership[index] == "recurring" ? recurring.runs[index].map { "\($0.cause) \($0.number)" } : nil
    }

    /// "Of those that hold it, the one that began last"; the whole trace holds everything.
    func latestWindow(holding time: Int64) -> Int? {
        latest(
            windows.indices.filter {
                windows[$0].start <= time && (time < windows[$0].end || windows[$0].key == "trace")
            })
    }

    private func linkedWindow(of node: Int) -> Int? {
        latest(
            windows.indices.filter { index in
                windows[index].nodes.contains { graph.reachable(from: $0).contains(node) }
            })
    }

    /// The one that starts latest, then the lowest id; windows without an id come behind.
    private func latest(_ candidates: [Int]) -> Int? {
        let start = candidates.map { windows[$0].start }.max()
        return candidates.filter { windows[$0].start == start }
            .min { (windows[$0].id ?? .max) < (windows[$1].id ?? .max) }
    }
}
