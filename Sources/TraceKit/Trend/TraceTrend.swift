/// How the figures of an app moved over many traces: the model that every renderer draws.
public struct TraceTrend: Sendable {
    /// Version of the trend's JSON; grows when a key changes its meaning or goes.
    public static let schemaVersion = 1

    /// In order of import.
    public var traces: [TrendTrace]
    /// Headline figures, then interactions, views, signposts, functions; within each those with the largest step first.
    public var rows: [TrendRow]
    /// What must be known before the numbers are believed.
    public var warnings: [String]
}

public struct TrendTrace: Sendable {
    public var id: Int64
    /// The user's label, else the build, else the recording's name.
    public var label: String
    public var build: String?
    public var device: String?
    /// Wall clock of the recording, else of its import.
    public var date: String?
    public var updates: Int
    public var interactions: Int
}

/// One figure over all traces.
public struct TrendRow: Sendable {
    public enum Group: String, Sendable, CaseIterable { case headline, interaction, view, signpost, function }

    public enum Unit: Sendable {
        case count
        /// Milliseconds.
        case time
        /// Percent.
        case share
    }

    public var group: Group
    /// What it is a figure of: an interaction, a view, a signpost, a function; empty for headline figures.
    public var subject: String
    /// With its unit: `updates per interaction`, `p95 ms`.
    public var figure: String
    public var unit: Unit
    /// One a trace; nil where the trace has no such figure.
    public var values: [Double?]
    public var step: TrendStep?
    /// See `SeriesScale`.
    var observations = 1.0

    var scale: SeriesScale { SeriesScale(isTime: unit == .time, observations: observations) }

    /// Whether any two of its values lie far enough apart.
    var canReachFloor: Bool {
        let known = values.lazy.compactMap(\.self)
        guard let least = known.min(), let most = known.max() else { return false }
        return floor.isReached(least, most)
    }

    /// How far two levels must lie apart before anybody should care.
    var floor: ChangeFloor {
        switch unit {
        case .count: ChangeFloor(percent: 10, absolute: 2)
        case .time, .share: ChangeFloor(percent: 10, absolute: 1)
        }
    }

    /// How large the step is, so that figures of different units compare: in floors. Zero without a step.
    var weight: Double { step.map { abs($0.after - $0.before) / floor.absolute } ?? 0 }

    /// The first and the last value there is.
    public var first: Double? { values.compactMap { $0 }.first }
    public var last: Double? { values.compactMap { $0 }.last }
}

/// Where a figure moved from one level to another.
public struct TrendStep: Sendable, Equatable {
    /// Index of the first trace at the new level.
    public var index: Int
    /// Medians of the values before it and from it on.
    public var before: Double
    public var after: Double

    public var isWorse: Bool { after > before }
}

extension TraceTrend {
    /// The formats of a trend.
    public static let renderers = Renderers<Drawing<TraceTrend>>([
        Renderer("text", "text/plain", TextTrend.render),
        Renderer("json", "application/json", JSONTrend.render),
        Renderer("markdown", "text/markdown", MarkdownTrend.render),
    ])
}
