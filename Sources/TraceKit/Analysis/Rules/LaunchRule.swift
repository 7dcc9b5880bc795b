/// Launches that take long.
enum LaunchRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.anyLane([.signposts, .logs])]
    static let guide = RuleGuide(
        "launch", "The launch takes long",
        finds: """
            Launches from the start of the process to its first frame, from the phases that Instruments records or from a line \
            that tells of one, of a second or more; from 400 ms on where code of the app has half of the main thread in it.
            """,
        matters: "Nothing can be used before the first frame; the system ends an app that takes far too long.",
        fix: """
            Do in the launch only what the first frame shows: open stores, decode files and start services afterwards, or off the \
            main thread.
            """,
        limits: "A launch through Instruments or in the debugger is slower than the users'.",
        severity: "high from 2 s on, medium below", effort: .medium,
        thresholds: ["1 s; 400 ms with half of the samples in code of the app"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let records = context.records
        let threads = MainThread.byOwner(records, context.results, context.stackReader)
        let launches = Dictionary(grouping: Launch.all(records, context.results.scope), by: \.owner)
        return launches.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { _, launches in
            // Of several launches the longest is told.
            guard let launch = launches.max(by: { $0.span.count < $1.span.count }) else { return nil }
            var thread = threads[launch.owner]
            let tally = thread?.tally(in: launch.span) ?? StretchTally()
            let share = SubjectFinder(tally.stacks, context.stackReader, records).share()
            return finding(launch, of: launches, share, context)
        }
    }

    private static let longNs: Int64 = 1_000_000_000
    private static let shortNs: Int64 = 400_000_000

    private static func finding(
        _ launch: Launch, of all: [Launch], _ share: SampledShare?, _ context: RuleContext
    ) -> Finding? {
        let length = launch.span.upperBound - launch.span.lowerBound
        let isApp = share?.subject.isApp == true
        guard length >= longNs || isApp && length >= shortNs else { return nil }
        let most = launch.phase.map { phase in
            ", \(RuleWords.ms(phase.nanoseconds)) of it \(context.shortName(phase.name).droppingLaunchPhase)"
        }
        let start = launch.span.lowerBound
        return Finding(
            severity: length >= 2 * longNs ? .high : .medium,
            title: "The launch takes \(RuleWords.ms(length))\(most ?? "")", view: share?.subject.view,
            cause: isApp ? share?.subject.phrase : nil, effort: .medium,
            sql: """
                SELECT id, kind, start_ms, duration_ms, late_ms FROM stretches
                WHERE trace_id = :trace AND kind = 'launch' AND start_ns = \(start)
                """, rows: 1, costNs: length
        ) {
            var evidence = "from \(RuleWords.at(start)) to the first frame at \(RuleWords.at(launch.span.upperBound))"
            if all.count > 1 {
                let lengths = all.map { Int64($0.span.count) }.sorted()
                evidence +=
                    "; the longest of \(RuleWords.number(all.count)) launches, half of which take \(RuleWords.ms(lengths[all.count / 2])) or more"
            }
            if let share {
                evidence +=
                    "; \(share.percent) % of the \(RuleWords.count(share.total, "running sample")) of the main thread in it are in "
                    + context.short(share.subject.phrase)
                if let family = share.family { evidence += ", which \(CostlyAPI.all[family.index].does)" }
            }
            return Finding.Rest(
                evidence: evidence,
                hint: share?.family.map { CostlyAPI.all[$0.index] }.map { family in
                    "It \(family.does): show the first frame without that, and do it afterwards or off the main thread. \(family.inHang)"
                } ?? share.flatMap { $0.subject.isApp ? $0.subject.phrase : nil }.map { phrase in
                    "Show the first frame without \(context.short(phrase)), and do that afterwards or off the main thread."
                }
                    ?? "Do in the launch only what the first frame shows, and the rest afterwards or off the main thread."
            )
        }
    }
}

extension String {
    /// `didFinishLaunchingWithOptions()` of `Launching - didFinishLaunchingWithOptions()`.
    fileprivate var droppingLaunchPhase: String {
        firstRange(of: " - ").map { String(self[$0.upperBound...]) } ?? self
    }
}
