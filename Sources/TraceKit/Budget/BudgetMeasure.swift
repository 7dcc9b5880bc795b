/// A figure that can have a limit. Its key, sections, needs and reading are declared once, in
/// `all`.
struct BudgetMeasure: Sendable {
    enum Unit: Sendable {
        case count, milliseconds
        /// Milliseconds per second.
        case ratio
        case perSecond, percent
        /// A share from 0 to 1.
        case share

        /// The unit as written after a number.
        var words: String {
            switch self {
            case .count, .share: ""
            case .milliseconds: " ms"
            case .ratio: " ms/s"
            case .perSecond: "/s"
            case .percent: " %"
            }
        }

        /// A small amount. Breaches are compared relative to their limits, but a limit of zero gives no scale: then the
        /// scale is one update, one frame at 60 Hz, or the ratio at which Apple's warning band begins.
        var quantum: Double {
            switch self {
            case .count, .perSecond, .percent: 1
            case .milliseconds: 16.67
            case .ratio: 5
            case .share: 0.01
            }
        }
    }

    /// The data in the input without which the figure means nothing.
    enum Need {
        case updates, bodies, evaluations, evidence, interactions, recurrence, hitches, hangs, signposts, samples, logs
    }

    /// The key in a budget.
    let rawValue: String
    let unit: Unit
    let scopes: Set<BudgetScope>
    private let needs: [Need]
    /// Whether it counts updates, or the time of unnecessary ones, not durations.
    var isOfUpdates = false
    /// Whether it counts evaluations of bodies, which console lines report too.
    var isOfBodies = false
    /// One sentence for the docs and for hosts that explain a rule.
    let meaning: String
    /// Reads the figure of a subject; the trace must have the needed data.
    let reading: @Sendable (BudgetFigures, BudgetSubject) -> BudgetFigures.Reading

    /// The needs in a section of the budget.
    func needs(_ scope: BudgetScope) -> [Need] {
        switch scope {
        case .signposts: [.signposts]
        case .logs: [.logs]
        case .views where isOfBodies: [.bodies]
        default: needs
        }
    }

    /// The figure with a key; nil if there is none.
    static func named(_ key: String) -> BudgetMeasure? { all.first { $0.rawValue == key } }
}

extension BudgetMeasure: Hashable {
    static func == (left: BudgetMeasure, right: BudgetMeasure) -> Bool { left.rawValue == right.rawValue }

    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension BudgetMeasure {
    /// All figures, in the order of docs/check.md.
    static let all = [
        red, orange, unnecessary, updatesPerInteraction, unnecessaryPerInteraction, wastedMs, p95Ms, hitchRatio,
        hitchMs,
        hangMs, medianMs, maxMs, count, selfShare, totalShare, updatesPerSecond, mainThreadShare, updates, evaluations,
        unchanged,
        rejects,
    ]

    static let red = BudgetMeasure(
        rawValue: "red", unit: .count, scopes: BudgetScope.ofUpdates, needs: [.updates],
        meaning: "Updates over the red deadline; of the trace, its view bodies."
    ) { .value(Double($0.counts($1, ofBodies: true).red), nil) }

    static let orange = BudgetMeasure(
        rawValue: "orange", unit: .count, scopes: BudgetScope.ofUpdates, needs: [.updates],
        meaning: "Updates over the orange deadline that met the red one; of the trace, its view bodies."
    ) { .value(Double($0.counts($1, ofBodies: true).orange), nil) }

    static let unnecessary = BudgetMeasure(
        rawValue: "unnecessary", unit: .count, scopes: BudgetScope.ofUpdates, needs: [.updates, .evidence],
        isOfUpdates: true, meaning: "Updates inside interactions that were not needed."
    ) {
        $0.waste($0.counts($1)) {
            Double($0.unnecessary)
        } most: {
            Double($0.unknown)
        }
    }

    static let updatesPerInteraction = BudgetMeasure(
        rawValue: "updates_per_interaction", unit: .count, scopes: BudgetScope.ofUpdates,
        needs: [.updates, .interactions], isOfUpdates: true,
        meaning: "Updates for one interaction; of a view or chain, where it has the most."
    ) { $0.perInteraction($1) { $0.updates } }

    static let unnecessaryPerInteraction = BudgetMeasure(
        rawValue: "unnecessary_per_interaction", unit: .count, scopes: BudgetScope.ofUpdates,
        needs: [.updates, .interactions, .evidence], isOfUpdates: true,
        meaning: "Updates that were not needed for one interaction; of a view or chain, where it has the most."
    ) { $0.unnecessaryPerInteraction($1) }

    static let wastedMs = BudgetMeasure(
        rawValue: "wasted_ms", unit: .milliseconds, scopes: BudgetScope.ofUpdates, needs: [.updates, .evidence],
        isOfUpdates: true, meaning: "Milliseconds spent in updates that were not needed."
    ) {
        $0.waste($0.counts($1)) {
            $0.wastedMs
        } most: {
            $0.totalMs
        }
    }

    static let p95Ms = BudgetMeasure(
        rawValue: "p95_ms", unit: .milliseconds, scopes: [.trace, .views, .signposts], needs: [.updates],
        meaning:
            "The 95th percentile of how long an update takes, or an interval, in milliseconds; of the trace, its view bodies."
    ) { $0.percentile($1) ?? $0.signpost($1) { $0.p95Ns } }

    static let hitchRatio = BudgetMeasure(
        rawValue: "hitch_ratio", unit: .ratio, scopes: [.trace, .interactions], needs: [.hitches],
        meaning: "Milliseconds of hitches a second of interaction."
    ) { $0.hitchRatio($1) }

    static let hitchMs = BudgetMeasure(
        rawValue: "hitch_ms", unit: .milliseconds, scopes: [.trace, .interactions], needs: [.hitches],
        meaning: "Milliseconds of hitches."
    ) { .value(($0.sums(of: $1)?.hitches ?? $0.trace.hitches).ms, nil) }

    static let hangMs = BudgetMeasure(
        rawValue: "hang_ms", unit: .milliseconds, scopes: [.trace, .interactions], needs: [.hangs],
        meaning: "Milliseconds of hangs."
    ) { .value(($0.sums(of: $1)?.hangs ?? $0.trace.hangs).ms, nil) }

    static let medianMs = BudgetMeasure(
        rawValue: "median_ms", unit: .milliseconds, scopes: [.signposts, .logs], needs: [.signposts],
        meaning: "The median of how long an interval takes, or of the durations in lines, in milliseconds."
    ) { $0.time($1, ofLog: \.medianMs, ofSignpost: \.medianNs) }

    static let maxMs = BudgetMeasure(
        rawValue: "max_ms", unit: .milliseconds, scopes: [.signposts, .logs], needs: [.signposts],
        meaning: "The longest interval, or duration in a line, in milliseconds."
    ) { $0.time($1, ofLog: \.maxMs, ofSignpost: \.maxNs) }

    static let count = BudgetMeasure(
        rawValue: "count", unit: .count, scopes: [.signposts], needs: [.signposts],
        meaning: "How often a signpost happens: intervals with both ends, and events."
    ) { .value(Double($0.signpost($1).count), nil) }

    static let selfShare = BudgetMeasure(
        rawValue: "self_share", unit: .share, scopes: [.functions], needs: [.samples],
        meaning: "The share of the running samples that are in the function itself, from 0 to 1."
    ) { $0.share($1, \.ownSamples) }

    static let totalShare = BudgetMeasure(
        rawValue: "total_share", unit: .share, scopes: [.functions], needs: [.samples],
        meaning: "The share of the running samples that are in the function or in what it calls, from 0 to 1."
    ) { $0.share($1, \.totalSamples) }

    static let updatesPerSecond = BudgetMeasure(
        rawValue: "updates_per_second", unit: .perSecond, scopes: [.recurring], needs: [.recurrence], isOfUpdates: true,
        meaning: "Updates a second, from the first run of the cause to its last one."
    ) { $0.recurring($1, "its runs have no times") { $0.updatesPerSecond } }

    static let mainThreadShare = BudgetMeasure(
        rawValue: "main_thread_share", unit: .percent, scopes: [.recurring], needs: [.recurrence],
        meaning: "Percent of that time that its updates take, from 0 to 100."
    ) { $0.recurring($1, "its runs have no times, or its updates no durations") { $0.mainThreadShare } }

    static let updates = BudgetMeasure(
        rawValue: "updates", unit: .count, scopes: [.trace, .interactions, .views], needs: [.updates],
        isOfUpdates: true,
        isOfBodies: true, meaning: "Updates; of a view or an interaction, its own."
    ) { .value(Double($0.counts($1).updates), nil) }

    static let evaluations = BudgetMeasure(
        rawValue: "evaluations", unit: .count, scopes: [.trace, .views], needs: [.evaluations], isOfUpdates: true,
        isOfBodies: true,
        meaning:
            "Evaluations of bodies in console or log lines that belong to no update; of a view, how often its body ran: these and its updates."
    ) { .value($0.evaluations($1), nil) }

    static let unchanged = BudgetMeasure(
        rawValue: "unchanged", unit: .count, scopes: [.trace], needs: [.evaluations],
        meaning: "Those of them in which nothing had changed: unnecessary, and proven."
    ) { figures, _ in .value(Double(figures.trace.allEvaluations.unchanged), nil) }

    static let rejects = BudgetMeasure(
        rawValue: "rejects", unit: .count, scopes: [.trace], needs: [],
        meaning: "Rows of the input that could not be read."
    ) { figures, _ in .value(Double(figures.trace.rejects), nil) }
}
