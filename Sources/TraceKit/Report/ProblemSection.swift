/// The section that says what is wrong, once for each root cause.
extension ReportSections {
    static let problems = problems(where: "")

    /// Of a part of the trace: the problems whose views or causes are among its updates, and those of its hangs.
    static let zoomedProblems = problems(
        where: """
             AND p.id IN (
                WITH part AS (
                    SELECT DISTINCT u.view, u.driving_cause, u.verdict = 'unnecessary' AS is_wasted,
                        u.severity IN ('red', 'orange') AS is_long
                    FROM updates u WHERE u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check':updates
                )
                SELECT f.problem_id FROM findings f JOIN problems q ON q.id = f.problem_id JOIN part
                    ON (part.view = f.view OR f.view IS NULL AND q.cause IS NOT NULL)
                    AND (part.is_long AND q.cause IS NULL OR part.is_wasted AND part.driving_cause = q.cause)
                WHERE f.trace_id = :trace
                UNION
                SELECT f.problem_id FROM findings f WHERE f.trace_id = :trace AND f.interaction_id = :interaction
                UNION
                SELECT f.problem_id FROM findings f WHERE f.trace_id = :trace AND f.rule LIKE 'hang-%'
                    AND EXISTS (SELECT 1 FROM hangs h WHERE h.trace_id = :trace AND h.is_target = 1 AND :hasstalls:stalls))
            """)

    private static func problems(where condition: String) -> SectionDefinition {
        SectionDefinition(
            id: "problems", title: "Problems, by cost",
            columns: [
                ReportColumn("cost_ms", "Cost ms", .milliseconds), ReportColumn("share", "Share", .percent, drop: 4),
                ReportColumn("severity", "Severity", .word), ReportColumn("title", "Problem", .name, smallest: 42),
                ReportColumn("kind", "Kind", .text, drop: 1),
                ReportColumn("interactions", "Interactions", .count, drop: 2),
                ReportColumn("confidence", "How sure", .word, drop: 3), ReportColumn("view", "View", .text, drop: 6),
                ReportColumn("cause", "Cause", .text, drop: 7), ReportColumn("source", "Source", .text, drop: 5),
                ReportColumn("id", "ID", .integer, drop: 8), ReportColumn("key", "Key", .text, drop: 9),
                ReportColumn("why", "Why", .note), ReportColumn("fix", "Fix", .note),
            ],
            sql: """
                SELECT p.cost_ms, p.share, p.severity, p.title, p.kind, p.interactions, p.confidence, p.view, p.cause, p.source,
                    p.id, p.key, p.why, p.fix
                FROM problems p WHERE p.trace_id = :trace\(condition) ORDER BY p.id
                """,
            emptyNote: "No problems: no rule found anything to say", briefRows: 5,
            isOptional: !condition.isEmpty)
    }
}
