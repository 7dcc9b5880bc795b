/// One object of `log --style json` or `ndjson` as it is read, before its kind is known, because keys come in any
/// order.
struct LogFields {
    /// The kind of an object, from its `eventType` and its keys.
    enum Kind {
        case signpost
        /// A message.
        case line
        /// An activity, a loss of data, …
        case other
        /// `{"count": 12, "finished": 1}`, the last line of `ndjson`.
        case trailer
        /// An object that `log` does not write.
        case foreign
    }

    /// The known keys of `log`; their order is the order of ids in `keys`.
    private enum Key: UInt32, CaseIterable {
        case eventType = 1, messageType
        case eventMessage, timestamp, machTimestamp, bootUUID, subsystem, category, processID, processImagePath
        case threadID
        case signpostID, signpostName, signpostType, signpostScope
        case count, finished
        // Known, and not used.
        case traceID, source, formatString, activityIdentifier, parentActivityIdentifier, creatorActivityID, backtrace
        case senderImageUUID, senderImagePath, senderProgramCounter, processImageUUID, timezoneName
        case lossCount, userID, transitionActivityIdentifier
    }

    private let keys = KnownKeys<Key>(Key.allCases.map { "\($0)" })
    private let names: NameTable
    private var present: UInt64 = 0
    private(set) var event = LogEvent(kind: .event, time: LogTime(nanoseconds: 0, zone: nil), name: .none)
    private(set) var eventType = NameID.none
    /// Copies of the message and of the time as written: the reader's window moves on.
    private let messageBytes = Column<UInt8>(capacity: 1024)
    private let writtenBytes = Column<UInt8>(capacity: 64)
    /// The first invalid value, and its place.
    private(set) var problem: RowProblem?
    private(set) var problemOffset: Int?

    init(_ names: NameTable) {
        self.names = names
        signpostType = names.intern("signpostEvent")
        messageEventType = names.intern("logEvent")
    }

    private let signpostType: NameID
    private let messageEventType: NameID

    var message: ByteSlice { Self.slice(messageBytes) }
    var written: ByteSlice { Self.slice(writtenBytes) }

    var kind: Kind {
        if eventType == signpostType || eventType == .none && (has(.signpostType) || has(.signpostName)) {
            return .signpost
        }
        if eventType == messageEventType || eventType == .none && has(.eventMessage) { return .line }
        if has(.eventType) || has(.eventMessage) || has(.timestamp) || has(.machTimestamp) { return .other }
        return has(.count) || has(.finished) ? .trailer : .foreign
    }

    /// Throws unless a signpost is complete.
    func check() throws(RowProblem) {
        if let problem { throw problem }
        guard has(.timestamp) else { throw RowProblem(.missingField, "the event needs 'timestamp'") }
        guard kind == .signpost else { return }
        guard event.name.isPresent else { throw RowProblem(.missingField, "the signpost needs 'signpostName'") }
        guard has(.signpostType) else { throw RowProblem(.missingField, "the signpost needs 'signpostType'") }
    }

    /// Counts the unknown keys of all objects read.
    func countUnknownKeys(_ counters: inout ImportCounters) { keys.countUnknown(of: "log", &counters) }

    // MARK: Reading

    /// Reads the object at the reader's position.
    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        present = 0
        event = LogEvent(kind: .event, time: LogTime(nanoseconds: 0, zone: nil), name: .none)
        eventType = .none
        problem = nil
        problemOffset = nil
        messageBytes.removeAll()
        writtenBytes.removeAll()
        try reader.enterObject()
        while let text = try reader.nextKey() {
            if let key = keys.key(text) { try readValue(key, &reader) } else { try reader.skipValue() }
        }
        messageBytes.pad(to: messageBytes.count + ByteInput.padding, with: 0)
        writtenBytes.pad(to: writtenBytes.count + ByteInput.padding, with: 0)
    }

    private mutating func readValue(_ key: Key, _ reader: inout JSONReader) throws(TraceError) {
        let kind = try reader.peekKind()
        if kind == .null { return try reader.null() }
        present |= 1 << UInt64(key.rawValue)
        let offset = reader.offset
        switch key {
        case .machTimestamp, .processID, .threadID, .signpostID:
            guard kind == .number || kind == .string else { return try mismatch(key, "a whole number", &reader) }
            guard let value = FieldValues.unsigned(kind == .number ? try reader.number() : try reader.string()) else {
                return note(RowProblem(.outOfRange, "'\(key)' must be a whole number from 0 to \(UInt64.max)"), offset)
            }
            take(value, key)
        case .messageType where kind != .string: try reader.skipValue()
        case .eventType, .messageType, .eventMessage, .timestamp, .bootUUID, .subsystem, .category, .processImagePath,
            .signpostName,
            .signpostType, .signpostScope:
            guard kind == .string else { return try mismatch(key, "a string", &reader) }
            if let problem = take(try reader.string(), key) { note(problem, offset) }
        default: try reader.skipValue()
        }
    }

    private mutating func mismatch(
        _ key: Key, _ expected: String, _ reader: inout JSONReader
    ) throws(TraceError) {
        note(RowProblem(.wrongType, "'\(key)' must be \(expected)"), reader.offset)
        try reader.skipValue()
    }

    private mutating func note(_ problem: RowProblem, _ offset: Int) {
        guard self.problem == nil else { return }
        self.problem = problem
        problemOffset = offset
    }

    private mutating func take(_ value: UInt64, _ key: Key) {
        switch key {
        case .machTimestamp: event.ticks = value
        case .processID: event.context.pid = value
        case .threadID: event.context.thread = value
        default: (event.id, event.context.hasID) = (value, true)
        }
    }

    private mutating func take(_ text: ByteSlice, _ key: Key) -> RowProblem? {
        switch key {
        case .eventType: eventType = names.intern(text)
        case .messageType: event.context.level = LogLevel(exported: text) ?? .unknown
        case .eventMessage: messageBytes.append(contentsOf: text.start, count: text.count)
        case .timestamp:
            guard let (time, length) = LogTime.parse(text), length == text.count else {
                let expected = "a time such as 2026-10-04 02:43:17.277000+0200"
                return RowProblem(.wrongType, "'timestamp' must be \(expected), found '\(FieldValues.cut(text))'")
            }
            event.time = time
            writtenBytes.append(contentsOf: text.start, count: text.count)
        case .bootUUID: event.context.boot = names.intern(text)
        case .subsystem: event.context.subsystem = names.intern(text)
        case .category: event.context.category = names.intern(text)
        case .processImagePath: event.context.process = names.intern(XctraceStacks.file(of: text))
        case .signpostName: event.name = text.isEmpty ? .none : names.intern(text)
        case .signpostScope: event.context.scope = names.intern(text)
        default:
            guard let kind = LogLine.kind(text) else {
                return RowProblem(
                    .wrongType, "'signpostType' must be begin, end or event, found '\(FieldValues.cut(text))'")
            }
            event.kind = kind
        }
        return nil
    }

    private func has(_ key: Key) -> Bool { present >> UInt64(key.rawValue) & 1 != 0 }

    /// Whether the event has ticks; they only compare if their boot is known.
    var hasTicks: Bool { has(.machTimestamp) && event.context.boot.isPresent }

    private static func slice(_ bytes: Column<UInt8>) -> ByteSlice {
        ByteSlice(bytes.base, max(0, bytes.count - ByteInput.padding))
    }
}
