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

/// A problem as `find_problems` lists it.
struct ListedProblem {
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

    let problem: StoredProblem
    /// Costliest first, never empty.
    let findings: [StoredFinding]
    /// The source line of the hottest frame in its longest updates, as recorded.
    var source: String?
    /// Its rows in the part of the trace that was asked for; nil without a part.
    var here: Rows?
    /// Its lines in the app's sources, the most relevant first.
    var mentions: [SourceMention] = []

    func json(showsSQL: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .text("\(problem.id)")), .init("kind", .text(problem.kind)),
            .init("severity", .text(problem.severity.rawValue)), .init("title", .text(problem.title.clipped(200))),
            .init("cost_ms", problem.costMs.map { .milliseconds($0) } ?? .null),
        ]
        if let share = problem.share { members.append(.init("share_percent", .milliseconds(share * 100))) }
        if let view = problem.view { members.append(.init("view", .text(view.clipped(200)))) }
        if let cause = problem.cause { members.append(.init("cause", .text(cause.clipped(200)))) }
        if let interaction = problem.interaction { members.append(.init("interaction", .text("\(interaction)"))) }
        if let here { members.append(.init("here", here.json)) }
        members.append(.init("interactions", .count(problem.interactions)))
        members.append(.init("confidence", .text(problem.confidence?.word ?? "measured")))
        if let line = mentions.first?.place.text ?? source?.clipped(200) {
            members.append(.init("file_line", .text(line)))
        }
        if mentions.count > 1 || mentions.first?.name != nil {
            members.append(.init("sources", .texts(mentions.map(\.words))))
        }
        members.append(.init("why", .text(AgentWords.of(problem.why).clipped(300))))
        members.append(.init("fix", .text(AgentWords.of(problem.fix).clipped(400))))
        if let gain = problem.gain { members.append(.init("gain", .text(gain.clipped(300)))) }
        if let accepted = problem.accepted { members.append(.init("accepted", .text(accepted.clipped(300)))) }
        members.append(.init("findings_total", .count(findings.count)))
        members.append(
            .init("findings", .array(findings.prefix(Self.mostFindings).map { json($0, showsSQL: showsSQL) })))
        return .object(members)
    }

    private func json(_ finding: StoredFinding, showsSQL: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .text("\(finding.id)")), .init("rule", .text(finding.rule)),
            .init("severity", .text(finding.severity.rawValue)),
            .init("confidence", .text(confidence(ofRule: finding.rule)?.word ?? "measured")),
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

    /// The confidence of a rule: nil for measurements, which are certain; judgements of necessity are not. That of a
    /// fan-out depends on the evidence that nothing changed.
    private func confidence(ofRule rule: String) -> Confidence? {
        switch rule {
        case FanOutRule.guide.id where problem.confidence == .proven: .proven
        case UnchangedUpdatesRule.guide.id: .proven
        case RepeatedUpdatesRule.guide.id: .likely
        case FanOutRule.guide.id, ParentOnlyUpdatesRule.guide.id: .possible
        default: nil
        }
    }
}

/// The problems of a trace.
struct ProblemList {
    private let trace: OpenTrace
    private let stored: StoredTrace

    init(_ trace: OpenTrace) {
        self.trace = trace
        stored = trace.store.stored(trace.id)
    }

    /// Problems with a requested finding, costliest first, each with all of its findings.
    func problems(_ filter: ProblemFilter) throws(TraceError) -> [StoredProblem] {
        let (condition, values) = condition(filter)
        // Queried once, because the selected part may be searched among all updates.
        let ids = try stored.database.rows("SELECT DISTINCT f.problem_id FROM findings f WHERE \(condition)", values)
        return try StoredProblem.read(stored, where: "p.id IN (\(Self.list(ids.map { $0[0].whole })))")
    }

    private static func list(_ ids: [Int64]) -> String { ids.map { "\($0)" }.joined(separator: ", ") }

    /// The problems with their findings, rows in the part of the filter, and source lines.
    func listed(_ problems: [StoredProblem], _ filter: ProblemFilter) throws(TraceError) -> [ListedProblem] {
        let ids = Self.list(problems.map(\.id))
        let findings = Dictionary(
            grouping: try StoredFinding.read(stored, where: "f.problem_id IN (\(ids))"), by: \.problem)
        var listed = problems.map { ListedProblem(problem: $0, findings: findings[$0.id] ?? [], source: $0.source) }
        try addSources(&listed)
        if filter.zoom != nil { try count(ids, filter, &listed) }
        return listed
    }

    private func condition(_ filter: ProblemFilter) -> (sql: String, values: [SQLValue]) {
        var conditions = ["f.trace_id = \(trace.id)"]
        var values: [SQLValue] = []
        if let view = filter.view {
            conditions.append("f.view = ?")
            values.append(.text(view))
        }
        if let rule = filter.rule {
            conditions.append("f.rule = ?")
            values.append(.text(rule))
        }
        conditions += parts(filter).map(part)
        return (conditions.joined(separator: " AND "), values)
    }

    /// The conditions of a part of the trace: on `view_update u`, on `hangs` and `hitches`, on `interaction i`.
    private typealias Part = (updates: String, stalls: String, interactions: String)

    private func parts(_ filter: ProblemFilter) -> [Part] {
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
    private func part(_ part: Part) -> String {
        """
        (f.problem_id IN (SELECT r.problem_id FROM problem_update r WHERE r.trace_id = \(trace.id) AND r.is_own = 1
                AND EXISTS (SELECT 1 FROM view_update u WHERE u.id BETWEEN r.first_id AND r.last_id AND \(part.updates)))
            OR f.problem_id IN (SELECT e.problem_id FROM problem_event e WHERE e.trace_id = \(trace.id) AND e.is_own = 1
                AND (e.hang_id IN (SELECT id FROM hangs WHERE trace_id = \(trace.id) AND \(part.stalls))
                    OR e.hitch_id IN (SELECT id FROM hitches WHERE trace_id = \(trace.id) AND \(part.stalls))))
            OR f.interaction_id IN (SELECT i.id FROM interaction i WHERE i.trace_id = \(trace.id) AND \(part.interactions)))
        """
    }

    /// Counts the rows of the problems that are in the part of the trace.
    private func count(
        _ ids: String, _ filter: ProblemFilter, _ problems: inout [ListedProblem]
    ) throws(TraceError) {
        let parts = parts(filter)
        let chosen = "trace_id = \(trace.id) AND is_own = 1 AND problem_id IN (\(ids))"
        let ofUpdates = parts.map { " AND \($0.updates)" }.joined()
        let ofStalls = parts.map { " AND \($0.stalls)" }.joined()
        var counts: [Int64: ListedProblem.Rows] = [:]
        for row in try stored.database.rows(
            """
            SELECT r.problem_id, count(*), coalesce(sum(u.duration_ns), 0) / 1e6 FROM problem_update r
            CROSS JOIN view_update u ON u.id BETWEEN r.first_id AND r.last_id WHERE r.\(chosen)\(ofUpdates) GROUP BY 1
            """)
        {
            counts[row[0].whole, default: .init()].updates = row[1].count
            counts[row[0].whole, default: .init()].updatesMs = row[2].number
        }
        func countStalls(
            _ view: String, _ id: String, _ path: WritableKeyPath<ListedProblem.Rows, Int>
        ) throws(TraceError) {
            for row in try stored.database.rows(
                """
                SELECT problem_id, count(*) FROM problem_event
                WHERE \(chosen) AND \(id) IN (SELECT id FROM \(view) WHERE trace_id = \(trace.id)\(ofStalls)) GROUP BY 1
                """)
            {
                counts[row[0].whole, default: .init()][keyPath: path] = row[1].count
            }
        }
        try countStalls("hangs", "hang_id", \.hangs)
        try countStalls("hitches", "hitch_id", \.hitches)
        for index in problems.indices { problems[index].here = counts[problems[index].problem.id] ?? .init() }
    }

    /// Adds source lines of the slow code, as far as the profile and the sources have them.
    private func addSources(_ problems: inout [ListedProblem]) throws(TraceError) {
        let hasLines = try stored.database.integer(
            "SELECT EXISTS (SELECT 1 FROM hot_frame WHERE trace_id = ? AND file_id IS NOT NULL)", .integer(trace.id))
        if hasLines == 1 {
            for index in problems.indices where problems[index].source == nil {
                problems[index].source = try problems[index].problem.view.flatMap(hottestLine)
            }
        }
        guard let sources = trace.sources else { return }
        let subjects = problems.map { listed in
            var subject = SourceNotes.Subject(listed.problem)
            subject.source = listed.source
            return subject
        }
        let mentions = try SourceNotes(sources, stored.database).mentions(of: subjects, trace: trace.id)
        for index in problems.indices { problems[index].mentions = mentions[index] }
    }

    private func hottestLine(ofView view: String) throws(TraceError) -> String? {
        try stored.database.rows(
            """
            SELECT hottest_frame_source FROM long_updates
            WHERE trace_id = ? AND view = ? AND hottest_frame_source IS NOT NULL ORDER BY duration_ns DESC LIMIT 1
            """, [.integer(trace.id), .text(view)]
        ).first?.first?.text
    }
}
