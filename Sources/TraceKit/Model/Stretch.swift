/// A piece of the main thread's time that made the user wait, in any lane (docs/analysis.md, section 6).
struct Stretch {
    /// Codes of the database. A millisecond counts only for the first kind that has it.
    enum Kind: UInt8, Coded, BitwiseCopyable, CaseIterable {
        case hang, hitch, launch
        /// A body, or a group of updates, past a deadline.
        case longBody, longGroup
        /// The main thread ran without a pause, in a recording without tables of hangs and hitches.
        case busyRun
        /// All samples of a main thread in call trees without times.
        case capture

        var shownWord: String? {
            switch self {
            case .longBody: "long-body"
            case .longGroup: "long-group"
            case .busyRun: "busy-run"
            default: "\(self)"
            }
        }
    }

    let kind: Kind
    /// Index into the records of its kind, or of a group into `AnalysisResults.groups`; -1 = it has no row.
    var row: Int32 = -1
    var start: Int64
    var duration: Int64
    /// The part of its time that no earlier kind has; for a body or group, the time past the deadline.
    var lateNs: Int64 = 0
    /// The process by `ProcessScope.owner`.
    var owner = NameID.none
}

/// A part of the time of a stretch, by the main thread's activity.
struct StretchPart {
    /// The evidence for a part. Codes of the database.
    enum Witness: UInt8, Coded, BitwiseCopyable {
        /// View updates, by their root cause.
        case updates
        /// Commits of Core Animation.
        case commit
        /// Other work of the main thread in samples, by the code that ran.
        case mainThread
        /// The main thread did not run.
        case blocked
        /// The render server, or the GPU.
        case render
        /// Not explained by the recording.
        case unexplained

        var shownWord: String? { self == .mainThread ? "main-thread" : "\(self)" }
    }

    /// Index into `AnalysisResults.stretches`.
    var stretch: Int32
    var witness: Witness
    /// The root cause of the updates.
    var cause = NameID.none
    /// The body or function of the app in the samples.
    var code: String?
    var nanoseconds: Int64
}

/// A view whose body is in samples of the main thread.
struct SampledBody {
    let view: String
    /// Running samples of the main thread in its body, and their number times the sampling period.
    var samples = 0
    var nanoseconds: Int64 = 0
    /// Shares of the recording's length and of the running samples in hitches and hangs; nil
    /// without samples there.
    var share: Double?
    var shareOfHitches: Double?
    var shareOfHangs: Double?
    /// The function of the app with most of its samples, and their number.
    var below: (name: String, samples: Int)?
    /// The family of costly calls in at least half of them: an id of `CostlyAPI`.
    var family: String?
    /// The nodes of `StackTable` that its samples have, in order, and how many have each.
    var stacks: [(node: UInt32, samples: Int)] = []
}
