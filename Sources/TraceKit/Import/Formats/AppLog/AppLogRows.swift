/// Turns the rows of an app's own log, in any of their forms, into events.
struct AppLogRows {
    private let builder: TraceBuilder
    private let events: LogSignposts
    private var clock = AppLogClock()

    init(_ builder: TraceBuilder) {
        self.builder = builder
        events = LogSignposts(builder)
    }

    /// Takes a line with its offset in the file.
    mutating func append(
        _ line: AppLogLine, subsystem: NameID = .none, category: NameID = .none, offset: Int
    ) throws(RowProblem) {
        guard let time = clock.time(line.time) else {
            throw RowProblem(
                .outOfRange, "the times of day have gone back so often that this line would be of a day after 2200",
                .start)
        }
        var event = LogEvent(kind: .line, time: time, name: .none)
        event.byte = offset
        (event.context.subsystem, event.context.category) = (subsystem, category)
        if !line.process.isEmpty { event.context.process = builder.names.intern(line.process) }
        if let changes = PrintChangesLine(line.message), changes.isUnmistakable {
            event.take(changes, builder)
        } else {
            event.context.level = line.level
        }
        event.message = builder.names.intern(line.message)
        events.append(event, written: line.time.written)
    }

    /// Completes the file; called once, after its last row.
    func finish(file: String) {
        if events.events.count > 0 { events.finish(file: file, isConsole: true) }
    }
}

/// Completes times of day with the last date in the log; they continue past midnight.
private struct AppLogClock {
    private static let dayNs: Int64 = 86_400_000_000_000
    /// The latest date that is accepted (`LogTime.day`).
    private static let lastDay = (LogTime.day(2200, 12, 31) ?? 0) * dayNs
    /// The start of the day by the clock, and the time of the last line within it.
    private var (day, last): (Int64, Int64) = (0, 0)
    private var zone: Int64?

    /// Returns nil after the latest date that is accepted.
    mutating func time(_ written: AppLogTime) -> LogTime? {
        let time = written.time
        if written.hasDate {
            zone = time.zone
            let shown = time.nanoseconds + (zone ?? 0)
            last = shown % Self.dayNs
            day = shown - last
            return time
        }
        if time.nanoseconds < last - Self.dayNs / 2 {
            guard day < Self.lastDay else { return nil }
            day += Self.dayNs
        }
        last = time.nanoseconds
        return LogTime(nanoseconds: day + last - (zone ?? 0), zone: zone)
    }
}
