/// Hangs that the samples do not explain.
enum HangUnclearRule: FindingRule {
    static let depth = RuleDepth.hang
    static let guide = RuleGuide(
        "hang-unclear", "The main thread hangs, and the recording does not say why",
        finds: "Hangs without time-profile samples, and hangs in which the main thread partly ran and partly waited.",
        matters: "A hang is what users notice first; it must not be passed over because the recording lacks samples.",
        fix: "Record again with Time Profiler beside SwiftUI (the SwiftUI template has it), and export its table "
            + "too. Where "
            + "there are samples, look at both halves: what ran, and what it waited for.",
        limits: "It says that there is a hang, not what caused it.",
        severity: HangFindings.severityWords, effort: .medium,
        thresholds: [
            "no main-thread samples, or the main thread ran from \(RuleThresholds.blockedPercent) % to less than "
                + "\(RuleThresholds.busyPercent) % of the hang"
        ])

    static func findings(_ context: RuleContext) -> [Finding] {
        let hangs = HangFindings(context: context)
        let (low, high) = (Double(RuleThresholds.blockedPercent) / 100, Double(RuleThresholds.busyPercent) / 100)
        let mixed = hangs.clusters { $0.map { $0 >= low && $0 < high } ?? false }.map { cluster in
            hangs.finding(
                cluster,
                title: "The main thread hangs, partly waiting\(hangs.culprit(cluster).map { " around \($0)" } ?? "")",
                condition: "main_thread_coverage >= \(low) AND main_thread_coverage < \(high)",
                hint: "Look for work that waits in between (files, locks, another thread's results) and move it off "
                    + "the main "
                    + "thread as a whole.",
                effort: .medium)
        }
        let unknown = hangs.clusters { $0 == nil }.map { cluster in
            hangs.finding(
                cluster, title: "The main thread hangs, and there are no samples of it",
                condition: "main_thread_coverage IS NULL",
                hint: "Record again with the Time Profiler instrument and export its time-profile table with the "
                    + "others: the "
                    + "samples say whether the main thread worked or waited, and in which call.",
                effort: .small)
        }
        return mixed + unknown
    }
}
