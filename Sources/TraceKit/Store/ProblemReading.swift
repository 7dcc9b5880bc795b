extension StoredProblem {
    /// The statement that selects problems `p`, costliest first: the columns of a report, with `more` at `:more`.
    static func statement(where condition: String) -> String {
        """
        SELECT p.cost_ms, p.share, p.severity, p.title, p.kind, p.interactions, p.confidence, p.view, p.cause, p.source,
            p.id, p.key, p.why, p.fix, g.words AS gain:more
        FROM problems p LEFT JOIN problem_gains g ON g.problem_id = p.id WHERE \(condition) ORDER BY p.id
        """
    }

    static let more = ", p.interaction_id, p.lead_id"

    /// The problems of a trace.
    /// - Parameter condition: a further condition on `problems p`.
    static func read(_ stored: StoredTrace, where condition: String = "true") throws(TraceError) -> [StoredProblem] {
        let ofTrace = try stored.condition("problem", alias: "p")
        let sql = SQLTemplate.fill(statement(where: "\(ofTrace) AND \(condition)"), ["more": more])
        return try stored.database.rows(sql).map(StoredProblem.init)
    }
}

extension StoredFinding {
    /// The findings of a trace, as ranked.
    /// - Parameter condition: a further condition on `findings f`.
    static func read(_ stored: StoredTrace, where condition: String = "true") throws(TraceError) -> [StoredFinding] {
        try stored.database.rows(
            """
            SELECT f.id, f.problem_id, f.rule, f.severity, f.title, f.view, f.cause, f.evidence, f.hint, f.effort, f.sql,
                f."rows", f.cost_ms, f.interaction_id
            FROM findings f WHERE \(try stored.condition("finding", alias: "f")) AND \(condition) ORDER BY f.id
            """
        ).map(StoredFinding.init)
    }

    /// The findings that are only counted, because their rules have more and larger ones. They have no evidence.
    static func readSmaller(_ stored: StoredTrace) throws(TraceError) -> [StoredFinding] {
        try stored.database.rows(
            """
            SELECT s.id, 0, s.rule, s.severity, s.title, s.view, s.cause, '', '', '', '', s."rows", s.cost_ns / 1e6, NULL
            FROM smaller_finding s WHERE \(try stored.condition("smaller_finding", alias: "s")) ORDER BY s.id
            """
        ).map(StoredFinding.init)
    }
}
