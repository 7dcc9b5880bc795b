/// `os-log`: lines of the unified log. Those of SwiftUI about why a body ran (`_logChanges`) are evidence too: their
/// times are on the recording's clock, so that each can find its update.
final class XctraceLogs: XctraceTable {
    let schemas = ["os-log"]
    let lanes: [Lane] = [.logs]
    let otherColumns = ["format-string", "backtrace", "emit-location"]
    let signature = ["message-type", "message"]
    private let time = TimeColumn("time", isNeeded: true)
    private let subsystem = WordColumn("subsystem")
    private let category = WordColumn("category")
    private let message = ShownColumn("message", isNeeded: true)
    private let process = ProcessColumn("process")
    private let thread = ThreadColumn("thread")
    private let level = WordColumn("message-type")
    var columns: [XctraceColumn] { [time, subsystem, category, message, process, thread, level] }

    private let levels = NameMemo<LogLevel>()
    /// The changes of a body by message; nil for other messages.
    private let changes = Memo<NameID, (type: NameID, list: ListID)?>()

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try row[self.time]
        let (subsystem, category) = (row[self.subsystem], row[self.category])
        let (message, process) = (row[self.message], row.process(self.process, thread))
        if builder.names.isSwiftUILog(subsystem, category), let change = change(message, builder) {
            builder.evidence.add(
                type: change.type, changed: change.list, time: time, isPlaced: true, process: process)
        }
        builder.records.logs.append(
            LogRecord(
                start: time, level: level(of: row[level], builder), subsystem: subsystem, category: category,
                message: message.isPresent ? message : NameID(.empty), process: process,
                thread: row[thread]))
        return .imported
    }

    private func level(of word: NameID, _ builder: TraceBuilder) -> LogLevel {
        guard word.isPresent else { return .unknown }
        return levels(word) {
            let bytes = builder.names.bytes(of: word)
            let level = bytes.baseAddress.flatMap { LogLevel(exported: ByteSlice($0, bytes.count)) }
            if level == nil { builder.countUnknownWord("level", word) }
            return level ?? .unknown
        }
    }

    private func change(_ message: NameID, _ builder: TraceBuilder) -> (type: NameID, list: ListID)? {
        changes(message) {
            // The reader of lines looks a few bytes ahead.
            ByteSlice.with(builder.names.bytes(of: message)) { text in
                PrintChangesLine(text).map { (type: builder.names.intern($0.type), list: builder.evidence.list($0)) }
            }
        }
    }
}
