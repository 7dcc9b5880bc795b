/// One root cause with the findings that it explains (docs/analysis.md, section 7).
struct Problem {
    /// The rule of the leading finding, which is closest to the code. `explain` describes it.
    var kind = ""
    /// The worst severity of its findings.
    var severity = Finding.Severity.low
    var title = ""
    /// One line for the reason and one for the fix; the findings have the details.
    var why = ""
    var fix = ""
    var view: String?
    /// The module of the view, if the finding that names it knows one.
    var module: String?
    /// The kind of the view, as a word.
    var viewKind: String?
    /// The driving cause of its unnecessary updates.
    var cause: String?
    /// The source location of the app function with most of its samples, `Model.swift:42`.
    var source: String?
    /// Index into `AnalysisResults.windows`, if it is in one interaction only.
    var window: Int?
    /// The number of interactions with rows of it.
    var interactions = 0
    /// The confidence that its updates are unnecessary; nil if it is based on durations alone.
    var confidence: Confidence?
    /// Wasted or blocked time, no row counted twice.
    var costNs: Int64 = 0
    /// The key for accepting it, unique in the trace.
    var key = ""
    /// Indexes into `AnalysisResults.findings`; the leading one comes first.
    var findings: [Int] = []
}

/// The key by which a problem is accepted.
enum ProblemKey {
    /// `fan-out:Row < Cart.items`: the rule, and the view with the cause of its unnecessary updates, or else the title.
    static func text(_ kind: String, _ view: String?, _ cause: String?, title: String) -> String {
        let name = [view, cause].compactMap { $0 }.joined(separator: " < ")
        return "\(kind):\(name.isEmpty ? title : name)"
    }
}

/// The rows of problems: those of their findings, and whether each has the problem's cause. A row of two problems is
/// listed twice, belongs to one, and counts in the cost of one.
struct ProblemRelation {
    /// Consecutive updates.
    struct Run: BitwiseCopyable {
        /// Index into `AnalysisResults.problems`.
        var problem: Int32
        /// Whether they belong to the problem's cause: accepting it covers only these.
        var isOfCause: Bool
        /// Whether they belong to this problem, and to no other.
        var isOwn: Bool
        /// Rows of updates, both included.
        var first: Int32
        var last: Int32
    }

    /// Rows other than updates.
    enum Event: BitwiseCopyable {
        case hang(Int32), hitch(Int32), signpost(Int32), line(Int32)
    }

    /// The updates in one interaction that count in the cost of a problem.
    struct Share: BitwiseCopyable {
        var problem: Int
        var window: Int
        var updates = 0
        var unnecessary = 0
        /// Updates past a deadline.
        var long = 0
        var nanoseconds: Int64 = 0
    }

    /// The runs by problem, then by row.
    var runs: [Run] = []
    var events: [(problem: Int, event: Event, isOwn: Bool)] = []
    /// The shares by problem, then by window.
    var shares: [Share] = []
}

/// The rows of a finding, as far as other findings can have the same ones.
enum FindingSubject {
    /// Rows that no other finding can have.
    case itself
    /// Updates of a view that missed a deadline; the app function with most of their samples, or none.
    case longUpdates(view: Int, function: NameID)
    /// Unnecessary updates for one of these reasons; nil = of any view, with any driving cause.
    case unnecessary(view: Int?, reasons: [Reason], driver: NameID?)
    /// Unnecessary updates, and checks, below causes of a name and kind.
    case below(cause: NameID, kind: CauseKind)
    /// Updates without an end.
    case unterminated
    /// Exactly these rows of updates.
    case rows([UInt32])
    /// Rows of updates that are mostly first appearances, with the view that takes most of their time.
    case appearances(view: Int, rows: [UInt32])
    /// Indexes of hangs and hitches, the app's function with most of their samples, or none, and
    /// the view of the body that has them.
    case stalls(hangs: [Int], hitches: [Int], function: NameID, view: Int?)
    /// Indexes of signposts.
    case signposts([Int])
    /// Indexes of lines of the log that have a time. They cost nothing, and no other finding has them.
    case lines([Int])

    /// The rows of updates, if they are listed individually.
    var listedRows: [UInt32]? {
        switch self {
        case .rows(let rows), .appearances(_, let rows): rows
        case .itself, .longUpdates, .unnecessary, .below, .unterminated, .stalls, .signposts, .lines: nil
        }
    }
}

/// An accepted problem in the form for reports and budgets.
package struct AcceptedNote: Sendable {
    package var key: String
    /// Why and when it was accepted.
    package var words: String
    package var costMs: Double?
    /// Whether it still covers a problem of this cost.
    package var covers: @Sendable (_ costMs: Double) -> Bool
}

extension [AcceptedNote] {
    /// The first note of each key.
    var byKey: [String: AcceptedNote] { Dictionary(map { ($0.key, $0) }) { first, _ in first } }
}
