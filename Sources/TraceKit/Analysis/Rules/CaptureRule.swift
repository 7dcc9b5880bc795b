/// A main thread that works or waits while its call tree is sampled: what `sample` and collapsed stacks hold.
enum CaptureRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.samples), .alike(.updates)]
    static let guide = RuleGuide(
        "busy-capture", "The main thread works, or waits, while it is sampled",
        finds: """
            Call trees without times (sample, spindump, collapsed stacks) in which the main thread works in half of the samples or \
            more, or waits in code that the app called. Where the file states a hang, the rules on hangs tell it.
            """,
        matters: "Such samples are taken because the app does not respond: this is what it does meanwhile.",
        fix: """
            Do the work off the main thread (Task.detached, an actor, an async API), or do less of it; replace a wait by await. \
            Record with Instruments to see when it happens and what causes it.
            """,
        limits: """
            Such a file has no times: it cannot tell one long call from many short ones, nor what came before. An app that was \
            sampled while it worked as it should (an export, a game) is busy, too.
            """,
        severity: "high where 90 % of a second or more are busy or waiting, medium else", effort: .medium,
        thresholds: ["half of the samples of the main thread"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let words = StretchFindings(context: context)
        return context.stretches.groups.filter { $0.lead == .capture }.map { group in
            let waits = group.mode == .waiting
            let wait = group.share?.wait.map { " \($0.words)" } ?? ""
            let place = words.phrase(group).map { " \($0)" } ?? ""
            let all = group.tally.running + group.tally.waiting + group.tally.idle
            let part = waits ? group.tally.waiting : group.tally.running
            let severity: Finding.Severity = part * 10 >= all * 9 && group.runNs >= 1_000_000_000 ? .high : .medium
            return words.finding(
                group,
                title: waits ? "The main thread waits\(wait)\(place)" : "The main thread is busy\(place)",
                hint: waits
                    ? "Do not wait\(wait) on the main thread\(place): \(HangBlockedRule.advice(group.share?.wait))."
                    : words.hint(group)
                        ?? "Move this work \(StretchFindings.off), or split it into pieces that leave time for frames.",
                effort: .medium, severity: severity)
        }
    }

    /// `busy in 3,000 of 4,200 samples of the main thread, 3000.0 of 4200.0 ms`
    static func length(_ group: StretchGroup, _ duration: Int64) -> String {
        let all = group.tally.running + group.tally.waiting + group.tally.idle
        let waits = group.mode == .waiting
        let part = waits ? group.tally.waiting : group.tally.running
        let time = duration > 0 ? ", \(RuleWords.ms(group.runNs)) of \(RuleWords.ms(duration))" : ""
        return
            "it \(waits ? "waits" : "is busy") in \(RuleWords.number(part)) of \(RuleWords.count(all, "sample"))\(time)"
    }
}
