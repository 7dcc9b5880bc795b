/// The edges of a trace as columns. Most have only their ends, so rare details are stored separately: an edge takes
/// twelve bytes instead of the 24 of an `EdgeRecord`.
final class EdgeColumns {
    /// The properties of an edge other than its ends.
    private struct Detail: BitwiseCopyable {
        var at = UpdateColumns.untimed
        var label = NameID.none
        var changed = ListID.none

        init(label: NameID) { self.label = label }

        @inline(__always)
        init(_ edge: EdgeRecord) { (at, label, changed) = (edge.at, edge.label, edge.changed) }
    }

    /// Handles while the trace is built, nodes afterwards; as in `EdgeRecord`.
    let from = Column<UInt32>()
    let to = Column<UInt32>()
    /// By edge: the index of its own entry in `details`, or one of the two constants below.
    private let detail = Column<UInt32>()
    private let details = Column<Detail>()

    /// The detail of an edge without any, not even a label (see `TraceBuilder.shorthandFrom`).
    private static let shorthand: UInt32 = 0
    /// The detail of an edge with only the usual label.
    private static let plain: UInt32 = 1

    init() { addShared() }

    private func addShared() {
        details.append(Detail(label: .none))
        details.append(Detail(label: NameID(.update)))
    }

    var count: Int { from.count }

    @inline(__always)
    subscript(index: Int) -> EdgeRecord {
        get {
            let detail = details[Int(detail[index])]
            return EdgeRecord(
                from: from[index], to: to[index], at: detail.at, label: detail.label, changed: detail.changed)
        }
        set {
            (from[index], to[index]) = (newValue.from, newValue.to)
            if let common = Self.common(newValue) {
                detail[index] = common
            } else if detail[index] > Self.plain {
                details[Int(detail[index])] = Detail(newValue)
            } else {
                detail[index] = add(newValue)
            }
        }
    }

    /// Whether an edge has neither a time nor changes, and the usual label.
    @inline(__always)
    func isPlain(_ index: Int) -> Bool { detail[index] == Self.plain }

    func append(_ edge: EdgeRecord) {
        from.append(edge.from)
        to.append(edge.to)
        detail.append(Self.common(edge) ?? add(edge))
    }

    func removeLast(_ number: Int) {
        from.removeLast(number)
        to.removeLast(number)
        detail.removeLast(number)
    }

    /// Appends the edges of another part, each changed by the closure.
    func take(_ other: EdgeColumns, changed: (EdgeRecord) -> EdgeRecord) {
        for index in 0..<other.count { append(changed(other[index])) }
        other.free()
    }

    /// Removes all edges and frees their memory.
    func free() {
        for column in [from, to, detail] { column.free() }
        details.free()
        addShared()
    }

    /// The detail shared by many edges; nil for an edge with its own.
    @inline(__always)
    private static func common(_ edge: EdgeRecord) -> UInt32? {
        guard edge.at == UpdateColumns.untimed, !edge.changed.isPresent else { return nil }
        return edge.label == NameID(.update) ? plain : edge.label.isPresent ? nil : shorthand
    }

    private func add(_ edge: EdgeRecord) -> UInt32 {
        details.append(Detail(edge))
        return UInt32(details.count - 1)
    }

    // MARK: Order

    /// Sorts the edges, and after them those of the shorthand, by target (below `nodes`), and those of one target by
    /// `isBefore`. A counting sort, then a comparison sort of each target's few edges.
    func sort(
        with shorthandFrom: Column<UInt32>, _ shorthandTo: Column<UInt32>, nodes: Int,
        by isBefore: (EdgeRecord, EdgeRecord) -> Bool
    ) {
        if shorthandTo.count == 0, isSorted(by: isBefore) { return }
        // The next slot of every target; after the pass, the start of the next target.
        let next = Column<UInt32>(repeating: 0, count: nodes + 1)
        for index in 0..<count { next[Int(to[index]) + 1] += 1 }
        for index in 0..<shorthandTo.count { next[Int(shorthandTo[index]) + 1] += 1 }
        for node in 0..<nodes { next[node + 1] += next[node] }
        let all = count + shorthandTo.count
        let sorted = (
            from: Column<UInt32>.unset(count: all), to: Column<UInt32>.unset(count: all),
            detail: Column<UInt32>.unset(count: all)
        )
        let (places, from, to, detail) = (next.buffer, sorted.from.buffer, sorted.to.buffer, sorted.detail.buffer)
        func put(_ source: UInt32, _ target: UInt32, _ its: UInt32) {
            let index = Int(places[Int(target)])
            places[Int(target)] += 1
            (from[index], to[index], detail[index]) = (source, target, its)
        }
        for index in 0..<count { put(self.from[index], self.to[index], self.detail[index]) }
        for index in 0..<shorthandTo.count { put(shorthandFrom[index], shorthandTo[index], Self.shorthand) }
        self.from.exchange(with: sorted.from)
        self.to.exchange(with: sorted.to)
        self.detail.exchange(with: sorted.detail)
        var first = 0
        for node in 0..<nodes {
            let end = Int(next[node])
            if end - first > 1 { sort(first..<end, by: isBefore) }
            first = end
        }
    }

    func sort(by isBefore: (EdgeRecord, EdgeRecord) -> Bool) {
        if !isSorted(by: isBefore) { sort(0..<count, by: isBefore) }
    }

    private func isSorted(by isBefore: (EdgeRecord, EdgeRecord) -> Bool) -> Bool {
        for index in 1..<max(1, count) where isBefore(self[index], self[index - 1]) { return false }
        return true
    }

    private func sort(_ range: Range<Int>, by isBefore: (EdgeRecord, EdgeRecord) -> Bool) {
        if range.count <= Self.few { return sortFew(range, by: isBefore) }
        let sorted = range.map { (edge: self[$0], detail: detail[$0]) }.sorted { isBefore($0.edge, $1.edge) }
        for (index, next) in zip(range, sorted) {
            (from[index], to[index], detail[index]) = (next.edge.from, next.edge.to, next.detail)
        }
    }

    /// Up to this many edges are sorted in place: most nodes have one or two, and a copy costs more.
    private static let few = 16

    private func sortFew(_ range: Range<Int>, by isBefore: (EdgeRecord, EdgeRecord) -> Bool) {
        for next in range.dropFirst() {
            var index = next
            while index > range.lowerBound, isBefore(self[index], self[index - 1]) {
                from.buffer.swapAt(index, index - 1)
                to.buffer.swapAt(index, index - 1)
                detail.buffer.swapAt(index, index - 1)
                index -= 1
            }
        }
    }
}
