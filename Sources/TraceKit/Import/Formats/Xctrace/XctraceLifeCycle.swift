/// `life-cycle-period`: the phases of an app's launch and life, `Initializing - Process Creation`. They are intervals by name,
/// and stand among the signposts, of the category `life-cycle-period` and no subsystem.
final class XctraceLifeCycle: XctraceTable {
    private enum Slot: Int { case start, duration, period, process }

    let schemas = ["life-cycle-period"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true),
        XctraceColumn("period", "app-period", isNeeded: true), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns = ["group", "lane", "narrative"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        let name = row.word(Slot.period)
        guard name.isPresent else { throw RowProblem(.missingField, "the period's name is missing", .name) }
        builder.records.signposts.append(
            SignpostRecord(
                name: name, category: builder.names.intern("life-cycle-period"), process: row.process(Slot.process),
                pairing: duration < 0 ? .beginOnly : .complete, start: start, duration: duration))
        return .imported
    }
}
