/// Hangs that the samples do not explain.
enum HangUnclearRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.hangs), .alike(.samples)]
    static let guide = RuleGuide(
        "hang-unclear", "The main thread hangs, and the recording does not say why",
        finds: "Hangs without time-profile samples, and hangs in which the main thread partly ran and partly waited.",
        matters: "A hang is what users notice first; it must not be ignored because the recording lacks samples.",
        fix: """
            Export the table time-profile too; where the recording has none, record again with Time Profiler and \
            SwiftUI (the SwiftUI template has it). Where there are samples, look at both halves: what ran, and what it \
            waited for.
            """,
        limits: "The signpost or logged work that runs in most of it is a lead: it may be of another thread.",
        severity: StretchFindings.severityWords, effort: .medium,
        thresholds: [
            """
            no main-thread samples, or the main thread ran from \(RuleThresholds.blockedPercent) % to less than \
            \(RuleThresholds.busyPercent) % of the hang
            """
        ])

    static func findings(_ context: RuleContext) -> [Finding] {
        let words = StretchFindings(context: context)
        return context.stretches.groups.filter { $0.lead == .hang }.compactMap { group in
            switch group.mode {
            case .busy, .waiting: nil
            case .mixed: mixed(group, words)
            case .unknown: unknown(group, words)
            }
        }
    }

    private static func mixed(_ group: StretchGroup, _ words: StretchFindings) -> Finding {
        let around = group.share.map { " around \(words.context.short($0.subject.phrase))" } ?? ""
        return words.finding(
            group, title: "The main thread hangs, partly waiting\(around)",
            hint: """
                Look for work\(around) that waits in between (files, locks, another thread's results) and move it off the main \
                thread as a whole.
                """, effort: .medium)
    }

    private static func unknown(_ group: StretchGroup, _ words: StretchFindings) -> Finding {
        let (work, trigger) = (words.workMeanwhile(group), words.trigger(of: group))
        return words.finding(
            group,
            title: work.first.map { "The main thread hangs while \($0.name) runs" }
                ?? "The main thread hangs\(trigger.map { " after \($0.name)" } ?? ""), and there are no samples of it",
            hint: work.first.map { StretchFindings.hint($0, words.release(of: group)) }
                ?? trigger.map(StretchFindings.hint)
                    ?? """
                    \(advice(words.context)): the samples say whether the main thread worked or waited, and in which call.
                    """,
            effort: .small, work: work)
    }

    /// How to get samples of the main thread: by an export if the recording has them and the input does not.
    private static func advice(_ context: RuleContext) -> String {
        let records = context.records
        let again = "Record again with the Time Profiler instrument and export its time-profile table with the others"
        if records.samples.count > 0 {
            return context.mainSamples.rows.isEmpty ? "\(again) (no sample here is of this main thread)" : again
        }
        if records.lanes.contains(.samples) { return "\(again) (the one that is here has no rows)" }
        let run = records.metadata.recordingRun ?? 1
        let tables = records.recordedTables.filter { $0.run == run }.map(\.schema)
        if tables.isEmpty {
            return """
                Export the time-profile table of the recording with the others, or record again with the Time Profiler \
                instrument where it has none
                """
        }
        guard let table = RecordedTables.worth(of: Set(tables)).first(where: RecordedTables.isOfSamples) else {
            return again
        }
        return """
            Export the table \(table) of the recording, which is not in this input (--xpath \
            '\(RecordedTables.path(table, run: run))')
            """
    }
}
