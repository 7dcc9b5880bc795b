/// `hitches`: late frames.
final class XctraceHitches: XctraceTable {
    let schemas = ["hitches"]
    let lanes: [Lane] = [.hitches]
    let otherColumns = ["label", "display"]
    let signature = ["narrative-description", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = DurationColumn("duration", isNeeded: true)
    private let isSystem = IntegerColumn("is-system")
    private let narrative = WordColumn("narrative-description")
    private let process = ProcessColumn("process")
    private let swap = IDColumn("swap-id")
    var columns: [XctraceColumn] { [start, duration, isSystem, narrative, process, swap] }
    /// Whether the lane has rows already.
    private(set) var hasRows = false

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        builder.records.hitches.append(
            HitchRecord(
                start: try row[start], duration: try row[duration], isSystem: try row[isSystem].map { $0 == 1 },
                narrative: row.text(narrative), process: row.process(process), swapID: try row[swap]))
        hasRows = true
        return .imported
    }
}

/// `hitches-summary`: late frames, as Instruments reports them for devices with iOS 18 and earlier.
///
/// If a trace also has rows of `hitches`, they are the same hitches, so these rows are skipped.
final class XctraceHitchesSummary: XctraceTable {
    let schemas = ["hitches-summary"]
    let lanes: [Lane] = [.hitches]
    let otherColumns = [
        "earliest-time", "presentation-time", "latency-allowed", "severity", "color", "layout-qualifier",
        "hitch-id", "context-count", "buffer-count",
    ]
    let signature = ["refresh-interval", "type-label", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = DurationColumn("duration", isNeeded: true)
    private let narrative = ShownColumn("narrative")
    private let refreshInterval = IntegerColumn("refresh-interval")
    private let type = WordColumn("type-label")
    private let swap = IDColumn("swap-id")
    var columns: [XctraceColumn] { [start, duration, narrative, refreshInterval, type, swap] }

    private let hitches: XctraceHitches
    private var held: [HitchRecord] = []
    /// The shortest interval in nanoseconds: that of the display. Longer ones are those of slower animations.
    private var shortestInterval = Int64.max

    init(_ hitches: XctraceHitches) { self.hitches = hitches }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (start, duration) = (try row[self.start], try row[self.duration])
        if let interval = try row[refreshInterval], interval != 0 {
            if RefreshRate.hertz(interval: interval) == nil {
                builder.records.counters.add(.unknownWord, "hitches-summary.refresh-interval")
            } else {
                shortestInterval = min(shortestInterval, interval)
            }
        }
        let told = words(row[narrative], type: row[type], builder.names)
        held.append(HitchRecord(start: start, duration: duration, narrative: told, swapID: try row[swap]))
        return .held
    }

    /// The kind of a hitch and its description, which for most is `3 : Hitch Duration`.
    private func words(_ narrative: NameID, type: NameID, _ names: NameTable) -> NameID {
        let text = names.text(narrative) ?? ""
        let rest = text.drop { $0.isWholeNumber }.drop { $0 == " " }
        let isNumbered = rest.first == ":" && rest.startIndex > text.startIndex
        let told = (isNumbered ? rest.dropFirst() : text[...]).trimmingSpaces
        if told.isEmpty || told == "Hitch Duration" { return type }
        guard let words = names.text(type), words != told else { return names.intern(String(told)) }
        return names.intern("\(words): \(told)")
    }

    func finish(_ builder: TraceBuilder) {
        if hitches.hasRows, !held.isEmpty {
            builder.records.counters.add(.skippedRepeatedLane, "hitches-summary", by: held.count)
        } else {
            builder.records.hitches += held
            builder.rowsImported += held.count
        }
        let known = builder.records.metadata.refreshHz
        builder.records.metadata.refreshHz = known ?? RefreshRate.hertz(interval: shortestInterval)
    }
}

/// `hitches-updates`, `hitches-renders` and similar tables: the durations of a frame's stages in the app, in the render
/// server and on the GPU. They become signposts: the category is the table, the id is that of the frame's swap, which
/// hitches have too.
final class XctraceFrames: XctraceTable {
    let schemas = FrameStage.allCases.map(\.schema)
    let otherColumns = [
        "display", "surface-id", "offscreen-passes", "frame-color", "containment-level", "layout-qualifier",
    ]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = DurationColumn("duration", isNeeded: true)
    private let swap = IDColumn("swap-id")
    private let process = ProcessColumn("process")
    private let label = WordColumn("label")
    var columns: [XctraceColumn] { [start, duration, swap, process, label] }
    private var stage = FrameStage.app

    func begin(_ schema: String, number: Int) { stage = FrameStage.allCases.first { $0.schema == schema } ?? .app }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try row[self.start]
        let swap = try row[self.swap]
        builder.records.signposts.append(
            SignpostRecord(
                name: stage.name.nameID, category: stage.category.nameID, process: row.process(process),
                message: row[label], hasID: swap != nil, signpostID: swap ?? 0, start: start,
                duration: try row[duration]))
        return .imported
    }
}

/// `potential-hangs`: times in which the main thread did not respond.
final class XctraceHangs: XctraceTable {
    let schemas = ["potential-hangs"]
    let lanes: [Lane] = [.hangs]
    let signature = ["hang-type", "duration"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = DurationColumn("duration", isNeeded: true)
    private let kind = WordColumn("hang-type")
    private let thread = ThreadColumn("thread")
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [start, duration, kind, thread, process] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        builder.records.hangs.append(
            HangRecord(
                start: try row[start], duration: try row[duration], kind: row[kind],
                thread: row.thread(thread), process: row.process(process, thread)))
        return .imported
    }
}

/// `hang-risks`: Instruments' own findings about code that may block the main thread. They are messages with a time,
/// and become log lines with the category `hang-risks` and no subsystem.
final class XctraceHangRisks: XctraceTable {
    let schemas = ["hang-risks"]
    let otherColumns = ["severity", "event-type", "backtrace"]
    private let time = TimeColumn("time", isNeeded: true)
    private let process = ProcessColumn("process")
    private let message = WordColumn("message", isNeeded: true)
    private let thread = ThreadColumn("thread")
    var columns: [XctraceColumn] { [time, process, message, thread] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try row[time]
        let message = row[self.message]
        guard message.isPresent else { throw RowProblem(.missingField, "the message is missing", .message) }
        builder.records.logs.append(
            LogRecord(
                start: start, category: NameID(.hangRisks), message: message, process: row.process(process, thread),
                thread: row[thread]))
        return .imported
    }
}
