/// The user's options for a comparison.
package struct DiffOptions: Sendable {
    /// The name of a side.
    package struct Side: Sendable {
        /// The labels, or the inputs as given by the user.
        package var label: String
        package init(label: String) { self.label = label }
    }

    /// Whether generic arguments are dropped from names before they are paired.
    package var dropsGenerics = false
    /// Removes the matches of the user's patterns from a name before pairing.
    package var pairingName: @Sendable (String) -> String = { $0 }
    package var before = Side(label: "before")
    package var after = Side(label: "after")
    /// The user's input for the first trace of the after side, for proposed commands.
    package var input = CommandInput(["AFTER"])
    /// The sources to search for the views of findings; nil = none.
    package var sources: SourceLookup?

    /// Accepted problems, whose findings are not new.
    package var accepted: [AcceptedNote] = []

    /// The number of listed rows per table, besides those with a verdict.
    package var listedRows = DiffThresholds.listedRows

    package init() {}

    private var patterns: [PairPattern] = []

    /// The patterns that match no paired name, of a view or of a step of a chain.
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

    /// Removes matches of a pattern (see `PairPattern`) from names before they are paired. Returns false for an invalid
    /// pattern.
    package mutating func leaveOutOfNames(_ pattern: String) -> Bool {
        guard let added = PairPattern(pattern) else { return false }
        let previous = pairingName
        patterns.append(added)
        pairingName = { added.removed(from: previous($0)) }
        return true
    }
}

/// The limits of docs/analysis.md, section 8; smaller differences are not called changes.
enum DiffThresholds {
    /// The probability that a comparison of equal apps calls anything worse or better.
    static let alpha = 0.04
    /// The fewest traces, or interactions, per side that can be significant at that level.
    static let fewestSamples = 4
    /// The fewest traces with which a rank test distinguishes one row of many from chance.
    static let fewestTraces = 6
    /// The shares of a count's level for whole traces and for single interactions: a few large counts hide a change
    /// from sums of whole traces, while single interactions only show very large differences.
    static let (shareOfTraces, shareOfInteractions) = (0.8, 0.2)
    /// The fewest traces that show that a count does not vary.
    static let fewestConstantTraces = 3
    /// The fewest traces per side, and the smallest ratio of the medians, from which a time is likely to have changed,
    /// if all of one side lie beyond all of the other.
    static let (fewestFarTraces, farFactor) = (5, 1.5)
    static let updates = ChangeFloor(percent: 10, absolute: 2)
    static let milliseconds = ChangeFloor(percent: 10, absolute: 1)
    /// The floor for counts by single interactions: recordings differ as a whole by some percent, which one trace per
    /// side cannot show.
    static let ofInteractions = ChangeFloor(percent: 25, absolute: 2)
    /// The factor by which recordings differ as a whole. A difference must exceed it.
    static let ofRecordings = 1.1
    /// The smallest difference in updates per interaction for "likely" without a test.
    static let likelyUpdates = 10.0
    /// The floor for functions, in samples of a trace, and the smallest share of samples for a row.
    static let samples = ChangeFloor(percent: 10, absolute: 10)
    static let hotFunction = 0.01
    /// The smallest difference in the share of samples for "likely".
    static let likelyShare = 0.05
    /// The fewest missed deadlines that make a body newly long.
    static let newLongBodies = 2
    /// See `DiffOptions.listedRows`.
    static let listedRows = 5_000
}

/// A column of figures: one value per row and trace.
struct DiffMetric<Sample> {
    enum Role {
        /// A figure that is only shown.
        case shown
        /// A count, decided by single interactions if there are few traces.
        case count(CountSamples.Figure)
        /// A time, decided only by whole traces, because a recording is slower or faster as a whole.
        case time
        /// A time that is judged if no earlier time in the row can reach its floor, and otherwise is evidence: a
        /// percentile shows a change of an action that takes 0.5 ms in the median and sometimes 20 ms.
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
    /// The value that is judged, if it is not the shown one.
    var judgedValue: ((Sample) -> Double?)?
    var judged: (Sample) -> Double? { judgedValue ?? value }
    /// The confidence interval within one trace, if any.
    var interval: ((Sample) -> ClosedRange<Double>?)?
    /// Whether a trace has enough rows behind the value for a likely verdict.
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

    /// A count of slow events, which varies between traces as times do.
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

    /// A duration as further evidence in rows that differ in another figure.
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
    /// The counts of its single interactions, if they decide.
    var samples: CountSamples?
    /// Words before the figures' words: `new long bodies`.
    var marks: [String] = []
    /// Whether the row may be judged.
    var isComparable = true
    var sortWeight = 0.0

    var isNew: Bool { before.allSatisfy { $0 == nil } }
    var isGone: Bool { after.allSatisfy { $0 == nil } }
}
