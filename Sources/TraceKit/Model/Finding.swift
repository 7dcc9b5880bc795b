/// What a rule found in one place, with its evidence.
struct Finding {
    enum Severity: String, CaseIterable {
        case high, medium, low

        /// The worst is zero.
        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
    enum Effort: String, CaseIterable { case small, medium, large }

    /// What does not rank a finding: of thousands few are kept, so it is never made of the others.
    struct Rest {
        /// Index into `AnalysisResults.windows`, or nil where it is in several windows or in none.
        var window: Int?
        /// The numbers, in words.
        var evidence = ""
        var hint = ""
        var about = FindingSubject.itself
    }

    /// The rule's id; set by the pass.
    var rule = ""
    var severity: Severity
    var title: String
    var view: String?
    /// What it is owed to, where that tells it from others of its rule and view: the cause that drives the updates, the function
    /// or the kind of call that takes the time, the interaction.
    var cause: String?
    /// Index into `AnalysisResults.views`, where updates of one view are behind it.
    var viewIndex: Int?
    var effort: Effort
    /// How many rows are behind it; the evidence names the number.
    var rows: Int
    /// Time wasted or blocked, for ranking.
    var costNs: Int64
    /// Set by `write`.
    private(set) var rest = Rest()
    private var writtenSQL = ""
    // These hold the results that they are made of, so they must not outlive them.
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

    /// Lists the rows behind it; `:trace` stands for the trace's id, `:window` for the window's.
    var sql: String { makeSQL?() ?? writtenSQL }
    var window: Int? { rest.window }
    var evidence: String { rest.evidence }
    var hint: String { rest.hint }
    var about: FindingSubject { rest.about }

    /// Makes the rest, while the results that it is about are at hand. `hierarchy`: the views around its own.
    mutating func write(hierarchy: String?) {
        guard let makeRest else { return }
        (rest, writtenSQL) = (makeRest(), sql)
        if let hierarchy { rest.evidence += "; the view stands in \(hierarchy)" }
        (self.makeRest, makeSQL) = (nil, nil)
    }
}

/// A finding that is counted and not told: of its rule there are more and larger ones.
struct SmallerFinding {
    var rule: String
    var severity: Finding.Severity
    var title: String
    var view: String?
    var cause: String?
    var rows: Int
    var costNs: Int64
}

/// What is to be said about a rule, in fixed parts: `trace-analyze explain` and `docs/rules.md` are made from it.
package struct RuleGuide: Sendable {
    /// Lower-case with dashes, after the trouble.
    package let id: String
    package let title: String
    /// What it finds.
    package let finds: String
    /// Why it matters.
    package let matters: String
    /// What to do.
    package let fix: String
    /// What it cannot see, and where it is wrong.
    package let limits: String
    /// What makes a finding high, medium or low.
    package let severity: String
    /// What the fix takes: small, medium or large.
    package let effort: String
    /// The numbers that decide, one a line.
    package let thresholds: [String]
    /// What it looks like in Swift, and how it is put right; nil where the trouble is not in the code.
    package let example: Example?

    package struct Example: Sendable {
        package let before: String
        package let after: String
    }
}
