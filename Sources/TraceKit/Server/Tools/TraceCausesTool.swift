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
                fix: "ids are those of the view updates: "
                    + ToolWords.query(
                        trace,
                        "SELECT id, view, start_ms, duration_ms FROM updates WHERE trace_id = \(trace.id) ORDER BY duration_ms DESC LIMIT 20"
                    ))
        }
    }

    func answer() throws(TraceError) -> ToolAnswer {
        let sums = try chainSums()
        var answer = ToolAnswer()
        var chains: [JSONValue] = []
        for (step, sums) in sums.first { chains.append(try chain(step, sums)) }
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
        /// The most wasteful chains by their last step, as many as wanted.
        var first: [(step: Int64, sums: ChainTree.Sums)] = []
        var count = 0
        var updates = 0
    }

    private func chainSums() throws(TraceError) -> ChainSums {
        let steps = try ChainSteps(trace.store.stored(trace.id))
        var filter = ChainTree.Filter()
        var following: Set<Int>?
        if wantsEffects, let view {
            following = try stepsAfter(view, steps)
        } else {
            (filter.view, filter.interaction, filter.update) = (view, interaction, update)
        }
        var all: [(step: Int64, sums: ChainTree.Sums)] = []
        try ChainTree.eachEnd(steps, trace.store.database, trace.id, filter) { step, sums in
            if following?.contains(step) ?? true { all.append((steps.first + Int64(step), sums)) }
        }
        all.sort { left, right in
            (right.sums.wastedMs, right.sums.totalMs, left.step) < (left.sums.wastedMs, left.sums.totalMs, right.step)
        }
        return ChainSums(
            first: Array(all.prefix(limit)), count: all.count, updates: all.reduce(0) { $0 + $1.sums.updates })
    }

    /// The steps that follow those of a view. A step comes after its predecessor, so one scan is enough.
    private func stepsAfter(_ view: String, _ steps: ChainSteps) throws(TraceError) -> Set<Int> {
        let database = trace.store.database
        let names = Set(
            try database.rows("SELECT id FROM name WHERE text IN (?1, ?1 || '.body')", [.text(view)]).map {
                $0[0].whole
            })
        var following = Set<Int>()
        var hasBegun = [Bool](repeating: false, count: steps.count)
        for step in hasBegun.indices {
            let parent = Int(steps.parents[step])
            let follows = parent >= 0 && hasBegun[parent]
            if follows { following.insert(step) }
            hasBegun[step] = follows || names.contains(steps.names[step])
        }
        return following
    }

    private func chain(_ last: Int64, _ sums: ChainTree.Sums) throws(TraceError) -> JSONValue {
        let (steps, total) = try steps(to: last)
        var members: [JSONValue.Member] = [.init("steps", .texts(steps))]
        if total > steps.count { members.append(.init("earlier_steps", .count(total - steps.count))) }
        members += [
            .init("updates", .count(sums.updates)),
            .init("unnecessary", sums.isWasteKnown ? .count(sums.unnecessary) : .null),
            .init("wasted_ms", sums.isWasteKnown ? .milliseconds(sums.wastedMs) : .null),
            .init("total_ms", .milliseconds(sums.totalMs)),
            .init("red", .count(sums.red)), .init("orange", .count(sums.orange)),
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
