/// The figures that can have a limit; the raw value is the key in a budget.
enum BudgetMeasure: String, CaseIterable, Sendable {
    case red, orange, unnecessary
    case updatesPerInteraction = "updates_per_interaction"
    case unnecessaryPerInteraction = "unnecessary_per_interaction"
    case wastedMs = "wasted_ms"
    case p95Ms = "p95_ms"
    case hitchRatio = "hitch_ratio"
    case hitchMs = "hitch_ms"
    case hangMs = "hang_ms"
    case medianMs = "median_ms"
    case maxMs = "max_ms"
    case count
    case selfShare = "self_share"
    case totalShare = "total_share"
    case updatesPerSecond = "updates_per_second"
    case mainThreadShare = "main_thread_share"
    case evaluations, unchanged
    case rejects

    /// Whether it counts updates, or the time of unnecessary ones, not durations.
    var isOfUpdates: Bool {
        [.unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .wastedMs, .updatesPerSecond].contains(self)
    }

    var scopes: Set<BudgetScope> {
        switch self {
        case .red, .orange, .unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .wastedMs:
            BudgetScope.ofUpdates
        case .p95Ms: [.trace, .views, .signposts]
        case .medianMs, .maxMs, .count: [.signposts]
        case .selfShare, .totalShare: [.functions]
        case .updatesPerSecond, .mainThreadShare: [.recurring]
        case .hitchRatio, .hitchMs, .hangMs: [.trace, .interactions]
        case .evaluations, .unchanged, .rejects: [.trace]
        }
    }

    /// One sentence for the docs and for hosts that explain a rule.
    var meaning: String {
        switch self {
        case .red: "Updates over the red deadline; of the trace, its view bodies."
        case .orange: "Updates over the orange deadline that met the red one; of the trace, its view bodies."
        case .unnecessary: "Updates inside interactions that were not needed."
        case .updatesPerInteraction: "Updates for one interaction; of a view or chain, where it has the most."
        case .unnecessaryPerInteraction:
            "Updates that were not needed for one interaction; of a view or chain, where it has the most."
        case .wastedMs: "Milliseconds spent in updates that were not needed."
        case .p95Ms:
            "The 95th percentile of how long an update takes, or an interval, in milliseconds; of the trace, its view bodies."
        case .hitchRatio: "Milliseconds of hitches a second of interaction."
        case .hitchMs: "Milliseconds of hitches."
        case .hangMs: "Milliseconds of hangs."
        case .medianMs: "The median of how long an interval takes, in milliseconds."
        case .maxMs: "The longest interval, in milliseconds."
        case .count: "How often a signpost happens: intervals with both ends, and events."
        case .selfShare: "The share of the running samples that are in the function itself, from 0 to 1."
        case .totalShare: "The share of the running samples that are in the function or in what it calls, from 0 to 1."
        case .updatesPerSecond: "Updates a second, from the first run of the cause to its last one."
        case .mainThreadShare: "Percent of that time that its updates take, from 0 to 100."
        case .evaluations: "Evaluations of bodies in console or log lines that belong to no update."
        case .unchanged: "Those of them in which nothing had changed: unnecessary, and proven."
        case .rejects: "Rows of the input that could not be read."
        }
    }

    /// Whether it is a count; the others are times and ratios.
    var isCount: Bool {
        switch self {
        case .red, .orange, .unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .rejects, .count,
            .evaluations, .unchanged:
            true
        case .wastedMs, .p95Ms, .hitchRatio, .hitchMs, .hangMs, .medianMs, .maxMs, .selfShare, .totalShare,
            .updatesPerSecond, .mainThreadShare:
            false
        }
    }

    var unit: String {
        switch self {
        case .wastedMs, .p95Ms, .hitchMs, .hangMs, .medianMs, .maxMs: " ms"
        case .hitchRatio: " ms/s"
        case .updatesPerSecond: "/s"
        case .mainThreadShare: " %"
        default: ""
        }
    }

    /// A small amount of the figure. Breaches are compared relative to their limits, but a limit of zero gives no
    /// scale: then the scale is one update, one frame at 60 Hz, or the ratio at which Apple's warning band begins.
    var quantum: Double {
        switch self {
        case .wastedMs, .p95Ms, .hitchMs, .hangMs, .medianMs, .maxMs: 16.67
        case .hitchRatio: 5
        case .selfShare, .totalShare: 0.01
        default: 1
        }
    }

    /// What the input needs so that the figure means anything.
    enum Need { case updates, evaluations, evidence, interactions, recurrence, hitches, hangs, signposts, samples }

    /// The needs in a section of the budget.
    func needs(_ scope: BudgetScope) -> [Need] {
        if scope == .signposts { return [.signposts] }
        return switch self {
        case .red, .orange, .p95Ms: [.updates]
        case .unnecessary, .wastedMs: [.updates, .evidence]
        case .updatesPerInteraction: [.updates, .interactions]
        case .unnecessaryPerInteraction: [.updates, .interactions, .evidence]
        case .medianMs, .maxMs, .count: [.signposts]
        case .selfShare, .totalShare: [.samples]
        case .updatesPerSecond, .mainThreadShare: [.recurrence]
        case .hitchRatio, .hitchMs: [.hitches]
        case .hangMs: [.hangs]
        case .evaluations, .unchanged: [.evaluations]
        case .rejects: []
        }
    }
}
