/// Time in which the main thread runs without a pause, in recordings that say nothing of hangs and hitches.
enum BusyRunRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.samples), .alike(.updates)]
    static let guide = RuleGuide(
        "busy-run", "The main thread runs without a pause",
        finds: """
            Stretches of running samples of the main thread with gaps of at most two sampling periods, behind the launch, where \
            the recording has no table of hangs and none of hitches. Stretches in which one body or function has most of the \
            samples are one finding.
            """,
        matters: "While the main thread runs without a pause, it handles no touch and makes no frame.",
        fix: """
            Do the work off the main thread (Task.detached, an actor, an async API), in pieces with pauses between, or do less \
            of it. Record hangs and hitches too: they say which of these stretches somebody noticed.
            """,
        limits: """
            Whether a frame was late is unknown: at most medium, and no late time. Not for programs without a run loop, and not \
            where samples are more than 2 ms apart.
            """,
        severity: "medium from 250 ms on, low below; the longest counts", effort: .medium,
        thresholds: ["one run of 250 ms, or three of 50 ms"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let words = StretchFindings(context: context)
        let stretches = context.results.stretches
        let groups = context.stretches.groups.filter { $0.lead == .busyRun }
        let all = groups.reduce(Int64(0)) { $0.addingSaturating($1.runNs) }
        return groups.filter { $0.runNs >= all / 10 }.map { group in
            let longest = group.runs.map { stretches[$0].duration }.max() ?? 0
            return words.finding(
                group, title: title(group, longest, context),
                hint: words.hint(group)
                    ?? "Look at the call tree of the main thread (--all) for what runs in that time, and record hangs and hitches with it.",
                effort: .medium, severity: longest >= StretchRules.oneRunNs ? .medium : .low)
        }
    }

    private static func title(_ group: StretchGroup, _ longest: Int64, _ context: RuleContext) -> String {
        let length = "the main thread ran without a pause for \(RuleWords.ms(longest))"
        let times =
            group.runs.count == 1 ? length : "\(length) and \(RuleWords.number(group.runs.count - 1)) times more"
        guard let share = group.share else { return times.capitalisedFirst }
        let has = share.subject.kind == .several ? "together have" : "has"
        return
            "\(context.short(share.subject.title)) \(has) \(share.percent) % of the main thread: it ran without a pause for \(RuleWords.ms(longest))"
            + (group.runs.count == 1 ? "" : ", and \(RuleWords.number(group.runs.count - 1)) times more")
    }
}

extension String {
    /// With a capital letter, and with a small one.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
