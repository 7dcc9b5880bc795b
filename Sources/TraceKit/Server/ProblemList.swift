/// Selects problems; all given conditions must hold.
struct ProblemFilter {
    var view: String?
    var interaction: Int64?
    var rule: String?
    /// A half-open range in nanoseconds; nil = unbounded.
    var window: (from: Int64?, to: Int64?)?

    var isEmpty: Bool { view == nil && interaction == nil && rule == nil && window == nil }

    /// The part of the trace, whose problems have rows outside of it too; nil = all of it.
    var zoom: ReportZoom? {
        guard interaction != nil || window != nil else { return nil }
        var zoom = ReportZoom()
        zoom.interaction = interaction
        (zoom.fromNs, zoom.toNs) = (window?.from, window?.to)
        return zoom
    }
}

/// A row of the view `problems`, with its findings.
struct TraceProblem {
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

    /// The rows of a problem in a part of the trace.
    struct Rows {
        var updates = 0
        var updatesMs = 0.0
        var hangs = 0
        var hitches = 0

        var json: JSONValue {
            var members: [JSONValue.Member] = [
                .init("updates", .count(updates)), .init("updates_ms", .milliseconds(updatesMs)),
            ]
            if hangs > 0 { members.append(.init("hangs", .count(hangs))) }
            if hitches > 0 { members.append(.init("hitches", .count(hitches))) }
            return .object(members)
        }
    }

    /// The most findings per answer.
    private static let mostFindings = 8
    /// The most bytes of a statement in an answer; for a longer one, the answer has a statement that reads it.
    private static let mostSQL = 400

    let id: Int64
    let kind: String
    let severity: String
    let title: String
    let why: String
    let fix: String
    let view: String?
    let cause: String?
    let interaction: Int64?
    let interactions: Int
    let confidence: String
    let costMs: Double
    let share: Double?
    /// Stable across traces.
    let key: String
    /// Why and when it was accepted, unless it has grown since.
    var accepted: String?
    /// The source line of the hottest frame in its longest updates, as recorded.
    var source: String?
    /// Its rows in the part of the trace that was asked for; nil without a part.
    var here: Rows?
    /// Its lines in the app's sources, the most relevant first.
    var mentions: [SourceMention] = []
    /// Costliest first, never empty.
    var findings: [Finding] = []

    func json(showsSQL: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .text("\(id)")), .init("kind", .text(kind)), .init("severity", .text(severity)),
            .init("title", .text(title.clipped(200))), .init("cost_ms", costMs > 0 ? .milliseconds(costMs) : .null),
        ]
        if let share { members.append(.init("share_percent", .milliseconds(share * 100))) }
        if let view { members.append(.init("view", .text(view.clipped(200)))) }
        if let cause { members.append(.init("cause", .text(cause.clipped(200)))) }
        if let interaction { members.append(.init("interaction", .text("\(interaction)"))) }
        if let here { members.append(.init("here", here.json)) }
        members.append(.init("interactions", .count(interactions)))
        members.append(.init("confidence", .text(confidence)))
        if let line = mentions.first?.place.text ?? source?.clipped(200) {
            members.append(.init("file_line", .text(line)))
        }
        if mentions.count > 1 || mentions.first?.name != nil {
            members.append(.init("sources", .texts(mentions.map(\.words))))
        }
        members.append(.init("why", .text(AgentWords.of(why).clipped(300))))
        members.append(.init("fix", .text(AgentWords.of(fix).clipped(400))))
        if let accepted { members.append(.init("accepted", .text(accepted.clipped(300)))) }
        members.append(.init("findings_total", .count(findings.count)))
        members.append(
            .init("findings", .array(findings.prefix(Self.mostFindings).map { json($0, showsSQL: showsSQL) })))
        return .object(members)
    }

    private func json(_ finding: Finding, showsSQL: Bool) -> JSONValue {
        let confidence = ProblemList.confidence(of: finding.rule, inProblem: self.confidence)
        var members: [JSONValue.Member] = [
            .init("id", .text("\(finding.id)")), .init("rule", .text(finding.rule)),
            .init("severity", .text(finding.severity)),
            .init("confidence", .text(confidence)),
            .init("evidence", .text(finding.evidence.clipped(300))), .init("rows", .count(finding.rows)),
            .init("cost_ms", finding.costMs > 0 ? .milliseconds(finding.costMs) : .null),
            .init("effort", .text(finding.effort)),
        ]
        // A truncated statement cannot be run.
        if showsSQL {
            let isShort = finding.sql.utf8.count <= Self.mostSQL
            members.append(
                .init("sql", .text(isShort ? finding.sql : "SELECT sql FROM findings WHERE id = \(finding.id)")))
        }
        return .object(members)
    }
}

/// The problems of a trace.
enum ProblemList {
    /// Problems with a requested finding, costliest first, each with all of its findings.
    static func read(
        _ store: TraceStore, trace: Int64, _ filter: ProblemFilter
    ) throws(TraceError) -> [TraceProblem] {
        let (condition, values) = condition(trace, filter)
        // Queried once, because the selected part may be searched among all updates.
        let ids = try store.database.rows("SELECT DISTINCT f.problem_id FROM findings f WHERE \(condition)", values)
        let chosen = "IN (\(ids.compactMap { $0[0] == .null ? nil : "\($0[0].whole)" }.joined(separator: ", ")))"
        var problems = try store.database.rows(
            """
            SELECT id, kind, severity, title, why, fix, view, cause, interaction_id, interactions, confidence, cost_ms,
                share, source, "key"
            FROM problems WHERE trace_id = \(trace) AND id \(chosen) ORDER BY id
            """
        ).map(problem)
        let places = Dictionary(problems.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let rows = try store.database.rows(
            """
            SELECT g.id, g.rule, g.severity, g.title, g.problem_id, g.evidence, g.hint, g.effort, g.sql, g."rows", g.cost_ms
            FROM findings g WHERE g.trace_id = \(trace) AND g.problem_id \(chosen) ORDER BY g.id
            """)
        for row in rows {
            guard let index = places[row[4].whole] else { continue }
            problems[index].findings.append(
                TraceProblem.Finding(
                    id: row[0].whole, rule: row[1].text ?? "", severity: row[2].text ?? "", title: row[3].text ?? "",
                    evidence: row[5].text ?? "", fix: row[6].text ?? "", effort: row[7].text ?? "",
                    sql: row[8].text ?? "", rows: row[9].count, costMs: row[10].number))
        }
        return problems
    }

    private static func problem(_ row: [SQLValue]) -> TraceProblem {
        TraceProblem(
            id: row[0].whole, kind: row[1].text ?? "", severity: row[2].text ?? "", title: row[3].text ?? "",
            why: row[4].text ?? "", fix: row[5].text ?? "", view: row[6].text, cause: row[7].text,
            interaction: row[8] == .null ? nil : row[8].whole, interactions: row[9].count,
            confidence: row[10].text ?? "measured", costMs: row[11].number,
            share: row[12] == .null ? nil : row[12].number, key: row[14].text ?? "",
            source: row[13].text)
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
        conditions += parts(filter).map { part(trace, $0) }
        return (conditions.joined(separator: " AND "), values)
    }

    /// The conditions of a part of the trace: on `view_update u`, on `hangs` and `hitches`, on `interaction i`.
    private typealias Part = (updates: String, stalls: String, interactions: String)

    private static func parts(_ filter: ProblemFilter) -> [Part] {
        var parts: [Part] = []
        if let interaction = filter.interaction {
            parts.append(
                (
                    "u.interaction_id = \(interaction)", "interaction_id = \(interaction)", "i.id = \(interaction)"
                ))
        }
        if let window = filter.window {
            let (from, to) = (window.from ?? 0, window.to ?? Int64.max)
            parts.append(
                (
                    "u.start_ns >= \(from) AND u.start_ns < \(to)",
                    "start_ns < \(to) AND start_ns + coalesce(duration_ms, 0) * 1e6 > \(from)",
                    "i.start_ns < \(to) AND coalesce(i.end_ns, i.start_ns) > \(from)"
                ))
        }
        return parts
    }

    /// The problems' findings about a part of the trace, selected by their rows; findings without rows, by their own
    /// interaction.
    private static func part(_ trace: Int64, _ part: Part) -> String {
        """
        (f.problem_id IN (SELECT r.problem_id FROM problem_update r WHERE r.trace_id = \(trace)
                AND EXISTS (SELECT 1 FROM view_update u WHERE u.id BETWEEN r.first_id AND r.last_id AND \(part.updates)))
            OR f.problem_id IN (SELECT e.problem_id FROM problem_event e WHERE e.trace_id = \(trace)
                AND (e.hang_id IN (SELECT id FROM hangs WHERE trace_id = \(trace) AND \(part.stalls))
                    OR e.hitch_id IN (SELECT id FROM hitches WHERE trace_id = \(trace) AND \(part.stalls))))
            OR f.interaction_id IN (SELECT i.id FROM interaction i WHERE i.trace_id = \(trace) AND \(part.interactions)))
        """
    }

    /// Counts the rows of the problems that are in the part of the trace.
    static func count(
        _ store: TraceStore, trace: Int64, _ filter: ProblemFilter, _ problems: inout [TraceProblem]
    ) throws(TraceError) {
        let parts = parts(filter)
        let chosen = "trace_id = \(trace) AND problem_id IN (\(problems.map { "\($0.id)" }.joined(separator: ", ")))"
        let ofUpdates = parts.map { " AND \($0.updates)" }.joined()
        let ofStalls = parts.map { " AND \($0.stalls)" }.joined()
        var counts: [Int64: TraceProblem.Rows] = [:]
        let updates = try store.database.rows(
            """
            SELECT r.problem_id, count(*), coalesce(sum(u.duration_ns), 0) / 1e6 FROM problem_update r
            JOIN view_update u ON u.id BETWEEN r.first_id AND r.last_id WHERE r.\(chosen)\(ofUpdates) GROUP BY 1
            """)
        for row in updates {
            counts[row[0].whole, default: .init()].updates = row[1].count
            counts[row[0].whole, default: .init()].updatesMs = row[2].number
        }
        for (id, view) in [("hang_id", "hangs"), ("hitch_id", "hitches")] {
            let stalls = try store.database.rows(
                """
                SELECT problem_id, count(*) FROM problem_event
                WHERE \(chosen) AND \(id) IN (SELECT id FROM \(view) WHERE trace_id = \(trace)\(ofStalls)) GROUP BY 1
                """)
            for row in stalls {
                if view == "hangs" {
                    counts[row[0].whole, default: .init()].hangs = row[1].count
                } else {
                    counts[row[0].whole, default: .init()].hitches = row[1].count
                }
            }
        }
        for index in problems.indices { problems[index].here = counts[problems[index].id] ?? .init() }
    }

    /// Moves accepted problems that have not grown to the end.
    static func setApart(_ problems: [TraceProblem], _ accepted: [AcceptedNote]) -> [TraceProblem] {
        let notes = accepted.byKey
        let marked = problems.map { problem in
            var problem = problem
            problem.accepted = notes[problem.key].flatMap { $0.covers(problem.costMs) ? $0.words : nil }
            return problem
        }
        return marked.filter { $0.accepted == nil } + marked.filter { $0.accepted != nil }
    }

    /// Adds source lines of the slow code, as far as the profile and the sources have them.
    static func addSources(_ trace: OpenTrace, _ problems: inout [TraceProblem]) throws(TraceError) {
        try addLines(trace.store, trace: trace.id, &problems)
        guard let sources = trace.sources else { return }
        let mentions = try SourceNotes(sources, trace.store.database).mentions(
            of: problems.map { .init(rule: $0.kind, view: $0.view, cause: $0.cause, source: $0.source) },
            trace: trace.id)
        for index in problems.indices { problems[index].mentions = mentions[index] }
    }

    private static func addLines(
        _ store: TraceStore, trace: Int64, _ problems: inout [TraceProblem]
    ) throws(TraceError) {
        let hasLines = try store.database.integer(
            "SELECT EXISTS (SELECT 1 FROM hot_frame WHERE trace_id = ? AND file_id IS NOT NULL)", .integer(trace))
        guard hasLines == 1 else { return }
        for index in problems.indices where problems[index].source == nil {
            problems[index].source = try source(store, trace, problems[index])
        }
    }

    private static func source(
        _ store: TraceStore, _ trace: Int64, _ problem: TraceProblem
    ) throws(TraceError) -> String? {
        guard let view = problem.view else { return nil }
        return try store.database.rows(
            """
            SELECT hottest_frame_source FROM long_updates
            WHERE trace_id = ? AND view = ? AND hottest_frame_source IS NOT NULL ORDER BY duration_ns DESC LIMIT 1
            """, [.integer(trace), .text(view)]
        ).first?.first?.text
    }

    /// The confidence of a rule: measurements are certain, judgements of necessity are not. That of a fan-out depends
    /// on the evidence that nothing changed.
    static func confidence(of rule: String, inProblem confidence: String) -> String {
        switch rule {
        case FanOutRule.guide.id where confidence == Confidence.proven.word: confidence
        case UnchangedUpdatesRule.guide.id: Confidence.proven.word
        case RepeatedUpdatesRule.guide.id: Confidence.likely.word
        case FanOutRule.guide.id, ParentOnlyUpdatesRule.guide.id: Confidence.possible.word
        default: "measured"
        }
    }
}
