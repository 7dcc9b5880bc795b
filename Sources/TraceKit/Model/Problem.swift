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
    /// Indexes into `AnalysisResults.findings`; the one that leads comes first.
    var findings: [Int] = []
}

/// The rows that a finding is about, as far as other findings can be about the same ones.
enum FindingSubject {
    /// Nothing that another finding could be about.
    case itself
    /// Updates of a view that missed a deadline; an app's function that holds most of their samples, or none.
    case longUpdates(view: Int, function: NameID)
    /// Unnecessary updates; nil = of any view, for any reason, with any driving cause.
    case unnecessary(view: Int?, reason: Reason?, driver: NameID?)
    /// Unnecessary updates below causes of a name and kind.
    case below(cause: NameID, kind: CauseKind)
    /// Unnecessary updates in interactions of a kind and name.
    case inside(kind: InteractionKind, name: NameID)
    /// Updates without an end.
    case unterminated
    /// All updates of a view.
    case updates(view: Int)
    /// Indexes of hangs and hitches; an app's function that holds most of the hangs' samples, or none.
    case stalls(hangs: [Int], hitches: [Int], function: NameID)
}
