/// One root cause, with the findings that it explains (docs/analysis.md, section 7).
struct Problem {
    /// The rule of the finding that leads: the closest to the code. `explain` has the words on it.
    var kind = ""
    /// The worst of its findings.
    var severity = Finding.Severity.low
    var title = ""
    /// One line each; the findings have all of it.
    var why = ""
    var fix = ""
    var view: String?
    /// The module of the view, where the finding that names it knows one.
    var module: String?
    /// The kind of the view, as a word.
    var viewKind: String?
    /// What drives its unnecessary updates.
    var cause: String?
    /// Where the app's function stands that holds most of its samples, `Model.swift:42`.
    var source: String?
    /// Index into `AnalysisResults.windows`, where it is in one interaction only.
    var window: Int?
    /// Interactions with rows of it.
    var interactions = 0
    /// How sure it is that its updates are unnecessary; nil where it rests on durations alone.
    var confidence: Confidence?
    /// Wasted or blocked, no row counted twice.
    var costNs: Int64 = 0
    /// What it is accepted by: no other problem of the trace has the same.
    var key = ""
    /// Indexes into `AnalysisResults.findings`; the one that leads comes first.
    var findings: [Int] = []
}

/// Which rows a problem is about: what its findings are about, and whether that is of the problem's cause. A row of two problems is
/// there twice, and counts in one.
struct ProblemRelation {
    /// Updates that follow each other.
    struct Run: BitwiseCopyable {
        /// Index into `AnalysisResults.problems`.
        var problem: Int32
        /// Whether they are of the problem's cause: what accepts it, accepts these alone.
        var isOfCause: Bool
        /// Rows of updates, both included.
        var first: Int32
        var last: Int32
    }

    /// What runs beside updates.
    enum Event: BitwiseCopyable {
        case hang(Int32), hitch(Int32), signpost(Int32)
    }

    /// The updates in one interaction that count in the cost of a problem.
    struct Share: BitwiseCopyable {
        var problem: Int
        var window: Int
        var updates = 0
        var unnecessary = 0
        /// Past a deadline.
        var long = 0
        var nanoseconds: Int64 = 0
    }

    /// By problem, then by row.
    var runs: [Run] = []
    var events: [(problem: Int, event: Event)] = []
    /// By problem, then by window.
    var shares: [Share] = []
}

/// The rows that a finding is about, as far as other findings can be about the same ones.
enum FindingSubject {
    /// Nothing that another finding could be about.
    case itself
    /// Updates of a view that missed a deadline; an app's function that holds most of their samples, or none.
    case longUpdates(view: Int, function: NameID)
    /// Unnecessary updates for one of these reasons; nil = of any view, with any driving cause.
    case unnecessary(view: Int?, reasons: [Reason], driver: NameID?)
    /// Unnecessary updates, and checks, below causes of a name and kind.
    case below(cause: NameID, kind: CauseKind)
    /// Updates without an end.
    case unterminated
    /// These rows of updates and no others.
    case rows([UInt32])
    /// Rows of updates that are mostly first appearances, of which a view takes most of the time.
    case appearances(view: Int, rows: [UInt32])
    /// Indexes of hangs and hitches; an app's function that holds most of the hangs' samples, or none.
    case stalls(hangs: [Int], hitches: [Int], function: NameID)
    /// Indexes of signposts.
    case signposts([Int])

    /// The rows of updates, where they are listed one by one.
    var listedRows: [UInt32]? {
        switch self {
        case .rows(let rows), .appearances(_, let rows): rows
        case .itself, .longUpdates, .unnecessary, .below, .unterminated, .stalls, .signposts: nil
        }
    }
}

/// A problem that was accepted, as reports and budgets need it.
package struct AcceptedNote: Sendable {
    package var key: String
    /// Why, and when.
    package var words: String
    package var costMs: Double?
    /// Whether a problem of this cost is still the one that was accepted.
    package var covers: @Sendable (_ costMs: Double) -> Bool
}

extension [AcceptedNote] {
    /// The first of each key.
    var byKey: [String: AcceptedNote] { Dictionary(map { ($0.key, $0) }) { first, _ in first } }
}
