/// An instance whose body runs more than once in one update group.
enum RepeatedUpdatesRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.updates), .verdicts, .instances]
    static let guide = RuleGuide(
        "repeated-updates", "The same view updated more than once for one frame",
        finds: "Instances whose body ran more than once in one update group; all runs but the last are counted.",
        matters: """
            Only the last run is shown. The others come from state that is set while views update: each write starts \
            another round.
            """,
        fix: """
            Set the state together, before the update: one model change instead of several, no writes in onChange, \
            onAppear or onPreferenceChange that answer a change with another; compute the derived value instead of \
            storing it.
            """,
        limits: """
            Likely, not proven: an earlier run may have started something that was needed. Needs instance ids, which \
            Instruments' exports do not have.
            """,
        severity: "by the time wasted: \(RuleContext.severityOfTime)", effort: .medium,
        thresholds: [
            "\(RuleThresholds.occurrences) repeated runs or more of one view", WastedUpdates.threshold,
        ],
        before: #"""
            .onChange(of: items) { count = items.count }   // a second round
            """#,
        after: #"""
            var count: Int { items.count }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        WastedUpdates.collect(.repeated, context).map { tally in
            let name = context.shortViewName(tally.view)
            return tally.finding(
                context, title: "\(name) runs several times for one frame", effort: .medium
            ) {
                (
                    evidence:
                        """
                    \(RuleWords.count(tally.count, "run")) in \(RuleWords.places(tally.places, context)) were \
                    followed by another of the same instance in the same update group (likely unnecessary; up to \
                    \(RuleWords.number(context.results.mostRuns[tally.view])) runs of \
                    one)\(RuleWords.wasted(tally.wastedNs))
                    """
                        + tally.drivenBy(context),
                    hint:
                        """
                    Change what \(name) reads in one go before the update: no state set from onChange, onAppear or \
                    preference callbacks in answer to the first run; compute derived values instead of storing \
                    them.
                    """
                )
            }
        }
    }
}
