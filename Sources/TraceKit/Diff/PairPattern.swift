/// A regular expression that takes parts out of names before these are paired.
///
/// A match cannot be stopped, and on an unlucky name some patterns take longer than anyone waits: `(_?[a-z]+)+$` tries every
/// way to cut a word into pieces. Then `onOverdue` is called on another thread, and has to end the process.
final class PairPattern: @unchecked Sendable {
    private let text: String
    private let clock = MatchClock()

    /// Throws where the text is no regular expression.
    init(_ text: String, onOverdue: @escaping @Sendable (TraceError) -> Void) throws {
        self.text = text
        _ = try Regex(text)
        let clock = clock
        // Ends with the pattern, so nothing waits for it.
        _ = BackgroundWork { () throws(TraceError) in
            guard let name = clock.waitForOverdue() else { return }
            onOverdue(
                TraceError(
                    .usage,
                    "'--pair \(text.prefix(80))' takes too long on the name '\(name.prefix(80))'",
                    fix: "repeat nothing that repeats something: '[a-z_]+$' instead of '(_?[a-z]+)+$'"))
        }
    }

    deinit { clock.finish() }

    /// A name without what the pattern matches in it.
    func removed(from name: String) -> String {
        matching(name) { $0.replacing($1, with: "") } ?? name
    }

    func matches(in name: String) -> Bool {
        matching(name) { $0.firstMatch(of: $1) != nil } ?? false
    }

    private func matching<Result>(_ name: String, _ body: (String, Regex<AnyRegexOutput>) -> Result) -> Result? {
        // Made where it is used: a Regex may not cross to another thread.
        guard let regex = try? Regex(text) else { return nil }
        clock.begin(name)
        defer { clock.end() }
        return body(name, regex)
    }
}

/// Knows which match is running, and since when.
private final class MatchClock: @unchecked Sendable {
    private let monitor = Monitor()
    private var running: (name: String, since: ContinuousClock.Instant)?
    private var isFinished = false
    private static let patience = Duration.seconds(2)

    func begin(_ name: String) { monitor.locked { running = (name, .now) } }

    func end() { monitor.locked { running = nil } }

    /// No match will begin any more.
    func finish() {
        monitor.locked {
            isFinished = true
            monitor.signal()
        }
    }

    /// The name on which a match takes too long; nil once there will be no more matches.
    func waitForOverdue() -> String? {
        monitor.locked {
            while !isFinished {
                if let running, ContinuousClock.now - running.since > Self.patience { return running.name }
                monitor.wait(milliseconds: 100)
            }
            return nil
        }
    }
}
