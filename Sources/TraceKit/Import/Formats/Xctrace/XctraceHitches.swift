/// `hitches`: frames that came late.
final class XctraceHitches: XctraceTable {
    private enum Slot: Int { case start, duration, isSystem, narrative, process, swap }

    let schemas = ["hitches"]
    let lanes = ["hitches"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("is-system"),
        XctraceColumn("narrative-description"), XctraceColumn("process", shape: .shown),
        XctraceColumn("swap-id"),
    ]
    let otherColumns = ["label", "display"]
    let signature = ["narrative-description", "duration"]
    /// Whether the lane is filled already.
    private(set) var hasRows = false

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.duration(try row.integer(Slot.duration))
        hasRows = true
        builder.records.hitches.append(
            HitchRecord(
                start: start, duration: duration, isSystem: try row.integer(Slot.isSystem).map { $0 == 1 },
                narrative: row.name(Slot.narrative), process: row.process(Slot.process),
                swapID: try row.unsigned(Slot.swap)))
        return .imported
    }
}
