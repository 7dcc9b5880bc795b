/// All numbers that decide whether a rule reports something. The deadlines are the user's and not here.
enum RuleThresholds {
    /// The most findings listed per rule; smaller ones are counted.
    static let mostFindings = 20
    /// The least number of unnecessary updates for a finding: fewer may be chance.
    static let occurrences = 3
    /// Fewer unnecessary updates, with less total time, are not noticeable.
    static let noticeableUpdates = 20
    static let noticeableNs: Int64 = 1_000_000
    /// From this many red updates per view on, a finding is high; from as many orange ones, medium.
    static let manyLongUpdates = 3

    /// Rates are counted in the busiest stretch of this length.
    static let stretchNs: Int64 = 1_000_000_000
    /// Environment writes per second that count as scroll rate.
    static let environmentWrites = 10
    /// Views notified by one environment write: as many as section 5 of docs/analysis.md allows per tap.
    static let environmentReach = 20
    /// Changes of one defaults key per second.
    static let defaultsChanges = 10
    /// Shorter gaps between updates of one view count for a storm; more than this many per second are one.
    static let stormGapNs: Int64 = 1_000_000
    static let stormGaps = 50
    /// A wait that users notice even once: uninterrupted work of the main thread.
    static let longWaitNs: Int64 = 100_000_000

    /// A recurring cause: its least share of the time in percent, and its least time.
    static let recurringPercent = 5
    static let recurringNs: Int64 = 50_000_000
    /// Without durations: the least runs and evaluations; or evaluations of views that run so often in each run.
    static let recurringRuns = 20
    static let recurringUpdates = 100
    static let reruns = 30
    static let rerunsAtOnce = 5
    static let manyReruns = 500
    /// Console or log lines that say that only the view's parent ran.
    static let parentOnlyLines = 10

    /// First appearances of one view in one window.
    static let eagerCreations = 100
    /// Layout runs in one update group: of one known instance, and of a view with unknown instances.
    static let layoutRunsOfInstance = 5
    static let layoutRunsOfView = 50

    /// The table of section 5: concerning numbers per window.
    static let appearRuns = 5
    static let scrollUpdates = 30
    static let keystrokeOthers = 50
    static let tapUnrelated = 20

    /// Main-thread coverage of a hang in percent: below the first it waits, from the second on it works.
    static let blockedPercent = 25
    static let busyPercent = 75
    /// A call path continues while it has this share of the samples.
    static let heavyPathPercent = 50

    /// The least share of the time of a recording that a body has in samples, in percent.
    static let sampledPercent = 5

    /// Samples of a costly API inside long bodies of a view: the least number, and percentage.
    static let costlySamples = 3
    static let costlyPercent = 10
    /// From this many lines about a loop on, its finding is high.
    static let complaintsOfLoop = 10

    /// From this share on a finding is high; from half of it, medium.
    static let costlyHighPercent = 50
}

/// How many updates an interaction of one kind should need (docs/analysis.md, section 5).
struct Budget {
    let kind: InteractionKind
    /// The counted thing, as a noun.
    let counted: String
    let expected: String
    /// From this many on it is concerning.
    let concern: Int
    /// The condition on rows of `updates` that count; the same as `counts`.
    let condition: String
    /// Updates that the interaction may have in addition.
    var allowed = 0
    /// Whether each instance has a budget of its own.
    var isPerInstance = false
    /// Whether it applies per frame with updates, for a continuous interaction.
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
