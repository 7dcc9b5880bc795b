/// Hangs in which the main thread waits.
enum HangBlockedRule: FindingRule {
    static let depth = RuleDepth.hang
    static let guide = RuleGuide(
        "hang-blocked", "The main thread hangs because it waits",
        finds: """
            Hangs in which the main thread barely ran: it waited for a lock, a semaphore, another thread, the disk or \
            the network.
            """,
        matters: "Nothing that is done faster on the main thread helps: it must not wait at all.",
        fix: """
            Replace the wait by await or a completion handler: no semaphore.wait(), DispatchQueue.sync, synchronous \
            network or file calls, or locks that a background thread holds for long.
            """,
        limits: """
            Samples of a waiting thread are few or absent, so the call may not be named: record with System Trace, or \
            with Time Profiler's "record waiting threads".
            """,
        severity: StretchFindings.severityWords, effort: .medium,
        thresholds: ["the main thread ran less than \(RuleThresholds.blockedPercent) % of the hang"],
        before: #"""
            let user = DispatchQueue(label: "db").sync { database.user(id) }
            """#,
        after: #"""
            let user = await database.user(id)       // an actor
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let words = StretchFindings(context: context)
        return context.stretches.groups.filter { $0.lead == .hang && $0.mode == .waiting }.map { group in
            let worker = words.phrase(group).map { " \($0)" } ?? ""
            let wait = group.share?.wait.map { " \($0.words)" } ?? ""
            return words.finding(
                group, title: "The main thread hangs, waiting\(wait)\(worker)",
                hint: """
                    Do not wait\(wait) on the main thread\(worker): await the result off the main thread, instead of \
                    semaphore.wait(), DispatchQueue.sync, or synchronous file and network calls; hold locks only briefly.
                    """,
                effort: .medium)
        }
    }
}
