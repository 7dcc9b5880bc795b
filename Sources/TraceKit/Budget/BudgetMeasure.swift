/// The figures that can have a limit; the raw value is the key in a budget.
enum BudgetMeasure: String, CaseIterable, Sendable {
    case red, orange, unnecessary
    case updatesPerInteraction = "updates_per_interaction"
    case unnecessaryPerInteraction = "unnecessary_per_interaction"
    case wastedMs = "wasted_ms"
    case p95Ms = "p95_ms"
    case hitchRatio = "hitch_ratio"
    case hangMs = "hang_ms"
    case rejects

    var scopes: Set<BudgetScope> {
        switch self {
        case .red, .orange, .unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .wastedMs:
            Set(BudgetScope.allCases)
        case .p95Ms: [.trace, .views]
        case .hitchRatio, .hangMs: [.trace, .interactions]
        case .rejects: [.trace]
        }
    }

    /// One sentence, for the docs and for hosts that explain a rule.
    var meaning: String {
        switch self {
        case .red: "Updates over the red deadline; of the trace, its view bodies."
        case .orange: "Updates over the orange deadline that met the red one; of the trace, its view bodies."
        case .unnecessary: "Updates inside interactions that were not needed."
        case .updatesPerInteraction: "Updates for one interaction; of a view or chain, where it has the most."
        case .unnecessaryPerInteraction:
            "Updates that were not needed for one interaction; of a view or chain, where it has the most."
        case .wastedMs: "Milliseconds spent in updates that were not needed."
        case .p95Ms: "The 95th percentile of how long an update takes, in milliseconds; of the trace, its view bodies."
        case .hitchRatio: "Milliseconds of hitches a second of interaction."
        case .hangMs: "Milliseconds of hangs."
        case .rejects: "Rows of the input that could not be taken."
        }
    }

    /// Whether it counts things; the others are times and ratios.
    var isCount: Bool {
        switch self {
        case .red, .orange, .unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .rejects: true
        case .wastedMs, .p95Ms, .hitchRatio, .hangMs: false
        }
    }

    var unit: String {
        switch self {
        case .wastedMs, .p95Ms, .hangMs: " ms"
        case .hitchRatio: " ms/s"
        default: ""
        }
    }

    /// Less than this is little. How far past their limits two figures are is told by the limit, but a limit of
    /// zero gives no measure: then it is one update, one frame at 60 Hz, or the ratio from which Apple calls hitches
    /// a warning.
    var quantum: Double {
        switch self {
        case .wastedMs, .p95Ms, .hangMs: 16.67
        case .hitchRatio: 5
        default: 1
        }
    }

    /// What the input must have for the figure to mean anything.
    enum Need { case updates, evidence, interactions, hitches, hangs }

    var needs: [Need] {
        switch self {
        case .red, .orange, .p95Ms: [.updates]
        case .unnecessary, .wastedMs: [.updates, .evidence]
        case .updatesPerInteraction: [.updates, .interactions]
        case .unnecessaryPerInteraction: [.updates, .interactions, .evidence]
        case .hitchRatio: [.hitches]
        case .hangMs: [.hangs]
        case .rejects: []
        }
    }
}
