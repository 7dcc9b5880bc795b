/// How many updates an interaction of one kind should cost (docs/analysis.md, section 5).
struct Budget {
    let kind: InteractionKind
    /// What counts, as a noun.
    let counted: String
    let expected: String
    /// From this many on it concerns.
    let concern: Int
    /// The condition on rows of `updates` that count; the same as `counts`.
    let condition: String
    /// Updates that the interaction is allowed besides, before it concerns.
    var allowed = 0
    /// Whether each instance has the budget for itself.
    var isPerInstance = false
    /// Whether it is for each frame that has any, as of an interaction that goes on.
    var isPerFrame = false

    static let all = [
        Budget(
            kind: .appear, counted: "body run of one instance", expected: "1 to 2",
            concern: RuleThresholds.appearRuns + 1,
            condition: "phase <> 'check' AND instance IS NOT NULL", isPerInstance: true),
        Budget(
            kind: .scroll, counted: "body update", expected: "1 or 2, of the rows that come into view",
            concern: RuleThresholds.scrollUpdates, condition: "phase = 'update'", isPerFrame: true),
        Budget(
            kind: .type, counted: "body update", expected: "1, of the field itself",
            concern: RuleThresholds.keystrokeOthers, condition: "phase = 'update'", allowed: 1),
        Budget(
            kind: .tap, counted: "unrelated body update", expected: "1 to 3", concern: RuleThresholds.tapUnrelated,
            condition: "phase = 'update' AND (verdict = 'unnecessary' OR reason = 'no-evidence')"),
    ]

    /// Whether a body update in a window of this kind counts.
    @inline(__always)
    func counts(_ phase: UpdatePhase, _ verdict: Verdict, _ reason: Reason, _ instance: NameID) -> Bool {
        switch kind {
        case .appear: instance.isPresent
        case .tap: phase == .update && (verdict == .unnecessary || reason == .noEvidence)
        default: phase == .update
        }
    }

    /// `body run of one instance` → `body runs of one instance`.
    var countedPlural: String {
        isPerInstance ? "body runs of one instance" : isPerFrame ? "\(counted)s a frame" : "\(counted)s"
    }

    static let frameNs: Int64 = 16_666_667
}
