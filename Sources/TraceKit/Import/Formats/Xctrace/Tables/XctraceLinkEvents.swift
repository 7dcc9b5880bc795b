/// `swiftui-link-event`, the View Properties lane of Xcode 11 to 16: new values of views' properties, with times.
///
/// A property changes before the body that reads it: its event belongs to the body of the view that is open at its time
/// (the innermost one), otherwise to the next that begins within a millisecond. A body takes each property once, so
/// that the same property of two instances goes to two bodies; all properties of a body form its list. An event without
/// such a body says nothing about any update and is skipped by a counter of its own.
final class XctraceLinkEvents: XctraceTable {
    /// The change described by a narrative.
    private struct Words {
        var property = NameID.none
        var view = NameID.none
        /// Whether it is the first value of the property.
        var isFirst = false
    }

    private struct Change: BitwiseCopyable {
        var time: Int64
        var view: NameID
        var module: NameID
        var property: NameID
        var isFirst: Bool
    }

    let schemas = ["swiftui-link-event"]
    let otherColumns = ["value"]
    let signature = ["view-type", "link-type"]
    private let time = TimeColumn("time", isNeeded: true)
    private let event = WordColumn("event")
    private let module = WordColumn("view-module")
    private let view = WordColumn("view-type")
    private let link = WordColumn("link-type")
    private let narrative = ShownColumn("narrative")
    var columns: [XctraceColumn] { [time, event, module, view, link, narrative] }

    private let changes = Column<Change>()
    private let words = Memo<NameID, Words>()

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (time, event) = (try row[self.time], row[self.event])
        if event.isPresent, builder.names.text(event) != "Update" {
            let shown = (builder.names.text(event) ?? "").prefix(40)
            builder.records.counters.add(.unknownWord, "swiftui-link-event.event '\(shown)'")
            return .skipped(.skippedProperty)
        }
        let told = words(row[narrative]) { Self.words(builder.names.text(row[narrative]) ?? "", builder.names) }
        var view = row[self.view]
        if !view.isPresent { view = told.view }
        let property = told.property.isPresent ? told.property : row[link]
        guard view.isPresent else { throw RowProblem(.missingField, "the view's type is missing") }
        guard property.isPresent else { throw RowProblem(.missingField, "the row names no property") }
        changes.append(
            Change(
                time: time, view: builder.viewNames[view], module: row[module], property: property,
                isFirst: told.isFirst))
        return .held
    }

    /// Parses `count in Row updated from 1 to 2`.
    private static func words(_ narrative: String, _ names: NameTable) -> Words {
        guard let isIn = narrative.firstRange(of: " in ") else { return Words() }
        let rest = narrative[isIn.upperBound...]
        let from = rest.firstRange(of: " updated from ")
        return Words(
            property: name(narrative[..<isIn.lowerBound], names),
            view: name(from.map { rest[..<$0.lowerBound] } ?? rest, names),
            isFirst: from.map { rest[$0.upperBound...].hasPrefix("<initialState>") } ?? false)
    }

    private static func name(_ text: Substring, _ names: NameTable) -> NameID {
        let text = text.trimmingSpaces
        return text.isEmpty ? .none : names.intern(String(text))
    }

    // MARK: Joining

    /// Joins changes and bodies after everything was read: any file may have bodies.
    func finish(_ builder: TraceBuilder) {
        guard changes.count > 0 else { return }
        changes.sort { $0.time < $1.time }
        var bodies = XctraceLinkedBodies(builder.records, views: Set(changes.map(\.view)))
        var joined = 0
        for change in changes {
            let isJoined = bodies.join(
                change.property, isFirst: change.isFirst, view: change.view, module: change.module, at: change.time)
            if isJoined { joined += 1 }
        }
        bodies.settle(builder.records)
        builder.rowsImported += joined
        if joined > 0 { builder.records.counters.add(.propertyJoined, by: joined) }
        if joined < changes.count {
            builder.records.counters.add(.skippedProperty, schemas[0], by: changes.count - joined)
        }
    }
}

/// The bodies that changes of properties may belong to, and their lists.
struct XctraceLinkedBodies {
    /// The most nested bodies that are examined for one change.
    private static let depth = 64

    private struct Key: Hashable {
        var view: NameID
        var module: NameID
    }

    /// A property, and the row of an update or the index of a view.
    private struct Taken: Hashable {
        var property: NameID
        var place: Int
    }

    private struct Body {
        let row: Int
        let (start, end): (Int64, Int64)
        /// The latest end of all bodies up to this one.
        let reach: Int64
    }

    private struct List {
        var properties: [NameID] = []
        var isFirst = true
    }

    /// The view's index by name and module, and by name alone for changes without a module.
    private var places: [Key: Int] = [:]
    private var bodies: [[Body]] = []
    private var taken: Set<Taken> = []
    /// The first body that may still take an earlier change, by property and index of the view.
    private var next: [Taken: Int] = [:]
    private var lists: [Int: List] = [:]

    init(_ records: TraceRecords, views: Set<NameID>) {
        let updates = records.updates
        let isWanted = records.views.buffer.map { $0.kind == .body && views.contains($0.name) }
        let rows = (0..<updates.count).filter {
            isWanted[Int(updates.view[$0])] && updates.start[$0] >= 0 && updates.phase[$0] != .check
        }
        for row in rows.sorted(by: { updates.start[$0] < updates.start[$1] }) {
            let view = records.views[Int(updates.view[row])]
            // A body lasts at least a nanosecond, so that it contains its start.
            let (start, end) = (updates.start[row], updates.start[row] + max(1, updates.duration[row]))
            append(row, start, end, Key(view: view.name, module: .none))
            if view.module.isPresent { append(row, start, end, Key(view: view.name, module: view.module)) }
        }
    }

    private mutating func append(_ row: Int, _ start: Int64, _ end: Int64, _ key: Key) {
        let place = places[key] ?? bodies.count
        if place == bodies.count {
            places[key] = place
            bodies.append([])
        }
        let reach = max(end, bodies[place].last?.reach ?? end)
        bodies[place].append(Body(row: row, start: start, end: end, reach: reach))
    }

    /// Assigns a change to its body; returns false if there is none. Changes come in the order of their times.
    mutating func join(_ property: NameID, isFirst: Bool, view: NameID, module: NameID, at time: Int64) -> Bool {
        guard let place = places[Key(view: view, module: module)] else { return false }
        guard let row = open(property, place, time) ?? coming(property, place, time) else {
            // The property changed again before the same body, whose list already has it.
            return isNear(place, time)
        }
        taken.insert(Taken(property: property, place: row))
        lists[row, default: List()].properties.append(property)
        if !isFirst { lists[row]?.isFirst = false }
        return true
    }

    /// The body that is open at the time and began last.
    private func open(_ property: NameID, _ place: Int, _ time: Int64) -> Int? {
        let begun = bodies[place][..<begunCount(place, time)]
        return begun.suffix(Self.depth).reversed().prefix { $0.reach > time }.first {
            $0.end > time && !taken.contains(Taken(property: property, place: $0.row))
        }?.row
    }

    /// The next body, if it begins soon.
    private mutating func coming(_ property: NameID, _ place: Int, _ time: Int64) -> Int? {
        let key = Taken(property: property, place: place)
        let index = max(begunCount(place, time), next[key] ?? 0)
        guard index < bodies[place].count, bodies[place][index].start - time <= BodyEvidence.reach else { return nil }
        next[key] = index + 1
        return bodies[place][index].row
    }

    /// Whether a body is open at the time or begins soon, regardless of its properties.
    private func isNear(_ place: Int, _ time: Int64) -> Bool {
        let index = begunCount(place, time)
        if index > 0, bodies[place][index - 1].reach > time { return true }
        return index < bodies[place].count && bodies[place][index].start - time <= BodyEvidence.reach
    }

    /// The number of bodies that have begun at the time.
    private func begunCount(_ place: Int, _ time: Int64) -> Int { bodies[place].firstPlace { $0.start > time } }

    /// Writes the lists. A body is a view's first if all of its properties got their first value.
    func settle(_ records: TraceRecords) {
        for (row, list) in lists.sorted(by: { $0.key < $1.key }) where !records.updates.changed[row].isPresent {
            records.updates.changed[row] = records.lists.intern(list.properties)
            if list.isFirst, records.updates.phase[row] == .update { records.updates.phase[row] = .creation }
        }
    }
}
