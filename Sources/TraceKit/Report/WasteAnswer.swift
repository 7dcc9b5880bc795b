/// The updates of the first screen by necessity.
package struct WasteAnswer: Sendable {
    /// Updates inside interaction windows by verdict; the sum is the number of those updates.
    var necessary: Int
    var unnecessary: Int
    var unknown: Int
    private(set) var wastedMs: Double
    /// The unnecessary ones.
    private(set) var byConfidence: [Confidence: Int]
    /// Updates of recurring causes outside interactions, by verdict; nil if none was judged.
    let recurring: (necessary: Int, unnecessary: Int, unknown: Int)?
    /// Whether necessity is known for any of them; otherwise `unnecessary` and `wastedMs` are unknown.
    let isKnown: Bool
    private let sums: ViewSums

    /// - Parameter isConsole: whether the trace has lines of a console without times.
    static func read(
        _ stored: StoredTrace, _ sums: ViewSums, isConsole: Bool
    ) throws(TraceError) -> WasteAnswer {
        func row(_ sql: String) throws(TraceError) -> [Double] {
            try stored.database.rows(sql, [.integer(stored.id)]).first?.map(\.number) ?? []
        }
        let verdicts = try row(
            """
            SELECT coalesce(sum(necessary), 0), coalesce(sum(unnecessary), 0), coalesce(sum(unknown), 0),
                coalesce(sum(wasted_ms), 0), coalesce(sum(possible), 0), coalesce(sum(likely), 0), coalesce(sum(proven), 0)
            FROM interactions WHERE trace_id = ?
            """)
        let recurring = try row(
            """
            SELECT coalesce(sum(necessary), 0), coalesce(sum(unnecessary), 0), coalesce(sum(unknown), 0) FROM recurring_cause
            WHERE trace_id = ? AND answers = 0
            """
        ).map { Int($0) }
        let isUnjudged = verdicts[2] > 0 || sums.updates == 0 && isConsole
        return WasteAnswer(
            necessary: Int(verdicts[0]), unnecessary: Int(verdicts[1]), unknown: Int(verdicts[2]),
            wastedMs: verdicts[3],
            byConfidence: Dictionary(
                uniqueKeysWithValues: zip(Confidence.allCases, verdicts.dropFirst(4).map { Int($0) })),
            recurring: recurring[0] + recurring[1] > 0 ? (recurring[0], recurring[1], recurring[2]) : nil,
            isKnown: verdicts[0] + verdicts[1] > 0 || !isUnjudged, sums: sums)
    }

    // MARK: Text

    /// Unnecessary work, in interactions and by recurring causes; nil if no update is judged.
    /// - Parameter mark: the suffix of what derives from updates.
    func work(isShort: Bool = false, mark: String) -> String? {
        let parts = [words(isShort: isShort).map { $0 + mark }, recurringWords(isShort: isShort)].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// `of timers and other recurring causes 900 of 1,200`, after the same for interactions, whose numbers exclude what
    /// no interaction started. Otherwise a sentence of its own.
    private func recurringWords(isShort: Bool) -> String? {
        guard let recurring else { return nil }
        let judged =
            Decimal.grouped(recurring.necessary + recurring.unnecessary) + (recurring.unknown > 0 ? " judged" : "")
        let unnecessary = Decimal.grouped(recurring.unnecessary)
        let causes = "\(isShort ? "" : "timers and other ")recurring causes"
        return isKnown && words() != nil
            ? "of \(causes) \(unnecessary) of \(judged)"
            : "\(unnecessary) of \(judged) updates of \(causes) unnecessary"
    }

    /// `271 of 419 updates in interactions unnecessary (201 ms, all possible)`, or if not all are judged `3 of 5 judged updates
    /// unnecessary (2 ms, all likely); 3 could not be judged`; nil if no update is in an interaction. Without recorded
    /// interactions, all updates are in one.
    func words(isShort: Bool = false) -> String? {
        let all = necessary + unnecessary + unknown
        if all == 0 { return nil }
        let scope = all == sums.updates ? "" : " in interactions"
        guard isKnown else {
            // All verdicts are unknown, which is not the same as nothing unnecessary.
            return all == 1
                ? "whether its update was necessary is not recorded"
                : "whether the \(Decimal.grouped(all)) updates\(scope) were necessary is not recorded"
        }
        let of = (isShort ? Decimal.grouped(all) : Decimal.counted(all, "update")) + scope
        let count = Decimal.grouped(unnecessary)
        let wasted = unnecessary > 0 ? wastedWords : ""
        if unknown == 0 { return "\(count) of \(of) unnecessary\(wasted)" }
        let judged = Decimal.grouped(all - unknown), unknown = Decimal.grouped(unknown)
        if unnecessary == 0 {
            return "none of \(judged) judged updates\(scope) unnecessary; \(unknown) could not be judged"
        }
        return "\(count) of \(judged) judged updates\(scope) unnecessary\(wasted); \(unknown) could not be judged"
    }

    /// ` (201 ms, all possible)`; without the time if no update has a duration.
    private var wastedWords: String {
        let isMeasured = wastedMs > 0 || sums.unterminated < sums.bodies
        return " (\(isMeasured ? Decimal.time(wastedMs) + ", " : "")\(howSure))"
    }

    /// `all possible`, `12 proven, 259 possible`
    private var howSure: String {
        let counts = Confidence.allCases.reversed().map { ($0, byConfidence[$0] ?? 0) }.filter { $0.1 > 0 }
        if counts.count == 1, let only = counts.first {
            return unnecessary == 1 ? only.0.word : "all \(only.0.word)"
        }
        return counts.map { "\(Decimal.grouped($0.1)) \($0.0.word)" }.joined(separator: ", ")
    }

    // MARK: A part of the trace

    /// The sums over the updates of the chosen part (`ChosenUpdates`): `406 updates, 14 RED, 30 ORANGE; 271 unnecessary
    /// (201 ms, all possible)`
    func partWords(_ stored: StoredTrace) throws(TraceError) -> String {
        let (severity, isWasted) = (
            UpdateCodes.severity("t"), "\(UpdateCodes.verdict("t")) = \(Verdict.unnecessary.sql)"
        )
        let rows = try stored.database.rows(
            """
            SELECT \(UpdateCodes.reason("t")), count(*), sum(\(severity) = \(Severity.red.sql)),
                sum(\(severity) = \(Severity.orange.sql)), sum(\(isWasted)),
                total(CASE WHEN \(isWasted) THEN t.duration_ns END) / 1e6
            FROM view_update t
            WHERE t.trace_id = ? AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql)
                AND \(UpdateCodes.phase("t")) <> \(UpdatePhase.check.sql)\(ChosenUpdates.condition("t"))
            GROUP BY 1
            """, [.integer(stored.id)]
        ).map { $0.map(\.number) }
        func sum(_ column: Int) -> Int { rows.reduce(0) { $0 + Int($1[column]) } }
        var part = self
        part.unnecessary = sum(4)
        part.wastedMs = rows.reduce(0) { $0 + $1[5] }
        part.byConfidence = [:]
        for row in rows where row[4] > 0 {
            guard let confidence = Reason(rawValue: UInt8(row[0]))?.confidence else { continue }
            part.byConfidence[confidence, default: 0] += Int(row[4])
        }
        let long = [(sum(2), "RED"), (sum(3), "ORANGE")].filter { $0.0 > 0 }
            .map { ", \(Decimal.grouped($0.0)) \($0.1)" }
        let wasted =
            part.unnecessary == 0 ? "" : "; \(Decimal.grouped(part.unnecessary)) unnecessary\(part.wastedWords)"
        return Decimal.counted(sum(1), "update") + long.joined() + wasted
    }
}
