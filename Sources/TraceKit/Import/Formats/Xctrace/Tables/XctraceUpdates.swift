/// `swiftui-updates`: every update of a view, one per row; and `SwiftUIFilteredUpdates`, the same rows without some
/// lanes.
///
/// A trace has up to three filtered tables besides the full one. Rows that the full table has too are skipped; the
/// files may come in any order. Rows repeat the properties of views, so these are computed once.
final class XctraceUpdates: XctraceTable {
    let schemas = ["swiftui-updates", "SwiftUIFilteredUpdates"]
    let lanes: [Lane] = [.updates]
    let otherColumns = ["downstream-events", "cause-graph-node", "full-cause-graph-node"]
    let signature = ["update-type", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let id = IDColumn("id")
    private let updateType = WordColumn("update-type")
    private let allocations = IntegerColumn("allocations")
    private let description = WordColumn("description")
    private let category = WordColumn("category")
    private let module = WordColumn("module")
    private let viewName = WordColumn("view-name")
    private let thread = ThreadColumn("thread")
    private let severity = WordColumn("severity")
    private let downstreamCost = IntegerColumn("downstream-cost")
    private let process = ProcessColumn("process")
    private let rootCauses = WordColumn("root-causes")
    private let hierarchy = HierarchyColumn("view-hierarchy")
    var columns: [XctraceColumn] {
        [
            start, duration, id, updateType, allocations, description, category, module, viewName, thread, severity,
            downstreamCost, process, rootCauses, hierarchy,
        ]
    }

    private let roots: XctraceRootCauses
    private var isFiltered = false
    private let held = Column<XctraceUpdate>()
    /// Whether a filtered update with this id is held, by handle.
    private let isHeld = SparseColumn<Bool>(absent: false)
    private let views = Memo<XctraceViewWords, UInt32>()
    /// The enclosing views, by view.
    private let hierarchies = SparseColumn<NameID>(absent: .none)

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func begin(_ schema: String, number: Int) { isFiltered = schema == schemas[1] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var update = try update(row, builder)
        if isFiltered, let id = update.sourceID {
            update.id = builder.handle(id)
            if isHeld[Int(update.id)] || builder.definitions[Int(update.id)] == .update {
                return .skipped(.skippedRepeatedLane)
            }
            isHeld[Int(update.id)] = true
            held.append(update)
            return .held
        }
        if let id = update.sourceID { update.id = try builder.define(id, as: .update) }
        append(update, builder)
        return .imported
    }

    private func append(_ update: XctraceUpdate, _ builder: TraceBuilder) {
        builder.append(update)
        roots.note(update.rootCauses, builder)
    }

    func finish(_ builder: TraceBuilder) {
        for index in 0..<held.count {
            let update = held[index]
            if builder.definitions[Int(update.id)] == .update {
                builder.records.counters.add(.skippedRepeatedLane, schemas[1])
            } else {
                builder.definitions[Int(update.id)] = .update
                append(update, builder)
                builder.rowsImported += 1
            }
        }
    }

    private func update(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceUpdate {
        var update = XctraceUpdate(start: try row[start], duration: try row[duration], view: 0)
        update.sourceID = try row[id]
        update.allocations = count(try row[allocations])
        update.downstream = count(try row[downstreamCost])
        update.thread = row.thread(thread)
        update.process = row.process(process, thread)
        update.category = row[category]
        if update.category == NameID(.creationTitle) { update.phase = .creation }
        update.severity = row[severity]
        update.rootCauses = row[rootCauses]
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
        let words = XctraceViewWords(
            type: row[updateType], description: row[description], viewName: row[viewName], module: row[module])
        return try views(words) { () throws(RowProblem) in
            let key = try words.key(builder.names)
            if key.kind == .other, key.kindWord.isPresent { builder.countUnknownWord("update type", key.kindWord) }
            let view = builder.view(key)
            if row[hierarchy].isPresent { hierarchies[Int(view)] = row[hierarchy] }
            return view
        }
    }
}

/// The words for the view of an update in Instruments' tables. Most rows of bodies have no view name but have it in the
/// description.
struct XctraceViewWords: Hashable {
    var type: NameID
    var description: NameID
    var viewName: NameID
    var module: NameID
    /// Whether the table has no types, so that an update is a body unless its description says otherwise.
    var hasNoTypes = false

    func key(_ names: NameTable) throws(RowProblem) -> ViewKey {
        guard description.isPresent || viewName.isPresent else {
            throw RowProblem(.missingField, "the row has neither a description nor a view name")
        }
        let viewName = names.text(self.viewName) ?? ""
        let (lane, rest) = XctraceUpdateWords.lane(ofDescription: names.text(description) ?? "")
        let kind =
            hasNoTypes ? lane ?? .body : XctraceUpdateWords.kind(ofType: names.text(type) ?? "", lane: lane)
        // Views from before the recording are `[unknown view: created before tracing started?]`.
        let isNamed = !viewName.isEmpty && !viewName.hasPrefix("[unknown view")
        let shown = isNamed || rest.isEmpty ? viewName : rest
        return ViewKey(
            name: names.intern(ViewName.normalised(shown)),
            rawName: description.isPresent ? description : self.viewName,
            module: names.text(module) == "<unknown>" ? .none : module, kind: kind ?? .other,
            kindWord: kind == nil ? type : .none)
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
    /// The root causes in the exporter's words, as one text.
    var rootCauses = NameID.none
    /// The enclosing views, innermost first.
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

/// The SwiftUI instrument's words for kinds of updates.
enum XctraceUpdateWords {
    /// Splits a description into the lane that it begins with and the rest, which is the view's name.
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

    /// The kind for a type; nil for a word that no Xcode was seen to use.
    static func kind(ofType type: String, lane: UpdateKind?) -> UpdateKind? {
        switch type {
        case "View Body Updates", "View Body", "body": .body
        case "Layout", "layout": .layout
        case "Other Updates", "Other", "other", "": lane ?? .other
        default: type.hasPrefix("Representable") ? .representable : lane
        }
    }
}

/// `swiftui-update-groups`: transactions and other units of work, each with its updates.
final class XctraceUpdateGroups: XctraceTable {
    let schemas = ["swiftui-update-groups"]
    let lanes: [Lane] = [.groups]
    let otherColumns = ["cause-backtrace", "backtrace"]
    let signature = ["label", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let label = WordColumn("label")
    private let thread = ThreadColumn("thread")
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [start, duration, label, thread, process] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        builder.records.groups.append(
            GroupRecord(
                id: 0, label: row[label], thread: row.thread(thread), start: try row[start],
                duration: try row[duration], process: row.process(process, thread)))
        return .imported
    }
}

/// `swiftui-body-interval`, the SwiftUI instrument of Xcode 11 to 16: bodies only, without ids or threads.
final class XctraceBodyIntervals: XctraceTable {
    let schemas = ["swiftui-body-interval"]
    let lanes: [Lane] = [.updates]
    let signature = ["view-type", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let module = WordColumn("view-module")
    private let view = WordColumn("view-type", isNeeded: true)
    var columns: [XctraceColumn] { [start, duration, module, view] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (start, duration, raw) = (try row[self.start], try row[self.duration], row[view])
        guard raw.isPresent else { throw RowProblem(.missingField, "the view's type is missing") }
        let view = builder.bodyView(raw, module: row[module])
        builder.append(XctraceUpdate(start: start, duration: duration, view: view))
        return .imported
    }
}
