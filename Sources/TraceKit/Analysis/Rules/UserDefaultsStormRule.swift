/// Settings that change many times a second.
enum UserDefaultsStormRule: FindingRule {
    static let depth = RuleDepth.writes
    static let needs: [RuleNeed] = [.lane(.updates), .alike(.causes), .alike(.interactions)]
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
        let notices = SettingNotices(context)
        return CauseStorm.collect(context, isWanted: notices.isShown, write: notices.write).compactMap { storm in
            let peak = Peak(storm.times)
            guard peak.count >= RuleThresholds.defaultsChanges else { return nil }
            let name = SettingNotices.key(context.name(storm.name)).map(context.short)
            let places =
                storm.notices > storm.writes
                ? """
                , each time in \(RuleWords.number((storm.notices + storm.writes / 2) / storm.writes)) places \
                (\(RuleWords.number(storm.notices)) in all)
                """ : ""
            // Each write was too many, whether its updates were due or not.
            let rows: (() -> [UInt32])? = storm.wastedNs > 0 ? nil : { notices.rows(of: storm.name, context) }
            return storm.finding(
                context, title: "\(name ?? "A setting") is stored in UserDefaults many times a second",
                evidence: """
                    changed \(RuleWords.count(storm.writes, "time"))\(places), up to \(RuleWords.number(peak.count)) \
                    within one second (from \(RuleWords.at(peak.start)) on); the changes led to \(storm.reached)
                    """,
                hint: name.map {
                    """
                    Keep \($0) in @State or the model while it changes, and write it to UserDefaults once, when the \
                    user is done.
                    """
                } ?? """
                    Find what is written to UserDefaults here (the recording names no key), keep it in @State or the \
                    model while it changes, and write it once, when the user is done.
                    """,
                effort: .small, rows: rows)
        }
    }
}

/// Which causes tell of one write to UserDefaults.
///
/// SwiftUI's observer of UserDefaults notifies each property that has the key: the causes of these properties have the
/// observer above them, or follow each other closely.
private struct SettingNotices {
    private let causes: Column<CauseRecord>
    /// By row of a cause: the first cause of the same write; -1 = no setting.
    private let writes: [Int32]
    /// By row of a cause: whether it only passes the notice on.
    private let passesOn: [Bool]

    init(_ context: RuleContext) {
        causes = context.records.causes
        let (causes, first) = (context.records.causes, context.records.firstCauseNode)
        let (above, sums) = (context.results.recordAbove, context.results.ownSums)
        var writes = [Int32](repeating: -1, count: causes.count)
        var passesOn = [Bool](repeating: false, count: causes.count)
        for row in 0..<causes.count where causes[row].kind == .defaults {
            let parent = Int(above[first + row]) - first
            if parent >= 0, parent != row, causes[parent].kind == .defaults { passesOn[parent] = true }
        }
        // By name, the last cause that nothing passed on to.
        var last: [NameID: Int] = [:]
        for row in 0..<causes.count where causes[row].kind == .defaults {
            let parent = Int(above[first + row]) - first
            if parent >= 0, parent != row, causes[parent].kind == .defaults {
                // The observer comes first; in a cycle any of them is as good.
                writes[row] = writes[parent] >= 0 ? writes[parent] : Int32(parent)
                continue
            }
            let start = causes[row].start
            writes[row] = Int32(row)
            guard start != UpdateColumns.untimed, sums[first + row].updates > 0 else { continue }
            let name = causes[row].name
            if let before = last[name], start - causes[before].start < RuleThresholds.stormGapNs {
                writes[row] = writes[before]
            }
            last[name] = row
        }
        (self.writes, self.passesOn) = (writes, passesOn)
    }

    func isShown(_ row: Int) -> Bool { causes[row].kind == .defaults && !passesOn[row] }

    func write(_ row: Int) -> Int { Int(writes[row]) }

    /// The updates that notices of one name lead to.
    func rows(of name: NameID, _ context: RuleContext) -> [UInt32] {
        let (first, firstUpdate) = (context.records.firstCauseNode, context.records.firstUpdateNode)
        let above = context.results.recordAbove
        let nearest = RecordsAbove.nearest(above, firstUpdateNode: firstUpdate) { node in
            node >= first && isShown(node - first)
        }
        return (0..<context.updates.count).compactMap { row in
            let record = Int(above[firstUpdate + row])
            guard record >= 0, nearest[record] >= 0, context.isCounted(row) else { return nil }
            return causes[Int(nearest[record]) - first].name == name ? UInt32(row) : nil
        }
    }

    /// The key; nil for the name of the framework's observer.
    static func key(_ name: String) -> String? {
        name.contains("closure #") || name.contains("UserDefaultObserver") ? nil : name
    }
}
