/// The section that says what is wrong, once for each root cause.
extension ReportSections {
    static let problems = problems(title: "Problems, by cost", where: "")

    /// What a report on a part of a trace calls its problems.
    static let zoomedProblemsTitle = "Problems with rows here; cost, share and why are of the whole trace"

    /// Of a part of the trace: the problems that are about an update, a hang, a hitch or a signpost of it.
    static let zoomedProblems = problems(
        title: zoomedProblemsTitle,
        where: """
             AND (p.id IN (
                    SELECT r.problem_id FROM problem_update r
                    WHERE r.trace_id = :trace
                        AND EXISTS (SELECT 1 FROM :part c WHERE c.id BETWEEN r.first_id AND r.last_id)
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hangs h ON h.id = e.hang_id
                    WHERE e.trace_id = :trace AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hitches h ON h.id = e.hitch_id
                    WHERE e.trace_id = :trace AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN signposts s ON s.id = e.signpost_id
                    WHERE e.trace_id = :trace AND :hastimes:signposts)
                OR p.view = :view AND p.id NOT IN (SELECT problem_id FROM problem_update WHERE trace_id = :trace))
            """)

    private static func problems(title: String, where condition: String) -> SectionDefinition {
        SectionDefinition(
            id: "problems", title: title,
            columns: [
                ReportColumn("cost_ms", "Cost ms", .milliseconds, null: unknown),
                ReportColumn("share", "Share", .percent, drop: 4),
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
            emptyNote: "No problems found", briefRows: 5,
            isOptional: !condition.isEmpty)
    }
}
