/// What the user can set about a comparison.
package struct DiffOptions: Sendable {
    /// What a side is called and where it came from.
    package struct Side: Sendable {
        /// Labels or inputs as the user gave them.
        package var label: String
        package init(label: String) { self.label = label }
    }

    /// Whether generic arguments are dropped from names before they are paired.
    package var dropsGenerics = false
    /// Takes from a name what must not keep it from pairing with another; identity where the user gave no pattern.
    package var pairingName: @Sendable (String) -> String = { $0 }
    package var before = Side(label: "before")
    package var after = Side(label: "after")
    /// How the user named the first trace of the after side, for the command that the result proposes.
    package var input = CommandInput(["AFTER"])
    /// Where to look for the views of findings; nil = nowhere.
    package var sources: SourceLookup?

    /// Problems that are accepted: their findings are not new.
    package var accepted: [AcceptedNote] = []

    /// So many rows of a table are listed, and all that have a verdict.
    package var listedRows = DiffThresholds.listedRows

    package init() {}

    private var patterns: [(text: String, pattern: PairPattern)] = []

    /// The regular expressions that match in no name that is paired: of a view, or of a step of a chain.
    package func unmatchedPatterns(in sides: [TracePipeline.Loaded]) throws(TraceError) -> [String] {
        var unmatched = patterns
        for side in sides {
            for trace in side.traceIDs {
                for what in ["view", "cause"] where !unmatched.isEmpty {
                    let names = try side.names(of: what, trace: trace)
                    unmatched.removeAll { names.contains(where: $0.pattern.matches) }
                }
            }
        }
        return unmatched.map(\.text)
    }

    /// Leaves what a regular expression matches out of names before they are paired. Throws where it is none. Some take
    /// longer on a name than anyone waits, and no match can be stopped: `onOverdue` is then called on another thread, with
    /// the error that names both, and has to end the process.
    package mutating func leaveOutOfNames(
        _ pattern: String, onOverdue: @escaping @Sendable (TraceError) -> Void
    ) throws {
        let (added, previous) = (try PairPattern(pattern, onOverdue: onOverdue), pairingName)
        patterns.append((pattern, added))
        pairingName = { added.removed(from: previous($0)) }
    }
}

/// The limits of docs/analysis.md, section 8; nothing smaller is called a change.
enum DiffThresholds {
    /// The chance that a comparison of equal apps calls anything worse or better.
    static let alpha = 0.04
    /// Fewer traces, or interactions, a side can never be significant at that level.
    static let fewestSamples = 4
    /// Of fewer traces no rank test tells one row of many from chance.
    static let fewestTraces = 6
    /// Of the level of a count, what whole traces share with their single interactions: single large counts hide a change from
    /// sums of whole traces, while their interactions are told to be different only where they are by very much.
    static let (shareOfTraces, shareOfInteractions) = (0.8, 0.2)
    /// A count is said not to vary from trace to trace from so many on.
    static let fewestConstantTraces = 3
    static let updates = ChangeFloor(percent: 10, absolute: 2)
    static let milliseconds = ChangeFloor(percent: 10, absolute: 1)
    /// Of counts that single interactions tell: recordings differ as a whole by some percent, which one trace a side
    /// cannot show.
    static let ofInteractions = ChangeFloor(percent: 25, absolute: 2)
    /// So many times more of everything one recording may have than the next: what is tested must stand beyond it.
    static let ofRecordings = 1.1
    /// By so many updates an interaction a count must change to be called likely different without a test.
    static let likelyUpdates = 10.0
    /// Of functions, in samples of a trace, and from which share of them on a function is worth a row.
    static let samples = ChangeFloor(percent: 10, absolute: 10)
    static let hotFunction = 0.01
    /// By so much of all samples a function must change to be called likely different.
    static let likelyShare = 0.05
    /// A body is new among the long ones if it missed a deadline at least so often.
    static let newLongBodies = 2
    /// See `DiffOptions.listedRows`.
    static let listedRows = 5_000
}

/// A figure that the rows of a table have, one a trace.
struct DiffMetric<Sample> {
    enum Role {
        /// Stands in the table, and is never judged.
        case shown
        /// A number of things, which single interactions tell where there are few traces.
        case count(CountSamples.Figure)
        /// What is judged by whole traces only: a recording is slower or quicker as a whole.
        case time
        /// The same, of rows that differ in another figure: it says more of them, and finds none.
        case evidence
    }

    var column: DiffColumn
    var role: Role
    /// What it is called where there is more of it after than before, and where there is less: `more updates`, `slower`.
    var more = ""
    var less = ""
    var floor = DiffThresholds.updates
    var value: (Sample) -> Double?
    /// The interval of the figure within one trace, where there is one.
    var interval: ((Sample) -> ClosedRange<Double>?)?
    /// What two traces probably say, where there are too few of them for a verdict.
    var likely: ((_ before: Sample, _ after: Sample) -> DiffVerdict)?

    /// Updates of a row, or the unnecessary ones of them.
    static func count(
        _ name: String, _ title: String, _ figure: CountSamples.Figure, drop: Int = 0,
        _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        let things = figure == .updates ? "updates" : "unnecessary"
        return DiffMetric(
            column: DiffColumn(name: name, title: title, style: .count, dropOrder: drop), role: .count(figure),
            more: "more \(things)", less: "fewer \(things)", floor: DiffThresholds.updates, value: value)
    }

    /// How many were slow, which varies from trace to trace as times do.
    static func slow(
        _ name: String, _ title: String, of things: String, _ role: Role, drop: Int,
        _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .count, dropOrder: drop), role: role,
            more: "more \(things)", less: "fewer \(things)", floor: DiffThresholds.updates, value: value)
    }

    static func duration(
        _ name: String, _ title: String, more: String, less: String, drop: Int = 0,
        interval: ((Sample) -> ClosedRange<Double>?)? = nil, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .milliseconds, dropOrder: drop), role: .time,
            more: more, less: less, floor: DiffThresholds.milliseconds, value: value, interval: interval)
    }

    /// A duration that says more of rows that differ otherwise.
    static func slower(
        _ name: String, _ title: String, drop: Int, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        var metric = duration(name, title, more: "slower", less: "faster", drop: drop, value)
        metric.role = .evidence
        return metric
    }

    static func shown(
        _ name: String, _ title: String, _ style: DiffColumn.Style, drop: Int, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: style, dropOrder: drop), role: .shown, value: value)
    }
}

/// A row before it is judged: its names, and a sample a trace (nil where the trace has no such row).
struct DiffDraft<Sample> {
    var names: [String?]
    var before: [Sample?]
    var after: [Sample?]
    /// What its single interactions gave, where it is told by them.
    var samples: CountSamples?
    /// Words that come before those of the figures: `new long bodies`.
    var marks: [String] = []
    /// Whether the row may be judged at all: what is compared must be comparable.
    var isComparable = true
    var sortWeight = 0.0

    var isNew: Bool { before.allSatisfy { $0 == nil } }
    var isGone: Bool { after.allSatisfy { $0 == nil } }
}
