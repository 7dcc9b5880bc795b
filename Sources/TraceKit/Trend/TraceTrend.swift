/// The figures of an app over many traces, with their steps: the model for all renderers.
package struct TraceTrend: Sendable {
    /// The version of the trend's JSON; increases when a key changes its meaning or is removed.
    package static let schemaVersion = 1

    /// The traces in order of import.
    package var traces: [TrendTrace]
    /// Headline figures, then interactions, views, signposts, functions; within each group, those with the largest step
    /// first.
    package var rows: [TrendRow]
    /// The groups of comparable traces, by index (`TrendGroups`).
    var groups: [[Int]] = []
    /// Caveats about the traces.
    package var warnings: [String]
}

package struct TrendTrace: Sendable {
    package var id: Int64
    /// The user's label, otherwise the build, otherwise the recording's name.
    package var label: String
    package var build: String?
    package var device: String?
    /// The time of the recording, otherwise of its import.
    package var date: String?
    package var updates: Int
    package var interactions: Int
}

/// One figure over all traces.
package struct TrendRow: Sendable {
    package enum Group: String, Sendable, CaseIterable { case headline, interaction, view, signpost, function }

    package enum Unit: Sendable {
        case count
        /// Milliseconds.
        case time
        /// Percent.
        case share
    }

    package var group: Group
    /// The interaction, view, signpost or function; empty for headline figures.
    package var subject: String
    /// The name with the unit: `updates per interaction`, `p95 ms`.
    package var figure: String
    package var unit: Unit
    /// The values, one per trace; nil if the trace has no such figure.
    package var values: [Double?]
    package var step: TrendStep?
    /// The number of interactions behind a value, see `SeriesScale`.
    var observations = 1.0

    var scale: SeriesScale { SeriesScale(isTime: unit == .time, observations: observations) }

    /// Whether any two of these values differ by more than the floor.
    func canReachFloor(_ values: [Double?]) -> Bool {
        let known = values.lazy.compactMap(\.self)
        guard let least = known.min(), let most = known.max() else { return false }
        return floor.isReached(least, most)
    }

    /// The smallest relevant difference between two levels.
    var floor: ChangeFloor {
        switch unit {
        case .count: ChangeFloor(percent: 10, absolute: 2)
        case .time, .share: ChangeFloor(percent: 10, absolute: 1)
        }
    }

    /// The size of the step in floors, which compares across units. Zero without a step.
    var weight: Double { (step?.size ?? 0) / floor.absolute }

    /// The first and the last known value.
    package var first: Double? { values.compactMap { $0 }.first }
    package var last: Double? { values.compactMap { $0 }.last }
}

/// The step of a figure from one level to another.
package struct TrendStep: Sendable, Equatable {
    /// Index of the first trace at the new level.
    package var index: Int
    /// The medians of the values before it and from it on.
    package var before: Double
    package var after: Double

    package var isWorse: Bool { after > before }
    /// The size of the step in the unit of the figure.
    var size: Double { abs(after - before) }
}

extension TraceTrend {
    /// The formats of a trend.
    package static let renderers = Renderers<Drawing<TraceTrend>>([
        Renderer("text", "text/plain", TextTrend.render),
        Renderer("json", "application/json", JSONTrend.render),
        Renderer("markdown", "text/markdown", MarkdownTrend.render),
    ])
}
