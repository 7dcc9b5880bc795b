/// The times of a log's events in nanoseconds since the earliest of them.
///
/// The wall clock is used if there is nothing better. Machine ticks are finer and are never set, but they only compare
/// within one boot, and a log does not state the length of a tick: it is found by comparing the ticks between the first
/// and the last event with the wall clock.
struct LogClock {
    /// The earliest time by the wall clock.
    let earliest: Int64
    /// The first time zone in the log.
    let zone: Int64?

    /// Converts the times of the events, of which `earliest` is the earliest.
    init(_ events: LogEvents, earliest: Int64) {
        zone = events.contexts.buffer.lazy.compactMap(\.zone).first
        let isChanged = zone.map { Self.addZone($0, events) } ?? false
        let earliest = isChanged ? events.rows.lazy.map(\.time).min() ?? earliest : earliest
        self.earliest = earliest
        let tick = Self.tick(events)
        for index in events.rows.indices {
            let time = tick.map { Self.nanoseconds(events.ticks[index] &- $0.first, $0) }
            events.rows[index].time = time ?? events.rows[index].time - earliest
        }
    }

    /// Gives times without a zone that of the file's first time with one. Returns whether any time was changed.
    private static func addZone(_ zone: Int64, _ events: LogEvents) -> Bool {
        guard zone != 0, events.contexts.buffer.contains(where: { $0.zone == nil }) else { return false }
        let rows = events.rows
        for index in rows.indices where events.context(of: rows[index]).zone == nil { rows[index].time -= zone }
        return true
    }

    // MARK: Ticks

    private struct Tick {
        /// The ticks of the earliest event.
        var first: UInt64
        var numerator: UInt64
        var denominator: UInt64
    }

    /// Nanoseconds per tick on Apple silicon (125/3) and on Intel (1).
    private static let ratios: [(UInt64, UInt64)] = [(125, 3), (1, 1)]

    /// Returns nil if events have no ticks or are of several boots, or if the length of a tick is not certain.
    private static func tick(_ events: LogEvents) -> Tick? {
        let (ticks, boot) = (events.ticks, events.contexts[0].boot)
        guard events.count > 1, boot.isPresent, events.contexts.buffer.allSatisfy({ $0.boot == boot }) else {
            return nil
        }
        let rows = events.rows
        var (first, last) = (0, 0)
        for index in 0..<rows.count {
            if ticks[index] < ticks[first] { first = index }
            if ticks[index] > ticks[last] { last = index }
        }
        let span = ticks[last] - ticks[first]
        // Less than forty years of ticks, so that the products below fit 64 bits.
        guard span < 1 << 55 else { return nil }
        let wall = rows[last].time - rows[first].time
        // Both wall-clock times are rounded down to a microsecond, and clocks are slewed by up to a thousandth.
        let tolerance = 2_000 + abs(wall) / 1_000
        let fits = ratios.map { Tick(first: ticks[first], numerator: $0.0, denominator: $0.1) }
            .filter { abs(nanoseconds(span, $0) - wall) <= tolerance }
        return fits.count == 1 ? fits[0] : nil
    }

    private static func nanoseconds(_ ticks: UInt64, _ tick: Tick) -> Int64 {
        Int64(ticks * tick.numerator / tick.denominator)
    }
}
