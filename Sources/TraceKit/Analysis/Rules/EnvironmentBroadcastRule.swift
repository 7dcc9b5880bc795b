/// Environment values written at scroll rate, or that notify very many views each time.
enum EnvironmentBroadcastRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.updates), .alike(.causes), .alike(.interactions)]
    static let guide = RuleGuide(
        "environment-broadcast", "An environment value that changes often and notifies many views",
        finds: """
            Environment values that are written at scroll rate, or whose writes notify very many views each (updates \
            and checks together).
            """,
        matters: """
            A write to the environment makes SwiftUI look at every view below that reads any environment value. Views \
            that do not need the value are still checked, each time.
            """,
        fix: """
            Keep fast-changing values (scroll offsets, search text, timers, sizes) out of the environment: pass them \
            to the views that use them, or put an @Observable object there once and change its properties.
            """,
        limits: """
            Values in Instruments' tables have the name of the writer or of the type, not always of the key. Writes \
            that pass on another write (child environments) are counted with their writer.
            """,
        severity: CauseStorm.severityWords, effort: .medium,
        thresholds: [
            "\(RuleThresholds.environmentWrites) writes or more within one second, or",
            """
            \(RuleThresholds.environmentReach) views or more notified by a write on average, with \
            \(RuleThresholds.occurrences) writes or more
            """,
        ],
        before: #"""
            ContentView().environment(\.searchText, query)   // every keystroke
            """#,
        after: #"""
            @Observable class Search { var text = "" }
            ContentView().environment(search)                 // written once
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let passedOn = passedOnNames(context)
        let causes = context.records.causes
        let storms = CauseStorm.collect(context) { row in
            let cause = causes[row]
            return switch cause.kind {
            case .environmentWriter: true
            // SwiftUI's own clock is not passed on by the app: see recurring-cause.
            case .externalEnvironment: !ViewClock.contains(cause.kind, context.name(cause.name))
            case .environment: !passedOn.contains(cause.name)
            default: false
            }
        }
        return storms.compactMap { finding($0, context) }
    }

    /// Names of environment nodes that forward another environment node's value.
    private static func passedOnNames(_ context: RuleContext) -> Set<NameID> {
        let (causes, first) = (context.records.causes, context.records.firstCauseNode)
        var names: Set<NameID> = []
        for row in 0..<causes.count where causes[row].kind == .environment {
            let parent = Int(context.results.parent[first + row]) - first
            guard parent >= 0, parent < causes.count else { continue }
            switch causes[parent].kind {
            case .environment, .environmentWriter, .externalEnvironment: names.insert(causes[row].name)
            default: break
            }
        }
        return names
    }

    private static func finding(_ storm: CauseStorm, _ context: RuleContext) -> Finding? {
        let peak = Peak(storm.times)
        let isFast = peak.count >= RuleThresholds.environmentWrites
        let isWide = storm.writes >= RuleThresholds.occurrences && storm.reach >= RuleThresholds.environmentReach
        guard isFast || isWide else { return nil }
        let name = context.short(context.name(storm.name))
        return storm.finding(
            context,
            title: isFast
                ? "\(name) is written at scroll rate"
                : "\(name) notifies \(RuleWords.number(storm.reach)) views each time",
            evidence: """
                written \(RuleWords.count(storm.writes, "time")), up to \(RuleWords.number(peak.count)) in one second; \
                each write reached \(RuleWords.number(storm.reach)) views on average: \(storm.reached)
                """,
            hint: """
                Pass \(FanOutWords.value(name)) to the views that use it, or put an @Observable object into the \
                environment once and change its property: then only views that read the property are updated, and no \
                others are checked.
                """,
            effort: .medium)
    }
}
