/// `swiftui-updates`: every update of a view, one row each.
final class XctraceUpdates: XctraceTable {
    let schemas = ["swiftui-updates"]
    let lanes = ["updates"]
    let columns = XctraceUpdateColumns.all
    let otherColumns = XctraceUpdateColumns.others
    let signature = ["update-type", "duration"]
    private let lane = XctraceUpdateLane()
    private let roots: XctraceRootCauses

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var update = try lane.update(row, builder)
        if let id = update.sourceID { update.id = try builder.define(id, as: .update) }
        builder.append(update)
        roots.note(update.rootCauses, builder)
        return .imported
    }
}

/// An update, ready to become a row of the columns.
struct XctraceUpdate: BitwiseCopyable {
    var start: Int64
    /// Nanoseconds, or `UpdateColumns.unterminated`.
    var duration: Int64
    var view: UInt32
    var id: UInt32 = 0
    var sourceID: UInt64?
    var thread = NameID(.main)
    var phase = UpdatePhase.update
    var category = NameID.none
    var process = NameID.none
    var severity = NameID.none
    var allocations: Int64 = -1
    var downstream: Int64 = -1
    /// What the exporter names as its root causes, as one text.
    var rootCauses = NameID.none
    /// The views around it, innermost first.
    var hierarchy = NameID.none
}

extension TraceBuilder {
    func append(_ update: XctraceUpdate) {
        let updates = records.updates
        let row = updates.count
        updates.append(
            start: update.start, duration: update.duration, view: update.view, id: update.id, thread: update.thread,
            phase: update.phase)
        if update.category.isPresent { updates.category[row] = update.category }
        if update.process.isPresent { updates.process[row] = update.process }
        if update.severity.isPresent { updates.severity[row] = update.severity }
        if update.allocations >= 0 { updates.allocations[row] = update.allocations }
        if update.downstream >= 0 { updates.downstream[row] = update.downstream }
        if update.hierarchy.isPresent { updates.hierarchy[row] = update.hierarchy }
    }
}

/// The columns of the two update tables.
enum XctraceUpdateColumns: Int {
    case start, duration, id, updateType, allocations, description, category, module, viewName, thread, severity
    case downstreamCost, process, rootCauses, hierarchy

    static let all = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("id"),
        XctraceColumn("update-type"), XctraceColumn("allocations"), XctraceColumn("description"),
        XctraceColumn("category"), XctraceColumn("module"), XctraceColumn("view-name"),
        XctraceColumn("thread", shape: .shown), XctraceColumn("severity"), XctraceColumn("downstream-cost"),
        XctraceColumn("process", shape: .shown), XctraceColumn("root-causes"),
        XctraceColumn("view-hierarchy", shape: .path),
    ]
    static let others = ["downstream-events", "cause-graph-node", "full-cause-graph-node"]
}

/// Reads rows of the update tables. What a row says of its view repeats, so it is worked out once.
final class XctraceUpdateLane {
    private typealias Slot = XctraceUpdateColumns

    private struct ViewWords: Hashable {
        var type: NameID
        var description: NameID
        var viewName: NameID
        var module: NameID
    }

    private var views: [ViewWords: UInt32] = [:]
    /// By view: the views around it.
    private let hierarchies = SparseColumn<NameID>(absent: .none)
    private var lastWords: ViewWords?
    private var lastView: UInt32 = 0

    func update(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceUpdate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        var update = XctraceUpdate(start: start, duration: duration, view: 0)
        update.sourceID = try row.unsigned(Slot.id)
        update.allocations = try count(row.integer(Slot.allocations))
        update.downstream = try count(row.integer(Slot.downstreamCost))
        let thread = row.thread(Slot.thread)
        if thread.isPresent { update.thread = thread }
        update.process = row.process(Slot.process, thread: .thread)
        update.category = row.word(Slot.category)
        if update.category == NameID(.creationTitle) { update.phase = .creation }
        update.severity = row.word(Slot.severity)
        update.rootCauses = row.word(Slot.rootCauses)
        update.view = try view(row, builder)
        update.hierarchy = hierarchies[Int(update.view)]
        return update
    }

    /// A count or a cost that may be missing: -1 for none or a sentinel.
    private func count(_ value: Int64?) -> Int64 {
        guard let value, value >= 0, value < TraceBuilder.sentinel else { return -1 }
        return value
    }

    private func view(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> UInt32 {
        let words = ViewWords(
            type: row.word(Slot.updateType), description: row.word(Slot.description), viewName: row.word(Slot.viewName),
            module: row.word(Slot.module))
        if words == lastWords { return lastView }
        guard words.description.isPresent || words.viewName.isPresent else {
            throw RowProblem(.missingField, "the row has neither a description nor a view name")
        }
        lastWords = words
        if let known = views[words] {
            lastView = known
        } else {
            lastView = builder.view(key(words, builder))
            views[words] = lastView
            let hierarchy = row.hierarchy()
            if hierarchy.isPresent { hierarchies[Int(lastView)] = hierarchy }
        }
        return lastView
    }

    private func key(_ words: ViewWords, _ builder: TraceBuilder) -> ViewKey {
        let names = builder.names
        let description = names.text(words.description) ?? ""
        let viewName = names.text(words.viewName) ?? ""
        let type = names.text(words.type) ?? ""
        let (lane, rest) = XctraceUpdateWords.lane(ofDescription: description)
        let kind = XctraceUpdateWords.kind(ofType: type, lane: lane)
        if kind == nil { builder.records.counters.add(.unknownWord, "update type '\(type.prefix(40))'") }
        // Views from before the recording are `[unknown view: created before tracing started?]`.
        let isNamed = !viewName.isEmpty && !viewName.hasPrefix("[unknown view")
        let shown = isNamed || rest.isEmpty ? viewName : rest
        let raw = words.description.isPresent ? words.description : words.viewName
        let module = names.text(words.module) == "<unknown>" ? NameID.none : words.module
        return ViewKey(
            name: names.intern(ViewName.normalised(shown)), rawName: raw, module: module, kind: kind ?? .other,
            kindWord: kind == nil ? words.type : .none)
    }
}

/// The SwiftUI instrument's words for kinds of updates.
enum XctraceUpdateWords {
    /// The lane that the beginning of a description tells, and what is left of it for the view's name.
    static func lane(ofDescription description: String) -> (UpdateKind?, String) {
        for (prefix, kind) in [
            ("Layout: ", UpdateKind.layout), ("Gesture: ", .gesture), ("onChange: ", .onChange),
            ("Action Callback: ", .action),
        ] where description.hasPrefix(prefix) && description.utf8.count > prefix.utf8.count {
            return (kind, String(description.dropFirst(prefix.count)))
        }
        if description.hasPrefix("onChange") { return (.onChange, description) }
        if description.hasPrefix("Gesture") { return (.gesture, description) }
        if description.hasPrefix("Action Callback") { return (.action, description) }
        return (nil, description)
    }

    /// Nil for a word that no Xcode was seen to use.
    static func kind(ofType type: String, lane: UpdateKind?) -> UpdateKind? {
        switch type {
        case "View Body Updates", "View Body", "body": .body
        case "Layout", "layout": .layout
        case "Other Updates", "Other", "other", "": lane ?? .other
        default: type.hasPrefix("Representable") ? .representable : lane
        }
    }
}

/// `SwiftUIFilteredUpdates`: the same rows with some lanes left out; a trace has up to three of these tables
/// beside the full one. What the full table has too is skipped; the files may come in any order.
final class XctraceFilteredUpdates: XctraceTable {
    let schemas = ["SwiftUIFilteredUpdates"]
    let lanes = ["updates"]
    let columns = XctraceUpdateColumns.all
    let otherColumns = XctraceUpdateColumns.others
    private let lane = XctraceUpdateLane()
    private let roots: XctraceRootCauses
    private let held = Column<XctraceUpdate>()
    /// By handle: whether an update of this id is held.
    private let isHeld = SparseColumn<Bool>(absent: false)

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var update = try lane.update(row, builder)
        guard let id = update.sourceID else {
            append(update, builder)
            return .imported
        }
        update.id = builder.handle(id)
        if isHeld[Int(update.id)] || builder.definitions[Int(update.id)] == .update {
            return .skipped(.skippedRepeatedLane)
        }
        isHeld[Int(update.id)] = true
        held.append(update)
        return .held
    }

    private func append(_ update: XctraceUpdate, _ builder: TraceBuilder) {
        builder.append(update)
        roots.note(update.rootCauses, builder)
    }

    func finish(_ builder: TraceBuilder) {
        for index in 0..<held.count {
            let update = held[index]
            if builder.definitions[Int(update.id)] == .update {
                builder.records.counters.add(.skippedRepeatedLane, schemas[0])
            } else {
                builder.definitions[Int(update.id)] = .update
                append(update, builder)
                builder.rowsImported += 1
            }
        }
    }
}

/// `swiftui-update-groups`: transactions and other stretches of work, each with the updates it ran.
final class XctraceUpdateGroups: XctraceTable {
    private enum Slot: Int { case start, duration, label, thread, process }

    let schemas = ["swiftui-update-groups"]
    let lanes = ["groups"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("label"),
        XctraceColumn("thread", shape: .shown), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns = ["cause-backtrace", "backtrace"]
    let signature = ["label", "duration"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        let thread = row.thread(Slot.thread)
        builder.records.groups.append(
            GroupRecord(
                id: 0, label: row.word(Slot.label), thread: thread.isPresent ? thread : NameID(.main), start: start,
                duration: duration, process: row.process(Slot.process, thread: .thread)))
        return .imported
    }
}

/// `swiftui-body-interval`, the SwiftUI instrument of Xcode 11 to 16: bodies only, without ids or threads.
final class XctraceBodyIntervals: XctraceTable {
    private enum Slot: Int { case start, duration, module, view }

    let schemas = ["swiftui-body-interval"]
    let lanes = ["updates"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true),
        XctraceColumn("view-module"), XctraceColumn("view-type", isNeeded: true),
    ]
    let signature = ["view-type", "duration"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        let raw = row.word(Slot.view)
        guard raw.isPresent else { throw RowProblem(.missingField, "the view's type is missing") }
        let key = ViewKey(
            name: builder.names.intern(ViewName.normalised(builder.names.text(raw) ?? "")), rawName: raw,
            module: row.word(Slot.module), kind: .body, kindWord: .none)
        builder.append(XctraceUpdate(start: start, duration: duration, view: builder.view(key)))
        return .imported
    }
}
