/// `hitches`: frames that came late.
final class XctraceHitches: XctraceTable {
    private enum Slot: Int { case start, duration, isSystem, narrative, process, swap }

    let schemas = ["hitches"]
    let lanes = ["hitches"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("is-system"),
        XctraceColumn("narrative-description"), XctraceColumn("process", shape: .shown),
        XctraceColumn("swap-id"),
    ]
    let otherColumns = ["label", "display"]
    let signature = ["narrative-description", "duration"]
    /// Whether the lane is filled already.
    private(set) var hasRows = false

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.duration(try row.integer(Slot.duration))
        hasRows = true
        builder.records.hitches.append(
            HitchRecord(
                start: start, duration: duration, isSystem: try row.integer(Slot.isSystem).map { $0 == 1 },
                narrative: row.name(Slot.narrative), process: row.process(Slot.process),
                swapID: try row.unsigned(Slot.swap)))
        return .imported
    }
}

/// `hitches-summary`: frames that came late, as Instruments tells them of devices with iOS 18 and earlier.
///
/// Where a trace has rows of `hitches` too, these are the same hitches, and are skipped.
final class XctraceHitchesSummary: XctraceTable {
    private enum Slot: Int { case start, duration, narrative, refreshInterval, type, swap }

    let schemas = ["hitches-summary"]
    let lanes = ["hitches"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true),
        XctraceColumn("narrative", shape: .shown), XctraceColumn("refresh-interval"), XctraceColumn("type-label"),
        XctraceColumn("swap-id"),
    ]
    let otherColumns = [
        "earliest-time", "presentation-time", "latency-allowed", "severity", "color", "layout-qualifier",
        "hitch-id", "context-count", "buffer-count",
    ]
    let signature = ["refresh-interval", "type-label", "duration"]

    private let hitches: XctraceHitches
    private var held: [HitchRecord] = []
    /// Nanoseconds; the shortest is that of the display, the others are those of slower animations.
    private var refreshInterval = Int64.max

    init(_ hitches: XctraceHitches) { self.hitches = hitches }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.duration(try row.integer(Slot.duration))
        if let interval = try row.integer(Slot.refreshInterval), interval != 0 {
            if RefreshRate.hertz(interval: interval) == nil {
                builder.records.counters.add(.unknownWord, "hitches-summary.refresh-interval")
            } else {
                refreshInterval = min(refreshInterval, interval)
            }
        }
        held.append(
            HitchRecord(
                start: start, duration: duration, narrative: narrative(row, builder.names),
                swapID: try row.unsigned(Slot.swap)))
        return .held
    }

    /// What kind of hitch it is, and what else is told of it. The description of most is `3 : Hitch Duration`.
    private func narrative(_ row: XctraceRow, _ names: NameTable) -> NameID {
        let type = row.word(Slot.type)
        let text = names.text(row.word(Slot.narrative)) ?? ""
        let rest = text.drop { $0.isWholeNumber }.drop { $0 == " " }
        let isNumbered = rest.first == ":" && rest.startIndex > text.startIndex
        let told = (isNumbered ? rest.dropFirst() : text[...]).trimmingSpaces
        if told.isEmpty || told == "Hitch Duration" { return type }
        guard let words = names.text(type), words != told else { return names.intern(String(told)) }
        return names.intern("\(words): \(told)")
    }

    func finish(_ builder: TraceBuilder) {
        for hitch in held {
            if hitches.hasRows {
                builder.records.counters.add(.skippedRepeatedLane, "hitches-summary")
            } else {
                builder.records.hitches.append(hitch)
                builder.rowsImported += 1
            }
        }
        let known = builder.records.metadata.refreshHz
        builder.records.metadata.refreshHz = known ?? RefreshRate.hertz(interval: refreshInterval)
    }
}

/// `hitches-updates`, `hitches-renders` and their like: how long each stage of a frame took, in the app, in the render
/// server, on the GPU. They stand among the signposts: the category is the table, the id is that of the frame's swap, which
/// hitches have too.
final class XctraceFrames: XctraceTable {
    private enum Slot: Int { case start, duration, swap, process, label }

    let schemas = FrameStage.allCases.map(\.schema)
    let lanes: [String] = []
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("swap-id"),
        XctraceColumn("process", shape: .shown), XctraceColumn("label"),
    ]
    let otherColumns = [
        "display", "surface-id", "offscreen-passes", "frame-color", "containment-level", "layout-qualifier",
    ]
    private var stage = FrameStage.app

    func begin(_ table: XctraceTableInfo) {
        stage = FrameStage.allCases.first { $0.schema == table.schema } ?? .app
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let swap = try row.unsigned(Slot.swap)
        builder.records.signposts.append(
            SignpostRecord(
                name: stage.name.nameID, category: stage.category.nameID, process: row.process(Slot.process),
                message: row.word(Slot.label), hasID: swap != nil, signpostID: swap ?? 0, start: start,
                duration: try builder.duration(try row.integer(Slot.duration))))
        return .imported
    }
}

/// `potential-hangs`: stretches in which the main thread did not answer.
final class XctraceHangs: XctraceTable {
    private enum Slot: Int { case start, duration, kind, thread, process }

    let schemas = ["potential-hangs"]
    let lanes = ["hangs"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("hang-type"),
        XctraceColumn("thread", shape: .shown), XctraceColumn("process", shape: .shown),
    ]
    let otherColumns: [String] = []
    let signature = ["hang-type", "duration"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.duration(try row.integer(Slot.duration))
        let thread = row.thread(Slot.thread)
        builder.records.hangs.append(
            HangRecord(
                start: start, duration: duration, kind: row.word(Slot.kind),
                thread: thread.isPresent ? thread : NameID(.main), process: row.process(Slot.process, thread: .thread)))
        return .imported
    }
}

/// `hang-risks`: what Instruments itself says of code that may block the main thread. They are messages at a time, and stand
/// among the lines of the log, of the category `hang-risks` and no subsystem.
final class XctraceHangRisks: XctraceTable {
    private enum Slot: Int { case time, process, message, thread }

    let schemas = ["hang-risks"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("time", isNeeded: true), XctraceColumn("process", shape: .shown),
        XctraceColumn("message", isNeeded: true), XctraceColumn("thread", shape: .shown),
    ]
    let otherColumns = ["severity", "event-type", "backtrace"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try builder.start(try row.integer(Slot.time))
        let message = row.word(Slot.message)
        guard message.isPresent else { throw RowProblem(.missingField, "the message is missing", .message) }
        builder.records.logs.append(
            LogRecord(
                start: time, category: NameID(.hangRisks), message: message,
                process: row.process(Slot.process, thread: .thread), thread: row.thread(Slot.thread)))
        return .imported
    }
}
