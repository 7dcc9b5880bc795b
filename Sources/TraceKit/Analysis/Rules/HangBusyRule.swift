/// Hangs in which the main thread works.
enum HangBusyRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.hangs), .alike(.samples)]
    static let guide = RuleGuide(
        "hang-busy", "The main thread hangs because it works",
        finds: """
            Hangs in which the main thread ran nearly all the time, with the call path that holds most of the samples. \
            Hangs in the same call are one finding.
            """,
        matters: "While the main thread works, no touch is handled and no frame is made.",
        fix: """
            Do the work off the main thread (Task.detached, an actor, an async API), in pieces with pauses between, or \
            do less of it: load what is shown first.
            """,
        limits: """
            Needs time-profile samples. Coverage is samples present of samples expected; a recording that drops \
            samples looks less busy than it was.
            """,
        severity: StretchFindings.severityWords, effort: .medium,
        thresholds: ["the main thread ran \(RuleThresholds.busyPercent) % of the hang or more"],
        before: #"""
            init() { items = try! JSONDecoder().decode([Item].self, from: data) }
            """#,
        after: #"""
            func load() async throws {
                items = try await Task.detached {
                    try JSONDecoder().decode([Item].self, from: data)
                }.value
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let words = StretchFindings(context: context)
        return context.stretches.groups.filter { $0.lead == .hang && $0.mode == .busy }.map { group in
            words.finding(
                group,
                title: "The main thread hangs, busy\(words.phrase(group).map { " \($0)" } ?? "")\(words.others(group))",
                hint: words.hint(group)
                    ?? """
                    Move this work off the main thread (an async function on an actor, Task.detached), or split it into pieces \
                    that leave time for frames.
                    """, effort: .medium)
        }
    }
}
