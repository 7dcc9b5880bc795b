/// `swiftui-link-event`, the View Properties lane of Xcode 11 to 16: which property of a view got a new value, and when.
///
/// A property changes before the body that reads it: its event belongs to the body of the view that is open at its
/// time (the inner of nested ones), else to the next that begins within a millisecond. A body takes each property
/// once, so that the same property of two instances goes to two bodies; all properties of a body are its one list.
/// An event without such a body says nothing of any update and is skipped by a counter of its own.
final class XctraceLinkEvents: XctraceTable {
    private enum Slot: Int { case time, event, module, view, link, narrative }

    /// What the narrative tells of a change.
    private struct Words {
        var property = NameID.none
        var view = NameID.none
        /// Whether it is the first value that the property has.
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
    let lanes: [String] = []
    let columns = [
        XctraceColumn("time", isNeeded: true), XctraceColumn("event"), XctraceColumn("view-module"),
        XctraceColumn("view-type"), XctraceColumn("link-type"), XctraceColumn("narrative", shape: .shown),
    ]
    let otherColumns = ["value"]
    let signature = ["view-type", "link-type"]

    private let changes = Column<Change>()
    private var words: [NameID: Words] = [:]
    private var names: [NameID: NameID] = [:]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try builder.start(try row.integer(Slot.time))
        let event = row.word(Slot.event)
        if event.isPresent, builder.names.text(event) != "Update" {
            let shown = (builder.names.text(event) ?? "").prefix(40)
            builder.records.counters.add(.unknownWord, "swiftui-link-event.event '\(shown)'")
            return .skipped(.skippedProperty)
        }
        let told = words(row.word(Slot.narrative), builder.names)
        let view = row.word(Slot.view).isPresent ? row.word(Slot.view) : told.view
        let property = told.property.isPresent ? told.property : row.word(Slot.link)
        guard view.isPresent else { throw RowProblem(.missingField, "the view's type is missing") }
        guard property.isPresent else { throw RowProblem(.missingField, "the row names no property") }
        changes.append(
            Change(
                time: time, view: normalised(view, builder.names), module: row.word(Slot.module), property: property,
                isFirst: told.isFirst))
        return .held
    }

    /// `count in Row updated from 1 to 2`.
    private func words(_ narrative: NameID, _ names: NameTable) -> Words {
        guard narrative.isPresent else { return Words() }
        if let known = words[narrative] { return known }
        var result = Words()
        let text = names.text(narrative) ?? ""
        if let isIn = text.firstRange(of: " in ") {
            let rest = text[isIn.upperBound...]
            let from = rest.firstRange(of: " updated from ")
            result.property = Self.name(text[..<isIn.lowerBound], names)
            result.view = Self.name(from.map { rest[..<$0.lowerBound] } ?? rest, names)
            result.isFirst = from.map { rest[$0.upperBound...].hasPrefix("<initialState>") } ?? false
        }
        words[narrative] = result
        return result
    }

    private static func name(_ text: Substring, _ names: NameTable) -> NameID {
        let text = text.trimmingSpaces
        return text.isEmpty ? .none : names.intern(String(text))
    }

    private func normalised(_ view: NameID, _ names: NameTable) -> NameID {
        if let known = self.names[view] { return known }
        let name = names.intern(ViewName.normalised(names.text(view) ?? ""))
        self.names[view] = name
        return name
    }

    // MARK: Joining

    /// Behind the bodies: they may stand in any file.
    func finish(_ builder: TraceBuilder) {
        guard changes.count > 0 else { return }
        let changes = changes
        var bodies = XctraceLinkedBodies(builder.records, views: Set((0..<changes.count).map { changes[$0].view }))
        let order = sortedIndexes(count: changes.count) {
            changes[$0].time == changes[$1].time ? nil : changes[$0].time < changes[$1].time
        }
        var joined = 0
        for index in order {
            let change = changes[Int(index)]
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
