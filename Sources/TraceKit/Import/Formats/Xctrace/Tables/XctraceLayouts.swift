/// `swiftui-layout-updates` and `SwiftUILayoutUpdates2`: nested layouts of views. They become signposts named after the
/// view; as updates, each would count the time of all nested ones again. Layouts from SwiftUI's cache have a category
/// of their own.
///
/// If a trace has rows of the second table, those of the first are the same layouts, and are skipped.
final class XctraceLayouts: XctraceTable {
    let schemas = ["swiftui-layout-updates", "SwiftUILayoutUpdates2"]
    let otherColumns = ["id", "depth", "module", "severity", "full-cause-graph-node"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let own = IntegerColumn("self-duration")
    private let isCached = IntegerColumn("cached")
    private let description = WordColumn("description")
    private let hierarchy = HierarchyColumn("view-hierarchy")
    private let view = WordColumn("view-name")
    private let process = ProcessColumn("process")
    private let thread = ThreadColumn("thread")
    var columns: [XctraceColumn] { [start, duration, own, isCached, description, hierarchy, view, process, thread] }

    private var isSecond = false
    private var hasSecond = false
    private let held = Column<SignpostRecord>()

    func begin(_ schema: String, number: Int) { isSecond = schema == schemas[1] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (start, duration) = (try row[self.start], try row[self.duration])
        let (view, description) = (row[self.view], row[self.description])
        guard view.isPresent || description.isPresent else {
            throw RowProblem(.missingField, "the row has neither a description nor a view name")
        }
        let isCached = try row[self.isCached] == 1
        let record = SignpostRecord(
            name: view.isPresent ? view : description, category: NameID(isCached ? .cachedLayouts : .layouts),
            process: row.process(process, thread), thread: row[thread],
            message: message(description, own: try row[own], in: row[hierarchy], builder.names),
            pairing: duration < 0 ? .beginOnly : .complete, start: start, duration: duration)
        guard isSecond else {
            held.append(record)
            return .held
        }
        hasSecond = true
        builder.records.signposts.append(record)
        return .imported
    }

    /// The message: the request for the layout, its own time, and the enclosing views.
    private func message(
        _ description: NameID, own: Int64?, in hierarchy: NameID, _ names: NameTable
    ) -> NameID {
        var parts: [String] = []
        if let text = names.text(description) { parts.append(text) }
        if let own, own >= 0, own < UpdateColumns.sentinel {
            parts.append("self \(Decimal.text(Double(own) / 1e6, digits: 3)) ms")
        }
        if let text = names.text(hierarchy) { parts.append("in \(text)") }
        return parts.isEmpty ? .none : names.intern(parts.joined(separator: "; "))
    }

    func finish(_ builder: TraceBuilder) {
        guard held.count > 0 else { return }
        if hasSecond { return builder.records.counters.add(.skippedRepeatedLane, schemas[0], by: held.count) }
        builder.rowsImported += held.count
        builder.records.signposts.take(held)
    }
}
