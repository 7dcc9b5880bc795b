/// `hang-risks`: what Instruments itself says of code that may block the main thread. They are messages at a time, and stand
/// among the lines of the log, of the category `hang-risks` and no subsystem.
final class XctraceHangRisks: XctraceTable {
    private enum Slot: Int { case time, process, message, thread }

    let schemas = ["hang-risks"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("time", isNeeded: true), XctraceColumn("process", shape: .shown),
        XctraceColumn("message", isNeeded: true), XctraceColumn("thread", shape: .shown),
    ]
    let otherColumns = ["severity", "event-type", "backtrace"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try builder.start(try row.integer(Slot.time))
        let message = row.word(Slot.message)
        guard message.isPresent else { throw RowProblem(.missingField, "the message is missing", .message) }
        builder.records.logs.append(
            LogRecord(
                start: time, category: NameID(.hangRisks), message: message,
                process: row.process(Slot.process, thread: .thread), thread: row.thread(Slot.thread)))
        return .imported
    }
}
