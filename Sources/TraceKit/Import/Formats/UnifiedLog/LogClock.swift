/// The times of a log's events as nanoseconds since the earliest of them.
///
/// The wall clock serves where nothing better is there. Machine ticks are finer and no one sets them, but they only
/// compare within one boot, and a log does not say how long a tick is: it is told by holding the ticks between the
/// first and the last event against the wall clock.
struct LogClock {
    /// By the wall clock.
    let earliest: Int64
    /// The first zone that the log tells.
    let zone: Int64?
    /// Whether no event is earlier than the one that was written before it.
    let areInOrder: Bool

    /// Settles the times of the events, of which `earliest` is the earliest.
    init(_ events: LogEvents, earliest: Int64) {
        zone = events.contexts.buffer.lazy.compactMap(\.zone).first
        let pieces = events.pieces
        var earliest = earliest
        if let zone, Self.addZone(zone, events) {
            earliest = .max
            for rows in pieces { for row in rows.buffer { earliest = min(earliest, row.time) } }
        }
        self.earliest = earliest
        let tick = Self.tick(events)
        var (last, areInOrder, first) = (Int64.min, true, 0)
        for piece in pieces {
            let rows = piece.buffer
            for index in rows.indices {
                var time = rows[index].time - earliest
                if let tick { time = Self.nanoseconds(events.ticks[first + index] &- tick.first, tick) }
                rows[index].time = time
                areInOrder = areInOrder && last <= time
                last = time
            }
            first += piece.count
        }
        self.areInOrder = areInOrder
    }

    /// A time without a zone has that of the file's first time with one. False where none was changed.
    private static func addZone(_ zone: Int64, _ events: LogEvents) -> Bool {
        guard zone != 0, events.contexts.buffer.contains(where: { $0.zone == nil }) else { return false }
        for piece in events.pieces {
            let rows = piece.buffer
            for index in rows.indices where events.context(of: rows[index]).zone == nil { rows[index].time -= zone }
        }
        return true
    }

    // MARK: Ticks

    private struct Tick {
        /// The ticks of the earliest event.
        var first: UInt64
        var numerator: UInt64
        var denominator: UInt64
    }

    /// Nanoseconds a tick on Apple silicon (125/3) and on Intel (1).
    private static let ratios: [(UInt64, UInt64)] = [(125, 3), (1, 1)]

    /// Nil where events have no ticks, are of several boots, or the tick's length cannot be told.
    private static func tick(_ events: LogEvents) -> Tick? {
        let (ticks, boot) = (events.ticks, events.contexts[0].boot)
        guard events.count > 1, boot.isPresent, events.contexts.buffer.allSatisfy({ $0.boot == boot }) else {
            return nil
        }
        let rows = events.joined
        var (first, last) = (0, 0)
        for index in 0..<rows.count {
            if ticks[index] < ticks[first] { first = index }
            if ticks[index] > ticks[last] { last = index }
        }
        let span = ticks[last] - ticks[first]
        // Forty years of ticks: the products below stay within 64 bits.
        guard span < 1 << 55 else { return nil }
        let wall = rows[last].time - rows[first].time
        // Both ends of the wall clock are cut to a microsecond, and clocks are slewed by up to a thousandth.
        let tolerance = 2_000 + abs(wall) / 1_000
        let fits = ratios.map { Tick(first: ticks[first], numerator: $0.0, denominator: $0.1) }
            .filter { abs(nanoseconds(span, $0) - wall) <= tolerance }
        return fits.count == 1 ? fits[0] : nil
    }

    private static func nanoseconds(_ ticks: UInt64, _ tick: Tick) -> Int64 {
        Int64(ticks * tick.numerator / tick.denominator)
    }
}

/// A change to or from summer time in a log whose times have no zone: the wall clock is set forward or back by an hour
/// between two lines, and what began before it would last an hour longer, or end before it began.
struct LogClockChange {
    /// Whether the clock went back (from summer time).
    let goesBack: Bool
    /// Offset in the file of the first line behind it.
    let byte: Int

    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour
    /// How far from the change the lines beside it may be, together or each.
    private static let reach = hour / 2

    /// Moves all events behind such a change, so that time goes on as it did; the changes that were found.
    static func straighten(_ events: LogEvents) -> [LogClockChange] {
        let contexts = events.contexts.buffer
        guard contexts.contains(where: { $0.zone == nil }) else { return [] }
        let isMixed = contexts.contains { $0.zone != nil }
        var changes: [LogClockChange] = []
        var (shift, last, index) = (Int64(0), Int64?.none, 0)
        for piece in events.pieces {
            for place in 0..<piece.count {
                defer { index += 1 }
                if isMixed, events.context(of: piece[place]).zone != nil { continue }
                let time = piece[place].time
                if let last, let goesBack = change(from: last, to: time) {
                    shift += goesBack ? hour : -hour
                    changes.append(LogClockChange(goesBack: goesBack, byte: events.byte(index, piece[place])))
                }
                last = time
                piece[place].time = time + shift
            }
        }
        return changes
    }

    /// More changes than a log of two years has are counted in one warning: such a log is joined of pieces, or its clock is broken.
    private static let mostWarnings = 4

    static func warnings(_ changes: [LogClockChange], file: String) -> [Diagnostic] {
        let fix = "log in a style that writes the zone (default, syslog, json)"
        var warnings = changes.prefix(mostWarnings).map { change in
            Diagnostic(
                .warning, at: PlaceResolver.place(file: file, byte: change.byte),
                "the times have no zone, and the clock goes \(change.goesBack ? "back" : "forward") by an hour, as with summer "
                    + "time; times from here on are taken for an hour \(change.goesBack ? "later" : "earlier") than they are "
                    + "written",
                fix: fix)
        }
        if changes.count > mostWarnings {
            let more = Decimal.counted(changes.count - mostWarnings, "more line")
            warnings.append(
                Diagnostic(
                    .warning, at: PlaceResolver.place(file: file, byte: changes[mostWarnings].byte),
                    "from here on the clock goes back or forward by an hour at \(more), and times are moved at each",
                    fix: fix))
        }
        return warnings
    }

    /// Clocks are set in the night. A step back by an hour is plain at any time where it leaves no more than a minute; an
    /// hour that no line is of may also have been a quiet one, so that it must be the night of a weekend, or there must be
    /// lines within a minute of both of its ends.
    private static func change(from last: Int64, to next: Int64) -> Bool? {
        let step = next - last
        if step > -reach, step < hour { return nil }
        if step < 0 {
            let isNight = last % day < 4 * hour || last % day >= 23 * hour
            return step <= (isNight ? -reach : minute - hour) && step >= -hour - second ? true : nil
        }
        let skipped = (last / hour + 1) * hour
        // 1 January 1970 was a Thursday.
        let isWeekend = [0, 5, 6].contains((skipped / day + 4) % 7)
        let most = isWeekend ? reach : minute
        let isClose = skipped - last <= most && next >= skipped + hour && next < skipped + hour + most
        return skipped % day < 4 * hour && isClose ? false : nil
    }
}
