/// A figure that the rows of a table have, one a trace.
struct DiffMetric<Sample> {
    enum Role {
        /// Exact within one trace; a change is judged by its floor, of several traces by its significance too.
        case count
        /// In milliseconds; within one trace there is never a verdict.
        case duration
        /// Stands in the table, and is never judged.
        case shown
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

    /// `things` are what is counted: `updates`, of which there may be more or fewer.
    static func count(
        _ name: String, _ title: String, of things: String, drop: Int = 0, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .count, dropOrder: drop), role: .count,
            more: "more \(things)", less: "fewer \(things)", floor: DiffThresholds.updates, value: value)
    }

    static func duration(
        _ name: String, _ title: String, more: String, less: String, drop: Int = 0,
        interval: ((Sample) -> ClosedRange<Double>?)? = nil, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric {
        DiffMetric(
            column: DiffColumn(name: name, title: title, style: .milliseconds, dropOrder: drop), role: .duration,
            more: more, less: less, floor: DiffThresholds.milliseconds, value: value, interval: interval)
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
    /// Words that come before those of the figures, with what they mean: `new long bodies`.
    var marks: [(words: String, verdict: DiffVerdict)] = []
    /// Whether the row may be judged at all: what is compared must be comparable.
    var isComparable = true
    var sortWeight = 0.0

    var isNew: Bool { before.allSatisfy { $0 == nil } }
    var isGone: Bool { after.allSatisfy { $0 == nil } }
}
