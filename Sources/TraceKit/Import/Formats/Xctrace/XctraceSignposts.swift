/// `os-signpost-interval` (Xcode 26) and `OSSignpostIntervals` (27), the events of `os-signpost`, and the single
/// points of `PointsOfInterestEvents`: one reader for all, because they tell the same signposts several times.
///
/// What an interval table holds is not paired again from events; what a second table repeats is skipped.
final class XctraceSignposts: XctraceTable {
    private enum Slot: Int {
        case time, duration, name, category, subsystem, identifier, process, endProcess, thread, message, eventType,
            scope
    }

    let schemas = ["os-signpost-interval", "OSSignpostIntervals", "os-signpost", "PointsOfInterestEvents"]
    let lanes = ["signposts"]
    let columns = [
        XctraceColumn("start", "time", isNeeded: true), XctraceColumn("duration"),
        XctraceColumn("name", isNeeded: true),
        XctraceColumn("category"), XctraceColumn("subsystem"), XctraceColumn("identifier"),
        XctraceColumn("process", shape: .shown), XctraceColumn("end-process", shape: .shown),
        XctraceColumn("start-thread", "thread", shape: .shown),
        XctraceColumn("start-message", "message", shape: .shown), XctraceColumn("event-type"), XctraceColumn("scope"),
    ]
    let otherColumns = [
        "layout-qualifier", "end-thread", "end-message", "start-backtrace", "end-backtrace",
        "start-emit-location", "end-emit-location", "signature", "format-string", "backtrace", "emit-location",
    ]
    let signature = ["subsystem", "category", "identifier", "duration"]

    private var events = HeldSignposts()
    // By name: what each text was found to say.
    private let kinds = SparseColumn<XctraceSignpost.Kind?>(absent: nil)
    private let scopes = SparseColumn<NameID?>(absent: nil)
    private let messages = SparseColumn<NameID?>(absent: nil)
    private var kind = XctraceSignpost.Kind.interval
    private var ordinal: UInt32 = 0
    private var hasEndProcess = false

    func begin(_ table: XctraceTableInfo) {
        ordinal = UInt32(table.ordinal)
        hasEndProcess = table.has(Slot.endProcess)
        kind = table.schema == "os-signpost" ? .event : table.schema == "PointsOfInterestEvents" ? .point : .interval
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.time))
        let isOpen = isOpen(row)
        let duration = kind == .interval && !isOpen ? try builder.optionalDuration(try row.integer(Slot.duration)) : -1
        let name = row.name(Slot.name)
        guard name.isPresent else { throw RowProblem(.missingField, "the signpost's name is missing", .name) }
        let process = row.name(Slot.process)
        let id = try row.unsigned(Slot.identifier)
        let category = kind == .point ? NameID(.pointsOfInterest) : row.word(Slot.category)
        let record = SignpostRecord(
            name: name, subsystem: row.word(Slot.subsystem), category: category,
            process: row.process(Slot.process, thread: .thread),
            thread: row.thread(Slot.thread), scope: scope(row.word(Slot.scope), builder),
            message: message(row.word(Slot.message), builder), hasID: id != nil,
            pairing: kind == .interval && duration < 0 ? .beginOnly : .complete, signpostID: id ?? 0, start: start,
            duration: duration)
        events.append(
            XctraceSignpost(
                record: record, process: process, endProcess: row.name(Slot.endProcess),
                kind: kind == .event ? try eventKind(row, builder) : isOpen ? .open : kind, table: ordinal))
        return .held
    }

    /// Whether nothing had ended the interval when the recording ended: its duration is the time until then. A table that
    /// knows no processes at all does not say so.
    private func isOpen(_ row: XctraceRow) -> Bool {
        kind == .interval && hasEndProcess && row.value(Slot.endProcess).tag == .absent
            && row.value(Slot.process).tag != .absent
    }

    func finish(_ builder: TraceBuilder) {
        XctraceSignpostPairing(events, builder).finish()
        events = HeldSignposts()
    }

    private func eventKind(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceSignpost.Kind {
        let word = row.word(Slot.eventType)
        if let known = kinds[word.index] { return known }
        let kind: XctraceSignpost.Kind
        switch builder.names.text(word) {
        case "Begin": kind = .begin
        case "End": kind = .end
        case "Event": kind = .event
        case nil: throw RowProblem(.missingField, "the signpost's event type is missing")
        case let text?: throw RowProblem(.wrongType, "expected Begin, End or Event, found '\(text.prefix(40))'")
        }
        kinds[word.index] = kind
        return kind
    }

    /// Scopes in lower case, as logs have them: `process`, `thread`, `system`.
    private func scope(_ word: NameID, _ builder: TraceBuilder) -> NameID {
        guard word.isPresent else { return .none }
        if let known = scopes[word.index] { return known }
        let scope = builder.names.intern((builder.names.text(word) ?? "").lowercased())
        scopes[word.index] = scope
        return scope
    }

    private func message(_ shown: NameID, _ builder: TraceBuilder) -> NameID {
        guard shown.isPresent else { return .none }
        if let known = messages[shown.index] { return known }
        let text = Substring(builder.names.text(shown) ?? "").trimmingSpaces
        let message = text.isEmpty ? NameID.none : builder.names.intern(String(text))
        messages[shown.index] = message
        return message
    }
}
