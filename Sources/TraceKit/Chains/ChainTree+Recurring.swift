/// A link without a recorded cause, inferred from the order of evaluations (docs/analysis.md, section 3).
package struct InferredLink: Sendable {
    /// The changed property that a view names, as `View._property`; if none is known, the view that runs first.
    package var label: String
    /// Whether a view names it; otherwise it is an unrecorded parent.
    package var isSeen: Bool
    /// The view whose body runs.
    package var view: String
    /// Whether the view itself names it.
    package var isDriver: Bool
    /// Runs of the cause with the view, over all bursts.
    package var runs: Int
    package var bursts: Int
    package var updates: Int
    package var totalMs: Double
    /// Totals of the cause.
    package var recurrence: Recurrence

    /// `Editor._frames → Row`
    var path: String { "\(isSeen ? label : "(above \(label))") → \(view)" }
}

extension ChainTree {
    /// Marks the nodes that name recurring causes.
    mutating func readRecurring(
        _ stored: StoredTrace, _ steps: ChainSteps, _ nodeOfStep: [Int32], _ parents: [Int32]
    ) throws(TraceError) {
        let database = stored.database
        var causes: [Int64: (name: Int64, recurrence: Recurrence)] = [:]
        for row in try database.rows(
            """
            SELECT id, name_id, runs, first_ns, last_ns, period_ns FROM recurring_cause
            WHERE trace_id = ? AND name_id IS NOT NULL
            """, [.integer(stored.id)])
        {
            causes[row[0].whole] = (row[1].whole, Recurrence(row, from: 2))
        }
        guard !causes.isEmpty, !nodes.isEmpty else { return }
        let ends = try database.prepare(
            """
            SELECT DISTINCT z.cause_id, k.step_id FROM view_update u JOIN recurring_run z ON z.id = u.run_id
            JOIN cause_chain k ON k.id = u.chain_id
            WHERE \(try stored.condition("view_update", alias: "u")) ORDER BY 1, 2
            """)
        // By step, for one cause: the first step from the root with its name. Each step is visited once per cause.
        var (top, last): ([Int: Int], Int64) = ([:], -1)
        while try ends.step() {
            let id = ends.integer(0)
            guard let cause = causes[id], let end = steps.place(of: ends.integer(1)) else { continue }
            if id != last { (top, last) = ([:], id) }
            let named = Self.topmost(end, named: cause.name, steps, &top)
            let node = Int(nodeOfStep[named])
            guard node >= 0, recurring[node]?.runs ?? 0 < cause.recurrence.runs else { continue }
            recurring[node] = cause.recurrence
        }
    }

    /// The first step with the name on the way from the root to `end`; the root if none has it.
    private static func topmost(_ end: Int, named name: Int64, _ steps: ChainSteps, _ top: inout [Int: Int]) -> Int {
        var (path, step): ([Int], Int) = ([], end)
        while step >= 0, top[step] == nil {
            path.append(step)
            step = Int(steps.parents[step])
        }
        // -1 = no step has it so far.
        var found = step >= 0 ? top[step] ?? -1 : -1
        for step in path.reversed() {
            if found < 0, steps.names[step] == name { found = step }
            top[step] = found
        }
        if found >= 0 { return found }
        var root = end
        while steps.parents[root] >= 0 { root = Int(steps.parents[root]) }
        return root
    }

    /// The first links that pass the filter, and the number of all.
    static func inferredLinks(
        _ stored: StoredTrace, _ filter: Filter, most: Int
    ) throws(TraceError) -> (first: [InferredLink], count: Int) {
        var conditions = ["r.trace_id = ?", "r.name_id IS NULL"]
        var values: [SQLValue] = [.integer(stored.id)]
        if let view = filter.view {
            conditions.append("n.text = ?")
            values.append(.text(view))
        }
        if let cause = filter.cause {
            conditions.append("? IN (r.label, n.text, n.text || '.body')")
            values.append(.text(cause))
        }
        if let interaction = filter.interaction {
            conditions.append(
                """
                r.id IN (SELECT z.cause_id FROM view_update u JOIN recurring_run z ON z.id = u.run_id
                    WHERE u.trace_id = ? AND u.interaction_id = ?)
                """)
            values += [.integer(stored.id), .integer(interaction)]
        }
        let rows = try stored.database.rows(
            """
            SELECT r.label, r.is_seen, n.text, l.is_driver, l.runs, l.bursts, l.updates, l.total_ns, r.runs, r.first_ns, r.last_ns,
                r.period_ns
            FROM recurring_link l JOIN recurring_cause r ON r.id = l.cause_id
            JOIN view v ON v.id = l.view_id JOIN name n ON n.id = v.name_id
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY l.total_ns DESC, l.updates DESC, l.id
            """, values)
        let first = rows.prefix(most).map { row in
            InferredLink(
                label: row[0].text ?? "", isSeen: row[1].number == 1, view: row[2].text ?? "",
                isDriver: row[3].number == 1, runs: row[4].count, bursts: row[5].count, updates: row[6].count,
                totalMs: row[7].number / 1e6, recurrence: Recurrence(row, from: 8))
        }
        return (first, rows.count)
    }
}

extension Recurrence {
    /// Reads a row of runs, first and last start, and period.
    fileprivate init(_ row: [SQLValue], from first: Int) {
        func time(_ value: SQLValue) -> Int64? { value == .null ? nil : value.whole }
        self.init(
            runs: row[first].count, firstNs: time(row[first + 1]), lastNs: time(row[first + 2]),
            periodNs: time(row[first + 3]))
    }
}
