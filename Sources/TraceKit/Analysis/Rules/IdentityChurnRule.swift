/// Views that lose their identity and are made anew.
enum IdentityChurnRule: FindingRule {
    static let depth = RuleDepth.change
    static let guide = RuleGuide(
        "identity-churn", "Views that lose their identity and are made anew",
        finds: "Updates whose changed properties name @identity, and instances that are created more than once in one "
            + "window.",
        matters: "A view with a new identity is thrown away with its state and built again: @State starts over, "
            + "animations break off, onAppear and task run again, and everything below is created anew.",
        fix: "Give ForEach and .id() values that stay the same for the same thing: the model's own id, never UUID() "
            + "or an "
            + "index made while the body runs. Change a modifier's value instead of switching between if and else "
            + "branches with the same content.",
        limits: "Views that are scrolled away and back in lazy containers are created again, rightly. Needs changed "
            + "properties or instance ids, which Instruments exports only in part.",
        severity: "of the time in those updates: \(RuleContext.severityOfTime)", effort: .small,
        thresholds: [
            "\(RuleThresholds.occurrences) such updates or more of one view",
            "of lines of a console or log that belong to no update, \(RuleThresholds.occurrences) or more, and most of the view's",
        ],
        before: #"""
            ForEach(items.map { (UUID(), $0) }, id: \.0) { Row(item: $0.1) }
            """#,
        after: #"""
            ForEach(items, id: \.id) { Row(item: $0) }
            """#)

    private struct Tally {
        var changed = 0
        var recreated = 0
        var totalNs: Int64 = 0
        var byWindow: [Int32: Int64] = [:]
        var window = CommonWindow()
        var rows: [UInt32] = []

        mutating func add(_ row: Int, _ context: RuleContext) {
            let (duration, place) = (context.duration(row), context.results.window[row])
            totalNs = totalNs.addingSaturating(duration)
            byWindow[place] = (byWindow[place] ?? 0).addingSaturating(duration)
            window.add(place)
            rows.append(UInt32(row))
        }
    }

    static func findings(_ context: RuleContext) -> [Finding] { updates(context) + consoleLines(context) }

    private static func hint(_ name: String) -> String {
        "Give \(name) an identity that stays: the model's id in ForEach and .id(), not UUID() or an index made while the "
            + "body runs, and no if/else around the same content."
    }

    /// The first line of every instance names @identity: only where most lines do, it changes.
    private static func consoleLines(_ context: RuleContext) -> [Finding] {
        context.consoleLines.filter { $0.identity >= RuleThresholds.occurrences && 2 * $0.identity > $0.count }
            .map { lines in
                let name = context.shortViewName(lines.view)
                return lines.finding(
                    context, lines.identity, title: "\(name) loses its identity and is made anew",
                    evidence: "had a new @identity (lines of the console or log)", hint: hint(name),
                    condition: RuleSQL.hasIdentity)
            }
    }

    private static func updates(_ context: RuleContext) -> [Finding] {
        let hasIdentity = context.records.lists.lists.map { $0.contains(NameID(.identityProperty)) }
        guard hasIdentity.contains(true) || !context.updates.instance.isEmpty else { return [] }
        var tallies: [Int: Tally] = [:]
        let births = KeyIndex()
        let updates = context.updates
        let (phases, instances) = (updates.phase.buffer, updates.instance.rows)
        let changed = updates.changed.rows
        let hasNone = !hasIdentity.contains(true)
        for row in phases.indices where context.isCounted(row) {
            switch phases[row] {
            case .check: continue
            case .update:
                guard !hasNone, hasIdentity[Int(changed[row].rawValue)] else { continue }
                tallies[context.view(row), default: Tally()].changed += 1
            case .creation:
                guard instances[row].isPresent, let place = context.place(row) else { continue }
                let known = births.count
                let key = UInt64(context.view(row)) << 32 | UInt64(instances[row].rawValue)
                if births.number(key, UInt64(place + 1)) == known { continue }
                tallies[context.view(row), default: Tally()].recreated += 1
            }
            tallies[context.view(row)]?.add(row, context)
        }
        return tallies.compactMap { finding($0.key, $0.value, context) }
    }

    private static func finding(_ view: Int, _ tally: Tally, _ context: RuleContext) -> Finding? {
        let count = tally.changed + tally.recreated
        guard count >= RuleThresholds.occurrences else { return nil }
        let name = context.shortViewName(view)
        var parts: [String] = []
        if tally.changed > 0 { parts.append("\(RuleWords.count(tally.changed, "update")) with @identity changed") }
        if tally.recreated > 0 {
            parts.append("\(RuleWords.count(tally.recreated, "creation")) of an instance that was there already")
        }
        let total = parts.count > 1 ? "\(RuleWords.count(count, "time")): " : ""
        return Finding(
            severity: context.severity(ofTime: tally.byWindow.values.max() ?? 0),
            title: "\(name) loses its identity and is made anew", view: context.viewName(view), viewIndex: view,
            effort: .small, sql: sql(view, context), rows: count, costNs: tally.totalNs
        ) {
            Finding.Rest(
                window: tally.window.window,
                evidence: "\(total)\(parts.joined(separator: ", ")); \(RuleWords.ms(tally.totalNs)) in all",
                hint: hint(name), about: .rows(tally.rows))
        }
    }

    private static func sql(_ view: Int, _ context: RuleContext) -> String {
        let isView = context.isView(view)
        return """
            WITH births AS (
                SELECT id, row_number() OVER (
                    PARTITION BY coalesce(interaction_id, 0), instance ORDER BY start_ns, id) AS birth
                FROM updates
                WHERE trace_id = :trace AND \(isView)
                    AND phase = 'creation' AND instance IS NOT NULL AND membership IN ('linked', 'temporal', 'launch')
            )
            SELECT id, view, start_ms, duration_ms, phase, instance, changed, driving_cause
            FROM updates
            WHERE trace_id = :trace AND is_target = 1 AND \(isView)
                AND (phase = 'update' AND start_ns IS NOT NULL
                        AND \(RuleSQL.hasIdentity)
                    OR id IN (SELECT id FROM births WHERE birth > 1))
            ORDER BY start_ns, id
            """
    }
}
