/// Hangs that an app's own watchdog logs, `Main thread blocked for 940 ms`, `ANR detected: 2.1 s`, and late frames that
/// its own monitor finds: `Dropped 5 frames (83 ms)`, `Hitch: 48 ms`.
enum WatchdogLine {
    /// The blocked subjects, and the words for their states. A length must follow, after only `fillers`, or be given as
    /// the time `behind`.
    private static let sentences: [(subjects: [[Substring]], states: Set<Substring>)] = [
        (
            [["main", "thread"], ["main", "queue"], ["main", "runloop"], ["ui", "thread"]],
            ["blocked", "stalled", "hung", "frozen", "froze", "unresponsive", "hang", "stall", "freeze"]
        ),
        ([["app"], ["ui"]], ["hang", "hung", "freeze", "froze", "unresponsive"]),
        ([[]], ["hang", "freeze", "anr"]),
    ]
    private static let auxiliaries: Set<Substring> = ["was", "is", "has", "been"]
    private static let fillers: Set<Substring> = [
        "detected", "for", "of", "by", "lasting", "lasted", "duration", "about",
    ]
    /// The number in a template, with its unit if no space separates them.
    private static let lengths: Set<Substring> = ["n", "ns", "nsec", "nms"]
    /// The most words of a logger before the line's own.
    private static let mostWordsBefore = 3

    /// The length in nanoseconds; nil for any other message, and for one that is too short for a hang.
    static func hang(_ message: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard beginnings.occur(in: message, first: 200) else { return nil }
        let template = LogTemplate(message)
        guard let length = template.duration, length >= HangClass.least else { return nil }
        if let pseudonym = LinePseudonym(message) { return pseudonym.kind == .hang ? length : nil }
        let words = String(decoding: template.text.prefix(200), as: UTF8.self).lowercased().split { !$0.isLetter }
        for first in words.indices.prefix(mostWordsBefore + 1) where isSentence(words[first...]) { return length }
        return nil
    }

    /// Whether the message reports a hang or a hitch.
    static func isStall(_ message: UnsafeBufferPointer<UInt8>) -> Bool { hang(message) != nil || hitch(message) != nil }

    private static let lost: Set<Substring> = ["dropped", "skipped", "missed"]
    private static let frames: Set<Substring> = ["frame", "frames"]
    private static let hitches: Set<Substring> = ["hitch", "hitched", "drop", "drops", "late"]

    /// The length in nanoseconds of the hitch that a message reports; nil for any other message, and if it only counts
    /// frames.
    static func hitch(_ message: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard beginnings.occur(in: message, first: 200) else { return nil }
        let template = LogTemplate(message)
        guard let length = template.duration, (shortestHitch...longestHitch).contains(length) else { return nil }
        if let pseudonym = LinePseudonym(message) { return pseudonym.kind == .hitch ? length : nil }
        let words = String(decoding: template.text.prefix(200), as: UTF8.self).lowercased().split { !$0.isLetter }
        for first in words.indices.prefix(mostWordsBefore + 1) where isHitch(words[first...]) { return length }
        return nil
    }

    private static let shortestHitch: Int64 = 4_000_000, longestHitch: Int64 = 10_000_000_000

    /// Whether the words are `dropped n frames … n ms`, `n frames dropped … n ms`, `frame drop … n ms`, `frame late by
    /// n ms` or `hitch … n ms`.
    private static func isHitch(_ words: ArraySlice<Substring>) -> Bool {
        var rest = words
        func take(_ meant: Set<Substring>) -> Bool {
            guard let word = rest.first, meant.contains(word) else { return false }
            rest.removeFirst()
            return true
        }
        let isLost = take(lost) ? take(["n"]) && take(frames) : take(["n"]) ? take(frames) && take(lost) : false
        guard isLost || take(frames) && take(hitches) || take(["hitch"]) else { return false }
        return rest.drop { fillers.contains($0) }.first.map { lengths.contains($0) } ?? false
    }

    private static func isSentence(_ words: ArraySlice<Substring>) -> Bool {
        sentences.contains { subjects, states in
            subjects.contains { subject in
                guard words.starts(with: subject) else { return false }
                let rest = words.dropFirst(subject.count).drop { auxiliaries.contains($0) }
                if !subject.isEmpty, rest.first.map(lengths.contains) == true {
                    return rest.prefix(3).contains("behind")
                }
                guard let state = rest.first, states.contains(state) else { return false }
                return rest.dropFirst().drop { fillers.contains($0) }.first.map { lengths.contains($0) } ?? false
            }
        }
    }

    /// The beginnings of the words.
    private static let beginnings = FourLetters([
        "bloc", "stal", "hung", "froz", "unre", "hang", "free", "anr ", "anr:", "anr]", "drop", "skip", "miss", "hitc",
        "behi", "late",
    ])
}
