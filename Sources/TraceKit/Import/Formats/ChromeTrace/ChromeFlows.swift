/// Which intervals a flow leads from and to.
///
/// Flow events are the same flow by category, name and id. Each stands for an interval of its own thread: the start
/// (`s`), a step (`t`) and an end (`f`) with `"bp": "e"` for the latest begun that is not over at that time; any other
/// end for the next to begin from that time on. Of intervals that begin together it is the last in the file. Every
/// step and end is linked to the start or step before it. What stands for no interval, or has nothing before it,
/// leads nowhere and is skipped.
struct ChromeFlows: ~Copyable {
    struct Link: BitwiseCopyable {
        var from: UInt32
        var to: UInt32
        /// Indexes of the flow events.
        var start: UInt32
        var end: UInt32
    }

    /// An end that waits for the next interval of its thread.
    private struct Waiting {
        var from: (interval: UInt32, event: UInt32)
        var end: UInt32
    }

    let links = Column<Link>()
    private let events: Column<ChromeEvent>
    /// By thread: the intervals begun, those that are over dropped from the end when they are met.
    private var stacks: [UInt32: [UInt32]] = [:]
    private var waiting: [UInt32: [Waiting]] = [:]
    /// By flow: where it was last.
    private var last: [UInt32: (interval: UInt32, event: UInt32)] = [:]

    init(_ events: Column<ChromeEvent>) { self.events = events }

    /// Takes the next interval of a thread.
    mutating func begin(_ interval: UInt32, on track: UInt32) {
        stacks[track, default: []].append(interval)
        guard let ends = waiting.removeValue(forKey: track) else { return }
        for end in ends { link(end.from, interval, end.end) }
    }

    /// Takes the next flow event; all intervals that begin up to its time were taken before.
    mutating func take(_ index: UInt32, _ intervals: Column<ChromeInterval>) {
        let event = events[Int(index)]
        let around = innermost(event.track, at: event.time, intervals)
        if event.phase == .flowEnd, !event.endsInside {
            guard let from = last[event.lane] else { return }
            if let around, intervals[Int(around)].start == event.time {
                link(from, around, index)
            } else {
                waiting[event.track, default: []].append(Waiting(from: from, end: index))
            }
            return
        }
        guard let around else {
            if event.phase == .flowStart { last[event.lane] = nil }
            return
        }
        if event.phase != .flowStart, let from = last[event.lane] { link(from, around, index) }
        if event.phase != .flowEnd { last[event.lane] = (around, index) }
    }

    private func link(_ from: (interval: UInt32, event: UInt32), _ to: UInt32, _ end: UInt32) {
        guard from.interval != to else { return }
        links.append(Link(from: from.interval, to: to, start: from.event, end: end))
    }

    private mutating func innermost(
        _ track: UInt32, at time: Int64, _ intervals: Column<ChromeInterval>
    ) -> UInt32? {
        guard var stack = stacks.removeValue(forKey: track) else { return nil }
        while let top = stack.last, isOver(intervals[Int(top)], at: time) { stack.removeLast() }
        stacks[track] = stack
        return stack.last
    }

    /// Intervals without an end (yet) go on.
    private func isOver(_ interval: ChromeInterval, at time: Int64) -> Bool {
        interval.duration >= 0 && interval.end < time
    }
}
