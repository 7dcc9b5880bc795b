/// An update as it is added to the rows – a view, a chain – that it belongs to.
struct CountedUpdate: BitwiseCopyable {
    /// Places of the view, the chain and the window; -1 = none. A trace has fewer of each than fit into 32 bits.
    let view: Int32
    let chain: Int32
    let window: Int32
    let severity: Severity?
    let verdict: Verdict
    private let hasEnd: Bool
    /// Whether it is a line that tells of a body, and of no end.
    private let isLine: Bool
    private let ns: Int64
    let allocations: Int64

    init(
        view: Int, chain: Int?, window: Int?, severity: Severity?, verdict: Verdict, ns: Int64?, allocations: Int64,
        hasChanged: Bool = false
    ) {
        (self.view, self.chain) = (Int32(truncatingIfNeeded: view), Int32(truncatingIfNeeded: chain ?? -1))
        self.window = Int32(truncatingIfNeeded: window ?? -1)
        (self.severity, self.verdict) = (severity, verdict)
        (self.ns, hasEnd, self.allocations) = (ns ?? 0, ns != nil, allocations)
        isLine = ns == nil && hasChanged
    }

    /// Nil where it has no end.
    var duration: Int64? { hasEnd ? ns : nil }

    var isUnnecessary: Bool { verdict == .unnecessary }

    private var isOpen: Bool { !hasEnd && !isLine }

    var counts: UpdateCounts {
        UpdateCounts(
            updates: 1, necessary: verdict == .necessary ? 1 : 0, unnecessary: isUnnecessary ? 1 : 0,
            unknown: verdict == .unknown ? 1 : 0, red: severity == .red ? 1 : 0,
            orange: severity == .orange ? 1 : 0, open: isOpen && severity == nil ? 1 : 0,
            openUnnecessary: isOpen && isUnnecessary ? 1 : 0, lines: isLine ? 1 : 0, totalNs: ns,
            wastedNs: isUnnecessary ? ns : 0,
            allocations: allocations)
    }
}

/// What the updates of each of many rows – the views of a trace, or its chains – add up to: by kind of interaction, and by window.
///
/// A trace may have a row an update, so no row is an object of its own, and none is looked up for an update: updates are sorted by
/// their rows.
struct SettledRows: Sendable {
    /// Values that stand row by row.
    struct Grouped<Value: Sendable>: Sendable {
        fileprivate var values: [Value] = []
        fileprivate var ends: [Int32] = [0]

        subscript(row: Int) -> ArraySlice<Value> { values[Int(ends[row])..<Int(ends[row + 1])] }

        fileprivate var last: Range<Int> { Int(ends[ends.count - 1])..<values.count }

        fileprivate mutating func endRow() { ends.append(Int32(truncatingIfNeeded: values.count)) }
    }

    private var parts = Grouped<KindCounts>()
    /// One entry a window, in their order.
    private(set) var byWindow = Grouped<WindowCounts>()
    /// Of the updates that have an end, ascending, in nanoseconds.
    private(set) var durations = Grouped<Int64>()

    let indices: Range<Int>

    /// So many rows of updates in order of time; `row` is -1 for one that is in none. `kinds`: the kind of each window.
    init(_ updates: Column<CountedUpdate>, rows: Int, kinds: [Int], row: (CountedUpdate) -> Int32) {
        indices = 0..<rows
        let all = updates.buffer
        let byRow = Buckets(all.count, numbers: rows, number: { Int(row(all[$0])) }, item: { UInt32($0) })
        var partOfKind = [Int](repeating: -1, count: (kinds.max() ?? -1) + 2)
        for row in indices { add(byRow.places(row).lazy.map { all[byRow[$0]] }, kinds, &partOfKind) }
        withExtendedLifetime(updates) {}
    }

    /// The updates of the next row. `partOfKind` has room for each kind and for what is outside of interactions.
    private mutating func add(
        _ updates: some Sequence<CountedUpdate>, _ kinds: [Int], _ partOfKind: inout [Int]
    ) {
        let (firstPart, firstWindow) = (parts.values.count, byWindow.values.count)
        var isInOrder = true
        for update in updates {
            if let ns = update.duration { durations.values.append(ns) }
            let counts = update.counts, window = Int(update.window)
            let kind = window < 0 ? KindCounts.outside : Int32(truncatingIfNeeded: kinds[window])
            // What another row left there is below its first part.
            if partOfKind[Int(kind) + 1] < firstPart {
                partOfKind[Int(kind) + 1] = parts.values.count
                parts.values.append(KindCounts(kind: kind))
            }
            parts.values[partOfKind[Int(kind) + 1]].counts += counts
            guard window >= 0 else { continue }
            let last = byWindow.values.count - 1
            if last >= firstWindow, byWindow.values[last].window == window {
                byWindow.values[last].updates += counts.updates
                byWindow.values[last].unnecessary += counts.unnecessary
            } else {
                if last >= firstWindow, byWindow.values[last].window > window { isInOrder = false }
                byWindow.values.append(
                    WindowCounts(window: window, updates: counts.updates, unnecessary: counts.unnecessary))
            }
        }
        parts.settleLast { $0.sort { $0.kind < $1.kind } }
        durations.settleLast { $0.sort() }
        if !isInOrder {
            var count = 0
            byWindow.settleLast { count = $0.settle() }
            byWindow.values.removeLast(byWindow.values.count - firstWindow - count)
        }
        parts.endRow()
        byWindow.endRow()
        durations.endRow()
    }

    /// In all.
    func counts(_ row: Int) -> UpdateCounts { parts[row].reduce(into: UpdateCounts()) { $0 += $1.counts } }

    /// In interactions, by their kinds, ascending.
    func byKind(_ row: Int) -> ArraySlice<KindCounts> { parts[row].drop { $0.kind == KindCounts.outside } }
}

extension SettledRows.Grouped {
    /// Puts the values of the row that has not ended in order.
    fileprivate mutating func settleLast(_ settle: (inout UnsafeMutableBufferPointer<Value>.SubSequence) -> Void) {
        let last = last
        guard last.count > 1 else { return }
        values.withUnsafeMutableBufferPointer { settle(&$0[last]) }
    }
}

/// The updates in interactions of one kind and name.
struct KindCounts: Equatable, Sendable {
    /// Its place among those of the trace; below them all: in no interaction.
    var kind: Int32
    var counts = UpdateCounts()

    static let outside: Int32 = -1
}

/// The chains of a trace, in the shape in which traces are compared: paths as steps, and what their updates add up to.
struct TraceChains {
    let steps: ChainSteps
    let kinds: CountsByInteraction.Kinds
    /// The place of a chain's last step, by chain; -1 for a node without a cause, which is no chain.
    let lastSteps: [Int32]
    private let sums: SettledRows
    private let names: Statement
    /// Of the names of the trace.
    let nameIDs: ClosedRange<Int64>?

    init(_ stored: StoredTrace, _ sums: SettledRows, _ kinds: CountsByInteraction.Kinds) throws(TraceError) {
        (self.sums, self.kinds) = (sums, kinds)
        steps = try ChainSteps(stored)
        nameIDs = try stored.rows(of: "name")
        names = try stored.database.prepare("SELECT text FROM name WHERE id = ?")
        var lastSteps = [Int32](repeating: -1, count: sums.indices.count)
        let chains = try stored.rows(of: "cause_chain")
        let steps = steps
        try stored.database.scan(
            ["id", "step_id"], of: "cause_chain", where: "\(try stored.condition("cause_chain")) AND depth > 1"
        ) { row in
            guard let chain = chains?.place(of: row.integer(0)) else { return }
            lastSteps[chain] = Int32(steps.place(of: row.integer(1)) ?? -1)
        }
        self.lastSteps = lastSteps
    }

    /// The bytes of a name, by its id; none where there is no such name.
    func withName<Result>(
        _ id: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(TraceError) -> Result {
        try names.bind([.integer(id)])
        defer { names.reset() }
        var result: Result?
        if try names.step() { names.withText(0) { result = body($0) } }
        return result ?? body(UnsafeBufferPointer(start: nil, count: 0))
    }

    /// In interactions, by their kinds, ascending.
    func byKind(_ chain: Int) -> ArraySlice<KindCounts> { sums.byKind(chain) }

    func hasUpdates(_ chain: Int) -> Bool { sums.counts(chain).updates > 0 }

    func figures(_ chain: Int) -> ChainFigures {
        ChainFigures(
            counts: sums.counts(chain), byInteraction: CountsByInteraction(kinds, sums.byKind(chain)),
            byWindow: sums.byWindow[chain])
    }
}
