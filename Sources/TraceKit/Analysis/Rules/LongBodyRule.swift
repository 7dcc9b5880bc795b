/// View bodies that miss a deadline.
enum LongBodyRule: FindingRule {
    static let depth = RuleDepth.code
    // Lines of a log tell of bodies where no updates are recorded.
    static let needs: [RuleNeed] = [.alike(.updates), .anyLane([.updates, .logs])]
    static let guide = RuleGuide(
        "long-body", "View bodies that take too long",
        finds: "Views whose body ran longer than a deadline, with how often, how long and how far past it.",
        matters: """
            A body runs on the main thread before its frame is shown. If it takes longer than the frame, the frame is \
            late, whatever else is going on.
            """,
        fix: """
            Leave in the body only what describes the view. Make formatters once, sort and filter where the model \
            changes, load and decode off the main thread, and hand the body finished values. Where time-profile \
            samples are in the trace, expensive-call names the calls.
            """,
        limits: """
            Bodies of nested views are separate updates. First appearances are normally longer and are counted too; \
            the evidence says how many there are. Debug builds and simulators are slower than what users have.
            """,
        severity: LongUpdates.severityWords, effort: .medium, thresholds: LongUpdates.thresholdWords,
        before: #"""
            var body: some View {
                List(items.filter(\.isOpen).sorted(by: { $0.date < $1.date })) { Row(item: $0) }
            }
            """#,
        after: #"""
            // In the model, when `items` change:
            private(set) var openItems: [Item] = []

            var body: some View {
                List(model.openItems) { Row(item: $0) }
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        LongUpdates.findings(
            context, { $0 == .body }, effort: .medium,
            title: { title($0, context) },
            hint: { hint($0, context) }) + UntimedBodies.findings(context)
    }

    private static func hint(_ view: Int, _ context: RuleContext) -> String {
        let name = context.shortViewName(view)
        if context.bodySamples[view]?.wait(of: view, context) != nil {
            return """
                Find what \(name).body waits for (a lock, a synchronous read, another queue): most of its time the main \
                thread does not run. A recording with thread states says where it waits.
                """
        }
        if let driver = context.longUpdates[view]?.driver(of: view, context), driver.isReached {
            return
                """
                Make \(name) Equatable and pass it plain values, no closures: nothing of its own changes when \
                its body runs with \(driver.name). Then give it finished values.
                """
        }
        if let call = context.costlyCalls.worst(of: view, context) {
            return "\(name).body \(call.family.does): \(call.family.hint.lowercasedFirst)"
        }
        if let calls = context.bodySamples[view]?.heavyPath(context)?.inBody(context) {
            return """
                Take \(calls) out of \(name).body: do it once, where the model changes, and hand \(name) the \
                result.
                """
        }
        if let interval = context.bodyIntervals[view]?.first {
            return
                """
                Take \(context.shortName(interval.name)) out of \(name).body: do it in a task, off the main \
                thread, where the model changes, and hand \(name) the result.
                """
        }
        let hasSamples = context.bodySamples[view] != nil
        if let driver = context.longUpdates[view]?.driver(of: view, context) {
            if let advice = driver.advice {
                return """
                    \(advice.sparing(name)) Then give \(name) finished values: do formatting, sorting and \
                    decoding where the model changes, not in body.
                    """
            }
            return
                """
                Read \(driver.name) in a smaller view, so that \(name) does not run each time; then give \(name) \
                finished values: do formatting, sorting and decoding where the model changes, not in body.
                """
        }
        if !hasSamples, context.longUpdates[view]?.isTyped(context) == true {
            return
                """
                Keep what is typed in @State of a smaller view and hand it on when typing pauses (debounce), so \
                that \(name) does not run with each keystroke; then do formatting, sorting and decoding where the model \
                changes, not in body.
                """
        }
        if let trigger = context.longUpdates[view]?.trigger(of: view, context) {
            return """
                Find what \(trigger.name) changes and read that in a smaller view, so that \(name) does not run each time; \
                then give \(name) finished values: do formatting, sorting and filtering where the model changes, not in body.
                """
        }
        return """
            Give \(name) finished values: do formatting, sorting, filtering and decoding where the model \
            changes, not in body
            """
                + (hasSamples
                    ? ", and split \(name) into smaller views."
                    : "; record with Time Profiler to see the calls.")
    }

    /// Includes what the app measured in it, or else what re-runs it.
    private static func title(_ view: Int, _ context: RuleContext) -> String {
        let title =
            "\(context.shortViewName(view)).body \((context.longUpdates[view]?.words(context) ?? context.deadlines.words).isTooLong)"
        if let interval = context.bodyIntervals[view]?.first {
            return "\(title): \(context.shortName(interval.name)) runs in it"
        }
        return title + RecurringWords.drives(view, context)
    }
}
