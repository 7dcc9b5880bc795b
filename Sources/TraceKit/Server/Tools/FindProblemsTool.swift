/// `find_problems`: what the rules found, costliest first, in pages.
enum FindProblemsTool {
    static let tool = ServerTool(
        name: "find_problems",
        summary: """
            Ranked problems with their findings: evidence, confidence, wasted or blocked ms, file:line where known, the fix.
            """,
        input: [
            .trace, ToolProperty("view", .text), ToolProperty("interaction", .id, "id from open_trace"),
            ToolProperty("window", .text, "START..END in ms"), ToolProperty("rule", .text, "id, as in help rule:ID"),
            ToolProperty("limit", .integer(1...50), "default 3"), ToolProperty("cursor", .text, "next_cursor"),
            ToolProperty("sql", .flag),
        ],
        output: [
            ToolOutput("total", .integer), ToolOutput("scope", .text, always: false), ToolOutput("problems", .objects),
            ToolOutput("next_cursor", .text, always: false), ToolOutput("why_empty", .text, always: false),
            ToolOutput("next", .texts, always: false), ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        try FindProblems(call).answer()
    }
}

/// One call.
private struct FindProblems {
    private let trace: OpenTrace
    private let arguments: ToolArguments
    private var filter = ProblemFilter()
    /// The part of the trace that the call asks for, in words; nil = all of it.
    private var part: String?
    private let accepted: [AcceptedNote]

    init(_ call: ToolCall) throws(TraceError) {
        trace = try call.trace()
        arguments = call.arguments
        accepted = call.session.accepted
        filter.view = arguments.text("view")
        filter.interaction = arguments.id("interaction")
        if let rule = arguments.text("rule") {
            let known = RuleGuides.all.map(\.id)
            guard known.contains(rule) else {
                throw TraceError(
                    .usage, "no rule is called '\(rule.clipped(40))'\(NearestWord.hint(for: rule, among: known))")
            }
            filter.rule = rule
        }
        filter.window = try arguments.window()
        try trace.checkView(filter.view)
        try trace.checkInteraction(filter.interaction)
        part = filter.zoom?.words()
    }

    func answer() throws(TraceError) -> ToolAnswer {
        let list = ProblemList(trace)
        var all = try list.problems(filter)
        all.setApart(accepted)
        let start = try startOfPage(all.count)
        let limit = arguments.integer("limit") ?? 3
        let page = try list.listed(Array(all[start..<min(all.count, start + limit)]), filter)
        var answer = ToolAnswer()
        answer["total"] = .count(all.count)
        if let part {
            answer["scope"] = .text(
                "\(part): 'here' counts a problem's rows in this part; cost, share, why and findings cover the whole trace"
            )
        }
        answer["problems"] = .array(page.map { $0.json(showsSQL: arguments.flag("sql")) })
        if let first = page.first { answer["next"] = .texts(try next(first)) }
        answer.fit()
        let shown = answer["problems"]?.items?.count ?? 0
        if start + shown < all.count { answer["next_cursor"] = .text(cursor(start + shown)) }
        if all.isEmpty { answer["why_empty"] = .text(AgentWords.of(try whyEmpty())) }
        return answer
    }

    // MARK: Pages

    /// Identifies a list of problems, so that a page token cannot be used with another list.
    private var fingerprint: UInt64 {
        let words = [
            trace.handle, filter.view ?? "", filter.rule ?? "", "\(filter.interaction ?? 0)",
            arguments.text("window") ?? "",
        ]
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in words.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    private func cursor(_ offset: Int) -> String {
        "\(String(fingerprint, radix: 36))-\(String(offset, radix: 36))"
    }

    private func startOfPage(_ count: Int) throws(TraceError) -> Int {
        guard let text = arguments.text("cursor") else { return 0 }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, UInt64(parts[0], radix: 36) == fingerprint, let offset = Int(parts[1], radix: 36),
            (0...count).contains(offset)
        else {
            throw TraceError(
                .usage, "the cursor does not belong to this list",
                fix: "give next_cursor unchanged, with the same arguments; without it the list starts over")
        }
        return offset
    }

    // MARK: Words

    private func whyEmpty() throws(TraceError) -> String {
        if !filter.isEmpty {
            let all = try ProblemList(trace).problems(ProblemFilter()).count
            if all > 0 { return "none of the \(all) problems of this trace matches these arguments" }
        }
        let doctor = try trace.doctor()
        let lacking = doctor.abilities.filter { $0.level == .no }
        let unreadable = doctor.lanes.filter { $0.state == .unreadable }.map(\.name)
        let lost = unreadable.isEmpty ? "" : "; could not be read: " + unreadable.joined(separator: ", ")
        let views = try ViewSums(trace.store.stored(trace.id))
        if views.updates + views.untimed == 0 {
            return "not recorded: " + lacking.map { "\($0.analysis): \($0.why)" }.joined(separator: "; ") + lost
        }
        let counted = Decimal.counted(views.updates + views.untimed, "update")
        let not = lacking.isEmpty ? "" : "; not looked at: " + lacking.map(\.analysis).joined(separator: ", ")
        return "nothing found: no rule applies to \(counted)\(try busiest())\(not)\(lost)"
    }

    /// The bodies with most of the time, which need not be fixed.
    private func busiest() throws(TraceError) -> String {
        let rows = try trace.store.database.rows(
            """
            SELECT view, updates, total_ms, max_ms FROM view_summary
            WHERE trace_id = ? AND kind = 'body' AND total_ms > 0 ORDER BY total_ms DESC, view_id LIMIT 3
            """, [.integer(trace.id)])
        let views = rows.map { row in
            """
            \((row[0].text ?? "").clipped(80)) \(Decimal.counted(row[1].count, "update")), \
            \(Decimal.text(row[2].number, digits: 1)) ms in all, \(Decimal.text(row[3].number, digits: 1)) ms at most
            """
        }
        return views.isEmpty ? "" : "; the busiest bodies are fine: \(views.joined(separator: "; "))"
    }

    /// The calls that say more about a problem: the code before and after, its causes where some are recorded or
    /// inferred, and the statement that lists its rows.
    private func next(_ listed: ListedProblem) throws(TraceError) -> [String] {
        let problem = listed.problem
        var next = [ToolWords.call(HelpTool.tool, [.init("topic", .text("rule:\(problem.kind)"))])]
        // A truncated name cannot be queried.
        if let view = problem.view, view.utf8.count <= 200, try hasCauses(view) {
            next.append(ToolWords.call(TraceCausesTool.tool, trace, [.init("view", .text(view))]))
        }
        if let finding = listed.findings.first {
            next.append(ToolWords.query(trace, "SELECT sql FROM findings WHERE id = \(finding.id)"))
        }
        return next
    }

    /// Whether `trace_causes` has a chain of more than the view itself.
    private func hasCauses(_ view: String) throws(TraceError) -> Bool {
        let recorded = try trace.store.database.integer(
            """
            SELECT EXISTS (SELECT 1 FROM view_update u JOIN cause_chain k ON k.id = u.chain_id
                JOIN chain_step p ON p.id = k.step_id
                WHERE u.trace_id = ?1 AND p.parent_id IS NOT NULL AND \(UpdateCodes.site("u")) IN (
                    SELECT s.id FROM update_site s JOIN name n ON n.id = s.name_id WHERE s.trace_id = ?1 AND n.text = ?2))
            """, .integer(trace.id), .text(view))
        if recorded == 1 { return true }
        var filter = ChainTree.Filter()
        filter.view = view
        return try ChainTree.inferredLinks(trace.store.stored(trace.id), filter, most: 1).count > 0
    }
}
