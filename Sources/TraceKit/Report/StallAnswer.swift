/// The hangs and hitches of the first screen.
package struct StallAnswer: Sendable {
    let hangs: Int
    let hangMs: Double
    let longestHangMs: Double
    /// Delays of interactions below 250 ms, which are no hangs.
    private let delays: Int
    private let delayMs: Double
    /// Hitches of the app, without those of the display and other system parts.
    let hitches: Int
    let hitchMs: Double
    let systemHitches: Int
    /// Milliseconds of hitches per second over the whole recording; nil = unknown, or not worth a mention.
    private let hitchRatio: Double?
    /// Rows of processes that are not analysed, of these and of other lanes.
    let others: OtherRows
    /// The processes of hangs and hitches, if several are analysed.
    private let hangProcesses: TargetProcesses
    private let hitchProcesses: TargetProcesses
    /// Which of the lanes the input has; without them zero hangs or hitches mean nothing.
    let lanes: Set<Lane>
    /// Shorter hangs were not recorded; nil = unknown.
    let hangsThresholdMs: Int?
    /// Which of the lanes the table of contents lists; nil without one.
    private let recorded: Set<Lane>?
    /// Which of them the input has but could not be read.
    private let lost: Set<Lane>
    /// Lines in which the system tells of a hang, without a time.
    private let untimedHangs: Int
    private let isBesideUpdates: Bool

    static func read(
        _ stored: StoredTrace, _ subject: ReportSubject, _ input: InputLanes, _ processes: TargetProcesses
    ) throws(TraceError) -> StallAnswer {
        let target = TargetRows.condition(trace: "\(stored.id)")
        func row(_ sql: String) throws(TraceError) -> [Double] {
            try stored.database.rows(sql, [.integer(stored.id)]).first?.map(\.number) ?? []
        }
        let hangs = try row(
            """
            SELECT count(*), coalesce(sum(duration_ms), 0), coalesce(max(duration_ms), 0) FROM hangs
            WHERE trace_id = ? AND \(target)
            """)
        let delays = try row(
            "SELECT count(*), coalesce(sum(duration_ms), 0) FROM interaction_delays WHERE trace_id = ? AND \(target)")
        let hitches = try row(
            """
            SELECT coalesce(sum(class <> 'system'), 0), coalesce(sum(CASE WHEN class <> 'system' THEN duration_ms END), 0),
                coalesce(sum(class = 'system'), 0) FROM hitches
            WHERE trace_id = ? AND \(target)
            """)
        let ofHangs = KnownComplaints.all.filter { $0.weight == .hang }.map { SQLTemplate.quote($0.id) }
        let untimed = try row(
            """
            SELECT coalesce(sum(untimed), 0) FROM complaints
            WHERE trace_id = ? AND is_target = 1 AND complaint IN (\(ofHangs.joined(separator: ", ")))
            """)
        return StallAnswer(
            hangs: Int(hangs[0]), hangMs: hangs[1], longestHangMs: hangs[2], delays: Int(delays[0]),
            delayMs: delays[1], hitches: Int(hitches[0]), hitchMs: hitches[1], systemHitches: Int(hitches[2]),
            hitchRatio: subject == .stalls || subject == .updates && hitches[0] > 0 ? try hitchRatio(stored) : nil,
            others: try OtherRows.read(stored),
            hangProcesses: try processes.counted(in: "hangs", stored),
            hitchProcesses: try processes.counted(in: "hitches", stored),
            lanes: input.present.intersection(Lane.ofStalls), hangsThresholdMs: input.hangsThresholdMs,
            recorded: input.recorded.map { tables in
                Set(Lane.ofStalls.filter { !tables.isDisjoint(with: RecordedTables.schemas(ofLane: $0)) })
            },
            lost: Set(Lane.ofStalls.filter { !input.present.contains($0) && input.tables.lost(of: $0) != nil }),
            untimedHangs: Int(untimed[0]), isBesideUpdates: subject == .updates)
    }

    /// The hitch ratio of the whole recording; nil if its process is unknown, because then no hitch counts.
    private static func hitchRatio(_ stored: StoredTrace) throws(TraceError) -> Double? {
        guard try ProcessCaveat.read(stored) == nil else { return nil }
        let ratio = try stored.database.rows(
            "SELECT hitch_ratio FROM interactions WHERE trace_id = ? AND kind = 'trace'", [.integer(stored.id)]
        ).first?.first
        return ratio.flatMap { $0 == .null ? nil : $0.number }
    }

    // MARK: Text

    /// `1 hang (313 ms); 10 app hitches (267 ms), 1 system hitch`; the short form has only number and time.
    func words(isShort: Bool = false) -> String? {
        var parts: [String] = []
        // Of processes that are not analysed, where the analysed one has none.
        func others(_ lane: Lane) -> String {
            let words = isShort ? self.others.counts(lane) : self.others.words(lane)
            return words.map { ", but \($0)" } ?? ""
        }
        if lanes.contains(.hangs) {
            let none = hangsThresholdMs.map { "no hangs over \(Decimal.grouped($0)) ms" } ?? "no hangs"
            let shares = isShort ? "" : hangProcesses.shares
            let some = "\(Decimal.counted(hangs, "hang")) (\(Decimal.time(hangMs))\(shares))"
            parts.append(hangs == 0 ? none + others(.hangs) : some)
            if delays > 0 {
                parts.append("\(Decimal.counted(delays, "interaction delay")) (\(Decimal.time(delayMs)))")
            }
        }
        if lanes.contains(.hitches) {
            // The system's hitches are never added to the app's.
            let noun = systemHitches > 0 ? "app hitch" : "hitch"
            let shares = isShort ? "" : hitchProcesses.shares
            let some = "\(Decimal.counted(hitches, noun)) (\(Decimal.time(hitchMs))\(shares))"
            let system = systemHitches > 0 ? ", \(Decimal.counted(systemHitches, "system hitch"))" : ""
            let none = "no \(noun)es" + (isShort ? "" : system) + others(.hitches)
            parts.append(hitches == 0 ? none : some + (isShort ? "" : system))
            if let hitchRatio, !isShort {
                let ratio = Decimal.text(hitchRatio, digits: 1)
                parts.append("\(ratio) ms of hitches per second of the recording (\(HitchBand.words(hitchRatio)))")
            }
        }
        if let absent { parts.append(absent) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Which of hangs and hitches could not be read, and if there are neither, why, as far as the table of contents
    /// says.
    private var absent: String? {
        func words(_ what: String, of isMeant: (Lane) -> Bool) -> String? {
            let names = Lane.ofStalls.filter(isMeant).map(\.rawValue)
            return names.isEmpty ? nil : "\(names.joined(separator: " and ")): \(what)"
        }
        let unread = words("recorded, but could not be read", of: lost.contains)
        guard lanes.isEmpty else { return unread }
        guard let recorded else {
            if let unread { return unread }
            if untimedHangs > 0 {
                return "hangs: \(Decimal.counted(untimedHangs, "line")) of the log without a time; "
                    + "hitches: not recorded or not exported"
            }
            return isBesideUpdates
                ? "hangs and hitches are not in this input" : "hangs and hitches: not recorded or not exported"
        }
        return [
            unread,
            words("recorded, but not exported") { recorded.contains($0) && !lost.contains($0) },
            words("not recorded") { !recorded.contains($0) && !lost.contains($0) },
        ].compactMap { $0 }.joined(separator: "; ")
    }
}
