extension FigureReader {
    // MARK: Signposts

    mutating func readSignposts() throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT n.text, b.text, c.text, s.intervals, s.events, s.total_ns, s.median_ns, s.p95_ns, s.max_ns
            FROM signpost_sum s JOIN name n ON n.id = s.name_id
            LEFT JOIN name b ON b.id = s.subsystem_id LEFT JOIN name c ON c.id = s.category_id
            WHERE \(try stored.condition("signpost_sum", alias: "s")) AND \(try isTargetIfKnown("s"))
            """)
        var shared: [SignpostKey: [Int64]] = [:]
        for row in rows {
            let key = SignpostKey(name: row[0].text ?? "", subsystem: row[1].text, category: row[2].text)
            var one = SignpostFigures(
                intervals: row[3].count, events: row[4].count, totalNs: row[5].whole, medianNs: Self.whole(row[6]),
                p95Ns: Self.whole(row[7]), maxNs: Self.whole(row[8]))
            if let other = figures.signposts[key] {
                one.intervals += other.intervals
                one.events += other.events
                one.totalNs = one.totalNs.addingSaturating(other.totalNs)
                one.maxNs = [one.maxNs, other.maxNs].compactMap { $0 }.max()
                shared[key] = []
            }
            figures.signposts[key] = one
        }
        if !shared.isEmpty { try readShared(&shared) }
    }

    /// Reads the percentiles of signposts that several processes have; those of each process do not give them.
    private mutating func readShared(_ durations: inout [SignpostKey: [Int64]]) throws(TraceError) {
        let statement = try database.prepare(
            """
            SELECT s.site_id, s.duration_ns FROM signpost s JOIN signpost_site i ON i.id = s.site_id
            WHERE \(try stored.condition("signpost", alias: "s")) AND s.duration_ns IS NOT NULL
                AND \(try isTargetIfKnown("i"))
            """)
        var keys: [Int64: SignpostKey] = [:]
        for row in try database.rows(
            """
            SELECT i.id, n.text, b.text, c.text FROM signpost_site i JOIN name n ON n.id = i.name_id
            LEFT JOIN name b ON b.id = i.subsystem_id LEFT JOIN name c ON c.id = i.category_id
            WHERE \(try stored.condition("signpost_site", alias: "i"))
            """)
        {
            let key = SignpostKey(name: row[1].text ?? "", subsystem: row[2].text, category: row[3].text)
            if durations[key] != nil { keys[row[0].whole] = key }
        }
        while try statement.step() {
            if let key = keys[statement.integer(0)] { durations[key]?.append(statement.integer(1)) }
        }
        for (key, values) in durations {
            let sorted = values.sorted()
            figures.signposts[key]?.medianNs = Percentile.nearestRank(50, ofSorted: sorted)
            figures.signposts[key]?.p95Ns = Percentile.nearestRank(95, ofSorted: sorted)
        }
    }

    private static func whole(_ value: SQLValue) -> Int64? { value == .null ? nil : value.whole }

    /// The condition for rows of the target. If the recorded process is unknown, all rows count, as
    /// in reports.
    private func isTargetIfKnown(_ row: String) throws(TraceError) -> String {
        try stored.isTargetKnown() ? StoredTrace.isTarget(row) : "1"
    }

    // MARK: Evaluations

    mutating func readEvaluations() throws(TraceError) {
        guard untimed > 0 else { return }
        for row in try database.rows(
            """
            SELECT view, count(*), coalesce(sum(changed = ''), 0) FROM updates
            WHERE trace_id = ? AND membership = 'untimed' GROUP BY view
            """, [.integer(trace)])
        {
            figures.evaluations[row[0].text ?? ""] = EvaluationFigures(
                evaluations: row[1].count, unchanged: row[2].count)
        }
    }

    // MARK: Log lines

    mutating func readLogs() throws(TraceError) {
        for row in try database.rows(
            """
            SELECT text, count, median_ms, max_ms, total_ms FROM log_groups
            WHERE trace_id = ? AND is_target = 1 AND text IS NOT NULL ORDER BY count
            """, [.integer(trace)])
        {
            // Lines of several levels or processes may share a text: the largest group comes last and gives the median.
            var one = figures.logs[row[0].text ?? ""] ?? LogFigures()
            one.lines += row[1].count
            if row[2] != .null { one.medianMs = row[2].number }
            if row[3] != .null { one.maxMs = max(one.maxMs ?? 0, row[3].number) }
            one.totalMs += row[4].number
            figures.logs[row[0].text ?? ""] = one
        }
    }

    /// Finds the lanes whose rows all come from log lines. A hang or hitch from a line ends at the line or begins with
    /// the trace; the line of a timed body names its view.
    mutating func readLoggedLanes() throws(TraceError) {
        guard figures.lanes.contains(.logs) else { return }
        let logs = "FROM log WHERE \(try stored.condition("log"))"
        var elsewhere: [(lane: Lane, count: String)] = [
            (
                .updates,
                """
                SELECT (SELECT count(*) FROM view_update WHERE \(try stored.condition("view_update")))
                    - (SELECT count(*) \(logs) AND view_id IS NOT NULL AND complaint_id IS NULL)
                """
            )
        ]
        for (lane, table) in [(Lane.hangs, "hang"), (.hitches, "hitch")] {
            elsewhere.append(
                (
                    lane,
                    """
                    SELECT count(*) FROM \(table) WHERE \(try stored.condition(table)) AND start_ns > 0
                        AND start_ns + duration_ns NOT IN (SELECT start_ns \(logs) AND start_ns IS NOT NULL)
                    """
                ))
        }
        for (lane, sql) in elsewhere where figures.lanes.contains(lane) {
            if try database.integer(sql) == 0 { figures.loggedLanes.insert(lane) }
        }
    }

    // MARK: Recurring causes

    /// Reads recurring causes, except those of accepted problems and their updates.
    mutating func readRecurring(leavingOut accepted: AcceptedRows) throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT r.id, r.label, r.runs, r.updates, r.total_ns, r.first_ns, r.last_ns, r.period_ns IS NOT NULL, r.answers, n.text
            FROM recurring_cause r JOIN view v ON v.id = r.view_id JOIN name n ON n.id = v.name_id
            WHERE \(try stored.condition("recurring_cause", alias: "r")) ORDER BY r.id
            """)
        guard !rows.isEmpty else { return }
        let leftOut = places.leftOut
        let owned = figures.findings.filter { accepted.problems.contains($0.problem) && $0.rule == "recurring-cause" }
            .map { $0.cause ?? $0.view }
        let told = Set(owned)
        let rest = try updatesOfRuns(leftOut)
        for row in rows {
            let label = row[1].text ?? ""
            if leftOut != nil, told.contains(label) { continue }
            let own = rest[row[0].whole] ?? RunRest()
            let one = RecurringFigures(
                runs: row[2].count, updates: max(0, row[3].count - own.leftOut), open: own.open,
                totalNs: max(0, row[4].whole - own.leftOutNs), firstNs: Self.whole(row[5]), lastNs: Self.whole(row[6]),
                isSteady: row[7].number == 1, answers: row[8].number == 1, view: row[9].text)
            if figures.recurring[label] == nil {
                figures.recurring[label] = one
            } else {
                figures.recurring[label]? += one
            }
        }
    }

    /// The updates without an end in the runs of a recurring cause, and those that are left out.
    private struct RunRest {
        var open = 0
        var leftOut = 0
        var leftOutNs: Int64 = 0
    }

    /// Returns these updates by the id of the cause.
    private func updatesOfRuns(_ leftOut: ProblemRowSet?) throws(TraceError) -> [Int64: RunRest] {
        if leftOut == nil, figures.all.open + figures.all.lines == 0 { return [:] }
        let statement = try database.prepare(
            """
            SELECT z.cause_id, u.id, u.duration_ns FROM view_update u JOIN recurring_run z ON z.id = u.run_id
            WHERE \(try stored.condition("view_update", alias: "u"))\(leftOut == nil ? " AND u.duration_ns IS NULL" : "")
            """)
        var rest: [Int64: RunRest] = [:]
        while try statement.step() {
            let (cause, duration) = (statement.integer(0), statement.value(2))
            if leftOut?.holdsUpdate(statement.integer(1)) == true {
                var own = rest[cause] ?? RunRest()
                own.leftOut += 1
                own.leftOutNs = own.leftOutNs.addingSaturating(duration.whole)
                rest[cause] = own
            } else if duration == .null {
                rest[cause, default: RunRest()].open += 1
            }
        }
        return rest
    }

    // MARK: Functions

    mutating func readFunctions() throws(TraceError) {
        let target = try isTargetIfKnown("t")
        figures.runningSamples = Int(
            try database.integer(
                """
                SELECT coalesce(sum(t.running), 0) FROM sample_thread t
                WHERE \(try stored.condition("sample_thread", alias: "t")) AND \(target)
                """) ?? 0)
        guard figures.runningSamples > 0 else { return }
        for row in try database.rows(
            """
            SELECT n.text, b.text, sum(f.self_samples), sum(f.total_samples)
            FROM function_sum f JOIN sample_thread t ON t.id = f.sample_thread_id
            JOIN name n ON n.id = f.frame_id LEFT JOIN name b ON b.id = f.binary_id
            WHERE \(try stored.condition("function_sum", alias: "f")) AND \(target) GROUP BY f.frame_id, f.binary_id
            """)
        {
            let key = FunctionKey(function: row[0].text ?? "", binary: row[1].text)
            figures.functions[key, default: FunctionFigures()].ownSamples += row[2].count
            figures.functions[key, default: FunctionFigures()].totalSamples += row[3].count
        }
    }
}
