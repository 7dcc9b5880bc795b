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
