/// Updates whose source says that nothing changed.
enum UnchangedUpdatesRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.bodies, .verdicts]
    static let guide = RuleGuide(
        "unchanged-updates", "Views updated though nothing changed",
        finds: "Updates with an empty list of changed properties, such as \"unchanged\" of _printChanges.",
        matters: "This is waste that the recording proves: the body ran, and the view's inputs were the same.",
        fix: """
            Look for the dependency that fires without a change: an object that publishes on every write (compare \
            before setting), a recreated binding or closure, a timer or location update that is not filtered.
            """,
        limits: """
            Proven only as far as the source is right about what changed. A missing list proves nothing and is not \
            counted. Lines of a console or log that belong to no update are counted separately, one finding per view.
            """,
        severity:
            """
            by the time wasted: \(RuleContext.severityOfTime); for such lines, medium where they are more than half of \
            the view's, else low
            """, effort: .small,
        thresholds: [
            "\(RuleThresholds.occurrences) unchanged updates or more of one view", WastedUpdates.threshold,
        ],
        before: #"""
            func locationManager(_ manager: CLLocationManager, didUpdateLocations all: [CLLocation]) {
                city = name(of: all.last)            // publishes each time
            }
            """#,
        after: #"""
                let new = name(of: all.last)
                if new != city { city = new }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        updates(context) + consoleLines(context)
    }

    private static func hint(_ name: String) -> String {
        """
        Set what \(name) observes only where the value differs (`if new != old`), and filter sources that fire without \
        a change, before they reach \(name).
        """
    }

    private static func consoleLines(_ context: RuleContext) -> [Finding] {
        context.consoleLines.filter { $0.unchanged >= RuleThresholds.occurrences }.map { lines in
            let name = context.shortViewName(lines.view)
            return lines.finding(
                context, lines.unchanged, title: "\(name) is evaluated though nothing changed",
                evidence: "had no changed property (proven, by lines of the console or log)", hint: hint(name),
                condition: "changed = ''")
        }
    }

    private static func updates(_ context: RuleContext) -> [Finding] {
        WastedUpdates.collect(.unchanged, context).map { tally in
            let name = context.shortViewName(tally.view)
            return tally.finding(
                context, title: "\(name) is updated though nothing changed", effort: .small
            ) {
                (
                    evidence:
                        """
                    \(RuleWords.count(tally.count, "update")) in \(RuleWords.places(tally.places, context)) had no \
                    changed property (proven)\(RuleWords.wasted(tally.wastedNs))
                    """
                        + tally.drivenBy(context),
                    hint: hint(name)
                )
            }
        }
    }
}
