/// The tracks of a timeline: every lane of every thread has as many as it takes for the intervals on each to nest.
///
/// On one track an interval is inside another or apart from it, and no two begin at the same time: which one a flow
/// belongs to is then told by the time alone. Intervals must come in order of their starts, longest first.
struct TrackBook {
    /// What a lane shows, in the order in which lanes stand.
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
        /// Name of the thread; nil where the lane belongs to none.
        let thread: String?
        /// From 1 within its lane and thread.
        let number: Int
        /// Ends of the intervals that are open, outermost first.
        fileprivate var open: [Int64] = []
        fileprivate var lastStart: Int64 = -1

        var title: String {
            lane.title + (thread.map { " · \($0)" } ?? "") + (number > 1 ? " (\(number))" : "")
        }
    }

    private struct Key: Hashable {
        var lane: Lane
        var thread: String?
    }

    /// A track's index is its thread id, less what `id` adds.
    private(set) var tracks: [Track] = []
    private var indexes: [Key: [Int]] = [:]
    /// More tracks than this in one lane only where intervals cannot nest: those that begin together share one.
    private static let comfortable = 32

    /// The index of the track that takes an interval; `end` is `Int64.max` for one without an end.
    mutating func place(_ lane: Lane, thread: String?, start: Int64, end: Int64) -> Int {
        let key = Key(lane: lane, thread: thread)
        let candidates = indexes[key] ?? []
        for index in candidates where takes(index, start, end, sharesStarts: candidates.count >= Self.comfortable) {
            return index
        }
        let index = tracks.count
        tracks.append(
            Track(lane: lane, thread: thread, number: candidates.count + 1, open: [end], lastStart: start))
        indexes[key, default: []].append(index)
        return index
    }

    private mutating func takes(_ index: Int, _ start: Int64, _ end: Int64, sharesStarts: Bool) -> Bool {
        while let last = tracks[index].open.last, last <= start { tracks[index].open.removeLast() }
        guard start > tracks[index].lastStart || sharesStarts else { return false }
        if let around = tracks[index].open.last, end > around { return false }
        tracks[index].open.append(end)
        tracks[index].lastStart = start
        return true
    }
}
