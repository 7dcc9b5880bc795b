/// `trace_causes`: the cause chains to a view or an update, or from an interaction.
enum TraceCausesTool {
    static let tool = ServerTool(
        name: "trace_causes",
        summary: """
            Ranked chains gesture → state → body with updates, unnecessary ones, wasted ms. Give one of view, update, \
            interaction. direction: causes (default) or effects.
            """,
        input: [
            .trace, ToolProperty("view", .text), ToolProperty("update", .id, "id in view updates"),
            ToolProperty("interaction", .id, "id from open_trace"),
            ToolProperty("direction", .text, words: ["causes", "effects"]),
            ToolProperty("depth", .integer(1...50), "steps of a chain, default 8"),
            ToolProperty("limit", .integer(1...50), "default 10"),
        ],
        output: [
            ToolOutput("chains", .objects), ToolOutput("chains_total", .integer), ToolOutput("updates_total", .integer),
            ToolOutput("edges", .objects, always: false), ToolOutput("edges_total", .integer, always: false),
            ToolOutput("inferred", .objects, always: false), ToolOutput("why_empty", .text, always: false),
            ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        try CausesRequest(call).answer()
    }
}

/// One call.
private struct CausesRequest {
    private let trace: OpenTrace
    private let view: String?
    private let update: Int64?
    private let interaction: Int64?
    private let wantsEffects: Bool
    private let depth: Int
    private let limit: Int

    init(_ call: ToolCall) throws(TraceError) {
        let arguments = call.arguments
        trace = try call.trace()
        let given = ["view", "update", "interaction"].filter { arguments.has($0) }
        guard given.count == 1 else {
            throw TraceError(.usage, "give one of view, update, interaction; found \(given.count) of them")
        }
        view = arguments.text("view")
        update = arguments.id("update")
        interaction = arguments.id("interaction")
        wantsEffects = arguments.text("direction") == "effects"
        depth = arguments.integer("depth") ?? 8
        limit = arguments.integer("limit") ?? 10
        try trace.checkView(view)
        try trace.checkInteraction(interaction)
        guard let update else { return }
        let found = try trace.store.database.integer(
            "SELECT count(*) FROM view_update WHERE id = ? AND trace_id = ?", .integer(update), .integer(trace.id))
        guard found == 1 else {
            throw TraceError(
                .usage, "no update has the id \(update)",
                fix: "ids are those of the view updates: query SELECT id, view, start_ms, duration_ms FROM long_updates"
            )
        }
    }

    func answer() throws(TraceError) -> ToolAnswer {
        let sums = try chainSums()
        var answer = ToolAnswer()
        var chains: [JSONValue] = []
        for row in sums.first { chains.append(try chain(row)) }
        answer["chains"] = .array(chains)
        answer["chains_total"] = .count(sums.count)
        answer["updates_total"] = .count(sums.updates)
        var edges: [JSONValue] = []
        if let update {
            let total: Int
            (edges, total) = try self.edges(of: update)
            answer["edges"] = .array(edges)
            answer["edges_total"] = .count(total)
        }
        // A chain of one step is the update itself.
        let isTrivial = chains.allSatisfy { $0["steps"]?.items?.count == 1 && $0["earlier_steps"] == nil }
        let inferred = update == nil && !wantsEffects ? try self.inferred() : []
        if !inferred.isEmpty { answer["inferred"] = .array(inferred) }
        if isTrivial, edges.isEmpty, inferred.isEmpty { answer["why_empty"] = .text(try whyEmpty()) }
        answer.fit()
        return answer
    }

    private struct ChainSums {
        /// The most wasteful chains: last step, updates, unnecessary ones, wasted and total ms, red, orange, necessary
        /// and unknown ones.
        var first: [[SQLValue]] = []
        var count = 0
        var updates = 0
    }

    private func chainSums() throws(TraceError) -> ChainSums {
        if wantsEffects, let view { return try chainsThrough(view) }
        var conditions = ["u.trace_id = ?", "u.chain_id IS NOT NULL"]
        var values: [SQLValue] = [.integer(trace.id)]
        if let view {
            conditions.append(
                """
                \(UpdateCodes.site("u")) IN (SELECT id FROM update_site WHERE view_id IN (SELECT id FROM "view" WHERE \
                trace_id = ? AND name_id IN (SELECT id FROM name WHERE text = ?)))
                """
            )
            values += [.integer(trace.id), .text(view)]
        }
        if let update {
            conditions.append("u.id = ?")
            values.append(.integer(update))
        }
        if let interaction {
            conditions.append("u.interaction_id = ?")
            values.append(.integer(interaction))
        }
        let verdict = UpdateCodes.verdict("u")
        let isUnnecessary = "\(verdict) = \(Verdict.unnecessary.sql)"
        let severity = UpdateCodes.severity("u")
        let statement = try trace.store.database.prepare(
            """
            SELECT k.step_id, count(*), sum(\(isUnnecessary)),
                total(CASE WHEN \(isUnnecessary) THEN u.duration_ns END) / 1e6 AS wasted, total(u.duration_ns) / 1e6 AS ms,
                sum(\(severity) = \(Severity.red.sql)), sum(\(severity) = \(Severity.orange.sql)),
                sum(\(verdict) = \(Verdict.necessary.sql)), sum(\(verdict) = \(Verdict.unknown.sql))
            FROM view_update u JOIN cause_chain k ON k.id = u.chain_id
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY k.id ORDER BY wasted DESC, ms DESC, k.id
            """)
        try statement.bind(values)
        var sums = ChainSums()
        while try statement.step() {
            if sums.count < limit { sums.first.append(statement.row()) }
            sums.count += 1
            sums.updates += Int(statement.integer(1))
        }
        return sums
    }

    /// Chains that continue after updates of a view: there may be a hundred thousand, of which a few are shown.
    private func chainsThrough(_ view: String) throws(TraceError) -> ChainSums {
        let stored = trace.store.stored(trace.id)
        let following = try stepsAfter(view, stored)
        var sums = ChainSums()
        guard !following.isEmpty else { return sums }
        let statement = try trace.store.database.prepare(
            """
            SELECT step_id, updates, unnecessary, wasted_ns, total_ns, red, orange, necessary, unknown FROM cause_chain
            WHERE \(try stored.condition("cause_chain")) ORDER BY id
            """)
        var first: [(wasted: Int64, all: Int64, row: [SQLValue])] = []
        while try statement.step() {
            guard following.contains(statement.integer(0)) else { continue }
            sums.count += 1
            sums.updates += Int(statement.integer(1))
            let costs = (statement.integer(3), statement.integer(4))
            if first.count == limit {
                guard let last = first.last, costs > (last.wasted, last.all) else { continue }
                first.removeLast()
            }
            let index = first.firstIndex { costs > ($0.wasted, $0.all) } ?? first.count
            first.insert((costs.0, costs.1, statement.row()), at: index)
        }
        sums.first = first.map { entry in
            var row = entry.row
            (row[3], row[4]) = (.real(Double(entry.wasted) / 1e6), .real(Double(entry.all) / 1e6))
            return row
        }
        return sums
    }

    /// The steps that follow those of a view. A step comes after its predecessor, so one scan is enough.
    private func stepsAfter(_ view: String, _ stored: StoredTrace) throws(TraceError) -> Set<Int64> {
        let database = trace.store.database
        let names = Set(
            try database.rows("SELECT id FROM name WHERE text IN (?1, ?1 || '.body')", [.text(view)]).map {
                $0[0].whole
            })
        let steps = try ChainSteps(stored)
        var following = Set<Int64>()
        var hasBegun = [Bool](repeating: false, count: steps.count)
        for step in hasBegun.indices {
            let parent = Int(steps.parents[step])
            let follows = parent >= 0 && hasBegun[parent]
            if follows { following.insert(steps.first + Int64(step)) }
            hasBegun[step] = follows || names.contains(steps.names[step])
        }
        return following
    }

    private func chain(_ row: [SQLValue]) throws(TraceError) -> JSONValue {
        let (steps, total) = try steps(to: row[0].whole)
        var members: [JSONValue.Member] = [.init("steps", .texts(steps))]
        if total > steps.count { members.append(.init("earlier_steps", .count(total - steps.count))) }
        let isKnown = row[8].count == 0 || row[2].count + row[7].count > 0
        members += [
            .init("updates", .count(row[1].count)), .init("unnecessary", isKnown ? .count(row[2].count) : .null),
            .init("wasted_ms", isKnown ? .milliseconds(row[3].number) : .null),
            .init("total_ms", .milliseconds(row[4].number)),
            .init("red", .count(row[5].count)), .init("orange", .count(row[6].count)),
        ]
        return .object(members)
    }

    /// The last steps of a chain in order, and its length.
    private func steps(to last: Int64) throws(TraceError) -> ([String], Int) {
        var names: [String] = []
        var (step, count) = (Optional(last), 0)
        let statement = try trace.store.database.prepare("SELECT parent_id, name FROM chain_steps WHERE id = ?")
        // A damaged database may contain a cycle.
        while let id = step, count < 10_000 {
            try statement.bind([.integer(id)])
            guard try statement.step() else { break }
            let row = statement.row()
            if count < depth { names.append((row[1].text ?? "").clipped(120)) }
            count += 1
            step = row[0] == .null ? nil : row[0].whole
            statement.reset()
        }
        return (names.reversed(), count)
    }

    /// The direct causes of an update, or its direct effects.
    private func edges(of update: Int64) throws(TraceError) -> ([JSONValue], Int) {
        let (here, there, name) = wantsEffects ? ("from_id", "to_id", "effect") : ("to_id", "from_id", "cause")
        let rows = try trace.store.database.rows(
            "SELECT \(there), \(name), label, changed, at_ms FROM effects WHERE trace_id = ? AND \(here) = ? ORDER BY at_ns, id",
            [.integer(trace.id), .integer(update)])
        let list = rows.prefix(limit).map { row in
            JSONValue.object([
                .init("id", .text("\(row[0].whole)")), .init(name, .text((row[1].text ?? "").clipped(160))),
                .init("label", .text((row[2].text ?? "").clipped(80))),
                .init("changed", row[3].text.map { .text($0.clipped(200)) } ?? .null),
                .init("at_ms", row[4] == .null ? .null : .milliseconds(row[4].number)),
            ])
        }
        return (list, rows.count)
    }

    /// Inferred causes of updates without a chain.
    private func inferred() throws(TraceError) -> [JSONValue] {
        var filter = ChainTree.Filter()
        (filter.view, filter.interaction) = (view, interaction)
        return try ChainTree.inferredLinks(trace.store.stored(trace.id), filter, most: limit).first.map { link in
            .object([
                .init("link", .text(link.path.clipped(200))), .init("recurs", .text(link.recurrence.often)),
                .init("runs", .count(link.runs)), .init("bursts", .count(link.bursts)),
                .init("updates", .count(link.updates)),
            ])
        }
    }

    private func whyEmpty() throws(TraceError) -> String {
        let edges = try trace.doctor()
        if let ability = edges.abilities.first(where: { $0.analysis == "chains of causes" }), ability.level == .no {
            return "not recorded: \(AgentWords.of(ability.why))"
        }
        if wantsEffects { return "nothing found: no recorded chain continues after it" }
        return "nothing found: the cause graph has no edge to it"
    }
}
