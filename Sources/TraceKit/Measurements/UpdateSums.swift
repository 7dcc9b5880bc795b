/// The sums over the updates of a trace: those of the target process whose bodies ran at a known time.
struct UpdateSums {
    /// The indexes of the sums that updates are added to.
    struct Places {
        var views = SiteViews()
        /// The ids of the trace's chains; nil if they are not summed up.
        var chains: ClosedRange<Int64>?
        /// Indexes into `TraceFigures.windows` by the id of the window.
        var windows: [Int64: Int] = [:]
        /// Rows to leave out.
        var leftOut: ProblemRowSet?
    }

    /// Sums by the index of the view.
    private(set) var views: [UpdateFigures]
    /// The sums by chain, counted from the trace's first one; without durations.
    private(set) var chains: [UpdateFigures]
    private(set) var byWindow: [WindowCounts] = []
    /// Updates in no interaction: those before the first one, and all others.
    private(set) var launch = UpdateCounts()
    private(set) var unattributed = UpdateCounts()
    private(set) var hasAllocations = false
    private(set) var hasEvidence = false
    private(set) var hasChanges = false
    private(set) var hasInstances = false

    /// Reads the sums of a trace. `kinds`: the interaction of each window.
    static func read(
        _ stored: StoredTrace, _ places: Places, kinds: [InteractionKey]
    ) throws(TraceError) -> UpdateSums {
        var sums = UpdateSums(
            views: Array(repeating: UpdateFigures(), count: places.views.views.count),
            chains: Array(repeating: UpdateFigures(), count: places.chains?.count ?? 0))
        var last: (id: Int64, place: Int?) = (-1, nil)
        try stored.database.scan(
            [
                "id", "codes", "chain_id", "interaction_id", "duration_ns", "allocations", "changed_id",
                "driving_cause_id", "instance_id",
            ],
            of: "view_update", where: "\(try stored.condition("view_update")) AND start_ns IS NOT NULL"
        ) { row in
            let codes = UpdateCodes.parts(row.integer(1))
            guard codes.phase != .check, codes.membership != .otherProcess,
                places.leftOut?.holdsUpdate(row.integer(0)) != true, let view = places.views.place(of: codes.site)
            else { return }
            let window = row.integer(3)
            if window != last.id { last = (window, places.windows[window]) }
            sums.add(row, codes, view: view, chain: places.chains?.place(of: row.integer(2)), window: last.place)
        }
        for row in sums.views.indices { sums.views[row].settle(kinds) }
        for row in sums.chains.indices { sums.chains[row].settle(kinds) }
        sums.byWindow.join()
        return sums
    }

    private mutating func add(_ row: Statement, _ codes: UpdateCodes.Parts, view: Int, chain: Int?, window: Int?) {
        let counts = UpdateCounts(row, codes)
        views[view].add(counts, window: window)
        if !row.isNull(4) { views[view].durations.append(row.integer(4)) }
        if let chain { chains[chain].add(counts, window: window) }
        hasAllocations = hasAllocations || !row.isNull(5)
        hasEvidence = hasEvidence || counts.unnecessary > 0 || !row.isNull(6) || !row.isNull(7)
        hasChanges = hasChanges || !row.isNull(6)
        hasInstances = hasInstances || !row.isNull(8)
        if let window {
            byWindow.add(counts, window: window)
        } else if codes.membership == .launch, row.integer(3) == 0 {
            launch += counts
        } else {
            unattributed += counts
        }
    }
}

/// The updates of a view, or of a chain, in one trace.
struct UpdateFigures: Sendable {
    /// Sums over the whole trace.
    var counts = UpdateCounts()
    /// Sums inside interactions, by kind and name of the interaction.
    var byInteraction: [InteractionKey: UpdateCounts] = [:]
    /// Sums inside interactions, by window.
    var byWindow: [WindowCounts] = []
    /// The durations of updates with an end, ascending, in nanoseconds; none for chains.
    var durations: [Int64] = []

    /// A percentile of the durations in milliseconds, by nearest rank; nil if no update has an end.
    func percentileMs(_ percent: Int) -> Double? {
        Percentile.nearestRank(percent, ofSorted: durations).map { Double($0) / 1e6 }
    }

    fileprivate mutating func add(_ counts: UpdateCounts, window: Int?) {
        self.counts += counts
        if let window { byWindow.add(counts, window: window) }
    }

    /// Sorts durations and windows, and sums up interactions, once all updates are added. `kinds`:
    /// the interaction of each window.
    fileprivate mutating func settle(_ kinds: [InteractionKey]) {
        durations.sort()
        byWindow.join()
        for one in byWindow { byInteraction[kinds[one.window], default: UpdateCounts()] += one.counts }
    }

    static func += (left: inout UpdateFigures, right: UpdateFigures) {
        left.counts += right.counts
        left.byInteraction.merge(right.byInteraction) { $0 + $1 }
        left.byWindow += right.byWindow
        left.byWindow.join()
        left.durations += right.durations
        left.durations.sort()
    }
}

/// Sums of updates. Checks and evaluations without a time are in none of them.
struct UpdateCounts: Equatable, Sendable {
    var updates = 0
    /// Updates by verdict; only those inside interaction windows have one.
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
    var red = 0
    var orange = 0
    /// Updates without an end, which may have missed their deadlines.
    var open = 0
    /// Unnecessary updates without an end.
    var openUnnecessary = 0
    /// Lines about a body without a duration.
    var lines = 0
    /// The duration of the updates with an end, in nanoseconds.
    var totalNs: Int64 = 0
    /// The duration of the unnecessary updates, in nanoseconds.
    var wastedNs: Int64 = 0
    /// Allocations as the exporter counted them; zero if it did not.
    var allocations: Int64 = 0

    /// Updates over a deadline.
    var long: Int { red + orange }
    var totalMs: Double { Double(totalNs) / 1e6 }
    var wastedMs: Double { Double(wastedNs) / 1e6 }
    /// Whether the necessity of any update in a window is known. If not, `unnecessary` and the wasted time are unknown,
    /// not zero.
    var isWasteKnown: Bool { unknown == 0 || necessary + unnecessary > 0 }
    var knownUnnecessary: Double? { isWasteKnown ? Double(unnecessary) : nil }
    var knownWastedMs: Double? { isWasteKnown ? wastedMs : nil }

    static func + (left: UpdateCounts, right: UpdateCounts) -> UpdateCounts {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout UpdateCounts, right: UpdateCounts) {
        left.updates += right.updates
        left.necessary += right.necessary
        left.unnecessary += right.unnecessary
        left.unknown += right.unknown
        left.red += right.red
        left.orange += right.orange
        left.open += right.open
        left.openUnnecessary += right.openUnnecessary
        left.lines += right.lines
        left.totalNs = left.totalNs.addingSaturating(right.totalNs)
        left.wastedNs = left.wastedNs.addingSaturating(right.wastedNs)
        left.allocations = left.allocations.addingSaturating(right.allocations)
    }
}

extension UpdateCounts {
    /// The counts of one update.
    fileprivate init(_ row: Statement, _ codes: UpdateCodes.Parts) {
        let duration = row.isNull(4) ? nil : row.integer(4)
        // A log line about a body does not say when it ended.
        let isLine = duration == nil && !row.isNull(6)
        let isOpen = duration == nil && !isLine
        let isUnnecessary = codes.verdict == .unnecessary
        self.init(
            updates: 1, necessary: codes.verdict == .necessary ? 1 : 0, unnecessary: isUnnecessary ? 1 : 0,
            unknown: codes.verdict == .unknown ? 1 : 0, red: codes.severity == .red ? 1 : 0,
            orange: codes.severity == .orange ? 1 : 0, open: isOpen && codes.severity == nil ? 1 : 0,
            openUnnecessary: isOpen && isUnnecessary ? 1 : 0, lines: isLine ? 1 : 0, totalNs: duration ?? 0,
            wastedNs: isUnnecessary ? duration ?? 0 : 0, allocations: row.integer(5))
    }
}

extension Dictionary where Value == UpdateFigures {
    /// Adds figures to those with the same key.
    mutating func add(_ figures: UpdateFigures, _ key: Key) {
        if let other = updateValue(figures, forKey: key) { self[key]? += other }
    }
}

/// The updates of one interaction window: of a view, of a chain, or all.
struct WindowCounts: Equatable, Sendable {
    /// Index into `TraceFigures.windows`.
    var window: Int
    var counts: UpdateCounts
}

extension [WindowCounts] {
    /// Adds to the last entry if it is of the same window, which is usual because updates come in time order.
    fileprivate mutating func add(_ counts: UpdateCounts, window: Int) {
        if let last = indices.last, self[last].window == window {
            self[last].counts += counts
        } else {
            append(WindowCounts(window: window, counts: counts))
        }
    }

    /// Leaves one entry per window, sorted.
    fileprivate mutating func join() {
        guard !zip(self, dropFirst()).allSatisfy({ $0.window < $1.window }) else { return }
        let all = sorted { $0.window < $1.window }
        removeAll(keepingCapacity: true)
        for one in all { add(one.counts, window: one.window) }
    }
}
