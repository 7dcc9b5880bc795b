/// A line of a log.
struct LogEvent {
    enum Kind: String { case begin, end, event, changes, note }

    var time: Nanoseconds
    var kind: Kind
    var name = ""
    var category: String
    var id = Signpost.exclusive
    var message = ""

    static func span(_ signpost: Signpost) -> [LogEvent] {
        span(
            signpost.name, signpost.category, signpost.signpostID, signpost.message ?? "", start: signpost.start,
            duration: signpost.duration)
    }

    /// Around a body; one without an end has begun nevertheless.
    static func span(_ update: Update, _ trace: Recording) -> [LogEvent] {
        span(
            update.view + ".body", trace.bodyCategory, start: update.start, duration: update.duration, single: .begin)
    }

    static func span(
        _ name: String, _ category: String, _ id: UInt64 = Signpost.exclusive, _ message: String = "",
        start: Nanoseconds, duration: Nanoseconds?, single: Kind = .event
    ) -> [LogEvent] {
        let first = LogEvent(
            time: start, kind: duration == nil ? single : .begin, name: name, category: category, id: id,
            message: message)
        guard let duration else { return [first] }
        return [first, LogEvent(time: start + duration, kind: .end, name: name, category: category, id: id)]
    }
}

/// What a story leaves in the unified log: signposts around views' bodies and other work, and what SwiftUI's
/// `_logChanges` says at the beginning of a body.
///
/// A log has no place for causes, instances, groups, allocations, hitches, hangs and samples. Interactions are
/// intervals among the points of interest, or single events where they have no end.
struct LogStory {
    private(set) var events: [LogEvent] = []

    init(_ story: Story) {
        let note = LandmarksStory.launched
        events.append(LogEvent(time: note.time, kind: .note, category: note.category, message: note.message))
        for signpost in story.signposts { events += LogEvent.span(signpost) }
        for interaction in story.interactions {
            let name = interaction.kind.prefix(1).uppercased() + interaction.kind.dropFirst() + " " + interaction.name
            events += LogEvent.span(
                name, "PointsOfInterest", start: interaction.start, duration: interaction.duration)
        }
        for update in Self.bodies(story) {
            guard let duration = update.duration else { continue }
            events += LogEvent.span(update, story.trace)
            events.append(
                LogEvent(
                    time: update.start + min(2_000, duration), kind: .changes, category: "Changed Body Properties",
                    message: Self.changes(update)))
        }
        let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
        events = order.map { events[$0] }
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
}

/// The wall clock of the machine that recorded a trace.
struct WallClock {
    static let zone = "+0200"

    private let month: Substring
    private let day: UInt64
    /// Since the day began.
    private let milliseconds: UInt64

    init(_ trace: Recording) {
        let parts = trace.startedAt.dropFirst(11).dropLast(1).split { $0 == ":" || $0 == "." }.compactMap { UInt64($0) }
        month = trace.startedAt.prefix(8)
        day = UInt64(trace.startedAt.dropFirst(8).prefix(2)) ?? 1
        milliseconds = ((parts[0] + trace.zoneHours) * 3_600 + parts[1] * 60 + parts[2]) * 1_000 + parts[3]
    }

    /// `2026-05-04 11:31:07.704597`; a trace may go on until the end of the month.
    func text(_ time: Nanoseconds, digits: Int) -> String {
        let nanoseconds = milliseconds * 1_000_000 + time
        let seconds = nanoseconds / 1_000_000_000
        var text = month + padded(day + seconds / 86_400, to: 2)
        text += " " + padded(seconds / 3_600 % 24, to: 2)
        text += ":" + padded(seconds / 60 % 60, to: 2)
        text += ":" + padded(seconds % 60, to: 2)
        return text + "." + padded(nanoseconds % 1_000_000_000, to: 9).prefix(digits)
    }
}
