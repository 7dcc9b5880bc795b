/// The view body updates of the first screen, and how many of them missed a deadline.
package struct BodyAnswer: Sendable {
    /// Sums over the updates of all views.
    let sums: ViewSums
    let profile: String
    /// The refresh rate of the recorded display; nil = unknown.
    let displayHz: Int?
    let orangeMs: Double
    let redMs: Double
    /// The views with the most missed deadlines, worst first.
    let worst: [WorstView]
    /// Update groups that missed the deadline although no update in them did.
    let missedGroups: Int

    struct WorstView: Sendable {
        var view: String
        var red: Int
        var orange: Int
        var maxMs: Double
        var totalMs: Double
    }

    /// - Parameter facts: the columns of the view `traces`.
    static func read(
        _ stored: StoredTrace, _ sums: ViewSums, _ facts: [String: SQLValue]
    ) throws(TraceError) -> BodyAnswer {
        let worst = try stored.database.rows(
            """
            SELECT view, sum(red), sum(orange), max(max_ms), sum(total_ms) FROM view_summary
            WHERE trace_id = ? AND kind = 'body' AND red + orange > 0 GROUP BY view
            ORDER BY sum(red) DESC, sum(orange) DESC, max(max_ms) DESC, view LIMIT 3
            """, [.integer(stored.id)])
        let missedGroups = try stored.database.integer(
            """
            SELECT coalesce(sum(n), 0) FROM (
                SELECT rule, "rows" AS n FROM finding WHERE trace_id = ?1
                UNION ALL SELECT rule, "rows" FROM smaller_finding WHERE trace_id = ?1) WHERE rule = 'accumulated-updates'
            """, .integer(stored.id))
        var displayHz: Int?
        if case .integer(let rate)? = facts["refresh_hz"], let rate = Int(exactly: rate),
            Deadlines(refreshRate: rate) != nil
        {
            displayHz = rate
        }
        return BodyAnswer(
            sums: sums, profile: facts["profile"]?.text ?? "", displayHz: displayHz,
            orangeMs: (facts["orange_ns"]?.number ?? 0) / 1e6, redMs: (facts["red_ns"]?.number ?? 0) / 1e6,
            worst: worst.map { row in
                WorstView(
                    view: row[0].text ?? "", red: row[1].count, orange: row[2].count, maxMs: row[3].number,
                    totalMs: row[4].number)
            }, missedGroups: Int(missedGroups ?? 0))
    }

    // MARK: Text

    /// `14 RED > 16.67 ms, 31 ORANGE > 8.3 ms, 408 of 453 on time (frame)`
    /// - Parameter showsMet: whether to count those that met their deadline.
    func severities(showsMet: Bool = true) -> String {
        // A profile that is a rate must not be mistaken for the display's.
        let display = displayHz.map { "\(profile.hasSuffix(" Hz") ? "display " : "")\($0) Hz" }
        if sums.bodies == 0 {
            return "no view body update is in this input" + (display.map { " (\($0))" } ?? "")
        }
        if sums.unterminated == sums.bodies {
            return "\(Decimal.counted(sums.bodies, "view body update")), none with a duration: not judged"
        }
        var text =
            """
            \(Decimal.grouped(sums.red)) RED > \(Decimal.rounded(redMs)) ms, \
            \(Decimal.grouped(sums.orange)) ORANGE > \(Decimal.rounded(orangeMs)) ms
            """
        let all = Decimal.grouped(sums.bodies), met = Decimal.grouped(sums.gray)
        let isUnjudged = sums.unterminated > 0
        if showsMet { text += isUnjudged ? ", \(met) on time" : ", \(met) of \(all) on time" }
        if isUnjudged { text += ", \(Decimal.grouped(sums.unterminated)) not judged (no duration)" }
        if isUnjudged || !showsMet { text += " of \(all)" }
        // With `--profile device` the deadlines are those of the display.
        let isDisplays = displayHz.map { profile == "\($0) Hz" } ?? false
        let deadlines = isDisplays ? [profile, "the display's"] : [profile, display].compactMap { $0 }
        return text + " (\(deadlines.joined(separator: ", ")))"
    }

    func worstWords(most: Int = 3) -> String {
        if sums.bodies == 0 { return "unknown without view body updates" }
        let deadline = DeadlineWords(profile: profile)
        if worst.isEmpty {
            if missedGroups == 0, sums.unterminated > 0 {
                let open = Decimal.counted(sums.unterminated, "view body update")
                return "none with a duration; \(open) \(sums.unterminated == 1 ? "is" : "are") not judged"
            }
            if missedGroups == 0 { return "none: \(deadline.allMet(sums.bodies))" }
            let groups = Decimal.counted(missedGroups, "update group")
            return "no view body update alone; \(groups) \(deadline.missed(missedGroups)) together"
        }
        let together =
            missedGroups > sums.longBodies ? "; \(Decimal.counted(missedGroups, "update group")) together" : ""
        return worst.prefix(most).enumerated().map { index, view in
            let counts = [(view.red, "red"), (view.orange, "orange")].map {
                $0.0 > 0 ? "\(Decimal.grouped($0.0)) \($0.1)" : nil
            }
            // Not `8.3 ms` of what is over 8.3 ms.
            let limits = [orangeMs, redMs].map { Decimal.text($0, digits: 1) }
            let isClose = limits.contains(Decimal.text(view.maxMs, digits: 1))
            let longest = index == 0 ? ", max \(Decimal.time(view.maxMs, digits: isClose ? 2 : 1))" : ""
            return "\(view.view) \(counts.compactMap { $0 }.joined(separator: " "))\(longest)"
        }.joined(separator: "; ") + together
    }
}
