/// The bodies that changes of properties may belong to, and the lists they get.
struct XctraceLinkedBodies {
    /// Most bodies in each other that are looked at for one change.
    private static let depth = 64

    private struct Key: Hashable {
        var view: NameID
        var module: NameID
    }

    /// A property, and the row of an update or the place of a view.
    private struct Taken: Hashable {
        var property: NameID
        var place: Int
    }

    private struct Bodies {
        var rows: [Int] = []
        var starts: [Int64] = []
        var ends: [Int64] = []
        /// The latest end of all bodies up to this one.
        var reach: [Int64] = []
    }

    private struct List {
        var properties: [NameID] = []
        var isFirst = true
    }

    /// By name and module; by name alone too, for changes that tell no module.
    private var places: [Key: Int] = [:]
    private var bodies: [Bodies] = []
    private var taken: Set<Taken> = []
    /// By property and place of the view: the first body that may still take a change from before it.
    private var next: [Taken: Int] = [:]
    private var lists: [Int: List] = [:]

    init(_ records: TraceRecords, views: Set<NameID>) {
        let updates = records.updates
        let isWanted = records.views.buffer.map { $0.kind == .body && views.contains($0.name) }
        let rows = (0..<updates.count).filter {
            isWanted[Int(updates.view[$0])] && updates.start[$0] >= 0 && updates.phase[$0] != .check
        }
        let order = sortedIndexes(count: rows.count) {
            let (left, right) = (updates.start[rows[$0]], updates.start[rows[$1]])
            return left == right ? nil : left < right
        }
        for index in order {
            let row = rows[Int(index)]
            let view = records.views[Int(updates.view[row])]
            // A body without a duration, or of none, holds the nanosecond of its start.
            let end = updates.start[row] + max(1, updates.duration[row])
            append(row, start: updates.start[row], end: end, Key(view: view.name, module: .none))
            if view.module.isPresent {
                append(row, start: updates.start[row], end: end, Key(view: view.name, module: view.module))
            }
        }
    }

    private mutating func append(_ row: Int, start: Int64, end: Int64, _ key: Key) {
        let place = places[key] ?? bodies.count
        if place == bodies.count {
            places[key] = place
            bodies.append(Bodies())
        }
        bodies[place].reach.append(max(end, bodies[place].reach.last ?? end))
        bodies[place].rows.append(row)
        bodies[place].starts.append(start)
        bodies[place].ends.append(end)
    }

    /// Gives a change to the body it led to; false where there is none. Changes come in the order of their times.
    mutating func join(_ property: NameID, isFirst: Bool, view: NameID, module: NameID, at time: Int64) -> Bool {
        guard let place = places[Key(view: view, module: module)] else { return false }
        guard let row = open(property, place, time) ?? coming(property, place, time) else {
            // Changed again before the same body: its list has the property.
            return isNear(place, time)
        }
        taken.insert(Taken(property: property, place: row))
        lists[row, default: List()].properties.append(property)
        if !isFirst { lists[row]?.isFirst = false }
        return true
    }

    /// The body that is open at the time and began last.
    private func open(_ property: NameID, _ place: Int, _ time: Int64) -> Int? {
        let bodies = bodies[place]
        var index = Self.firstStart(bodies.starts, after: time) - 1
        var steps = 0
        while index >= 0, steps < Self.depth, bodies.reach[index] > time {
            let row = bodies.rows[index]
            if bodies.ends[index] > time, !taken.contains(Taken(property: property, place: row)) { return row }
            index -= 1
            steps += 1
        }
        return nil
    }

    /// The next body, where it begins soon.
    private mutating func coming(_ property: NameID, _ place: Int, _ time: Int64) -> Int? {
        let key = Taken(property: property, place: place)
        let index = max(Self.firstStart(bodies[place].starts, after: time), next[key] ?? 0)
        guard index < bodies[place].rows.count, bodies[place].starts[index] - time <= BodyEvidence.reach else {
            return nil
        }
        next[key] = index + 1
        return bodies[place].rows[index]
    }

    /// Whether a body is open at the time or begins soon, whatever it took.
    private func isNear(_ place: Int, _ time: Int64) -> Bool {
        let index = Self.firstStart(bodies[place].starts, after: time)
        if index > 0, bodies[place].reach[index - 1] > time { return true }
        return index < bodies[place].starts.count && bodies[place].starts[index] - time <= BodyEvidence.reach
    }

    private static func firstStart(_ starts: [Int64], after time: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Writes the lists. A body all of whose properties got their first value is a view's first.
    func settle(_ records: TraceRecords) {
        for (row, list) in lists.sorted(by: { $0.key < $1.key }) where !records.updates.changed[row].isPresent {
            records.updates.changed[row] = records.lists.intern(list.properties)
            if list.isFirst, records.updates.phase[row] == .update { records.updates.phase[row] = .creation }
        }
    }
}
