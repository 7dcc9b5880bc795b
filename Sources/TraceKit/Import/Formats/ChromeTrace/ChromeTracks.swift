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
    private var indexes: [Track: UInt32] = [:]
    private var tracks: [Track] = []
    private var lastTrack: UInt32 = 0
    private var lanes: [LaneKey: UInt32] = [:]
    private var processNames: [NameID: NameID] = [:]
    /// Name and id, made once.
    private var fullNames: [NameID: NameID] = [:]
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
        if Int(lastTrack) < tracks.count, tracks[Int(lastTrack)] == track { return lastTrack }
        lastTrack = indexes[track] ?? UInt32(tracks.count)
        if Int(lastTrack) == tracks.count {
            tracks.append(track)
            indexes[track] = lastTrack
        }
        return lastTrack
    }

    func lane(_ phase: ChromePhase, _ fields: ChromeFields) -> UInt32 {
        let key = LaneKey(
            kind: phase.isFlow ? .flow : phase.isAsync ? .async : .legacy, category: fields.category, id: fields.id,
            scope: fields.scope, process: fields.isLocalID ? fields.process : .none,
            name: phase.isFlow ? fields.name : .none)
        if let lane = lanes[key] { return lane }
        let lane = Self.firstLane + UInt32(lanes.count)
        lanes[key] = lane
        return lane
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
        if let known = fullNames[process] { return known }
        let full = names.intern(ProcessName(text, pid: names.text(process).flatMap { Int64($0) }).text)
        fullNames[process] = full
        return full
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
