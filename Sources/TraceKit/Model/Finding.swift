/// What a rule found in one place, with its evidence.
struct Finding {
    enum Severity: String, CaseIterable { case high, medium, low }
    enum Effort: String, CaseIterable { case small, medium, large }

    /// The long texts.
    struct Words {
        /// The numbers, in words.
        var evidence = ""
        var hint = ""
        /// Lists the rows behind it; `:trace` stands for the trace's id, `:window` for the window's.
        var sql = ""
    }

    /// The rule's id; set by the pass.
    var rule = ""
    var severity: Severity
    var title: String
    /// Index into `AnalysisResults.windows`, or nil where it is in several windows or in none; set by `write`.
    private(set) var window: Int?
    var view: String?
    /// Index into `AnalysisResults.views`, where updates of one view are behind it.
    var viewIndex: Int?
    var effort: Effort
    /// How many rows are behind it; the evidence names the number.
    var rows: Int
    /// Time wasted or blocked, for ranking.
    var costNs: Int64
    /// Set by `write`.
    private(set) var about = FindingSubject.itself
    private(set) var words = Words()
    /// Of thousands of findings few are kept, so what does not rank them is never made of the others.
    private var makeRest: (() -> (window: Int?, about: FindingSubject, words: Words))?
    private var makeStatement: (() -> String)?

    init(
        severity: Severity, title: String, window: @autoclosure @escaping () -> Int?, view: String?,
        viewIndex: Int? = nil, evidence: @autoclosure @escaping () -> String,
        hint: @autoclosure @escaping () -> String, effort: Effort, sql: @autoclosure @escaping () -> String, rows: Int,
        costNs: Int64, about: @autoclosure @escaping () -> FindingSubject = .itself
    ) {
        self.severity = severity
        self.title = title
        self.view = view
        self.viewIndex = viewIndex
        self.effort = effort
        self.rows = rows
        self.costNs = costNs
        makeStatement = sql
        makeRest = { (window(), about(), Words(evidence: evidence(), hint: hint(), sql: sql())) }
    }

    var evidence: String { words.evidence }
    var hint: String { words.hint }
    var sql: String { words.sql }

    /// The same as `sql`, also before the other texts are made.
    var statement: String { makeStatement?() ?? words.sql }

    /// Makes all of it, while the results that it is about are at hand. `hierarchy`: the views around its own.
    mutating func write(hierarchy: String?) {
        guard let makeRest else { return }
        (window, about, words) = makeRest()
        if let hierarchy { words.evidence += "; the view stands in \(hierarchy)" }
        self.makeRest = nil
        makeStatement = nil
    }
}

/// A finding that is counted and not told: of its rule there are more and larger ones.
struct SmallerFinding {
    var rule: String
    var severity: Finding.Severity
    var title: String
    var view: String?
    var rows: Int
    var costNs: Int64
}
