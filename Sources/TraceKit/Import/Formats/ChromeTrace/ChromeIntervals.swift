/// An interval or instant of a file, with its begin and end put together.
struct ChromeInterval: BitwiseCopyable {
    /// Index of the event it has its words from: the begin, else the end.
    var event: UInt32
    var isInstant: Bool
    var pairing: SignpostRecord.Pairing
    /// Nanoseconds on the file's own clock.
    var start: Int64
    /// Nanoseconds, or -1.
    var duration: Int64

    var end: Int64 { start + max(0, duration) }
}

/// Puts begins and ends together, in order of time (and of the file, where times are equal).
///
/// An end with a name closes the newest open begin of that name on its thread or in its operation, be it the
/// innermost or not: what lies above stays open for an end of its own. An end without a name closes the innermost.
/// An end that names nothing open, and a begin that is never ended, are kept without their other half.
struct ChromeIntervals: ~Copyable {
    private struct OpenKey: Hashable {
        var lane: UInt32
        var name: NameID
    }

    /// An open begin, with the one it hides in its lane and under its name.
    private struct Open: BitwiseCopyable {
        var interval: UInt32
        var isClosed: Bool
        var below: Int32
        var olderOfName: Int32
    }

    let intervals = Column<ChromeInterval>()
    private let events: Column<ChromeEvent>
    private let opens = Column<Open>()
    private var innermost: [UInt32: Int32] = [:]
    private var newestOfName: [OpenKey: Int32] = [:]

    init(_ events: Column<ChromeEvent>) { self.events = events }

    /// Takes the next event that is no flow. Returns the interval that begins (or is whole) with it.
    mutating func take(_ index: UInt32) -> UInt32? {
        let event = events[Int(index)]
        if event.phase.isBegin { return open(event, index) }
        if event.phase.isEnd {
            close(event, index)
            return nil
        }
        let isInstant = event.phase != .complete
        return append(
            index, event, isInstant ? .complete : event.duration < 0 ? .beginOnly : .complete, event.duration,
            isInstant: isInstant)
    }

    private func append(
        _ index: UInt32, _ event: ChromeEvent, _ pairing: SignpostRecord.Pairing, _ duration: Int64,
        isInstant: Bool = false
    ) -> UInt32 {
        intervals.append(
            ChromeInterval(
                event: index, isInstant: isInstant, pairing: pairing, start: event.time, duration: duration))
        return UInt32(intervals.count - 1)
    }

    private mutating func open(_ event: ChromeEvent, _ index: UInt32) -> UInt32 {
        let interval = append(index, event, .beginOnly, -1)
        let key = OpenKey(lane: event.lane, name: event.name)
        let place = Int32(opens.count)
        opens.append(
            Open(
                interval: interval, isClosed: false, below: innermost[event.lane] ?? -1,
                olderOfName: newestOfName[key] ?? -1))
        innermost[event.lane] = place
        newestOfName[key] = place
        return interval
    }

    private mutating func close(_ event: ChromeEvent, _ index: UInt32) {
        let place = event.isNamed ? newest(event) : dropClosed(event.lane)
        guard place >= 0 else {
            _ = append(index, event, .endOnly, -1)
            return
        }
        let open = opens[Int(place)]
        opens[Int(place)].isClosed = true
        intervals[Int(open.interval)].pairing = .complete
        intervals[Int(open.interval)].duration = event.time - intervals[Int(open.interval)].start
        innermost[event.lane] = dropClosed(event.lane)
    }

    /// The newest open begin of the event's name; -1 for none.
    private mutating func newest(_ event: ChromeEvent) -> Int32 {
        let key = OpenKey(lane: event.lane, name: event.name)
        var place = newestOfName[key] ?? -1
        while place >= 0, opens[Int(place)].isClosed { place = opens[Int(place)].olderOfName }
        newestOfName[key] = place >= 0 ? opens[Int(place)].olderOfName : -1
        return place
    }

    private func dropClosed(_ lane: UInt32) -> Int32 {
        var place = innermost[lane] ?? -1
        while place >= 0, opens[Int(place)].isClosed { place = opens[Int(place)].below }
        return place
    }
}

extension ChromeEvent {
    /// Ends may lack their name.
    var isNamed: Bool { name.isPresent && name != NameID(.empty) }
}
