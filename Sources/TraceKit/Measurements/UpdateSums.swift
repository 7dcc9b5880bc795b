/// What is added up over the updates of a trace, or over a part of them: those of the target whose bodies ran at a known time.
struct UpdateSums {
    /// How updates are told apart.
    struct Places {
        var views = SiteViews()
        /// The ids of the trace's chains; nil where they are not added up.
        var chains: ClosedRange<Int64>?
        /// Windows by id, as places in `TraceFigures.windows`.
        var windows: [Int64: Int] = [:]
        /// The kind of interaction of each window.
        var kindOfWindow: [Int] = []
        /// Rows that are not read.
        var leftOut: ProblemRowSet?
    }

    private let updates = Column<CountedUpdate>()
    private(set) var byWindow: [WindowCounts] = []
    /// In no interaction.
    private(set) var launch = UpdateCounts()
    private(set) var unattributed = UpdateCounts()
    private(set) var hasAllocations = false
    private(set) var hasEvidence = false
    private(set) var hasChanges = false
    private(set) var hasInstances = false
    private let places: Places

    private init(_ places: Places) { self.places = places }

    /// By the place of the view.
    func views() -> SettledRows {
        SettledRows(updates, rows: places.views.views.count, kinds: places.kindOfWindow, row: \.view)
    }

    /// By the id, from the trace's first chain on.
    func chains() -> SettledRows {
        SettledRows(updates, rows: places.chains?.count ?? 0, kinds: places.kindOfWindow, row: \.chain)
    }

    // MARK: Reading

    static func read(_ stored: StoredTrace, _ places: Places) throws(TraceError) -> UpdateSums {
        var sums = UpdateSums(places)
        var last: (id: Int64, place: Int?) = (-1, nil)
        try stored.database.scan(
            [
                "id", "codes", "chain_id", "interaction_id", "duration_ns", "allocations", "changed_id",
                "driving_cause_id", "instance_id",
            ],
            of: "view_update",
            where: "\(try stored.condition("view_update")) AND start_ns IS NOT NULL"
        ) { row in
            let codes = UpdateCodes.parts(row.integer(1))
            guard codes.phase != .check, codes.membership != .otherProcess else { return }
            if places.leftOut?.holdsUpdate(row.integer(0)) == true { return }
            let window = row.integer(3)
            if window != last.id { last = (window, places.windows[window]) }
            sums.add(row, codes, window: last.place, isLaunch: window == 0 && codes.membership == .launch)
        }
        return sums
    }

    @inline(__always)
    private mutating func add(_ row: Statement, _ codes: UpdateCodes.Parts, window: Int?, isLaunch: Bool) {
        guard let view = places.views.place(of: codes.site) else { return }
        let chain = row.integer(2)
        let update = CountedUpdate(
            view: view, chain: places.chains?.place(of: chain),
            window: window, severity: codes.severity, verdict: codes.verdict ?? .none,
            ns: row.isNull(4) ? nil : row.integer(4), allocations: row.integer(5), hasChanged: !row.isNull(6))
        updates.append(update)
        if !hasAllocations, !row.isNull(5) { hasAllocations = true }
        if !hasEvidence { hasEvidence = update.isUnnecessary || !row.isNull(6) || !row.isNull(7) }
        if !hasChanges, !row.isNull(6) { hasChanges = true }
        if !hasInstances, !row.isNull(8) { hasInstances = true }
        let counts = update.counts
        if let window {
            byWindow.add(counts, window: window)
        } else if isLaunch {
            launch += counts
        } else {
            unattributed += counts
        }
    }
}

/// Updates added up: how many, how bad, how many of them in vain. Checks and untimed evidence are in none of it.
struct UpdateCounts: Equatable, Sendable {
    var updates = 0
    /// Updates by verdict; only those inside interaction windows have one.
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
    var red = 0
    var orange = 0
    /// Updates of which it is not known whether they met their deadlines: without an end.
    var open = 0
    /// Unnecessary ones without an end.
    var openUnnecessary = 0
    /// Lines that tell of a body, not of how long it took.
    var lines = 0
    /// Of all that have an end, in nanoseconds.
    var totalNs: Int64 = 0
    /// Of the unnecessary ones.
    var wastedNs: Int64 = 0
    /// As the exporter counted them; zero where it did not.
    var allocations: Int64 = 0

    /// Updates over a deadline.
    var long: Int { red + orange }
    var totalMs: Double { Double(totalNs) / 1e6 }
    var wastedMs: Double { Double(wastedNs) / 1e6 }
    /// Whether it is known of any update in a window if it was necessary. Unknown is not zero: where it is of none, `unnecessary`
    /// and the time wasted are no figures.
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

/// What one interaction window had of a row that is compared: a view, a chain, or everything.
struct WindowCounts: Equatable, Sendable {
    /// Its place in `TraceFigures.windows`.
    var window: Int
    var updates: Int
    var unnecessary: Int
}

extension [WindowCounts] {
    /// Joins the last entry where that is the same window, as it mostly is: updates come in order of time.
    mutating func add(_ counts: UpdateCounts, window: Int) {
        if let last = indices.last, self[last].window == window {
            self[last].updates += counts.updates
            self[last].unnecessary += counts.unnecessary
        } else {
            append(WindowCounts(window: window, updates: counts.updates, unnecessary: counts.unnecessary))
        }
    }
}

extension RandomAccessCollection where Self: MutableCollection, Element == WindowCounts, Index == Int {
    /// Puts one entry a window to the front, in their order; returns how many these are.
    mutating func settle() -> Int {
        guard !zip(self, dropFirst()).allSatisfy({ $0.window < $1.window }) else { return count }
        sort { $0.window < $1.window }
        var last = startIndex
        for place in indices.dropFirst() {
            if self[place].window == self[last].window {
                self[last].updates += self[place].updates
                self[last].unnecessary += self[place].unnecessary
            } else {
                last += 1
                self[last] = self[place]
            }
        }
        return last + 1 - startIndex
    }
}

extension RangeReplaceableCollection
where Self: MutableCollection & RandomAccessCollection, Element == WindowCounts, Index == Int {
    /// The same, and removes all others.
    mutating func join() {
        let all = count
        removeLast(all - settle())
    }
}

/// The updates of a row – a view, a chain – inside interactions, by what these were.
///
/// Like a dictionary, but of some elements of an array that many rows share: a trace may have a row an update.
struct CountsByInteraction: Sequence, Sendable {
    /// The kinds of interactions of a trace, numbered.
    final class Kinds: Sendable {
        let keys: [InteractionKey]
        private let places: [InteractionKey: Int32]

        /// Each of them once.
        init(_ keys: [InteractionKey]) {
            self.keys = keys
            places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, Int32($0)) })
        }

        func place(of key: InteractionKey) -> Int32? { places[key] }
    }

    private let kinds: Kinds
    /// Ascending by kind.
    private var parts: ArraySlice<KindCounts>

    private static let none = Kinds([])

    init() { self.init(Self.none, []) }

    /// `parts`: ascending by kind, none of them outside of interactions.
    init(_ kinds: Kinds, _ parts: ArraySlice<KindCounts>) { (self.kinds, self.parts) = (kinds, parts) }

    init(_ counts: [InteractionKey: UpdateCounts]) {
        let keys = counts.keys.sorted()
        self.init(
            Kinds(keys),
            keys.enumerated().map { KindCounts(kind: Int32($0), counts: counts[$1] ?? UpdateCounts()) }[...])
    }

    var isEmpty: Bool { parts.isEmpty }
    var keys: some Sequence<InteractionKey> { lazy.map(\.key) }
    var values: some Sequence<UpdateCounts> { parts.lazy.map(\.counts) }

    subscript(key: InteractionKey) -> UpdateCounts? {
        guard !parts.isEmpty, let kind = kinds.place(of: key) else { return nil }
        let place = parts.firstPlace { $0.kind >= kind }
        return place < parts.endIndex && parts[place].kind == kind ? parts[place].counts : nil
    }

    func makeIterator() -> some IteratorProtocol<(key: InteractionKey, value: UpdateCounts)> {
        parts.lazy.map { (key: kinds.keys[Int($0.kind)], value: $0.counts) }.makeIterator()
    }

    static func += (left: inout CountsByInteraction, right: CountsByInteraction) {
        if left.kinds === right.kinds {
            let parts = (left.parts + right.parts).sorted { $0.kind < $1.kind }
            left.parts = parts.reduce(into: []) { joined, part in
                if let last = joined.indices.last, joined[last].kind == part.kind {
                    joined[last].counts += part.counts
                } else {
                    joined.append(part)
                }
            }
            return
        }
        var sum = Dictionary(uniqueKeysWithValues: left.map { ($0.key, $0.value) })
        for (key, counts) in right { sum[key, default: UpdateCounts()] += counts }
        left = CountsByInteraction(sum)
    }
}
