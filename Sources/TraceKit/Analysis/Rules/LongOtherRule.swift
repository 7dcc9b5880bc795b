/// Layout, gesture, onChange, action and other work that misses a deadline.
enum LongOtherRule: FindingRule {
    static let depth = RuleDepth.code
    static let needs: [RuleNeed] = [.lane(.updates), .kinds]
    static let guide = RuleGuide(
        "long-other", "Layout, handlers and other SwiftUI work that takes too long",
        finds: """
            Updates that are neither bodies nor bridged views (layout, text, geometry, gestures, onChange, button \
            actions) and ran longer than a deadline.
            """,
        matters: "They run on the main thread between the event and the frame, as bodies do.",
        fix: """
            Layout: cache sizes in a Layout's cache, measure less text, replace nested GeometryReaders. Handlers \
            (onChange, actions, gestures): change state there, and start the work in a Task off the main thread.
            """,
        limits: """
            Work of the frameworks is listed by the name that Instruments gives it; what drives it is in its chain of \
            causes (trace-analyze chains).
            """,
        severity: LongUpdates.severityWords, effort: .medium, thresholds: LongUpdates.thresholdWords,
        before: #"""
            .onChange(of: query) { results = index.search(query) }
            """#,
        after: #"""
            .task(id: query) {
                results = await index.search(query)  // an actor's work
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        LongUpdates.findings(
            context, { $0 != .body && $0 != .representable }, effort: .medium,
            title: { view in
                "\(name(view, context)) "
                    + context.deadlines.words.isTooLong + RecurringWords.drives(view, context)
            },
            hint: { view in
                let summary = context.results.views[view]
                if summary.kind == .layout || summary.kind == .other,
                    let advice = context.longUpdates[view]?.driver(of: view, context)?.advice
                {
                    return advice.sparing(context.appView(aboveLongUpdatesOf: view) ?? context.shortViewName(view))
                }
                return hint(summary.kind, context.shortViewName(view))
            })
    }

    /// `DynamicLayoutComputer<_VStackLayout> (layout) below PopoverFooter`
    private static func name(_ view: Int, _ context: RuleContext) -> String {
        let name = "\(context.shortViewName(view)) (\(context.results.views[view].kind.word))"
        guard context.isFramework[view], let above = context.appView(aboveLongUpdatesOf: view) else { return name }
        return "\(name) below \(above)"
    }

    private static func hint(_ kind: UpdateKind, _ name: String) -> String {
        switch kind {
        case .layout:
            """
            Make the layout of \(name) cheaper: fixed or cached sizes, lazy containers for long content, no \
            GeometryReader inside GeometryReader.
            """
        case .gesture, .onChange, .action:
            "Only set state in the handler of \(name), and do the work in a Task off the main thread."
        case .body, .representable, .other:
            "Look at what sets \(name) off (trace-analyze chains) and make that smaller or rarer."
        }
    }
}
