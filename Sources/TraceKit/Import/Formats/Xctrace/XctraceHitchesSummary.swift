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
