/// Updates for which the parent only created a new struct.
enum ParentOnlyUpdatesRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.bodies, .verdicts]
    static let guide = RuleGuide(
        "parent-only-updates", "Views updated only because their parent was",
        finds: """
            Updates whose changed properties are exactly @self: the parent's body ran and recreated the view, and no \
            property of the view's own is named.
            """,
        matters: """
            Such an update costs a body and usually gives the same picture. In lists it comes once for each visible \
            row, with every change in the parent.
            """,
        fix: """
            Keep what changes out of the parent's body: move it into a small view of its own. Pass values instead of \
            closures, arrays or objects made in the parent's body; make the view Equatable, so that SwiftUI can see \
            that nothing differs.
            """,
        limits: """
            A possible cause, not a proof: @self says that some stored value differs. Needs changed properties, which \
            Instruments exports only in part. Where the cause of updates is not known, only several of a view in one update group \
            count: a single one may have been the only one of its cause.
            """,
        severity: "by the time wasted: \(RuleContext.severityOfTime)", effort: .small,
        thresholds: [
            "\(RuleThresholds.occurrences) unnecessary updates or more of one view",
            WastedUpdates.threshold,
            """
            for lines of a console or log that belong to no update: \(RuleThresholds.parentOnlyLines) or more, and half \
            of those that are not first evaluations
            """,
        ],
        before: #"""
            var body: some View {
                Text(clock.now.formatted())
                Chart(points: points, onTap: { select($0) })  // a new closure each time
            }
            """#,
        after: #"""
            var body: some View {
                ClockLabel()                    // reads clock.now by itself
                Chart(points: points).equatable()
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] { updates(context) + consoleLines(context) }

    /// For views without a reported recurring cause.
    private static func consoleLines(_ context: RuleContext) -> [Finding] {
        let reported = context.recurringCauses.flatMap { context.results.links[$0.links].map(\.view) }
        let known = Set(reported)
        return context.consoleLines.filter { lines in
            lines.parentOnly >= RuleThresholds.parentOnlyLines && 2 * lines.parentOnly >= lines.count - lines.first
                && !known.contains(lines.view)
        }.map { lines in
            let name = context.shortViewName(lines.view)
            let parent = parent(of: lines.view, context)
            return lines.finding(
                context, lines.parentOnly, title: "\(name) is re-evaluated only because its parent is",
                evidence: "had nothing but @self changed (lines of the console or log)\(parent?.evidence ?? "")",
                hint: hint(name, driver: parent?.property, of: parent?.owner), condition: "changed = '@self'")
        }
    }

    /// Who probably is the parent: the view that names a change right before, with what it names.
    private static func parent(of view: Int, _ context: RuleContext) -> (
        owner: String, property: String, evidence: String
    )? {
        guard let parent = context.probableParents[view] else { return nil }
        var names: [String] = []
        for list in parent.lists {
            for item in context.records.lists[list] where !context.name(item).hasPrefix("@") {
                let name = context.shortName(item)
                if !names.contains(name) { names.append(name) }
            }
        }
        guard let first = names.first else { return nil }
        let owner = context.shortViewName(parent.view)
        return (
            owner, first,
            """
            ; right before it \(owner) ran for its own \(names.prefix(2).joined(separator: " or ")) \
            (\(RuleWords.number(parent.bursts)) of \(RuleWords.number(parent.of)) times)
            """
        )
    }

    private static func updates(_ context: RuleContext) -> [Finding] {
        WastedUpdates.collect(.parentOnly, context).map { tally in
            let name = context.shortViewName(tally.view)
            return tally.finding(
                context, title: "\(name) is updated only because its parent is", effort: .small
            ) {
                (
                    evidence:
                        """
                    \(RuleWords.count(tally.count, "update")) in \(RuleWords.places(tally.places, context)) had \
                    nothing but @self changed (possible)\(RuleWords.wasted(tally.wastedNs))
                    """
                        + tally.drivenBy(context),
                    hint: hint(name, driver: RuleWords.largest(1, of: tally.drivers(context)).first?.name)
                )
            }
        }
    }

    /// - Parameter parent: the view that probably is the parent.
    private static func hint(_ name: String, driver: String?, of parent: String? = nil) -> String {
        """
        Move \(driver ?? "what changes") out of \(parent ?? "the parent of \(name)") into a view of its own, pass \(name) plain \
        values (no closures or arrays made in the parent's body), and make \(name) Equatable.
        """
    }
}
