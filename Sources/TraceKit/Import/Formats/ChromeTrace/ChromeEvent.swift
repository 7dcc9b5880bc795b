/// The kind of an event, from its phase.
enum ChromePhase: UInt8, BitwiseCopyable {
    case begin, end, complete, instant, asyncBegin, asyncEnd, asyncInstant, legacyBegin, legacyEnd, legacyStep
    case flowStart, flowStep, flowEnd, metadata
    /// Counters, objects, memory dumps and all others, which are skipped.
    case other

    init(_ letter: UnsafeBufferPointer<UInt8>) {
        guard letter.count == 1 else {
            self = .other
            return
        }
        switch letter[0] {
        case UInt8(ascii: "B"): self = .begin
        case UInt8(ascii: "E"): self = .end
        case UInt8(ascii: "X"): self = .complete
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "R"): self = .instant
        case UInt8(ascii: "b"): self = .asyncBegin
        case UInt8(ascii: "e"): self = .asyncEnd
        case UInt8(ascii: "n"): self = .asyncInstant
        case UInt8(ascii: "S"): self = .legacyBegin
        case UInt8(ascii: "F"): self = .legacyEnd
        case UInt8(ascii: "T"), UInt8(ascii: "p"): self = .legacyStep
        case UInt8(ascii: "s"): self = .flowStart
        case UInt8(ascii: "t"): self = .flowStep
        case UInt8(ascii: "f"): self = .flowEnd
        case UInt8(ascii: "M"): self = .metadata
        default: self = .other
        }
    }

    var isFlow: Bool { self == .flowStart || self == .flowStep || self == .flowEnd }
    var isBegin: Bool { self == .begin || self == .asyncBegin || self == .legacyBegin }
    var isEnd: Bool { self == .end || self == .asyncEnd || self == .legacyEnd }
    var isAsync: Bool { self == .asyncBegin || self == .asyncEnd || self == .asyncInstant }
    var isLegacy: Bool { self == .legacyBegin || self == .legacyEnd || self == .legacyStep }
    /// Whether it is an interval of its thread, which flows can connect.
    var isSlice: Bool { self == .begin || self == .complete }
}

/// An event that becomes part of a record, with the values of the file.
struct ChromeEvent: BitwiseCopyable {
    /// The limit of times; half of what fits, so that differences of two times fit 64 bits.
    static let limit: Int64 = 1 << 61

    var phase: ChromePhase
    /// Whether the end of a flow has `"bp": "e"` and so ends in the enclosing interval.
    var endsInside: Bool
    /// Nanoseconds on the file's own clock.
    var time: Int64
    /// Nanoseconds, or -1.
    var duration: Int64
    var name: NameID
    var category: NameID
    var message: NameID
    var scope: NameID
    var id: NameID
    /// Index into `ChromeTracks`: process and thread.
    var track: UInt32
    /// The scope in which begins and ends pair: a thread, an asynchronous operation, or a flow.
    var lane: UInt32
    /// Offset in the file.
    var offset: Int

    init(_ phase: ChromePhase, _ fields: ChromeFields, _ tracks: ChromeTracks, offset: Int) throws(RowProblem) {
        guard let time = fields.time else { throw RowProblem(.missingField, "an event needs 'ts'") }
        guard time.magnitude < Self.limit.magnitude else {
            throw RowProblem(.outOfRange, "'ts' is too far from all other times (\(time) ns)")
        }
        self.phase = phase
        self.time = time
        endsInside = fields.endsInside
        duration = -1
        // Some writers only give the thread's own clock.
        if phase == .complete, let length = fields.duration ?? fields.threadDuration {
            guard length >= 0 else { throw RowProblem(.negative, "the duration is negative (\(length) ns)") }
            if length < TraceBuilder.sentinel { duration = length }
        }
        name = fields.name
        category = fields.category
        message = phase == .legacyStep ? fields.step : fields.message
        scope = phase == .instant ? fields.instantScope : .none
        id = fields.id
        self.offset = offset
        if phase.isAsync || phase.isLegacy || phase.isFlow, !fields.id.isPresent {
            throw RowProblem(.missingField, "an event of this phase needs 'id'")
        }
        track = tracks.track(fields.process, fields.thread)
        lane = phase.isAsync || phase.isLegacy || phase.isFlow ? tracks.lane(phase, fields) : track
    }
}

/// The fields of one event as read.
struct ChromeFields {
    var phase = NameID.none
    var name = NameID.none
    var category = NameID.none
    var process = NameID.none
    var thread = NameID.none
    var id = NameID.none
    /// Whether the id is local to the process (`id2.local`).
    var isLocalID = false
    var scope = NameID.none
    /// The scope of an instant: thread, process or system.
    var instantScope = NameID(.thread)
    /// These three are in nanoseconds.
    var time: Int64?
    var duration: Int64?
    var threadDuration: Int64?
    var endsInside = false
    /// `args.name` (the name in metadata), `args.step` and `args.message`.
    var givenName = NameID.none
    var step = NameID.none
    var message = NameID.none
}

/// Reads one event object. Numbers may be strings, because some writers write them so.
struct ChromeEventReader {
    private enum Key: UInt32, CaseIterable {
        case ph = 1, ts, dur, tdur, name, cat, pid, tid, id, id2, scope, bp, s, args
        // Records have no field for these.
        case sf, esf, tts, stack, cname, estack, tidelta, asyncTicks
    }

    private let keys = KnownKeys<Key>(Key.allCases.map { $0 == .asyncTicks ? "use_async_tts" : "\($0)" })
    private let names: NameTable
    private(set) var fields = ChromeFields()
    private var problem: RowProblem?

    init(_ names: NameTable) { self.names = names }

    /// Reads an event. Syntax errors end the file; an invalid value makes the event a problem, which is returned after
    /// the whole object has been read.
    mutating func read(_ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        fields = ChromeFields()
        problem = nil
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if let key = keys.key(key) { try readField(key, &reader) } else { try reader.skipValue() }
        }
        return problem
    }

    func countUnknownKeys(_ counters: inout ImportCounters) { keys.countUnknown(of: "event", &counters) }

    private mutating func readField(_ key: Key, _ reader: inout JSONReader) throws(TraceError) {
        switch key {
        case .ph: fields.phase = try text("\(key)", &reader)
        case .ts: fields.time = try time(key, &reader)
        case .dur: fields.duration = try time(key, &reader)
        case .tdur: fields.threadDuration = try time(key, &reader)
        case .name: fields.name = try text("\(key)", &reader)
        case .cat: fields.category = try text("\(key)", &reader)
        case .pid: fields.process = try text("\(key)", &reader)
        case .tid: fields.thread = try text("\(key)", &reader)
        case .id: fields.id = try text("\(key)", &reader)
        case .id2: try readSecondID(&reader)
        case .scope: fields.scope = try text("\(key)", &reader)
        case .bp: fields.endsInside = try text("\(key)", &reader) == names.intern("e")
        case .s: try readInstantScope(&reader)
        case .args: try readArguments(&reader)
        case .sf, .esf, .tts, .stack, .cname, .estack, .tidelta, .asyncTicks: try reader.skipValue()
        }
    }

    // MARK: Values

    /// Reads a string or a number as text; none for null.
    private mutating func text(
        _ key: @autoclosure () -> String, _ reader: inout JSONReader
    ) throws(TraceError) -> NameID {
        switch try reader.peekKind() {
        case .string: return names.intern(try reader.string())
        case .number: return names.intern(try reader.number())
        case .null: try reader.null()
        default: try fail("'\(key())' must be a string or a number", &reader)
        }
        return .none
    }

    private mutating func time(_ key: Key, _ reader: inout JSONReader) throws(TraceError) -> Int64? {
        let value: ByteSlice
        switch try reader.peekKind() {
        case .string: value = try reader.string()
        case .number: value = try reader.number()
        case .null:
            try reader.null()
            return nil
        default:
            try fail("'\(key)' must be a number of microseconds", &reader)
            return nil
        }
        if let plain = FieldValues.plainInteger(value), plain < Int64.max / 1000 { return plain * 1000 }
        do throws(DecimalTime.Failure) {
            return try DecimalTime.nanoseconds(value, unit: .microseconds)
        } catch {
            let isTooLarge = error == .outOfRange
            let words = isTooLarge ? "does not fit 64 bits of nanoseconds:" : "must be a number of microseconds, found"
            problem =
                problem
                ?? RowProblem(isTooLarge ? .outOfRange : .wrongType, "'\(key)' \(words) '\(FieldValues.cut(value))'")
            return nil
        }
    }

    private mutating func fail(_ message: String, _ reader: inout JSONReader) throws(TraceError) {
        try reader.skipValue()
        problem = problem ?? RowProblem(.wrongType, message)
    }

    /// Reads `g`, `p` or `t` as the scope of a signpost.
    private mutating func readInstantScope(_ reader: inout JSONReader) throws(TraceError) {
        let letter = names.text(try text("s", &reader))
        fields.instantScope = NameID(letter == "g" ? .system : letter == "p" ? .process : .thread)
    }

    /// Reads `{"local": "0x1"}` or `{"global": "0x1"}`.
    private mutating func readSecondID(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try fail("'id2' must be an object", &reader) }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("local") {
                fields.id = try text("id2.local", &reader)
                fields.isLocalID = true
            } else if key.equals("global") {
                fields.id = try text("id2.global", &reader)
            } else {
                try reader.skipValue()
            }
        }
    }

    private mutating func readArguments(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let (isName, isStep) = (key.equals("name"), key.equals("step"))
            guard isName || isStep || key.equals("message"), try reader.peekKind() == .string else {
                try reader.skipValue()
                continue
            }
            let text = names.intern(try reader.string())
            if isName {
                fields.givenName = text
            } else if isStep {
                fields.step = text
            } else {
                fields.message = text
            }
        }
    }
}
