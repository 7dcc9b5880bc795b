/// `runloop-intervals`: a busy main thread, without a profiler. The busy intervals of main run loops stand among the
/// signposts, as `Main run loop busy` of the category `runloop-intervals` and no subsystem.
///
/// Runs, iterations and waiting are told again by what is between busy intervals. A run loop that runs within another one
/// is inside a busy interval of that one, and would count twice.
final class XctraceRunLoops: XctraceTable {
    private enum Slot: Int { case start, duration, type, isMain, nesting, thread, process }

    let schemas = ["runloop-intervals"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true),
        XctraceColumn("interval-type", isNeeded: true), XctraceColumn("is-main"),
        XctraceColumn("nesting-level"), XctraceColumn("thread", shape: .shown), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns = [
        "interval-identifier", "containment-level", "mode", "runloop-pointer", "timeout", "run-result",
        "return-after-source-handled", "waiting-on-ports", "received-port", "label", "color",
    ]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let type = row.word(Slot.type)
        guard type.isPresent else { throw RowProblem(.missingField, "the interval's type is missing") }
        let isOuter = try row.integer(Slot.nesting) ?? 1 <= 1
        guard isOuter, try row.integer(Slot.isMain) == 1, builder.names.text(type) == "Busy" else {
            return .skipped(.skippedRunLoop)
        }
        let start = try builder.start(try row.integer(Slot.start))
        builder.records.signposts.append(
            SignpostRecord(
                name: NameID(.mainRunLoopBusy), category: NameID(.runLoopIntervals),
                process: row.process(Slot.process, thread: .thread), thread: row.thread(Slot.thread), start: start,
                duration: try builder.duration(try row.integer(Slot.duration))))
        return .imported
    }
}
