/// What an event is, by its phase.
enum ChromePhase: UInt8, BitwiseCopyable {
    case begin, end, complete, instant, asyncBegin, asyncEnd, asyncInstant, legacyBegin, legacyEnd, legacyStep
    case flowStart, flowStep, flowEnd, metadata
    /// Counters, objects, memory dumps and whatever else there is: left out.
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
    /// Whether it is an interval of its thread, which flows can lead to and from.
    var isSlice: Bool { self == .begin || self == .complete }
}

/// An event that becomes part of a record, as it stands in the file.
struct ChromeEvent: BitwiseCopyable {
    /// Times from here on cannot be told apart by 64 bits of nanoseconds; half of what fits.
    static let limit: Int64 = 1 << 61

    var phase: ChromePhase
    /// Of a flow's end: `bp` is `e`, it ends in the interval around it.
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
    /// What begins and ends pair within: a thread, an asynchronous operation, or a flow.
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
        // Some writers give the thread's own clock only.
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
