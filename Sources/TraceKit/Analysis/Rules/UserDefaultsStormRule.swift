/// Settings that change many times a second.
enum UserDefaultsStormRule: FindingRule {
    static let depth = RuleDepth.writes
    static let guide = RuleGuide(
        "user-defaults-storm", "A setting in UserDefaults that changes many times a second",
        finds: "UserDefaults keys (@AppStorage, @SceneStorage) that change many times within a second.",
        matters: """
            UserDefaults notifies every observer of every change and writes to disk. Every view that has the key in \
            @AppStorage is updated each time.
            """,
        fix: """
            Keep what changes quickly in @State or in the model, and store it once, when the user is done (on \
            disappear, on scene change, or after a pause).
            """,
        limits: "Instruments often names only the key, or UserDefaults as a whole.",
        severity: CauseStorm.severityWords, effort: .small,
        thresholds: ["\(RuleThresholds.defaultsChanges) changes of one key or more within one second"],
        before: #"""
            @AppStorage("offset") var offset = 0.0
            ScrollView { … }
                .onScrollGeometryChange(for: Double.self) { $0.contentOffset.y } action: { offset = $1 }
            """#,
        after: #"""
            @State private var offset = 0.0
            … .onDisappear { UserDefaults.standard.set(offset, forKey: "offset") }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        CauseStorm.collect(context) { $0.kind == .defaults }.compactMap { storm in
            let peak = Peak(storm.times)
            guard peak.count >= RuleThresholds.defaultsChanges else { return nil }
            let name = context.short(context.name(storm.name))
            return storm.finding(
                context, title: "\(name) is stored in UserDefaults many times a second",
                evidence: """
                    changed \(RuleWords.count(storm.writes, "time")), up to \(RuleWords.number(peak.count)) within one \
                    second (from \(RuleWords.at(peak.start)) on); the changes led to \(storm.reached)
                    """,
                hint: """
                    Keep \(name) in @State or the model while it changes, and write it to UserDefaults once, when the \
                    user is done.
                    """,
                effort: .small)
        }
    }
}
