/// `time-profile`, `time-sample`, `cpu-profile` and `counters-profile`: what the threads were doing, sampled.
///
/// Of several tables that saw the same threads one counts, the first of these; `time-profile` is made from `time-sample`. What
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
    /// Whether the table is the first of these, and whether its weights are times.
    private var (isProfile, hasWeight) = (false, false)
    private var hasProfile = false
    /// Rows of the other tables, by schema, until it is known whether they count.
    private var held: [String: OriginColumn<SampleRecord>] = [:]
    private var heldNow = OriginColumn<SampleRecord>()

    func begin(_ table: XctraceTableInfo) {
        isProfile = table.schema == schemas[0]
        hasWeight = schemas.prefix(2).contains(table.schema)
        if isProfile { return }
        heldNow = held[table.schema] ?? OriginColumn()
        held[table.schema] = heldNow
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.time))
        let weight = hasWeight ? try builder.optionalDuration(try row.integer(Slot.weight)) : -1
        let thread = row.thread(Slot.thread)
        let sample = SampleRecord(
            start: start, weight: weight, thread: thread.isPresent ? thread : NameID(.unknownThread),
            state: row.word(Slot.state), stack: stack(row), process: row.process(Slot.process, thread: .thread))
        guard isProfile else {
            heldNow.append(sample)
            return .held
        }
        hasProfile = true
        builder.records.samples.append(sample)
        return .imported
    }

    private func stack(_ row: XctraceRow) -> UInt32 {
        for slot in [Slot.stack, .userStack, .kernelStack] {
            let value = row.value(slot)
            if value.tag == .stack { return UInt32(truncatingIfNeeded: value.payload) }
        }
        return 0
    }

    func finish(_ builder: TraceBuilder) {
        var isTold = hasProfile
        for schema in schemas {
            guard let rows = held[schema], rows.count > 0 else { continue }
            if isTold {
                builder.records.counters.add(.skippedRepeatedLane, schema, by: rows.count)
                continue
            }
            builder.rowsImported += rows.count
            builder.records.samples.take(rows)
            isTold = true
        }
    }
}
