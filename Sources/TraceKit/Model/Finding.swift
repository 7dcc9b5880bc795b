/// The importance of a problem or a finding.
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
        /// The time saved without the call that it names; nil if no samples show it.
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

    /// Makes the late parts while the results are available. `hierarchy`: the views around the finding's view.
    mutating func write(hierarchy: String?) {
        guard let makeRest else { return }
        (rest, writtenSQL) = (makeRest(), sql)
        if let hierarchy { rest.evidence += "; the view is inside \(hierarchy)" }
        (self.makeRest, makeSQL) = (nil, nil)
    }
}

/// The time of a call within what it slows down, by the samples of the main thread with the call on their stack.
enum SparedTime {
    /// The fewest samples that are enough.
    static let fewestSamples = 10

    /// The nanoseconds of the call in each body, by row.
    case bodies([Int: Int64])
    /// The nanoseconds of all its hangs, and the part without the call.
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

/// Data that all traces of a comparison must have, or have alike. Without it, a finding that one side lacks may only be
/// one that it could not show.
enum RuleNeed: Equatable, Sendable {
    /// The lane in all traces.
    case lane(Lane)
    /// One of these lanes, the same in all traces.
    case anyLane([Lane])
    /// The lane in all traces, or in none.
    case alike(Lane)
    /// View updates, or only lines about bodies.
    case bodies
    /// Log lines, or lines about bodies.
    case lines
    /// Equal evidence on whether updates were necessary.
    case verdicts
    /// Updates other than bodies, in all traces or in none; instances of views; changed properties.
    case kinds, instances, changes
    /// The whole recording: a slice may be too short for it, so that both sides must be slices or neither.
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
