/// What a rule found in one place, with its evidence.
struct Finding {
    enum Severity: String, CaseIterable { case high, medium, low }
    enum Effort: String, CaseIterable { case small, medium, large }

    /// The rule's id; set by the pass.
    var rule = ""
    var severity: Severity
    var title: String
    /// Index into `AnalysisResults.windows`, or nil where it is in several windows or in none.
    var window: Int?
    var view: String?
    /// The numbers, in words.
    var evidence: String
    var hint: String
    var effort: Effort
    /// Lists the rows behind it; `:trace` stands for the trace's id, `:window` for the window's.
    var sql: String
    /// How many rows that are; the evidence names the number.
    var rows: Int
    /// Time wasted or blocked, for ranking.
    var costNs: Int64
}
