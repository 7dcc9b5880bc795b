/// What makes view bodies run again and again: a root of the recorded graph, or what is inferred from the order of evaluations
/// (docs/analysis.md, section 3).
struct RecurringCause {
    /// The name and kind of the recorded root; none where the cause is inferred.
    var root = NameID.none
    var kind = CauseKind.other
    /// Whether a view names what changed. Else what runs first does so for a parent that the recording does not show.
    var isSeen: Bool
    /// Index into `AnalysisResults.views`: the view that names it most often, or the one that runs first.
    var view: Int
    /// What that view names, most often; none where it names nothing.
    var property: ListID = .none
    var runs = 0
    /// Evaluations in its runs; first ones are left out.
    var updates = 0
    var totalNs: Int64 = 0
    /// Of its first and its last run; -1 = without times.
    var first: Int64 = -1
    var last: Int64 = -1
    /// Of runs that come at a steady pace; -1 = they do not.
    var periodNs: Int64 = -1
    /// Of its links.
    var links: Range<Int> = 0..<0
    /// Signpost intervals that begin with its runs, with most time first.
    var intervals: [RecurringInterval] = []
}

/// Intervals of one signpost that begin with the runs of a recurring cause.
struct RecurringInterval {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int
    var name: NameID
    var count = 0
    /// Longer than the red deadline.
    var long = 0
    var totalNs: Int64 = 0
}

/// A view whose updates a recurring cause makes.
struct RecurringLink {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// Whether the view names what changed, or only runs with it.
    var isDriver: Bool
    /// Runs of the cause with the view.
    var runs = 0
    /// All bursts with the view, whatever drives them.
    var bursts = 0
    var updates = 0
    var totalNs: Int64 = 0
    /// What it names most often, where it is a driver; and all that it names, the most often first, few of them.
    var property: ListID = .none
    var named: [ListID] = []
    /// The run in which it was counted last.
    var lastRun = -1
}

/// One occurrence of a recurring cause.
struct RecurringRun: BitwiseCopyable {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int32
    /// -1 = without a time.
    var start: Int64
    var updates: Int32
}

/// Instances that are made again though the place in the tree stays.
struct IdentityChurn {
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// The view that names what changed each time, and what it names; nil = nobody does.
    var driver: (view: Int, property: ListID)?
    /// How often they were made again, and how many the last time.
    var times: Int
    var atOnce: Int
    /// The rows that were made again.
    var rows: [UInt32]
}
