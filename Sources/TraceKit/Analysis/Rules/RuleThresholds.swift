/// Every number that decides whether a rule speaks, in one place. The deadlines are the user's own and not here.
enum RuleThresholds {
    /// Findings of one rule that are told; smaller ones are counted.
    static let mostFindings = 20
    /// From so many unnecessary updates on there is a finding: below, it may be chance.
    static let occurrences = 3
    /// Unnecessary updates that are fewer and take less, in all, do no harm that anybody can notice.
    static let noticeableUpdates = 20
    static let noticeableNs: Int64 = 1_000_000
    /// From so many red updates a view on, a finding is high; from so many orange ones, medium.
    static let manyLongUpdates = 3

    /// Rates are counted in the busiest stretch of this length.
    static let stretchNs: Int64 = 1_000_000_000
    /// Environment writes in a second that are called scroll rate.
    static let environmentWrites = 10
    /// Views that one environment write notifies: as many as section 5 of docs/analysis.md allows a tap.
    static let environmentReach = 20
    /// Changes of one defaults key in a second.
    static let defaultsChanges = 10
    /// Gaps shorter than this between updates of one view count for a storm; more than so many in a second are one.
    static let stormGapNs: Int64 = 1_000_000
    static let stormGaps = 50
    /// What a user waits for though it comes once: work of the main thread in one go.
    static let longWaitNs: Int64 = 100_000_000

    /// A recurring cause: its share of the time in percent, and at least so long.
    static let recurringPercent = 5
    static let recurringNs: Int64 = 50_000_000
    /// Without durations: runs and evaluations; or evaluations of views that run so often in each run.
    static let recurringRuns = 20
    static let recurringUpdates = 100
    static let reruns = 30
    static let rerunsAtOnce = 5
    static let manyReruns = 500
    /// Lines of a console or log that say of a view that only its parent ran.
    static let parentOnlyLines = 10

    /// First appearances of one view in one window.
    static let eagerCreations = 100
    /// Layout runs in one update group: of one known instance, and of a view whose instances are not known.
    static let layoutRunsOfInstance = 5
    static let layoutRunsOfView = 50

    /// Section 5's table: what concerns, per window.
    static let appearRuns = 5
    static let scrollUpdates = 30
    static let keystrokeOthers = 50
    static let tapUnrelated = 20

    /// Main-thread coverage of a hang in percent: below the first it waits, from the second on it works.
    static let blockedPercent = 25
    static let busyPercent = 75
    /// A call path goes on as long as it holds this share of the samples.
    static let heavyPathPercent = 50

    /// Samples of a costly API inside long bodies of a view: at least so many, and so many percent of all there.
    static let costlySamples = 3
    static let costlyPercent = 10
    /// From so many lines on that tell of a loop, its finding is high.
    static let complaintsOfLoop = 10

    /// From this share on a finding is high; from half of it, medium.
    static let costlyHighPercent = 50
}
