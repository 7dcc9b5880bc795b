/// `device-display-info`: the connected displays, with the highest refresh rate of the main one.
final class XctraceDisplays: XctraceTable {
    let schemas = ["device-display-info"]
    let otherColumns = [
        "timestamp", "accelerator-id", "display-id", "device-name", "framebuffer-index", "resolution",
    ]
    private let isBuiltIn = IntegerColumn("built-in")
    private let maxRate = IntegerColumn("max-refresh-rate", isNeeded: true)
    private let isMain = IntegerColumn("is-main-display")
    var columns: [XctraceColumn] { [isBuiltIn, maxRate, isMain] }

    private var rate: Int64?
    /// The rank of the display that gave the rate: 2 for the main one, 1 for a built-in one.
    private var rank = -1

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let rank = try row[isMain] == 1 ? 2 : try row[isBuiltIn] == 1 ? 1 : 0
        let rate = try row[maxRate] ?? 0
        if RefreshRate.range.contains(rate) {
            if rank > self.rank { (self.rate, self.rank) = (rate, rank) }
        } else if rate != 0 {
            builder.records.counters.add(.unknownWord, "device-display-info.max-refresh-rate")
        }
        return .imported
    }

    /// Runs after the hitches, which show the actual refresh rate.
    func finish(_ builder: TraceBuilder) {
        builder.records.metadata.refreshHz = builder.records.metadata.refreshHz ?? rate
    }
}

/// The refresh rate of a display, in whole hertz.
enum RefreshRate {
    static let range: ClosedRange<Int64> = 1...1000

    /// The rate for the time between two refreshes in nanoseconds; nil if that is implausible.
    static func hertz(interval: Int64) -> Int64? {
        guard interval > 0, interval <= 1_000_000_000 else { return nil }
        let hertz = (2_000_000_000 / interval + 1) / 2
        return range.contains(hertz) ? hertz : nil
    }
}

/// `device-thermal-state-intervals`: the thermal state of the device. A warm device slows itself down, so the user must
/// know.
final class XctraceThermalStates: XctraceTable {
    let schemas = ["device-thermal-state-intervals"]
    let otherColumns = ["start", "end", "track-label", "is-induced", "narrative"]
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let thermalState = WordColumn("thermal-state", isNeeded: true)
    var columns: [XctraceColumn] { [duration, thermalState] }

    /// The names in Foundation's `ProcessInfo.ThermalState`, and those of Macs.
    private static let warm = ["Fair", "Serious", "Critical"]
    private static let usual = ["Nominal", "Unknown"]
    /// The time in each state, in nanoseconds.
    private var times: [String: Int64] = [:]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (duration, word) = (try row[self.duration], row[thermalState])
        guard word.isPresent, let state = builder.names.text(word) else {
            throw RowProblem(.missingField, "the thermal state is missing")
        }
        if Self.warm.contains(state) {
            times[state] = (times[state] ?? 0).addingSaturating(max(0, duration))
        } else if !Self.usual.contains(state) {
            builder.countUnknownWord("thermal-state", word)
        }
        return .imported
    }

    func finish(_ builder: TraceBuilder) {
        let parts = Self.warm.compactMap { state in times[state].map { "\(state) for \(Self.seconds($0))" } }
        guard !parts.isEmpty else { return }
        builder.tell(
            .warning, "the device was warm (thermal state \(parts.joined(separator: ", "))): it slows itself down then",
            fix: "compare only with recordings of a device as warm, or let it cool down and record again")
    }

    private static func seconds(_ time: Int64) -> String { "\(Decimal.text(Double(time) / 1e9, digits: 1)) s" }
}

/// `life-cycle-period`: the phases of an app's launch and life, `Initializing - Process Creation`. They are intervals
/// with a name, and become signposts with the category `life-cycle-period` and no subsystem.
final class XctraceLifeCycle: XctraceTable {
    let schemas = ["life-cycle-period"]
    let otherColumns = ["group", "lane", "narrative"]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = OpenDurationColumn("duration", isNeeded: true)
    private let period = WordColumn("period", "app-period", isNeeded: true)
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [start, duration, period, process] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (start, duration, name) = (try row[self.start], try row[self.duration], row[period])
        guard name.isPresent else { throw RowProblem(.missingField, "the period's name is missing", .name) }
        builder.records.signposts.append(
            SignpostRecord(
                name: name, category: builder.names.intern("life-cycle-period"), process: row.process(process),
                pairing: duration < 0 ? .beginOnly : .complete, start: start, duration: duration))
        return .imported
    }
}

/// `runloop-intervals`: the busy times of the main thread, recorded without a profiler. The busy intervals of main run
/// loops become signposts `Main run loop busy` with the category `runloop-intervals` and no subsystem.
///
/// Runs, iterations and waiting are redundant, because they are the times between busy intervals. A nested run loop is
/// inside a busy interval of the outer one, and would count twice.
final class XctraceRunLoops: XctraceTable {
    let schemas = ["runloop-intervals"]
    let otherColumns = [
        "interval-identifier", "containment-level", "mode", "runloop-pointer", "timeout", "run-result",
        "return-after-source-handled", "waiting-on-ports", "received-port", "label", "color",
    ]
    private let start = TimeColumn("start", isNeeded: true)
    private let duration = DurationColumn("duration", isNeeded: true)
    private let type = WordColumn("interval-type", isNeeded: true)
    private let isMain = IntegerColumn("is-main")
    private let nesting = IntegerColumn("nesting-level")
    private let thread = ThreadColumn("thread")
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [start, duration, type, isMain, nesting, thread, process] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let type = row[self.type]
        guard type.isPresent else { throw RowProblem(.missingField, "the interval's type is missing") }
        guard try row[nesting] ?? 1 <= 1, try row[isMain] == 1, builder.names.text(type) == "Busy" else {
            return .skipped(.skippedRunLoop)
        }
        builder.records.signposts.append(
            SignpostRecord(
                name: NameID(.mainRunLoopBusy), category: NameID(.runLoopIntervals),
                process: row.process(process, thread), thread: row[thread], start: try row[start],
                duration: try row[duration]))
        return .imported
    }
}
