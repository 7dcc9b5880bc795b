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

/// The processes, threads and asynchronous operations of a file, with their names.
final class ChromeTracks {
    /// What begins and ends pair within.
    private struct LaneKey: Hashable {
        enum Kind { case async, legacy, flow }

        var kind: Kind
        var category: NameID
        var id: NameID
        var scope: NameID
        /// For local ids only: other ids hold over all processes.
        var process: NameID
        /// For flows only: they are the same by name too.
        var name: NameID
    }

    private struct Track: Hashable {
        var process: NameID
        var thread: NameID
    }

    private let names: NameTable
    private let indexes = Memo<Track, UInt32>()
    private var tracks: [Track] = []
    private let lanes = Memo<LaneKey, UInt32>()
    private var processNames: [NameID: NameID] = [:]
    /// Name and id.
    private let fullNames = Memo<NameID, NameID>()
    private var threadNames: [Track: NameID] = [:]
    /// Of our own export, whose tracks are lanes: the thread whose events a lane shows.
    private var laneThreads: [Track: NameID] = [:]
    private let mainNames: Set<NameID>

    /// Lanes of operations count on from here; below are those of threads.
    static let firstLane: UInt32 = 1 << 31

    init(_ names: NameTable) {
        self.names = names
        mainNames = Set(["main", "Main Thread", "CrBrowserMain", "com.apple.main-thread"].map { names.intern($0) })
    }

    func track(_ process: NameID, _ thread: NameID) -> UInt32 {
        let track = Track(process: process, thread: thread)
        return indexes(track) {
            tracks.append(track)
            return UInt32(tracks.count - 1)
        }
    }

    func lane(_ phase: ChromePhase, _ fields: ChromeFields) -> UInt32 {
        let key = LaneKey(
            kind: phase.isFlow ? .flow : phase.isAsync ? .async : .legacy, category: fields.category, id: fields.id,
            scope: fields.scope, process: fields.isLocalID ? fields.process : .none,
            name: phase.isFlow ? fields.name : .none)
        return lanes(key) { Self.firstLane + UInt32(lanes.count) }
    }

    func takeMetadata(_ fields: ChromeFields) {
        guard fields.givenName.isPresent else { return }
        switch names.text(fields.name) {
        case "process_name": processNames[fields.process] = fields.givenName
        case "thread_name": threadNames[Track(process: fields.process, thread: fields.thread)] = fields.givenName
        case "tracekit_thread": laneThreads[Track(process: fields.process, thread: fields.thread)] = fields.givenName
        default: break
        }
    }

    // MARK: Names, once everything was read

    /// The process' name and id, else what it has of them; none where the event has neither.
    func processName(_ track: UInt32) -> NameID {
        guard Int(track) < tracks.count else { return .none }
        let process = tracks[Int(track)].process
        guard let name = processNames[process], let text = names.text(name) else { return process }
        return fullNames(process) {
            names.intern(ProcessName(text, pid: names.text(process).flatMap { Int64($0) }).text)
        }
    }

    /// The thread's name, else its id. The main thread is known by its name, or by having the process' id.
    func threadName(_ track: UInt32) -> NameID {
        let track = tracks[Int(track)]
        let name = laneThreads[track] ?? threadNames[track] ?? track.thread
        let isMain = mainNames.contains(name) || track.thread.isPresent && track.thread == track.process
        return isMain ? NameID(.main) : name
    }

    /// The one process that all events are of, with its name where it has one; nil where there are several.
    var onlyProcess: (id: NameID, name: NameID)? {
        let processes = Set(tracks.map(\.process)).subtracting([.none])
        guard processes.count == 1, let process = processes.first else { return nil }
        return (process, processNames[process] ?? .none)
    }
}

/// Which intervals a flow leads from and to.
///
/// Flow events are the same flow by category, name and id. Each is of an interval of its own thread: the start
/// (`s`), a step (`t`) and an end (`f`) with `"bp": "e"` for the latest begun that is not over at that time; any other
/// end for the next to begin from that time on. Of intervals that begin together it is the last in the file. Every
/// step and end is linked to the start or step before it. One that is of no interval, or has nothing before it,
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
