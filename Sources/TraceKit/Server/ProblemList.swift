/// Which problems to take; all that is given must hold.
struct ProblemFilter {
    var view: String?
    var interaction: Int64?
    var rule: String?
    /// From and up to, in nanoseconds; nil = open.
    var window: (from: Int64?, to: Int64?)?

    var isEmpty: Bool { view == nil && interaction == nil && rule == nil && window == nil }
}

/// What several findings have in common: the view, the interaction, or else the rule that they are of.
struct Problem {
    struct Finding {
        let id: Int64
        let rule: String
        let severity: String
        let title: String
        let evidence: String
        let fix: String
        let effort: String
        let sql: String
        let rows: Int
        let costMs: Double
    }

    /// Findings of one that are told.
    private static let mostFindings = 8

    let id: String
    let view: String?
    let interaction: Int64?
    /// Costliest first, never empty.
    var findings: [Finding]
    /// Where the hottest frame of its longest updates stands.
    var source: String?
    /// What its findings cost; they may be about the same updates, so that is the most of them, not their sum.
    var costMs: Double { findings.first?.costMs ?? 0 }
    var title: String { findings.first?.title ?? "" }

    func json(showsSQL: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .text(id)), .init("title", .text(title.clipped(200))),
            .init("cost_ms", .milliseconds(costMs)),
        ]
        if let view { members.append(.init("view", .text(view.clipped(200)))) }
        if let interaction { members.append(.init("interaction", .text("\(interaction)"))) }
        if let source { members.append(.init("file_line", .text(source.clipped(200)))) }
        members.append(.init("fix", .text((findings.first?.fix ?? "").clipped(400))))
        members.append(.init("findings_total", .count(findings.count)))
        members.append(
            .init("findings", .array(findings.prefix(Self.mostFindings).map { Self.json($0, showsSQL: showsSQL) })))
        return .object(members)
    }

    private static func json(_ finding: Finding, showsSQL: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .text("\(finding.id)")), .init("rule", .text(finding.rule)),
            .init("severity", .text(finding.severity)),
            .init("confidence", .text(ProblemList.confidence(of: finding.rule))),
            .init("evidence", .text(finding.evidence.clipped(300))), .init("rows", .count(finding.rows)),
            .init("cost_ms", .milliseconds(finding.costMs)), .init("effort", .text(finding.effort)),
        ]
        if showsSQL { members.append(.init("sql", .text(finding.sql.clipped(1500)))) }
        return .object(members)
    }
}

/// The problems of a trace.
enum ProblemList {
    /// Costliest first. The one place that knows how findings become problems.
    static func read(
        _ store: TraceStore, trace: Int64, _ filter: ProblemFilter
    ) throws(TraceError) -> [Problem] {
        let (condition, values) = condition(trace, filter)
        let rows = try store.database.rows(
            """
            SELECT f.id, f.rule, f.severity, f.title, f.interaction_id, f.view, f.evidence, f.hint, f.effort, f.sql,
                f."rows", f.cost_ms
            FROM findings f WHERE \(condition) ORDER BY f.cost_ms DESC, f.id
            """, values)
        var problems: [Problem] = []
        var index: [String: Int] = [:]
        for row in rows {
            let finding = Problem.Finding(
                id: row[0].whole, rule: row[1].text ?? "", severity: row[2].text ?? "", title: row[3].text ?? "",
                evidence: row[6].text ?? "", fix: row[7].text ?? "", effort: row[8].text ?? "", sql: row[9].text ?? "",
                rows: row[10].count, costMs: row[11].number)
            let (view, interaction) = (row[5].text, row[4] == .null ? nil : row[4].whole)
            let key = view.map { "v\($0)" } ?? interaction.map { "i\($0)" } ?? "r\(finding.rule)"
            if let place = index[key] {
                problems[place].findings.append(finding)
            } else {
                index[key] = problems.count
                problems.append(
                    Problem(id: "p\(finding.id)", view: view, interaction: interaction, findings: [finding]))
            }
        }
        return problems
    }

    private static func condition(_ trace: Int64, _ filter: ProblemFilter) -> (sql: String, values: [SQLValue]) {
        var conditions = ["f.trace_id = \(trace)"]
        var values: [SQLValue] = []
        if let view = filter.view {
            conditions.append("f.view = ?")
            values.append(.text(view))
        }
        if let rule = filter.rule {
            conditions.append("f.rule = ?")
            values.append(.text(rule))
        }
        if let interaction = filter.interaction {
            conditions.append(
                part(
                    trace, updates: "u.interaction_id = \(interaction)", stalls: "interaction_id = \(interaction)",
                    interactions: "i.id = \(interaction)"))
        }
        if let window = filter.window {
            let (from, to) = (window.from ?? 0, window.to ?? Int64.max)
            let overlaps = "start_ns < \(to) AND start_ns + coalesce(duration_ms, 0) * 1e6 > \(from)"
            conditions.append(
                part(
                    trace, updates: "u.start_ns >= \(from) AND u.start_ns < \(to)", stalls: overlaps,
                    interactions: "i.start_ns < \(to) AND coalesce(i.end_ns, i.start_ns) > \(from)"))
        }
        return (conditions.joined(separator: " AND "), values)
    }

    /// What is about a part of the trace. A finding adds up all interactions with the same remedy, so most are of no single
    /// one: those count too that name it, or a view that has unnecessary or late updates there, or are about hangs, where
    /// there is one.
    private static func part(_ trace: Int64, updates: String, stalls: String, interactions: String) -> String {
        let stallRules = [HangBusyRule.guide, HangBlockedRule.guide, HangUnclearRule.guide, OutsideSwiftUIRule.guide]
        return """
            (f.interaction_id IN (SELECT i.id FROM interaction i WHERE i.trace_id = \(trace) AND \(interactions))
                OR f.view IN (SELECT n.text FROM view_update u
                    JOIN update_site s ON s.id = \(UpdateCodes.site("u")) JOIN name n ON n.id = s.name_id
                    WHERE u.trace_id = \(trace) AND \(updates) AND (\(UpdateCodes.verdict("u")) = \(Verdict.unnecessary.sql)
                        OR \(UpdateCodes.severity("u")) IN (\(Severity.orange.sql), \(Severity.red.sql))))
                OR f.interaction_id IS NULL AND f.view IS NULL AND (
                    EXISTS (SELECT 1 FROM interaction i WHERE i.trace_id = \(trace) AND \(interactions)
                        AND i.label <> '' AND instr(f.title, i.label) > 0)
                    OR f.rule IN (\(stallRules.map { "'\($0.id)'" }.joined(separator: ", ")))
                        AND EXISTS (SELECT 1 FROM hangs WHERE trace_id = \(trace) AND \(stalls))))
            """
    }

    /// Where the slow code of some problems stands, as far as the profile says.
    static func addSources(_ store: TraceStore, trace: Int64, _ problems: inout [Problem]) throws(TraceError) {
        let hasLines = try store.database.integer(
            "SELECT EXISTS (SELECT 1 FROM hot_frame WHERE trace_id = ? AND file_id IS NOT NULL)", .integer(trace))
        guard hasLines == 1 else { return }
        for index in problems.indices { problems[index].source = try source(store, trace, problems[index]) }
    }

    private static func source(_ store: TraceStore, _ trace: Int64, _ problem: Problem) throws(TraceError) -> String? {
        guard let view = problem.view else { return nil }
        return try store.database.rows(
            """
            SELECT hottest_frame_source FROM long_updates
            WHERE trace_id = ? AND view = ? AND hottest_frame_source IS NOT NULL ORDER BY duration_ns DESC LIMIT 1
            """, [.integer(trace), .text(view)]
        ).first?.first?.text
    }

    /// How sure a rule is of what it says: what it measures is certain, what it calls unnecessary by itself is not.
    static func confidence(of rule: String) -> String {
        switch rule {
        case UnchangedUpdatesRule.guide.id: Confidence.proven.word
        case RepeatedUpdatesRule.guide.id: Confidence.likely.word
        case FanOutRule.guide.id, ParentOnlyUpdatesRule.guide.id: Confidence.possible.word
        default: "measured"
        }
    }
}
