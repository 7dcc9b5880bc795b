/// The times of a log's events as nanoseconds since the earliest of them.
///
/// The wall clock serves where nothing better is there. Machine ticks are finer and no one sets them, but they only
/// compare within one boot, and a log does not say how long a tick is: it is told by holding the ticks between the
/// first and the last event against the wall clock.
struct LogClock {
    /// By event.
    let times: Column<Int64>

    init(_ events: Column<LogEvent>) {
        times = Column(repeating: 0, count: events.count)
        let walls = Self.wallTimes(events)
        if let tick = Self.tick(events, walls) {
            for index in 0..<events.count {
                times[index] = Self.nanoseconds(events[index].ticks &- tick.first, tick)
            }
        } else if let earliest = walls.buffer.min() {
            for index in 0..<events.count { times[index] = walls[index] - earliest }
        }
    }

    /// A time without a zone has that of the file's first time with one.
    private static func wallTimes(_ events: Column<LogEvent>) -> Column<Int64> {
        let walls = Column<Int64>(capacity: events.count)
        let zone = (0..<events.count).lazy.compactMap { events[$0].time.zone }.first ?? 0
        for index in 0..<events.count {
            let time = events[index].time
            walls.append(time.zone == nil ? time.nanoseconds - zone : time.nanoseconds)
        }
        return walls
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
    private static func tick(_ events: Column<LogEvent>, _ walls: Column<Int64>) -> Tick? {
        guard events.count > 1, events[0].boot.isPresent else { return nil }
        var (first, last) = (0, 0)
        for index in 0..<events.count {
            guard events[index].boot == events[0].boot else { return nil }
            if events[index].ticks < events[first].ticks { first = index }
            if events[index].ticks > events[last].ticks { last = index }
        }
        let ticks = events[last].ticks - events[first].ticks
        // Forty years of ticks: the products below stay within 64 bits.
        guard ticks < 1 << 55 else { return nil }
        let wall = walls[last] - walls[first]
        // Both ends of the wall clock are cut to a microsecond, and clocks are slewed by up to a thousandth.
        let tolerance = 2_000 + abs(wall) / 1_000
        let fits = ratios.map { Tick(first: events[first].ticks, numerator: $0.0, denominator: $0.1) }
            .filter { abs(nanoseconds(ticks, $0) - wall) <= tolerance }
        return fits.count == 1 ? fits[0] : nil
    }

    private static func nanoseconds(_ ticks: UInt64, _ tick: Tick) -> Int64 {
        Int64(ticks * tick.numerator / tick.denominator)
    }
}
