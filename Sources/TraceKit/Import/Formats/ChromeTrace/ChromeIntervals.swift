/// An interval or instant, with its begin and end joined.
struct ChromeInterval: BitwiseCopyable {
    /// Index of the event with its words: the begin, or the end if there is none.
    var event: UInt32
    var isInstant: Bool
    var pairing: SignpostRecord.Pairing
    /// Nanoseconds on the file's own clock.
    var start: Int64
    /// Nanoseconds, or -1.
    var duration: Int64

    var end: Int64 { start + max(0, duration) }
}

/// Joins begins and ends, in order of time, then of the file.
///
/// An end with a name closes the newest open begin of that name on its thread or in its operation, even if it is not
/// the innermost: begins above it stay open for their own ends. An end without a name closes the innermost. Ends and
/// begins without a partner are kept alone.
struct ChromeIntervals: ~Copyable {
    private struct OpenKey: Hashable {
        var lane: UInt32
        var name: NameID
    }

    /// An open begin, with the previous ones in its lane and of its name.
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

    /// Takes the next event other than a flow. Returns the interval or instant that begins with it.
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

    /// The newest open begin with the event's name; -1 for none.
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
    /// Whether it has a name; ends may lack it.
    var isNamed: Bool { name.isPresent && name != NameID(.empty) }
}

/// The processes, threads and asynchronous operations of a file, with their names.
final class ChromeTracks {
    /// The scope in which begins and ends pair.
    private struct LaneKey: Hashable {
        enum Kind { case async, legacy, flow }

        var kind: Kind
        var category: NameID
        var id: NameID
        var scope: NameID
        /// The process, for local ids only: other ids are valid for all processes.
        var process: NameID
        /// The name, for flows only: it is part of their identity.
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
    /// The thread whose events a lane shows, for our own export, whose tracks are lanes.
    private var laneThreads: [Track: NameID] = [:]
    private let mainNames: Set<NameID>

    /// The first number for lanes of operations; lower ones are for threads.
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

    // MARK: Names, after everything was read

    /// The process' name and id, or whichever of them is known; none without both.
    func processName(_ track: UInt32) -> NameID {
        guard Int(track) < tracks.count else { return .none }
        let process = tracks[Int(track)].process
        guard let name = processNames[process], let text = names.text(name) else { return process }
        return fullNames(process) {
            names.intern(ProcessName(text, pid: names.text(process).flatMap { Int64($0) }).text)
        }
    }

    /// The thread's name, or its id without a name. The main thread is known by its name, or by having the process' id.
    func threadName(_ track: UInt32) -> NameID {
        let track = tracks[Int(track)]
        let name = laneThreads[track] ?? threadNames[track] ?? track.thread
        let isMain = mainNames.contains(name) || track.thread.isPresent && track.thread == track.process
        return isMain ? NameID(.main) : name
    }

    /// The only process of all events, with its name if known; nil if there are several.
    var onlyProcess: (id: NameID, name: NameID)? {
        let processes = Set(tracks.map(\.process)).subtracting([.none])
        guard processes.count == 1, let process = processes.first else { return nil }
        return (process, processNames[process] ?? .none)
    }
}

/// Finds the intervals that flows connect.
///
/// Flow events with the same category, name and id are one flow. Each belongs to an interval of its own thread: the
/// start (`s`), a step (`t`) and an end (`f`) with `"bp": "e"` to the latest begun that is still open at that time; any
/// other end to the next one that begins at or after that time. Of intervals that begin together, the last in the file
/// counts. Every step and end is linked to the start or step before it. An event without an interval or predecessor is
/// skipped.
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
    /// The open intervals by thread; finished ones are removed from the end when they are reached.
    private var stacks: [UInt32: [UInt32]] = [:]
    private var waiting: [UInt32: [Waiting]] = [:]
    /// The last interval and event by flow.
    private var last: [UInt32: (interval: UInt32, event: UInt32)] = [:]

    init(_ events: Column<ChromeEvent>) { self.events = events }

    /// Takes the next interval of a thread.
    mutating func begin(_ interval: UInt32, on track: UInt32) {
        stacks[track, default: []].append(interval)
        guard let ends = waiting.removeValue(forKey: track) else { return }
        for end in ends { link(end.from, interval, end.end) }
    }

    /// Takes the next flow event; all intervals that begin up to its time must have been taken.
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

    /// Whether an interval has ended; those without an end have not.
    private func isOver(_ interval: ChromeInterval, at time: Int64) -> Bool {
        interval.duration >= 0 && interval.end < time
    }
}
