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
