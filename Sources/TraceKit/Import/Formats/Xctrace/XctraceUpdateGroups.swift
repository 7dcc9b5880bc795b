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
