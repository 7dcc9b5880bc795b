/// A part of a trace to pass on (docs/export.md): the rows of some time, with what their verdicts rest on.
///
/// Of the updates it has those that start in its time, those of interactions that it touches, those of their update
/// groups, some runs more of the recurring causes among them, and the nodes above all of these in the cause graph. Of
/// everything else it has what overlaps its time. Times are those of the whole trace.
package enum TraceSlice {
    /// What a slice is cut around.
    package enum Part: Sendable {
        /// `[fromNs, toNs)`; nil = from the start, to the end.
        case window(fromNs: Int64?, toNs: Int64?)
        /// The id of an interaction in the database.
        case interaction(Int64)
        /// The key of a problem.
        case problem(String)
    }

    /// Cuts a slice of an analysed trace. Returns its records, and a sentence on what they are.
    ///
    /// Throws if the trace has no such part, or nothing in it.
    static func cut(
        _ part: Part, of trace: StoredTrace
    ) throws(TraceError) -> (records: TraceRecords, note: Diagnostic) {
        var cutter = try SliceCutter(trace)
        try cutter.choose(part)
        return try cutter.cut()
    }
}

/// Chooses rows step by step, then removes all others.
private struct SliceCutter {
    private struct Window {
        let id: Int64
        /// Index into the nodes of `TraceRecords`; nil for signposts and the whole trace.
        let node: Int?
        let span: Range<Int64>
    }

    private let trace: StoredTrace
    private let records: TraceRecords
    private let firstNode: Int64
    /// By start; empty if the whole trace is the only one.
    private let windows: [Window]
    /// The ids of the interaction, the group and the run of a recurring cause of each update; zero = none.
    private let windowOfUpdate: [Int64]
    private let groupOfUpdate: [Int64]
    private let runOfUpdate: [Int64]

    private var spans = TimeSpans([])
    /// The windows that are kept whole, by id.
    private var whole: Set<Int64> = []
    private var keepsUpdate: [Bool]
    private var keptGroups: Set<Int64> = []

    init(_ trace: StoredTrace) throws(TraceError) {
        self.trace = trace
        records = try TraceReader.read(trace.database, trace: trace.id)
        firstNode = try trace.nodes()?.lowerBound ?? 1
        var windows: [Window] = []
        let columns = ["node_id", "kind", "start_ns", "end_ns"]
        let first = firstNode
        try StoredRows(columns, of: "interaction", trace).each { row in
            guard let start = row.integer(2), row.integer(1) != Int64(InteractionKind.trace.rawValue) else { return }
            windows.append(
                Window(
                    id: row.id, node: row.integer(0).map { Int($0 - first) },
                    span: start..<max(start + 1, row.integer(3) ?? 0)))
        }
        self.windows = windows.sorted { ($0.span.lowerBound, $0.id) < ($1.span.lowerBound, $1.id) }
        let known = Set(windows.map(\.id))
        var (ofWindow, ofGroup, ofRun): ([Int64], [Int64], [Int64]) = ([], [], [])
        try StoredRows(["interaction_id", "group_id", "run_id"], of: "view_update", trace).each { row in
            ofWindow.append(row.integer(0).flatMap { known.contains($0) ? $0 : nil } ?? 0)
            ofGroup.append(row.integer(1) ?? 0)
            ofRun.append(row.integer(2) ?? 0)
        }
        (windowOfUpdate, groupOfUpdate, runOfUpdate) = (ofWindow, ofGroup, ofRun)
        keepsUpdate = [Bool](repeating: false, count: ofWindow.count)
    }

    // MARK: What is asked for

    mutating func choose(_ part: TraceSlice.Part) throws(TraceError) {
        var ranges: [Range<Int64>] = []
        switch part {
        case .window(let from, let to): ranges = [(from ?? 0)..<max((from ?? 0) + 1, to ?? .max)]
        case .interaction(let id): ranges = [try chooseInteraction(id)]
        case .problem(let key): ranges = try chooseProblem(key)
        }
        let asked = TimeSpans(ranges)
        for (row, start) in records.updates.start.buffer.enumerated() where asked.contains(start) {
            keepsUpdate[row] = true
        }
        completeInteractions(asked, ranges)
        try completeRecurring()
        completeGroups()
        completeOpenUpdates()
    }

    private mutating func chooseInteraction(_ id: Int64) throws(TraceError) -> Range<Int64> {
        guard let window = windows.first(where: { $0.id == id }) else {
            throw TraceError(
                .usage, "the trace has no interaction \(id)",
                fix: "trace-analyze query lists them: SELECT id, kind, name, start_ms FROM interactions")
        }
        whole.insert(id)
        return window.span
    }

    /// The times of the rows that belong to a problem.
    private mutating func chooseProblem(_ key: String) throws(TraceError) -> [Range<Int64>] {
        let database = trace.database
        let found = try database.rows(
            "SELECT id FROM problem WHERE trace_id = ? AND \"key\" = ?", [.integer(trace.id), .text(key)])
        guard case .integer(let problem)? = found.first?.first else {
            throw TraceError(
                .usage, "the trace has no problem '\(key)'",
                fix: "trace-analyze query lists them: SELECT \"key\", title FROM problems")
        }
        let updates = try database.rows(
            "SELECT first_id, last_id FROM problem_update WHERE problem_id = ? AND is_own = 1", [.integer(problem)])
        let first = firstNode + Int64(records.firstUpdateNode)
        for range in updates {
            guard case (.integer(let from), .integer(let to)) = (range[0], range[1]), from >= first, from <= to,
                to - first < Int64(keepsUpdate.count)
            else { continue }
            for row in Int(from - first)...Int(to - first) { keepsUpdate[row] = true }
        }
        var ranges: [Range<Int64>] = []
        let lanes = [
            ("hang", "hang_id", "e.duration_ns"), ("hitch", "hitch_id", "e.duration_ns"),
            ("signpost", "signpost_id", "e.duration_ns"), ("log", "log_id", "0"),
        ]
        for (lane, column, duration) in lanes {
            let rows = try database.rows(
                """
                SELECT e.start_ns, e.start_ns + max(1, coalesce(\(duration), 0)) FROM problem_event p
                JOIN \(lane) e ON e.id = p.\(column) WHERE p.problem_id = ? AND p.is_own = 1
                """, [.integer(problem)])
            for case let (.integer(from), .integer(to)) in rows.map({ ($0[0], $0[1]) }) where from < to {
                ranges.append(from..<to)
            }
        }
        guard !ranges.isEmpty || keepsUpdate.contains(true) else {
            throw TraceError(
                .usage, "the problem '\(key)' has no updates, hangs, hitches, signposts or timed lines to cut around",
                fix: "use --window START..END")
        }
        return ranges
    }

    // MARK: What belongs to it

    /// Keeps every interaction whole that begins in the time, or has a kept update: verdicts are about an interaction.
    private mutating func completeInteractions(_ asked: TimeSpans, _ ranges: [Range<Int64>]) {
        for row in keepsUpdate.indices where keepsUpdate[row] && windowOfUpdate[row] != 0 {
            whole.insert(windowOfUpdate[row])
        }
        for window in windows where asked.contains(window.span.lowerBound) { whole.insert(window.id) }
        // Updates in no interaction have a time of their own.
        var ranges = ranges
        let (starts, durations) = (records.updates.start, records.updates.duration)
        for row in keepsUpdate.indices where keepsUpdate[row] && starts[row] >= 0 {
            if windowOfUpdate[row] == 0 { ranges.append(starts[row]..<starts[row] + max(1, durations[row])) }
        }
        spans = TimeSpans(ranges + windows.filter { whole.contains($0.id) }.map(\.span))
        for row in keepsUpdate.indices {
            keepsUpdate[row] = keepsUpdate[row] || whole.contains(windowOfUpdate[row]) || spans.contains(starts[row])
        }
    }

    /// The runs of a recurring cause that are kept besides those in the time.
    private static let contextRuns = 12

    /// Keeps the nearest runs of each recurring cause that has a kept update: of one or two runs it would not be known that
    /// the cause recurs, and they would count in an interaction.
    private mutating func completeRecurring() throws(TraceError) {
        var isKept: Set<Int64> = []
        for row in keepsUpdate.indices where keepsUpdate[row] && runOfUpdate[row] != 0 {
            isKept.insert(runOfUpdate[row])
        }
        guard !isKept.isEmpty, let first = spans.spans.first, let last = spans.spans.last else { return }
        var runs: [Int64: [(id: Int64, distance: Int64)]] = [:]
        var touched: Set<Int64> = []
        try StoredRows(["cause_id", "start_ns"], of: "recurring_run", trace).each { row in
            guard let cause = row.integer(0), let start = row.integer(1) else { return }
            if isKept.contains(row.id) { touched.insert(cause) }
            runs[cause, default: []].append((row.id, max(0, first.lowerBound - start, start - last.upperBound)))
        }
        for cause in touched {
            let others = (runs[cause] ?? []).filter { !isKept.contains($0.id) }
            isKept.formUnion(
                others.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(Self.contextRuns).map(\.id))
        }
        for row in keepsUpdate.indices where isKept.contains(runOfUpdate[row]) { keepsUpdate[row] = true }
    }

    /// Keeps the groups of kept updates whole: what repeats in a group depends on all of it.
    private mutating func completeGroups() {
        for row in keepsUpdate.indices where keepsUpdate[row] && groupOfUpdate[row] != 0 {
            keptGroups.insert(groupOfUpdate[row])
        }
        for row in keepsUpdate.indices where keptGroups.contains(groupOfUpdate[row]) { keepsUpdate[row] = true }
    }

    /// Keeps the last update of each view of which an update has no end: if it runs later, that end was lost, else it
    /// lasted to the end of the trace.
    private mutating func completeOpenUpdates() {
        let updates = records.updates
        var last = [Int](repeating: -1, count: records.views.count)
        for row in keepsUpdate.indices where updates.start[row] >= 0 { last[Int(updates.view[row])] = row }
        for row in keepsUpdate.indices where keepsUpdate[row] && updates.duration[row] < 0 {
            let later = last[Int(updates.view[row])]
            if later >= 0 { keepsUpdate[later] = true }
        }
    }

    /// By node: the kept updates, the interactions and causes that begin in the time, and everything above them.
    private func keptNodes() -> [Bool] {
        let firstUpdate = records.firstUpdateNode
        var keeps = [Bool](repeating: false, count: records.nodeCount)
        for row in keepsUpdate.indices { keeps[firstUpdate + row] = keepsUpdate[row] }
        for node in 0..<firstUpdate where spans.contains(records.start(ofNode: node)) { keeps[node] = true }
        for window in windows where whole.contains(window.id) {
            if let node = window.node, keeps.indices.contains(node) { keeps[node] = true }
        }
        let parents = ParentChoice(records, Column(repeating: .counted, count: keepsUpdate.count)).parents
        let links = linksFromInteractions()
        var waiting = keeps.indices.filter { keeps[$0] }
        while let node = waiting.popLast() {
            for above in [Int(parents[node]), links[node]] where above >= 0 && !keeps[above] {
                keeps[above] = true
                waiting.append(above)
            }
        }
        return keeps
    }

    /// By node: the node before it on a way from the interaction that it is linked to; -1 = none.
    ///
    /// Visits as `WindowPass` does, so that the way is from the interaction that the whole trace links it to.
    private func linksFromInteractions() -> [Int] {
        let graph = CauseGraph(records)
        var links = [Int](repeating: -1, count: records.nodeCount)
        var isVisited = [Bool](repeating: false, count: records.nodeCount)
        var stack: [Int] = []
        for window in windows.reversed() {
            guard whole.contains(window.id), let begin = window.node, links.indices.contains(begin) else { continue }
            stack.append(begin)
            while let node = stack.popLast() {
                for place in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
                    let target = Int(graph.targets[place])
                    if isVisited[target] { continue }
                    isVisited[target] = true
                    links[target] = node
                    stack.append(target)
                }
            }
        }
        return links
    }

    // MARK: The cut

    /// Removes all other rows.
    func cut() throws(TraceError) -> (records: TraceRecords, note: Diagnostic) {
        let groups = try recordedGroups()
        let keeps = keptNodes()
        let (firstCause, firstUpdate, spans) = (records.firstCauseNode, records.firstUpdateNode, spans)
        let all = (updates: records.updates.count, rows: rowCount)
        var numbers: [UInt32] = []
        numbers.reserveCapacity(keeps.count)
        var next: UInt32 = 0
        for isKept in keeps {
            numbers.append(next)
            if isKept { next += 1 }
        }
        let edges = records.edges
        edges.keep { index in
            let edge = edges[index]
            guard keeps[Int(edge.from)], keeps[Int(edge.to)] else { return false }
            (edges[index].from, edges[index].to) = (numbers[Int(edge.from)], numbers[Int(edge.to)])
            return true
        }
        records.interactions = records.interactions.enumerated().filter { keeps[$0.offset] }.map(\.element)
        records.causes.keep { keeps[firstCause + $0] }
        records.updates.pick((0..<UInt32(all.updates)).filter { keeps[firstUpdate + Int($0)] })
        let (ownGroups, signposts, samples, logs) = (
            records.groups, records.signposts, records.samples, records.logs
        )
        ownGroups.keep { row in
            row < groups.count && keptGroups.contains(groups[row])
                || spans.overlaps(ownGroups[row].start, ownGroups[row].duration)
        }
        signposts.keep { spans.overlaps(signposts[$0].start, signposts[$0].duration) }
        // Its columns are cut one after another.
        let isKept = samples.map { spans.contains($0.start) }
        samples.keep { isKept[$0] }
        logs.keep { spans.contains(logs[$0].start) }
        records.hitches = records.hitches.filter { spans.overlaps($0.start, $0.duration) }
        records.hangs = records.hangs.filter { spans.overlaps($0.start, $0.duration) }
        guard rowCount > 0 else {
            throw TraceError(.usage, "nothing of the trace is in this time", fix: "choose another START..END")
        }
        try describe()
        return (records, note(all))
    }

    /// The ids of the recorded groups, in the order of `TraceRecords.groups`.
    private func recordedGroups() throws(TraceError) -> [Int64] {
        var ids: [Int64] = []
        try StoredRows(["derived", "is_record"], of: "update_group", trace).each { row in
            if row.integer(0) == 0, row.integer(1) == 1 { ids.append(row.id) }
        }
        return ids
    }

    private var rowCount: Int { Lane.ofRecords.reduce(0) { $0 + ($1 == .edges ? 0 : records.count($1)) } }

    /// Notes in the records that they are a slice, and what their analysis cannot find out any more.
    private func describe() throws(TraceError) {
        let length = try trace.database.integer("SELECT duration_ns FROM trace WHERE id = ?", .integer(trace.id)) ?? 0
        records.metadata.durationNs = length
        let recorded = TimeSpans(spans.spans.map { $0.lowerBound..<min($0.upperBound, max($0.lowerBound, length) + 1) })
        records.metadata.slice = recorded.text
        records.metadata.interactionsFromNs =
            records.metadata.interactionsFromNs ?? windows.first?.span.lowerBound
    }

    private func note(_ all: (updates: Int, rows: Int)) -> Diagnostic {
        let updates = "\(Decimal.grouped(records.updates.count)) of \(Decimal.grouped(all.updates)) updates"
        let rows = "\(Decimal.grouped(rowCount)) of \(Decimal.grouped(all.rows)) rows"
        let interactions =
            whole.isEmpty
            ? "" : "; \(Decimal.grouped(whole.count)) of \(Decimal.grouped(windows.count)) interactions, whole"
        return Diagnostic(.note, "the slice has \(updates), \(rows) in all\(interactions)")
    }
}
