/// `device-display-info`: the displays that were connected. They say how often the main one refreshes at most.
final class XctraceDisplays: XctraceTable {
    private enum Slot: Int { case builtIn, rate, isMain }

    let schemas = ["device-display-info"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("built-in"), XctraceColumn("max-refresh-rate", isNeeded: true), XctraceColumn("is-main-display"),
    ]
    let otherColumns = [
        "timestamp", "accelerator-id", "display-id", "device-name", "framebuffer-index", "resolution",
    ]

    private var rate: Int64?
    /// How much the display that gave the rate is the one that is looked at.
    private var rank = -1

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let rank = try row.integer(Slot.isMain) == 1 ? 2 : try row.integer(Slot.builtIn) == 1 ? 1 : 0
        let rate = try row.integer(Slot.rate) ?? 0
        if RefreshRate.range.contains(rate) {
            if rank > self.rank { (self.rate, self.rank) = (rate, rank) }
        } else if rate != 0 {
            builder.records.counters.add(.unknownWord, "device-display-info.max-refresh-rate")
        }
        return .imported
    }

    /// Behind the hitches, which say how often the display did refresh.
    func finish(_ builder: TraceBuilder) {
        builder.records.metadata.refreshHz = builder.records.metadata.refreshHz ?? rate
    }
}

/// How often a display refreshes, in whole hertz.
enum RefreshRate {
    static let range: ClosedRange<Int64> = 1...1000

    /// Of the time between two refreshes in nanoseconds; nil for what is none.
    static func hertz(interval: Int64) -> Int64? {
        guard interval > 0, interval <= 1_000_000_000 else { return nil }
        let hertz = (2_000_000_000 / interval + 1) / 2
        return range.contains(hertz) ? hertz : nil
    }
}
