/// The names of the interactions and views that differ. Only their chains are compared.
struct DiffRoots {
    var interactions: Set<String>
    var views: Set<String>

    var isEmpty: Bool { interactions.isEmpty && views.isEmpty }
}

/// The chains of all traces of a comparison that end at a view that differs or run in such an interaction, by the texts under
/// which they pair.
struct ChainPairs {
    /// Sorted. Chains that run in no interaction are left out.
    let texts: [String]
    private let traces: [[String: UpdateFigures]]

    init(_ names: DiffNames, _ roots: DiffRoots, _ traces: [[String: UpdateFigures]]) {
        var texts: Set<String> = []
        self.traces = traces.map { chains in
            var paired: [String: UpdateFigures] = [:]
            for (path, figures) in chains where !figures.byInteraction.isEmpty {
                let text = names.chain(path)
                let runsInRoot = figures.byInteraction.keys.contains {
                    roots.interactions.contains(names.interaction($0).title)
                }
                guard runsInRoot || roots.views.contains(Self.lastView(text)) else { continue }
                var figures = figures
                figures.byInteraction = names.renamed(figures.byInteraction)
                paired.add(figures, text)
                texts.insert(text)
            }
            return paired
        }
        self.texts = texts.sorted()
    }

    /// One per trace; nil for a trace without the chain.
    func figures(_ chain: Int) -> [UpdateFigures?] { traces.map { $0[texts[chain]] } }

    /// The view at which a chain ends: `Row` of `Tap → Row.body`.
    private static func lastView(_ text: String) -> String {
        let last = text.ranges(of: " → ").last.map { text[$0.upperBound...] } ?? text[...]
        return String(last.hasSuffix(".body") ? last.dropLast(5) : last)
    }
}

/// The views of all traces of a comparison, each once, in order.
struct ViewPairs: Sendable {
    let keys: [ViewFigureKey]
    private let traces: [[ViewFigureKey: UpdateFigures]]
    /// Views of the before side alone, and of the after side alone.
    let gone: [ViewFigureKey]
    let new: [ViewFigureKey]

    init(before: [TraceFigures], after: [TraceFigures]) {
        func names(_ side: [TraceFigures]) -> Set<ViewFigureKey> {
            side.reduce(into: []) { $0.formUnion($1.views.keys) }
        }
        let (left, right) = (names(before), names(after))
        keys = left.union(right).sorted()
        (gone, new) = (left.subtracting(right).sorted(), right.subtracting(left).sorted())
        traces = (before + after).map(\.views)
    }

    /// One per trace; nil for a trace without the view.
    func figures(_ row: Int) -> [UpdateFigures?] { traces.map { $0[keys[row]] } }

    /// A warning if hardly any view pairs, which happens when names hold an id or a file name; otherwise nil.
    var warning: String? {
        let both = keys.count - gone.count - new.count
        let fewer = both + min(gone.count, new.count)
        guard fewer >= 20, 20 * both <= fewer, let example = gone.first else { return nil }
        let pairing = both == 0 ? "none has" : "only \(both) have"
        return
            "of \(Decimal.grouped(fewer)) views \(pairing) the same name on both sides (\(example.view) is not there "
            + "after): leave out of names what changes from run to run with --pair REGEX"
    }
}

/// A regular expression whose matches are removed from names before pairing.
///
/// A match cannot be stopped, and on an unlucky name some patterns take longer than anyone waits: `(_?[a-z]+)+$` tries every
/// way to cut a word into pieces. Then `onOverdue` is called on another thread, and has to end the process.
final class PairPattern: @unchecked Sendable {
    private let text: String
    private let clock = MatchClock()

    /// Throws if the text is not a regular expression.
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

    /// The name without the matches of the pattern.
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

/// The running match and its start.
private final class MatchClock: @unchecked Sendable {
    private let monitor = Monitor()
    private var running: (name: String, since: ContinuousClock.Instant)?
    private var isFinished = false
    private static let patience = Duration.seconds(2)

    func begin(_ name: String) { monitor.locked { running = (name, .now) } }

    func end() { monitor.locked { running = nil } }

    /// Ends the watch: no match follows.
    func finish() {
        monitor.locked {
            isFinished = true
            monitor.signal()
        }
    }

    /// Waits for a match that takes too long and returns its name; nil after `finish()`.
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
