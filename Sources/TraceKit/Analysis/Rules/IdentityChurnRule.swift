/// Views that lose their identity and are recreated.
enum IdentityChurnRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.updates), .instances, .changes, .whole]
    static let guide = RuleGuide(
        "identity-churn", "Views that lose their identity and are recreated",
        finds: """
            Instances that are created more than once in one window; and instances that are recreated, as many as \
            before, each time the same thing changes. The first evaluation of every instance names @identity: that \
            alone is no finding.
            """,
        matters: """
            A view with a new identity is thrown away with its state and built again: @State starts over, animations \
            break off, onAppear and task run again, and everything below is recreated.
            """,
        fix: """
            Give ForEach and .id() values that stay the same for the same thing: the model's own id, never UUID() or \
            an index made while the body runs. Change a modifier's value instead of switching between if and else \
            branches with the same content.
            """,
        limits: """
            Views that are scrolled away and back in lazy containers are legitimately recreated. Needs changed \
            properties or instance ids, which Instruments exports only in part.
            """,
        severity: "by the time in those updates: \(RuleContext.severityOfTime)", effort: .small,
        thresholds: [
            "\(RuleThresholds.occurrences) creations or more of known instances of one view",
            """
            without instances: recreated in 4 of 5 bursts of one driver (docs/analysis.md, section 3), each time 80 % \
            as many as before: twice with 3 or more at a time, else 5 times, one at a time 20 times; without a driver \
            three times 30
            """,
        ],
        before: #"""
            ForEach(items.map { (UUID(), $0) }, id: \.0) { Row(item: $0.1) }
            """#,
        after: #"""
            ForEach(items, id: \.id) { Row(item: $0) }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let recreated = recreated(context)
        let churn = context.results.churn.filter { recreated[$0.view] == nil }
        return recreated.map { finding($0.key, $0.value, context) } + churn.map { finding($0, context) }
    }

    private static func hint(_ name: String) -> String {
        """
        Give \(name) an identity that stays: the model's id in ForEach and .id(), not UUID() or an index made while \
        the body runs, and no if/else around the same content.
        """
    }

    // MARK: By instance

    private struct Tally {
        var totalNs: Int64 = 0
        var byPlace: [Int: Int64] = [:]
        var window = CommonWindow()
        var rows: [UInt32] = []

        mutating func add(_ row: Int, in place: Int, _ context: RuleContext) {
            let duration = context.duration(row)
            totalNs = totalNs.addingSaturating(duration)
            byPlace[place] = (byPlace[place] ?? 0).addingSaturating(duration)
            window.add(context.results.window[row])
            rows.append(UInt32(row))
        }
    }

    /// Creations of known instances that already existed, by view.
    private static func recreated(_ context: RuleContext) -> [Int: Tally] {
        guard !context.updates.instance.isEmpty else { return [:] }
        var tallies: [Int: Tally] = [:]
        let births = KeyIndex()
        let (phases, instances) = (context.updates.phase.buffer, context.updates.instance.rows)
        for row in phases.indices where phases[row] == .creation && context.isCounted(row) {
            guard instances[row].isPresent, let place = context.place(row) else { continue }
            let known = births.count
            let key = UInt64(context.view(row)) << 32 | UInt64(instances[row].rawValue)
            if births.number(key, UInt64(place + 1)) == known { continue }
            tallies[context.view(row), default: Tally()].add(row, in: place, context)
        }
        return tallies.filter { $0.value.rows.count >= RuleThresholds.occurrences }
    }

    private static func finding(_ view: Int, _ tally: Tally, _ context: RuleContext) -> Finding {
        let name = context.shortViewName(view)
        return Finding(
            severity: context.severity(ofTime: tally.byPlace.values.max() ?? 0),
            title: "\(name) loses its identity and is recreated", view: context.viewName(view), viewIndex: view,
            effort: .small, sql: sql(view, context), rows: tally.rows.count, costNs: tally.totalNs
        ) {
            Finding.Rest(
                window: tally.window.window,
                evidence: """
                    \(RuleWords.count(tally.rows.count, "creation")) of an instance that already existed; \
                    \(RuleWords.ms(tally.totalNs)) in all
                    """,
                hint: hint(name), about: .rows(tally.rows))
        }
    }

    private static func sql(_ view: Int, _ context: RuleContext) -> String {
        """
        WITH births AS (
            SELECT id, row_number() OVER (
                PARTITION BY \(RuleSQL.place), instance ORDER BY start_ns, id) AS birth
            FROM updates
            WHERE trace_id = :trace AND is_target = 1 AND \(context.isView(view))
                AND phase = 'creation' AND instance IS NOT NULL AND \(RuleSQL.isPlaced)
        )
        SELECT u.id, u.view, u.start_ms, u.duration_ms, u.phase, u.instance, u.changed, u.driving_cause
        FROM births b JOIN updates u ON u.id = b.id
        WHERE b.birth > 1
        ORDER BY u.start_ns, u.id
        """
    }

    // MARK: By the order of evaluations

    private static func finding(_ churn: IdentityChurn, _ context: RuleContext) -> Finding {
        let name = context.shortViewName(churn.view)
        let counted = churn.rows.filter { context.isCounted(Int($0)) }
        let total = counted.reduce(Int64(0)) { $0.addingSaturating(context.duration(Int($1))) }
        let times = "\(RuleWords.number(churn.times)) times"
        let many = churn.atOnce > 1 ? "\(RuleWords.views(churn.atOnce, name)) are" : "\(name) is"
        let driver = churn.driver.map { context.short(context.recurringNames.name($0.property, of: $0.view)) }
        let title =
            driver.map { "\(many) recreated on each change of \($0) (\(times))" }
            ?? "\(many) recreated as a whole (\(times))"
        return Finding(
            severity: total > 0 ? context.severity(ofTime: total / Int64(max(1, churn.times))) : .low,
            title: title, view: context.viewName(churn.view), cause: driver, viewIndex: churn.view, effort: .small,
            sql: context.updatesSQL(churn.view, "phase = 'creation'"), rows: churn.rows.count, costNs: total
        ) {
            let evidence =
                "\(RuleWords.count(churn.rows.count, "instance")) made in place of others, \(times)"
            let doubt = driver == nil ? ", unless you scrolled" : ""
            return Finding.Rest(
                window: nil,
                evidence: "\(evidence); possible\(doubt): inferred from the order of the evaluations",
                hint: hint(name) + " Right if it is other content each time.",
                about: counted.isEmpty ? .itself : .rows(counted))
        }
    }
}
