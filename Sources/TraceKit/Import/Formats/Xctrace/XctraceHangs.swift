/// `potential-hangs`: stretches in which the main thread did not answer.
final class XctraceHangs: XctraceTable {
    private enum Slot: Int { case start, duration, kind, thread, process }

    let schemas = ["potential-hangs"]
    let lanes = ["hangs"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("hang-type"),
        XctraceColumn("thread", shape: .shown), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns: [String] = []
    let signature = ["hang-type", "duration"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.duration(try row.integer(Slot.duration))
        let thread = row.thread(Slot.thread)
        builder.records.hangs.append(
            HangRecord(
                start: start, duration: duration, kind: row.word(Slot.kind),
                thread: thread.isPresent ? thread : NameID(.main), process: row.process(Slot.process, thread: .thread)))
        return .imported
    }
}
