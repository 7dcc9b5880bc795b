/// Causes that re-run views without user interaction, recorded or inferred.
enum RecurringCauseRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.bodies, .verdicts, .whole]
    static let guide = RuleGuide(
        "recurring-cause", "One cause re-runs views over and over",
        finds:
            """
            A root of the recorded graph that recurs and is not an interaction: a timer, a stream, a clock. \
            Where no causes were recorded, bursts of evaluations that begin with the same view naming what changed, or \
            with the same view that a parent re-runs.
            """,
        matters:
            """
            Each burst runs the bodies of all these views, whether or not the user does anything. A timer, a stream or \
            a value that changes with each keystroke does it many times a second.
            """,
        fix:
            """
            Let a small view of its own read what changes, so that the bodies around it do not run. Pass plain values \
            to the views below (no closures, no arrays made in body) and make them Equatable. Where several views run \
            together, look for the store or the query that updates all of them at once.
            """,
        limits:
            """
            Where causes are inferred: SwiftUI evaluates parents before children, and a log keeps the order. A parent \
            that does not log is not seen; two things that change at once look like one.
            """,
        severity:
            """
            by its share of the time between its first and last run: high from a quarter on, medium from a tenth on, \
            else low; without durations medium from \(RuleThresholds.manyReruns) evaluations on, else low
            """,
        effort: .medium,
        thresholds: [
            """
            \(RuleThresholds.recurringPercent) percent of the time between its first and last run, and \
            \(RuleThresholds.recurringNs / 1_000_000) ms; or \(RuleThresholds.manyLongUpdates) updates, or signpost \
            intervals that begin with them, over a deadline
            """,
            """
            without durations, \(RuleThresholds.recurringRuns) runs and \(RuleThresholds.recurringUpdates) \
            evaluations; or \(RuleThresholds.occurrences) runs and \(RuleThresholds.reruns) evaluations, where one \
            view runs \(RuleThresholds.rerunsAtOnce) times or more in each
            """,
        ],
        before: #"""
            struct Editor: View {
                @State private var frames: [Int: CGRect] = [:]      // changes while the user scrolls
                var body: some View { ForEach(blocks) { BlockRow(block: $0, frames: $frames) } }
            }
            """#,
        after: #"""
            struct Editor: View {
                @State private var layout = EditorLayout()          // @Observable; body does not read it
                var body: some View { ForEach(blocks) { BlockRow(block: $0).equatable() } }
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        context.recurringCauses.map { RecurringWords($0, context).finding() }
    }

    /// Those worth a finding.
    static func reported(_ context: RuleContext) -> [RecurringCause] {
        guard !context.results.recurring.isEmpty else { return [] }
        let long = longByCause(context)
        return context.results.recurring.enumerated().filter { number, cause in
            if context.isQuietSlowDisplay, long[number] ?? 0 == 0,
                cause.percent ?? 0 < 2 * RuleThresholds.recurringPercent
            {
                return false
            }
            return cause.totalNs > 0 ? isCostly(cause, long: long[number] ?? 0) : isFrequent(cause, context)
        }.map(\.element)
    }

    private static func isCostly(_ cause: RecurringCause, long: Int) -> Bool {
        let intervals = cause.intervals.reduce(0) { $0 + $1.long }
        if max(long, intervals) >= RuleThresholds.manyLongUpdates { return true }
        return cause.costNs >= RuleThresholds.recurringNs
            && cause.percent.map { $0 >= RuleThresholds.recurringPercent } ?? false
    }

    private static func isFrequent(_ cause: RecurringCause, _ context: RuleContext) -> Bool {
        if cause.runs >= RuleThresholds.recurringRuns, cause.updates >= RuleThresholds.recurringUpdates { return true }
        return context.results.links[cause.links].contains { link in
            !link.isDriver && link.runs >= RuleThresholds.occurrences && link.updates >= RuleThresholds.reruns
                && link.updates >= RuleThresholds.rerunsAtOnce * link.runs
        }
    }

    /// Updates over a deadline, by cause.
    private static func longByCause(_ context: RuleContext) -> [Int: Int] {
        let (severity, runs, run) = (context.results.severity.buffer, context.results.runs, context.results.run)
        var long: [Int: Int] = [:]
        // Where a frame takes 16.67 ms and none was late, 8.3 ms are no deadline.
        let least = context.isQuietSlowDisplay ? Severity.red.rawValue : Severity.orange.rawValue
        for row in severity.indices where Int(severity[row]) >= least && run[row] >= 0 {
            long[Int(runs[Int(run[row])].cause), default: 0] += 1
        }
        return long
    }
}

extension RecurringCause {
    /// The time of its updates and of the intervals that begin with them.
    var costNs: Int64 { intervals.reduce(totalNs) { $0.addingSaturating($1.totalNs) } }

    /// Its share of the time between the first and the last run; nil without times.
    var percent: Int? {
        guard first >= 0, last > first else { return nil }
        return Int(min(100, Double(costNs) * 100 / Double(last - first)))
    }
}
