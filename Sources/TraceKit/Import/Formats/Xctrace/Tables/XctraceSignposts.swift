/// `os-signpost-interval` (Xcode 26) and `OSSignpostIntervals` (27), the events of `os-signpost`, and the points of
/// `PointsOfInterestEvents`: one reader for all, because they repeat the same signposts.
///
/// Intervals in an interval table are not paired again from events; repetitions in another table are skipped.
final class XctraceSignposts: XctraceTable {
    let schemas = ["os-signpost-interval", "OSSignpostIntervals", "os-signpost", "PointsOfInterestEvents"]
    let lanes: [Lane] = [.signposts]
    let otherColumns = [
        "layout-qualifier", "end-thread", "end-message", "start-backtrace", "end-backtrace",
        "start-emit-location", "end-emit-location", "signature", "format-string", "backtrace", "emit-location",
    ]
    let signature = ["subsystem", "category", "identifier", "duration"]
    private let time = TimeColumn("start", "time", isNeeded: true)
    private let duration = OpenDurationColumn("duration")
    private let name = WordColumn("name", isNeeded: true)
    private let category = WordColumn("category")
    private let subsystem = WordColumn("subsystem")
    private let identifier = IDColumn("identifier")
    private let process = ProcessColumn("process")
    private let endProcess = ProcessColumn("end-process")
    private let thread = ThreadColumn("start-thread", "thread")
    private let message = ShownColumn("start-message", "message")
    private let eventType = WordColumn("event-type")
    private let scope = WordColumn("scope")
    var columns: [XctraceColumn] {
        [
            time, duration, name, category, subsystem, identifier, process, endProcess, thread, message, eventType,
            scope,
        ]
    }

    private var events = HeldSignposts()
    private let kinds = NameMemo<XctraceSignpost.Kind>()
    private let scopes = NameMemo<NameID>()
    private let messages = NameMemo<NameID>()
    private var kind = XctraceSignpost.Kind.interval
    private var ordinal: UInt32 = 0

    func begin(_ schema: String, number: Int) {
        ordinal = UInt32(number)
        kind = schema == "os-signpost" ? .event : schema == "PointsOfInterestEvents" ? .point : .interval
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try row[time]
        let isOpen = isOpen(row)
        let duration = kind == .interval && !isOpen ? try row[self.duration] : -1
        let name = row.text(self.name)
        guard name.isPresent else { throw RowProblem(.missingField, "the signpost's name is missing", .name) }
        let id = try row[identifier]
        let category = kind == .point ? NameID(.pointsOfInterest) : row[self.category]
        let record = SignpostRecord(
            name: name, subsystem: row[subsystem], category: category, process: row.process(process, thread),
            thread: row[thread], scope: scopeName(row[scope], builder),
            message: text(row[message], builder), hasID: id != nil,
            pairing: kind == .interval && duration < 0 ? .beginOnly : .complete, signpostID: id ?? 0, start: start,
            duration: duration)
        events.append(
            XctraceSignpost(
                record: record, process: row.text(process), endProcess: row.text(endProcess),
                kind: kind == .event ? try eventKind(row, builder) : isOpen ? .open : kind, table: ordinal))
        return .held
    }

    /// Whether the interval was still open when the recording ended, so that its duration is the time until then.
    /// Tables without processes do not show it.
    private func isOpen(_ row: XctraceRow) -> Bool {
        kind == .interval && endProcess.isInTable && row.value(endProcess).tag == .absent
            && row.value(process).tag != .absent
    }

    func finish(_ builder: TraceBuilder) {
        XctraceSignpostPairing(events, builder).finish()
        events = HeldSignposts()
    }

    private func eventKind(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceSignpost.Kind {
        try kinds(row[eventType]) { () throws(RowProblem) in
            switch builder.names.text(row[eventType]) {
            case "Begin": return .begin
            case "End": return .end
            case "Event": return .event
            case nil: throw RowProblem(.missingField, "the signpost's event type is missing")
            case let text?: throw RowProblem(.wrongType, "expected Begin, End or Event, found '\(text.prefix(40))'")
            }
        }
    }

    /// The scope in lower case, as in logs: `process`, `thread`, `system`.
    private func scopeName(_ word: NameID, _ builder: TraceBuilder) -> NameID {
        guard word.isPresent else { return .none }
        return scopes(word) { builder.names.intern((builder.names.text(word) ?? "").lowercased()) }
    }

    private func text(_ shown: NameID, _ builder: TraceBuilder) -> NameID {
        guard shown.isPresent else { return .none }
        return messages(shown) {
            let trimmed = Substring(builder.names.text(shown) ?? "").trimmingSpaces
            return trimmed.isEmpty ? .none : builder.names.intern(String(trimmed))
        }
    }
}

/// A signpost in one row of some table.
struct XctraceSignpost: BitwiseCopyable {
    /// `open`: a row of an interval table whose interval was still open when the recording ended.
    enum Kind: UInt8, BitwiseCopyable { case interval, open, begin, end, event, point }

    var record: SignpostRecord
    /// The process as shown, with its pid: two processes may share a name.
    var process: NameID
    /// The process that ended an interval if it is another one, as is possible in the scope `system`.
    var endProcess = NameID.none
    var kind: Kind
    /// The ordinal of its table.
    var table: UInt32
}

/// The signposts of all tables until it is known which of them become records: a trace has millions, so they are
/// converted in place.
final class HeldSignposts {
    private let records = Column<SignpostRecord>()
    /// The number of the process and table by row; there are few.
    private let origins = Column<UInt32>()
    private let originNumbers = PairIndex()
    /// The ending process by row, for the few intervals that another process ended.
    private var endProcesses: [UInt32: NameID] = [:]
    private let kinds = Column<XctraceSignpost.Kind>()
    private let isRecord = Column<Bool>()

    var count: Int { records.count }

    subscript(row: Int) -> XctraceSignpost {
        let (process, table) = originNumbers.pair(Int(origins[row]))
        return XctraceSignpost(record: records[row], process: NameID(rawValue: process), kind: kinds[row], table: table)
    }

    func append(_ signpost: XctraceSignpost) {
        if signpost.endProcess.isPresent, signpost.endProcess != signpost.process {
            endProcesses[UInt32(count)] = signpost.endProcess
        }
        records.append(signpost.record)
        origins.append(UInt32(originNumbers.number(signpost.process.rawValue, signpost.table)))
        kinds.append(signpost.kind)
    }

    func start(_ row: UInt32) -> Int64 { records[Int(row)].start }

    /// The end of the interval of a row.
    func end(_ row: UInt32) -> Int64 { records[Int(row)].start + records[Int(row)].duration }

    /// Whether two rows are of the same signpost, on any thread; intervals are compared by their begins or their ends.
    func isSame(_ left: UInt32, _ right: UInt32, isBegin: Bool) -> Bool {
        let (one, other) = (records[Int(left)], records[Int(right)])
        return one.name == other.name && one.signpostID == other.signpostID && one.hasID == other.hasID
            && one.subsystem == other.subsystem && one.category == other.category
            && process(left, isBegin: isBegin) == process(right, isBegin: isBegin)
    }

    private func process(_ row: UInt32, isBegin: Bool) -> UInt32 {
        if !isBegin, let process = endProcesses[row] { return process.rawValue }
        return originNumbers.pair(Int(origins[Int(row)])).0
    }

    /// A hash of the values that `isSame` compares.
    func hash(_ row: UInt32, isBegin: Bool) -> UInt64 {
        let record = records[Int(row)]
        return HashMixer.mix(
            HashMixer.mix(
                UInt64(record.subsystem.rawValue) << 32 | UInt64(record.category.rawValue),
                UInt64(process(row, isBegin: isBegin)) << 32 | UInt64(record.name.rawValue)),
            record.signpostID &+ (record.hasID ? 1 : 0))
    }

    /// Makes a row a record.
    func take(_ row: Int, as record: SignpostRecord) {
        isRecord.pad(to: count, with: false)
        records[row] = record
        isRecord[row] = true
    }

    /// Appends the rows that became records to `others`.
    func moveRecords(behind others: Column<SignpostRecord>) {
        records.keep { $0 < isRecord.count && isRecord[$0] }
        others.take(records)
    }
}
