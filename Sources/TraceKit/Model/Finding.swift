/// How much a problem or a finding matters.
public enum ProblemSeverity: String, CaseIterable, Sendable {
    case high, medium, low

    /// The rank; the worst is zero.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A result of a rule, with its evidence.
struct Finding {
    typealias Severity = ProblemSeverity

    enum Effort: String, CaseIterable { case small, medium, large }

    /// The parts that do not affect the rank. Only kept findings need them, so they are made late.
    struct Rest {
        /// Index into `AnalysisResults.windows`; nil if it is in several windows or in none.
        var window: Int?
        /// The numbers as a sentence.
        var evidence = ""
        var hint = ""
        var about = FindingSubject.itself
        /// What lasts less without the call that it names; nil where no sample tells.
        var spared: SparedTime?
    }

    /// The rule's id; set by the pass.
    var rule = ""
    var severity: Severity
    var title: String
    var view: String?
    /// The cause that distinguishes it from others of its rule and view: the driving cause, the slow function or kind
    /// of call, or the interaction.
    var cause: String?
    /// Index into `AnalysisResults.views`, if it is about updates of one view.
    var viewIndex: Int?
    var effort: Effort
    /// The number of its rows; the evidence contains it.
    var rows: Int
    /// Wasted or blocked time, for ranking.
    var costNs: Int64
    /// Set by `write`.
    private(set) var rest = Rest()
    private var writtenSQL = ""
    // The closures retain the results, so they must not outlive them.
    private var makeRest: (() -> Rest)?
    private var makeSQL: (() -> String)?

    init(
        severity: Severity, title: String, view: String?, cause: String? = nil, viewIndex: Int? = nil, effort: Effort,
        sql: @autoclosure @escaping () -> String, rows: Int, costNs: Int64, rest: @escaping () -> Rest
    ) {
        self.severity = severity
        self.title = title
        self.view = view
        self.cause = cause
        self.viewIndex = viewIndex
        self.effort = effort
        self.rows = rows
        self.costNs = costNs
        makeSQL = sql
        makeRest = rest
    }

    /// The statement that lists its rows; `:trace` is the trace's id, `:window` the window's.
    var sql: String { makeSQL?() ?? writtenSQL }
    var window: Int? { rest.window }
    var evidence: String { rest.evidence }
    var hint: String { rest.hint }
    var about: FindingSubject { rest.about }
    var spared: SparedTime? { rest.spared }

    /// Makes the late parts while the results are available. `hierarchy`: the views around the
    /// finding's.
    mutating func write(hierarchy: String?) {
        guard let makeRest else { return }
        (rest, writtenSQL) = (makeRest(), sql)
        if let hierarchy { rest.evidence += "; the view is inside \(hierarchy)" }
        (self.makeRest, makeSQL) = (nil, nil)
    }
}

/// The time of a call in what it slows down, by the samples of the main thread that have it on their stack.
enum SparedTime {
    /// Fewer samples tell too little.
    static let fewestSamples = 10

    /// By row of a body: the nanoseconds of the call in it.
    case bodies([Int: Int64])
    /// The nanoseconds of all its hangs, and what of them the call does not have.
    case hangs(nanoseconds: Int64, left: Int64)
}

/// A finding that is only counted, because its rule has more and larger ones.
struct SmallerFinding {
    var rule: String
    var severity: Finding.Severity
    var title: String
    var view: String?
    var cause: String?
    var rows: Int
    var costNs: Int64
}

/// Something that all traces of a comparison must have, or must have alike. Without it a finding that one side lacks may
/// only be one that it could not show.
enum RuleNeed: Equatable, Sendable {
    /// The lane.
    case lane(Lane)
    /// The same one of these lanes.
    case anyLane([Lane])
    /// The lane in all traces, or in none.
    case alike(Lane)
    /// View updates, or lines about bodies and nothing else.
    case bodies
    /// Lines of a log, or lines about bodies.
    case lines
    /// As much evidence on whether updates were necessary.
    case verdicts
    /// Updates other than bodies, in all traces or in none; instances of views; changed properties.
    case kinds, instances, changes
    /// The whole recording: a slice may be too short for it, so both sides are slices or neither is.
    case whole
}

/// The guide to a rule in fixed parts, for `trace-analyze explain` and `docs/rules.md`.
package struct RuleGuide: Sendable {
    /// Lower-case words with dashes, named after the trouble.
    package let id: String
    package let title: String
    /// The trouble that the rule finds.
    package let finds: String
    /// The reason why it matters.
    package let matters: String
    /// The fix.
    package let fix: String
    /// The rule's blind spots and false findings.
    package let limits: String
    /// The conditions for high, medium and low.
    package let severity: String
    /// The effort of the fix: small, medium or large.
    package let effort: String
    /// The deciding numbers, one per line.
    package let thresholds: [String]
    /// The pattern in Swift and its fix; nil if the trouble is not in code.
    package let example: Example?

    package struct Example: Sendable {
        package let before: String
        package let after: String
    }
}
