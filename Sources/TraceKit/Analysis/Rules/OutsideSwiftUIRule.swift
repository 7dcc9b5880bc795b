/// Hangs and hitches in which SwiftUI is idle.
enum OutsideSwiftUIRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.updates), .lane(.hangs), .alike(.hitches)]
    static let guide = RuleGuide(
        "outside-swiftui", "Hangs and hitches without any SwiftUI activity",
        finds: """
            Hangs and hitches during which no view update and no update group ran. Hitches of the system are left out.
            """,
        matters:
            "No change to views will remove them: the time goes to other work on the main thread, or to rendering.",
        fix: """
            Hangs: see hang-busy and hang-blocked for the call. Hitches: look at Core Animation commits and the render \
            server (shadows, masks, blurs, very large images).
            """,
        limits: "A trace without SwiftUI tables, or with empty ones, gets no such finding.",
        severity: StretchFindings.severityWords, effort: .large, thresholds: ["one hang or hitch makes a finding"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let (records, results) = (context.records, context.results)
        // In a simulator, and sometimes after attaching to the process, SwiftUI's tables exist but are empty.
        guard results.role.buffer.contains(.counted) || records.groups.count > 0 else { return [] }
        let ownHangs = results.stretches.filter { $0.kind == .hang }.map { Int($0.row) }
        let ownHitches = results.stretches.filter { $0.kind == .hitch }.map { Int($0.row) }
        let hangs = idle(ownHangs.map { (records.hangs[$0].start, results.hangs[$0].isSwiftUIBusy) })
        let hitches = idle(ownHitches.map { (records.hitches[$0].start, results.hitches[$0].isSwiftUIBusy) })
        let idleHangs = ownHangs.filter { hangs.contains(records.hangs[$0].start) }
        let idleHitches = ownHitches.filter { hitches.contains(records.hitches[$0].start) }
        guard !idleHangs.isEmpty || !idleHitches.isEmpty else { return [] }
        return [finding(idleHangs, idleHitches, context)]
    }

    /// The starts at which nothing was busy, because the statement selects by start.
    private static func idle(_ stalls: [(start: Int64, isBusy: Bool)]) -> Set<Int64> {
        let busy = Set(stalls.filter(\.isBusy).map(\.start))
        return Set(stalls.map(\.start)).subtracting(busy)
    }

    private static func finding(_ hangs: [Int], _ hitches: [Int], _ context: RuleContext) -> Finding {
        let records = context.records
        let hangNs = hangs.reduce(Int64(0)) { $0.addingSaturating(records.hangs[$1].duration) }
        let hitchNs = hitches.reduce(Int64(0)) { $0.addingSaturating(records.hitches[$1].duration) }
        var window = CommonWindow()
        for row in hangs { window.add(context.results.hangWindow[row]) }
        for row in hitches { window.add(context.results.hitchWindow[row]) }
        var parts: [String] = []
        if !hangs.isEmpty { parts.append("\(RuleWords.count(hangs.count, "hang")) (\(RuleWords.ms(hangNs)))") }
        if !hitches.isEmpty { parts.append("\(RuleWords.count(hitches.count, "hitch")) (\(RuleWords.ms(hitchNs)))") }
        let what = hangs.isEmpty ? "hitches" : hitches.isEmpty ? "hangs" : "hangs and hitches"
        let longest =
            (hangs.map { records.hangs[$0].duration } + hitches.map { records.hitches[$0].duration }).max() ?? 0
        return Finding(
            severity: StretchFindings.severity(longest), title: "SwiftUI is idle during \(what): look outside of it",
            view: nil, effort: .large, sql: sql(hangs, hitches, records), rows: hangs.count + hitches.count,
            costNs: hangNs.addingSaturating(hitchNs)
        ) {
            Finding.Rest(
                window: window.window,
                evidence: "\(parts.joined(separator: " and ")) without a view update or an update group"
                    + (parts.count > 1 ? ", \(RuleWords.number(hangs.count + hitches.count)) in all" : "")
                    + ", from \(RuleWords.at(first(hangs, hitches, records))) on",
                hint: hangs.isEmpty
                    ? "Look at commits and rendering: Core Animation and GPU instruments, offscreen passes, large images."
                    : """
                    Do not look for the cause in views: look at the calls on the main thread in that time \
                    (hang-busy, hang-blocked): loading, decoding, locks, synchronous calls.
                    """,
                about: .stalls(hangs: hangs, hitches: hitches, function: .none, view: nil))
        }
    }

    private static func first(_ hangs: [Int], _ hitches: [Int], _ records: TraceRecords) -> Int64 {
        (hangs.map { records.hangs[$0].start } + hitches.map { records.hitches[$0].start }).min() ?? 0
    }

    private static func sql(_ hangs: [Int], _ hitches: [Int], _ records: TraceRecords) -> String {
        let hangStarts = Set(hangs.map { records.hangs[$0].start }).sorted()
        let hitchStarts = Set(hitches.map { records.hitches[$0].start }).sorted()
        return """
            SELECT 'hang' AS stall, id, class, start_ms, duration_ms, main_thread_coverage
            FROM hangs WHERE trace_id = :trace AND is_target = 1 AND start_ns IN (\(RuleSQL.list(hangStarts)))
            UNION ALL
            SELECT 'hitch', id, class, start_ms, duration_ms, main_thread_coverage
            FROM hitches WHERE trace_id = :trace AND class <> 'system' AND is_target = 1 AND start_ns IN (\(RuleSQL.list(hitchStarts)))
            ORDER BY start_ms, stall, id
            """
    }
}
