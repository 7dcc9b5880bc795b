/// The tracks of a timeline: every lane of every thread has as many as its intervals need to nest.
///
/// On a track, intervals are nested or disjoint, and no two begin at the same time, so that a time identifies the
/// interval of a flow. Intervals must be added by start, longest first.
struct TrackBook {
    /// The kinds of lanes, in display order.
    enum Lane: Int, CaseIterable {
        case interactions, windows, causes, groups, bodies, representables, others, unterminated, hitches, hangs
        case signposts

        var title: String {
            switch self {
            case .interactions: "Interactions"
            case .windows: "Interaction windows"
            case .causes: "Causes"
            case .groups: "Update groups"
            case .bodies: "View body updates"
            case .representables: "Representable updates"
            case .others: "Other updates"
            case .unterminated: "Without an end"
            case .hitches: "Hitches"
            case .hangs: "Hangs"
            case .signposts: "Signposts"
            }
        }
    }

    struct Track {
        let lane: Lane
        /// The thread's name; nil if the lane has none.
        let thread: String?
        /// Counted from 1 within its lane and thread.
        let number: Int

        var title: String {
            lane.title + (thread.map { " · \($0)" } ?? "") + (number > 1 ? " (\(number))" : "")
        }
    }

    private struct Key: Hashable {
        var lane: Lane
        var thread: String?
    }

    /// All tracks; a track's thread id is its index plus an offset (`id`).
    private(set) var tracks: [Track] = []
    private var shelves: [Key: Int] = [:]
    private var all: [TrackShelf] = []
    private var keys: [(lane: Lane, thread: String?)] = []

    /// The number of tracks checked for room, for tests.
    var steps: Int { all.reduce(0) { $0 + $1.steps } }

    /// The index of a track with room for the interval; `end` is `Int64.max` for one without an end.
    mutating func place(_ lane: Lane, thread: String?, start: Int64, end: Int64) -> Int {
        place(shelf(lane, thread: thread), start: start, end: end)
    }

    /// A number for a lane and thread, to add many intervals.
    mutating func shelf(_ lane: Lane, thread: String?) -> Int {
        let key = Key(lane: lane, thread: thread)
        let shelf = shelves[key] ?? all.count
        if shelf == all.count {
            shelves[key] = shelf
            all.append(TrackShelf())
            keys.append((lane, thread))
        }
        return shelf
    }

    mutating func place(_ shelf: Int, start: Int64, end: Int64) -> Int {
        let position = all[shelf].place(start, end)
        if position == all[shelf].indexes.count {
            all[shelf].indexes.append(tracks.count)
            tracks.append(Track(lane: keys[shelf].lane, thread: keys[shelf].thread, number: position + 1))
        }
        return all[shelf].indexes[position]
    }
}

/// The tracks of one lane and thread: an interval goes to the first track with room.
private struct TrackShelf {
    /// Their indexes among all tracks.
    var indexes: [Int] = []
    private(set) var steps = 0
    /// By track, the ends of the open intervals, outermost first.
    private var open: [[Int64]] = []
    /// By track, the start of the last interval.
    private var lastStarts: [Int64] = []
    /// A tree over the tracks: until when each has room, and for inner nodes the largest below. Node n is the parent of
    /// 2n and 2n + 1; tracks start at `room.count / 2`.
    private var room: [Int64] = [.min, .min]
    /// The ends of all open intervals with their tracks.
    private var ends = Heap<(end: Int64, track: Int)> { $0.end < $1.end }
    /// More tracks are made only where intervals cannot nest: those with equal starts then share one.
    private static let comfortable = 32

    /// The number of a track; one past the last is a new track.
    mutating func place(_ start: Int64, _ end: Int64) -> Int {
        close(start)
        let track = firstTrack(start, end) ?? open.count
        if track == open.count {
            open.append([])
            lastStarts.append(start)
            if track == room.count / 2 { grow() }
        }
        open[track].append(end)
        lastStarts[track] = start
        setRoom(track, until: end)
        ends.insert((end, track))
        return track
    }

    /// Removes intervals that have ended.
    private mutating func close(_ time: Int64) {
        while let first = ends.first, first.end <= time {
            _ = ends.popFirst()
            steps += 1
            // It is nested in the others of the track, and so the last one.
            open[first.track].removeLast()
            setRoom(first.track, until: open[first.track].last ?? .max)
        }
    }

    private mutating func firstTrack(_ start: Int64, _ end: Int64) -> Int? {
        let leaves = room.count / 2
        if open.count < Self.comfortable {
            steps += open.count
            return open.indices.first { lastStarts[$0] < start && room[leaves + $0] >= end }
        }
        guard room[1] >= end else { return nil }
        var node = 1
        while node < leaves {
            steps += 1
            node = room[2 * node] >= end ? 2 * node : 2 * node + 1
        }
        return node - leaves
    }

    private mutating func setRoom(_ track: Int, until end: Int64) {
        var node = room.count / 2 + track
        room[node] = end
        while node > 1 {
            node /= 2
            room[node] = max(room[2 * node], room[2 * node + 1])
        }
    }

    /// Doubles the number of tracks.
    private mutating func grow() {
        let leaves = room.count / 2
        room =
            Array(repeating: .min, count: 2 * leaves) + room[leaves...]
            + Array(repeating: .min, count: leaves)
        for node in (1..<2 * leaves).reversed() { room[node] = max(room[2 * node], room[2 * node + 1]) }
    }
}
