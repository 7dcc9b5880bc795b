/// What a story leaves in the unified log: signposts around views' bodies and other work, and what SwiftUI's
/// `_logChanges` says at the beginning of a body.
///
/// A log has no place for causes, instances, groups, allocations, hitches, hangs and samples. Interactions are
/// intervals among the points of interest, or single events where they have no end.
struct LogStory {
    enum Kind: String { case begin, end, event, changes, note }

    struct Event {
        var time: Nanoseconds
        var kind: Kind
        var name = ""
        var category: String
        var id = LogStory.exclusive
        var message = ""
    }

    /// What `OSSignpostID.exclusive` stands for.
    static let exclusive: UInt64 = 0xEEEE_B0B5_B2B2_EEEE
    static let bodyCategory = "Bodies"

    let trace: Recording
    private(set) var events: [Event] = []

    init(_ story: Story) {
        trace = story.trace
        let note = "launched, \(LandmarksStory.rowCount) landmarks bundled"
        events.append(Event(time: 201_118_000, kind: .note, category: "app", message: note))
        for signpost in story.signposts {
            add(
                signpost.name, signpost.category, signpost.signpostID, signpost.message, signpost.start,
                signpost.duration)
        }
        for interaction in story.interactions {
            let name = interaction.kind.prefix(1).uppercased() + interaction.kind.dropFirst() + " " + interaction.name
            add(name, "PointsOfInterest", Self.exclusive, "", interaction.start, interaction.duration)
        }
        for update in Self.bodies(story) {
            guard let duration = update.duration else { continue }
            add("\(update.view).body", Self.bodyCategory, Self.exclusive, "", update.start, duration)
            events.append(
                Event(
                    time: update.start + min(2_000, duration), kind: .changes, category: "Changed Body Properties",
                    message: Self.changes(update)))
        }
        let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
        events = order.map { events[$0] }
    }

    private mutating func add(
        _ name: String, _ category: String, _ id: UInt64, _ message: String, _ start: Nanoseconds,
        _ duration: Nanoseconds?
    ) {
        let kind = duration == nil ? Kind.event : .begin
        events.append(Event(time: start, kind: kind, name: name, category: category, id: id, message: message))
        guard let duration else { return }
        events.append(Event(time: start + duration, kind: .end, name: name, category: category, id: id))
    }

    /// The bodies that ran, in the order in which they began.
    static func bodies(_ story: Story) -> [Update] {
        story.updates.filter { $0.kind == .body && $0.phase != .check }
            .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    /// `LandmarkRow: @self changed.`, as SwiftUI prints it; a view that is new has a new identity.
    static func changes(_ update: Update) -> String {
        let changed = update.changed ?? (update.phase == .creation ? ["@self", "@identity"] : [])
        return changed.isEmpty
            ? "\(update.view): unchanged." : "\(update.view): \(changed.joined(separator: ", ")) changed."
    }

    // MARK: Times

    /// Hours that the clock of the recording is ahead of UTC.
    private static let zoneHours: UInt64 = 2

    /// `2026-05-04 11:31:07.704597`: the wall clock at a time of the story, which begins and ends on one day.
    func wallClock(_ time: Nanoseconds, digits: Int) -> String {
        let start = trace.startedAt
        let parts = start.dropFirst(11).dropLast(1).split { $0 == ":" || $0 == "." }.compactMap { UInt64($0) }
        let milliseconds = ((parts[0] + Self.zoneHours) * 3_600 + parts[1] * 60 + parts[2]) * 1_000 + parts[3]
        let nanoseconds = milliseconds * 1_000_000 + time
        let seconds = nanoseconds / 1_000_000_000
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Self.padded(String($0), 2) }
        let fraction = Self.padded(String(nanoseconds % 1_000_000_000), 9).prefix(digits)
        return "\(start.prefix(10)) \(clock.joined(separator: ":")).\(fraction)"
    }

    static let zone = "+0200"

    private static func padded(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
