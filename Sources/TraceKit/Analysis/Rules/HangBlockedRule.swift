/// Hangs in which the main thread waits.
enum HangBlockedRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.hangs), .alike(.samples)]
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
                hint: "Do not wait\(wait) on the main thread\(worker): \(advice(group.share?.wait)).", effort: .medium)
        }
    }

    static func advice(_ wait: WaitKind?) -> String {
        switch wait {
        case .lock:
            """
            show a snapshot of the state that is taken without the lock, hold the lock only to copy, and never while calling the \
            main thread
            """
        case .childProcess: "await the result off the main thread, with a timeout, and show what is there meanwhile"
        case .keychain: "read it once, off the main thread, await the result and keep it in memory"
        case .database: "perform it asynchronously on the context's queue and await the result"
        case .service, .network: "await the result off the main thread, and show what is there meanwhile"
        case .file: "read and write files off the main thread and await the result"
        case .sleep: "use a timer, or Task.sleep off the main thread"
        case .queue, .semaphore, .group, .condition, nil:
            """
            await the result instead of semaphore.wait(), DispatchQueue.sync, or synchronous file and network calls; hold locks \
            only briefly
            """
        }
    }
}
