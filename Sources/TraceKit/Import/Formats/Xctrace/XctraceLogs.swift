/// `os-log`: of the lines of the unified log, those in which SwiftUI says why a body ran (`_logChanges`). Its times are
/// those of the recording, so that each line can find its update.
final class XctraceLogs: XctraceTable {
    private enum Slot: Int { case time, subsystem, category, message, process, thread }

    let schemas = ["os-log"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("time", isNeeded: true), XctraceColumn("subsystem"), XctraceColumn("category"),
        XctraceColumn("message", shape: .shown, isNeeded: true), XctraceColumn("process", shape: .shown),
        XctraceColumn("thread", shape: .shown),
    ]
    let otherColumns = ["message-type", "format-string", "backtrace", "emit-location"]
    let signature = ["message-type", "message"]

    /// What a message says of a body, nil for one that says nothing; each text is looked at once.
    private var changes: [NameID: (type: NameID, list: ListID)?] = [:]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try builder.start(try row.integer(Slot.time))
        guard builder.names.isText(row.word(Slot.subsystem), SwiftUILog.subsystem),
            builder.names.isText(row.word(Slot.category), SwiftUILog.category),
            let change = change(row.word(Slot.message), builder)
        else { return .skipped(.skippedLogLine) }
        builder.evidence.add(
            type: change.type, changed: change.list, time: time, isPlaced: true,
            process: row.process(Slot.process, thread: .thread))
        return .imported
    }

    private func change(_ message: NameID, _ builder: TraceBuilder) -> (type: NameID, list: ListID)? {
        if let known = changes[message] { return known }
        // The reader of lines looks a few bytes ahead.
        let bytes = Array(builder.names.bytes(of: message))
        let padded = bytes + [UInt8](repeating: 0, count: ByteInput.padding)
        let found = padded.withUnsafeBufferPointer { buffer -> (type: NameID, list: ListID)? in
            guard let start = buffer.baseAddress, let line = PrintChangesLine(ByteSlice(start, bytes.count)) else {
                return nil
            }
            return (builder.names.intern(line.type), builder.evidence.list(line))
        }
        changes[message] = .some(found)
        return found
    }
}
