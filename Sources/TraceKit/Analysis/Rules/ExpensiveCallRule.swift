/// Known costly calls inside long bodies.
enum ExpensiveCallRule: FindingRule {
    static let depth = RuleDepth.code
    static let needs: [RuleNeed] = [.lane(.updates), .lane(.samples)]
    static let guide = RuleGuide(
        "expensive-call", "A costly call inside a long body",
        finds: """
            Calls that do not belong in a body (making formatters, decoding JSON or images, reading files or a \
            database, sorting, regular expressions, HTML) among the main thread's time-profile samples inside body \
            updates that missed a deadline. One finding per view and family of calls, with the app's function that \
            makes the call.
            """,
        matters: """
            These calls take from a tenth of a millisecond to many milliseconds each, and a body makes them again for \
            every row and every update.
            """,
        fix: "Make it once and keep it, or do it when the data changes; the hint of the finding says which.",
        limits: """
            Needs time-profile samples (xctrace: the Time Profiler instrument with SwiftUI). Calls are recognised by \
            the names of their frames: your own costly functions are not recognised, but appear in the evidence of \
            long-body. There is one sample per millisecond; shares of few samples are rough. A sample counts in each \
            family that its stack holds.
            """,
        severity: """
            high from \(RuleThresholds.costlyHighPercent) % of the samples in the view's long bodies on, medium from \
            \(RuleThresholds.costlyHighPercent / 2) % on, low otherwise
            """,
        effort: .small,
        thresholds: [
            "\(RuleThresholds.costlySamples) samples or more of one family in long bodies of one view",
            "\(RuleThresholds.costlyPercent) % or more of all samples there",
        ],
        before: #"""
            var body: some View {
                let formatter = DateFormatter()
                formatter.dateStyle = .medium
                return Text(formatter.string(from: item.date))
            }
            """#,
        after: #"""
            var body: some View {
                Text(item.date, format: .dateTime.day().month().year())
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        context.bodySamples.keys.sorted().filter { view in
            context.longUpdates[view]?.isRemark(context) != true
                && context.bodySamples[view]?.wait(of: view, context) == nil
        }.flatMap {
            view in
            context.costlyCalls.all(in: view, context).map { finding($0, view, context) }
        }
    }

    private static func finding(_ call: CostlyCall, _ view: Int, _ context: RuleContext) -> Finding {
        let name = context.shortViewName(view)
        let high = RuleThresholds.costlyHighPercent
        return Finding(
            severity: call.percent >= high ? .high : call.percent >= high / 2 ? .medium : .low,
            title: "\(name).body \(call.family.does)\(RecurringWords.drives(view, context))",
            view: context.viewName(view), cause: call.family.does,
            viewIndex: view, effort: .small, sql: sql(call, view, context), rows: call.samples, costNs: call.nanoseconds
        ) {
            Finding.Rest(
                window: context.bodySamples[view]?.window.window,
                evidence:
                    """
                    \(RuleWords.number(call.samples)) of \(RuleWords.count(call.total, "main-thread sample")) in \
                    \(RuleWords.count(context.longUpdates[view]?.count ?? 0, "long update")) of \(name) \
                    (\(call.percent) % of the body time, about \(RuleWords.ms(call.nanoseconds))); called from \
                    \(RuleWords.top(call.callers))
                    """,
                hint: call.family.hint,
                about: .longUpdates(view: view, function: context.appFunction(ofLongUpdatesOf: view)),
                spared: context.costlyCalls.spared(without: call.family, in: view, context))
        }
    }

    private static func sql(_ call: CostlyCall, _ view: Int, _ context: RuleContext) -> String {
        let (column, process) = context.results.scope.hasSeveral ? (", process", " AND process IS s.process") : ("", "")
        return """
            WITH RECURSIVE bodies AS MATERIALIZED (
                SELECT id, view, module, kind, start_ns, start_ns + duration_ns AS end_ns\(column)
                FROM long_updates
                WHERE trace_id = :trace AND is_target = 1 AND kind = 'body' AND phase <> 'check' AND thread = 'main'
            ), costly(id) AS (
                SELECT id FROM stack_frames
                WHERE trace_id = :trace AND is_app = 0
                    AND frame IN (\(RuleSQL.list(call.frames)))
                UNION
                SELECT f.id FROM stack_frames f JOIN costly c ON f.caller_id = c.id
            )
            SELECT s.id, s.start_ms, s.weight_ms, s.leaf, s.stack_id
            FROM samples s
            WHERE s.trace_id = :trace AND s.is_target = 1 AND s.thread = 'main' AND (s.state IS NULL OR lower(s.state) = 'running')
                AND s.stack_id IN (SELECT id FROM costly)
                AND (SELECT \(context.isView(view))
                    FROM bodies WHERE start_ns <= s.start_ns AND end_ns > s.start_ns\(process)
                    ORDER BY start_ns DESC, id DESC LIMIT 1)
            ORDER BY s.start_ns, s.id
            """
    }
}
