/// Updates without an end.
enum UnterminatedRule: FindingRule {
    static let depth = RuleDepth.remark
    static let needs: [RuleNeed] = [.lane(.updates), .kinds]
    static let guide = RuleGuide(
        "unterminated", "Updates without an end",
        finds: """
            Updates whose end was not recorded. They have no duration and no severity, and are in no sum of times. A \
            view body that went on past a deadline to the end of the trace is red or orange, and not among these.
            """,
        matters: """
            Usually the recording stopped, or the app crashed, was killed or paused in a debugger while they ran. A \
            view body without an end is the first place to look at after a hang or a crash.
            """,
        fix: """
            If they are at the end of the trace, stop recording a moment later. Elsewhere, look at what the view \
            was doing: a body that never returns blocks the app.
            """,
        limits:
            """
            An update that went on looks like one whose end was lost. Rows that have a time and neither a \
            duration nor an end (`evaluated_ms`) are not among these: nothing measured them.
            """,
        severity: "medium where a view body is among them, low otherwise", effort: .small,
        thresholds: ["one update without an end makes a finding"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let views = context.results.views
        guard context.results.viewSums.contains(where: { $0.severities.unterminated > 0 }) else { return [] }
        let updates = context.updates
        let durations = updates.duration.buffer
        var (last, open): (Int64, [Int: Int]) = (0, [:])
        var window = CommonWindow()
        for row in durations.indices
        where durations[row] == UpdateColumns.unterminated && context.isCounted(row)
            && context.results.severity[row] == AnalysisResults.noSeverity && !updates.isUnmeasured(row)
        {
            last = updates.start[row]
            open[context.view(row), default: 0] += 1
            window.add(context.results.window[row])
        }
        guard !open.isEmpty else { return [] }
        let (named, count) = (open.keys.sorted(), open.values.reduce(0, +))
        let hasBody = named.contains { views[$0].kind == .body }
        let counts = named.map { (name: context.shortViewName($0), count: open[$0] ?? 0) }
        return [
            Finding(
                severity: hasBody ? .medium : .low, title: "\(RuleWords.count(count, "update")) without an end",
                view: named.count == 1 ? context.viewName(named[0]) : nil, effort: .small, sql: sql, rows: count,
                costNs: 0
            ) {
                Finding.Rest(
                    window: window.window,
                    evidence: """
                        \(RuleWords.top(counts)); the last began at \(RuleWords.at(last))\(recordingEnd(context)); in \
                        no sum of times
                        """,
                    hint: hasBody
                        ? """
                        Look at what these bodies were doing when the recording ended; if nothing, stop recording \
                        a little later.
                        """
                        : """
                        Nothing to change in the app: these are the framework's own, or the recording was cut; \
                        stop recording a little later.
                        """, about: .unterminated)
            }
        ]
    }

    private static func recordingEnd(_ context: RuleContext) -> String {
        context.records.metadata.durationNs.map { ", the recording ended at \(RuleWords.at($0))" } ?? ""
    }

    private static let sql = """
        SELECT id, view, kind, start_ms, phase, thread, instance, interaction_id, driving_cause
        FROM updates
        WHERE trace_id = :trace AND is_target = 1 AND duration_ns IS NULL AND severity IS NULL AND phase <> 'check'
            AND start_ns IS NOT NULL AND evaluated_ms IS NULL
        ORDER BY start_ns, id
        """
}
