#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Column {
    /// Stable sort; does nothing (and copies nothing) where the order is right already, as in most exports.
    func sort(by isBefore: (Element, Element) -> Bool) {
        var index = 1
        while index < count, !isBefore(self[index], self[index - 1]) { index += 1 }
        guard index < count else { return }
        // `sort(by:)` of the standard library is stable in practice but does not promise it: sort indexes.
        permute(
            sortedIndexes(count: count, sorted: index) {
                isBefore(self[$0], self[$1])
            } orAll: {
                isBefore(self[$0], self[$1]) ? true : isBefore(self[$1], self[$0]) ? false : nil
            })
    }

    /// Moves element `order[i]` to place `i`, both counted from `first`.
    func permute(_ order: [UInt32], from first: Int = 0) {
        precondition(first >= 0 && order.count <= count - first, "an order of more elements than there are")
        let copy = Column(capacity: order.count)
        copy.append(contentsOf: base + first, count: order.count)
        for place in order.indices { base[first + place] = copy[Int(order[place])] }
    }

    fileprivate func swap(_ left: Int, _ right: Int) {
        let value = self[left]
        self[left] = self[right]
        self[right] = value
    }
}

extension SparseColumn {
    func permute(_ order: [UInt32], from first: Int = 0) {
        guard !isEmpty else { return }
        let copy = order.map { self[first + Int($0)] }
        for (place, value) in copy.enumerated() { self[first + place] = value }
    }

    fileprivate func swap(_ left: Int, _ right: Int) {
        guard !isEmpty else { return }
        let value = self[left]
        self[left] = self[right]
        self[right] = value
    }
}

/// The indexes 0 ..< count in order; `isBefore` answers nil for equal elements, which keep their order. The first
/// `sorted` elements are known to be in order.
@inline(__always)
func sortedIndexes(count: Int, sorted: Int = 1, by isBefore: (Int, Int) -> Bool?) -> [UInt32] {
    sortedIndexes(count: count, sorted: sorted) {
        isBefore($0, $1) == true
    } orAll: {
        isBefore($0, $1)
    }
}

/// Most files are nearly in order: what stands too late is moved before what it precedes. `isBefore` is asked so long
/// as that does not take long, then `orAll`.
@inline(__always)
private func sortedIndexes(
    count: Int, sorted: Int, by isBefore: (Int, Int) -> Bool, orAll isFirst: (Int, Int) -> Bool?
) -> [UInt32] {
    var order = (0..<UInt32(count)).map { $0 }
    let isSorted = order.withUnsafeMutableBufferPointer { order in
        var movesLeft = 4 * count
        for place in min(sorted, count)..<count where movesLeft > 0 {
            let late = order[place]
            var free = place
            while free > 0, isBefore(Int(late), Int(order[free - 1])) {
                order[free] = order[free - 1]
                free -= 1
            }
            order[free] = late
            movesLeft -= place - free
        }
        return movesLeft > 0
    }
    if !isSorted { order.sort { isFirst(Int($0), Int($1)) ?? ($0 < $1) } }
    return order
}

extension NameTable {
    /// Order of texts by their bytes: the same whatever order they were interned in. No text comes before any.
    func isText(_ left: NameID, before right: NameID) -> Bool {
        guard left.isPresent, right.isPresent else { return !left.isPresent && right.isPresent }
        let (first, second) = (bytes(of: left), bytes(of: right))
        guard let one = first.baseAddress, let other = second.baseAddress else { return first.count < second.count }
        let order = memcmp(one, other, min(first.count, second.count))
        return order == 0 ? first.count < second.count : order < 0
    }

    /// The same, item by item, over two lists of as many texts; nil where all are equal.
    func areTexts(_ left: [NameID], before right: [NameID]) -> Bool? {
        for (first, second) in zip(left, right) where first != second { return isText(first, before: second) }
        return nil
    }
}

extension TraceRecords {
    /// Order of edges: by target, then source, then explicit before shorthand, then time, then content.
    func isEdge(_ left: EdgeRecord, before right: EdgeRecord) -> Bool {
        if left.to != right.to { return left.to < right.to }
        if left.from != right.from { return left.from < right.from }
        if left.label.isPresent != right.label.isPresent { return left.label.isPresent }
        if left.at != right.at { return left.at < right.at }
        if left.label != right.label { return names.isText(left.label, before: right.label) }
        if left.changed != right.changed { return isList(left.changed, before: right.changed) }
        return false
    }

    /// Order of lists by their items; no list comes before an empty one.
    func isList(_ left: ListID, before right: ListID) -> Bool {
        guard left.isPresent, right.isPresent else { return !left.isPresent && right.isPresent }
        let (first, second) = (lists[left], lists[right])
        return names.areTexts(first, before: second) ?? (first.count < second.count)
    }

    /// Order of stacks by their frames, from the innermost out.
    func isStack(_ left: UInt32, before right: UInt32) -> Bool {
        var (first, second) = (left, right)
        while first != second {
            let (inner, other) = (stacks.nodes[Int(first)], stacks.nodes[Int(second)])
            if let isBefore = names.areTexts([inner.frame, inner.binary], before: [other.frame, other.binary]) {
                return isBefore
            }
            if inner.isApp != other.isApp { return inner.isApp }
            (first, second) = (inner.parent, other.parent)
        }
        return false
    }
}

extension UpdateColumns {
    /// Sorts by start, then the exporter's id, then content; untimed updates come last.
    func sort(_ records: TraceRecords) {
        let (starts, views) = (start.base, records.views)
        // Hardly any two updates begin at once: what decides then stands out of line.
        func isFirst(_ left: Int, _ right: Int) -> Bool? {
            starts[left] == starts[right]
                ? isBeforeAtOnce(left, right, records, views) : Self.isStart(starts[left], before: starts[right])
        }
        var index = 1
        while index < count, !Self.isStart(starts[index], before: starts[index - 1]) { index += 1 }
        // Where all begin in order, only those that begin at once may stand wrong.
        guard index < count else { return sortRuns(records, views) }
        permute(sortedIndexes(count: count, by: isFirst))
    }

    /// Sorts what begins at once, where the starts are in order.
    private func sortRuns(_ records: TraceRecords, _ views: [ViewKey]) {
        let starts = start.base
        var end = 0
        while end < count {
            let first = end
            end += 1
            while end < count, starts[end] == starts[first] { end += 1 }
            if end - first > 1 { sortRun(first..<end, records, views) }
        }
    }

    /// Few updates that begin at once are exchanged in place.
    private func sortRun(_ run: Range<Int>, _ records: TraceRecords, _ views: [ViewKey]) {
        guard run.count <= Self.fewInRun else {
            let first = run.lowerBound
            return permute(
                sortedIndexes(count: run.count) { isBeforeAtOnce(first + $0, first + $1, records, views) }, from: first)
        }
        for late in run.dropFirst() {
            var place = late
            while place > run.lowerBound, isBeforeAtOnce(place, place - 1, records, views) == true {
                swap(place, place - 1)
                place -= 1
            }
        }
    }

    private static let fewInRun = 16

    private func permute(_ order: [UInt32], from first: Int = 0) {
        change(by: Permutation(order: order, first: first))
    }

    private func swap(_ left: Int, _ right: Int) { change(by: Exchange(left: left, right: right)) }

    private struct Permutation: ColumnChange {
        let order: [UInt32]
        let first: Int

        func callAsFunction(_ column: Column<some BitwiseCopyable>) { column.permute(order, from: first) }
        func callAsFunction(_ column: SparseColumn<some BitwiseCopyable>) { column.permute(order, from: first) }
    }

    private struct Exchange: ColumnChange {
        let left: Int
        let right: Int

        @inline(__always)
        func callAsFunction(_ column: Column<some BitwiseCopyable>) { column.swap(left, right) }
        @inline(__always)
        func callAsFunction(_ column: SparseColumn<some BitwiseCopyable>) { column.swap(left, right) }
    }

    /// As unsigned numbers, the negative marker of untimed updates is the largest.
    @inline(__always)
    private static func isStart(_ left: Int64, before right: Int64) -> Bool {
        UInt64(bitPattern: left) < UInt64(bitPattern: right)
    }

    /// The order of updates with equal starts.
    private func isBeforeAtOnce(_ left: Int, _ right: Int, _ records: TraceRecords, _ views: [ViewKey]) -> Bool? {
        if id[left] != id[right] {
            let (first, second) = (records.sourceID(id[left]), records.sourceID(id[right]))
            if let first, let second, first != second { return first < second }
            if (first == nil) != (second == nil) { return second == nil }
        }
        if duration[left] != duration[right] { return duration[left] < duration[right] }
        if view[left] != view[right] {
            return Self.isView(views[Int(view[left])], before: views[Int(view[right])], records.names)
        }
        if instance[left] != instance[right] { return records.names.isText(instance[left], before: instance[right]) }
        if thread[left] != thread[right] { return records.names.isText(thread[left], before: thread[right]) }
        if category[left] != category[right] { return records.names.isText(category[left], before: category[right]) }
        if instrumentsSeverity[left] != instrumentsSeverity[right] {
            return records.names.isText(instrumentsSeverity[left], before: instrumentsSeverity[right])
        }
        if phase[left] != phase[right] { return phase[left].rawValue < phase[right].rawValue }
        if group[left] != group[right] {
            return records.groupIDs[Int(group[left])] < records.groupIDs[Int(group[right])]
        }
        if allocations[left] != allocations[right] { return allocations[left] < allocations[right] }
        if downstream[left] != downstream[right] { return downstream[left] < downstream[right] }
        if changed[left] != changed[right] { return records.isList(changed[left], before: changed[right]) }
        return nil
    }

    private static func isView(_ first: ViewKey, before second: ViewKey, _ names: NameTable) -> Bool {
        if first.name != second.name { return names.isText(first.name, before: second.name) }
        if first.rawName != second.rawName { return names.isText(first.rawName, before: second.rawName) }
        if first.module != second.module { return names.isText(first.module, before: second.module) }
        if first.kindWord != second.kindWord { return names.isText(first.kindWord, before: second.kindWord) }
        return first.kind.rawValue < second.kind.rawValue
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first place from which on a condition holds, which it does not before; behind the last one where it never
    /// does.
    @inline(__always)
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
