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
    /// Removes the matches of the user's patterns from a name before pairing.
    package var pairingName: @Sendable (String) -> String = { $0 }
    package var before = Side(label: "before")
    package var after = Side(label: "after")
    /// How the user named the first trace of the after side, for the command that the result proposes.
    package var input = CommandInput(["AFTER"])
    /// Where to look for the views of findings; nil = nowhere.
    package var sources: SourceLookup?

    /// Problems that are accepted: their findings are not new.
    package var accepted: [AcceptedNote] = []

    /// The number of listed rows per table, besides those with a verdict.
    package var listedRows = DiffThresholds.listedRows

    package init() {}

    private var patterns: [PairPattern] = []

    /// The patterns that match in no name that is paired: of a view, or of a step of a chain.
    package func unmatchedPatterns(in sides: [TracePipeline.Loaded]) throws(TraceError) -> [String] {
        var unmatched = patterns
        for side in sides {
            for trace in side.traceIDs {
                for what in ["view", "cause"] where !unmatched.isEmpty {
                    let names = try side.names(of: what, trace: trace)
                    unmatched.removeAll { names.contains(where: $0.matches) }
                }
            }
        }
        return unmatched.map(\.text)
    }

    /// Leaves what a pattern matches (see `PairPattern`) out of names before they are paired. Returns false where it is none.
    package mutating func leaveOutOfNames(_ pattern: String) -> Bool {
        guard let added = PairPattern(pattern) else { return false }
        let previous = pairingName
        patterns.append(added)
        pairingName = { added.removed(from: previous($0)) }
        return true
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
    /// Of so many traces a side a time is likely another one where all of one side lie beyond the other, and the median is half as
    /// much again.
    static let (fewestFarTraces, farFactor) = (5, 1.5)
    static let updates = ChangeFloor(percent: 10, absolute: 2)
    static let milliseconds = ChangeFloor(percent: 10, absolute: 1)
    /// Of counts that single interactions tell: recordings differ as a whole by some percent, which one trace a side
    /// cannot show.
    static let ofInteractions = ChangeFloor(percent: 25, absolute: 2)
    /// The factor by which recordings differ as a whole. A difference must exceed it.
    static let ofRecordings = 1.1
    /// The least difference in updates per interaction for "likely" without a test.
    static let likelyUpdates = 10.0
    /// Of functions, in samples of a trace, and from which share of them on a function is worth a row.
    static let samples = ChangeFloor(percent: 10, absolute: 10)
    static let hotFunction = 0.01
    /// The least difference in the share of samples for "likely".
    static let likelyShare = 0.05
    /// The least number of missed deadlines that makes a body newly long.
    static let newLongBodies = 2
    /// See `DiffOptions.listedRows`.
    static let listedRows = 5_000
}

/// A column of figures: one value per row and trace.
struct DiffMetric<Sample> {
    enum Role {
        /// Only shown.
        case shown
        /// A count, decided by single interactions if there are few traces.
        case count(CountSamples.Figure)
        /// A time, which only whole traces decide: a recording is slower or faster as a whole.
        case time
        /// A time that is judged as one where no time before it in the row can reach its floor, and as evidence elsewhere: what takes a
        /// median of 0.5 ms and now and then 20 is told by its percentile.
        case nextTime
        /// A time that is judged only in rows that differ in another figure.
        case evidence
    }

    var column: DiffColumn
    var role: Role
    /// The words for a larger and for a smaller value after: `more updates`, `slower`.
    var more = ""
    var less = ""
    var floor = DiffThresholds.updates
    var value: (Sample) -> Double?
    /// What is judged, where it is not the value itself.
    var judgedValue: ((Sample) -> Double?)?
    /// The confidence interval within one trace, if any.
    var interval: ((Sample) -> ClosedRange<Double>?)?
    /// Whether a trace has enough rows behind the value for the figure to be likely another one.
    var isMuch: (Sample) -> Bool = { _ in true }
    /// The likely verdict from two traces, if there are too few for a test.
    var likely: ((_ before: Sample, _ after: Sample) -> DiffVerdict)?

    /// A count of updates, or of unnecessary ones.
    static func count(
        _ name: String, _ title: String, _ figure: CountSamples.Figure, drop: Int = 0,
        _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        let things = figure == .updates ? "updates" : "unnecessary"
        return DiffMetric(
            column: DiffColumn(name: name, title: title, style: .count, dropOrder: drop), role: .count(figure),
            more: "more \(things)", less: "fewer \(things)", floor: DiffThresholds.updates, value: value)
    }

    /// A count of slow things, which varies between traces as times do.
    static func slow(
        _ name: String, _ title: String, of things: String, _ role: Role, drop: Int,
        _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .count, dropOrder: drop), role: role,
            more: "more \(things)", less: "fewer \(things)", floor: DiffThresholds.updates, value: value)
    }

    static func duration(
        _ name: String, _ title: String, _ role: Role = .time, more: String, less: String, drop: Int = 0,
        interval: ((Sample) -> ClosedRange<Double>?)? = nil, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .milliseconds, dropOrder: drop), role: role,
            more: more, less: less, floor: DiffThresholds.milliseconds, value: value, interval: interval)
    }

    /// A duration as further evidence in rows that differ otherwise.
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

/// A row before it is judged: its names, and one sample per trace (nil if the trace has no such row).
struct DiffDraft<Sample> {
    var names: [String?]
    var before: [Sample?]
    var after: [Sample?]
    /// The counts of its single interactions, if these decide.
    var samples: CountSamples?
    /// Words before those of the figures: `new long bodies`.
    var marks: [String] = []
    /// Whether the row may be judged.
    var isComparable = true
    var sortWeight = 0.0

    var isNew: Bool { before.allSatisfy { $0 == nil } }
    var isGone: Bool { after.allSatisfy { $0 == nil } }
}
