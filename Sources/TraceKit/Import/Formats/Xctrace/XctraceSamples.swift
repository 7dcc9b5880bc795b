/// `time-profile`, `time-sample`, `cpu-profile` and `counters-profile`: what the threads were doing, sampled.
///
/// `time-profile` is made from `time-sample`: where a trace has both, the raw samples are skipped. What
/// `cpu-profile` and `counters-profile` count is no time: their samples have no weight. A sample without a thread may be of any: it is not taken for one of
/// the main thread.
final class XctraceSamples: XctraceTable {
    private enum Slot: Int { case time, thread, state, weight, stack, userStack, kernelStack, process }

    let schemas = ["time-profile", "time-sample", "cpu-profile", "counters-profile"]
    let lanes = ["samples"]
    let columns = [
        XctraceColumn("time", "sample-time", isNeeded: true), XctraceColumn("thread", shape: .shown),
        XctraceColumn("thread-state"), XctraceColumn("weight"), XctraceColumn("stack", "backtrace", shape: .stack),
        XctraceColumn("cp-user-callstack", shape: .addressStack),
        XctraceColumn("cp-kernel-callstack", shape: .addressStack), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns = ["core", "core-index", "sample-type", "counters-array"]
    let signature = ["sample-time", "backtrace"]
    private var hasWeights = true
    private var isRaw = false
    private var hasProfile = false
    private let held = Column<SampleRecord>()

    func begin(_ table: XctraceTableInfo) {
        hasWeights = table.schema == "time-profile" || table.schema == "time-sample"
        isRaw = table.schema == "time-sample"
        if table.schema == "time-profile" { hasProfile = true }
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.time))
        let weight = hasWeights ? try builder.optionalDuration(try row.integer(Slot.weight)) : -1
        let thread = row.thread(Slot.thread)
        let sample = SampleRecord(
            start: start, weight: weight, thread: thread.isPresent ? thread : NameID(.unknownThread),
            state: row.word(Slot.state), stack: stack(row), process: row.process(Slot.process, thread: .thread))
        guard isRaw else {
            builder.records.samples.append(sample)
            return .imported
        }
        held.append(sample)
        return .held
    }

    private func stack(_ row: XctraceRow) -> UInt32 {
        for slot in [Slot.stack, .userStack, .kernelStack] {
            let value = row.value(slot)
            if value.tag == .stack { return UInt32(truncatingIfNeeded: value.payload) }
        }
        return 0
    }

    func finish(_ builder: TraceBuilder) {
        for index in 0..<held.count {
            if hasProfile {
                builder.records.counters.add(.skippedRepeatedLane, "time-sample")
            } else {
                builder.records.samples.append(held[index])
                builder.rowsImported += 1
            }
        }
    }
}
