/// Sentences shared by reports.
enum ReportWords {
    /// The suffix of results from experimentally read tables.
    static let guessed = " (experimental)"

    /// The suffix of every line derived from updates.
    static func mark(_ answer: ReportAnswer) -> String { answer.isGuessed ? guessed : "" }

    /// The lines of the answer after the first: labels and texts.
    static func lines(_ answer: ReportAnswer) -> [(label: String, text: String)] {
        var lines: [(label: String, text: String)] = []
        let project = answer.project.map { [("Project", $0)] } ?? []
        let mark = mark(answer)
        // For a part of the updates, only the part is described.
        if let zoom = answer.zoom, let sums = answer.partSums { return project + [("Only", "\(zoom): \(sums)\(mark)")] }
        if answer.subject == .updates {
            lines = [("Bodies", severities(answer) + mark), ("Worst", worstViews(answer) + mark)]
        }
        if answer.subject != .updates, let console = answer.console {
            lines = [("Bodies", console.counts), ("Most", console.viewWords)]
        }
        if answer.subject == .signposts, let signposts = answer.signposts {
            lines = [("Signposts", signposts.counts), ("Slowest", signposts.slowestWords)] + lines
        }
        if answer.subject != .updates, let samples = answer.samples {
            lines += [("Samples", samples.counts), ("Hottest", samples.hottestWords)]
        }
        if let logs = answer.logs {
            // With other lanes, the log lines themselves are shown on request.
            lines.append(("Log", logs.counts + (answer.subject == .logs ? "" : " (--logs)")))
            if let words = logs.groups?.words(isAboutLogs: answer.subject == .logs) { lines.append(("App log", words)) }
        }
        if answer.subject == .metrics, let metrics = answer.metrics { lines.append(("Metrics", metrics.words)) }
        if let empty = answer.empty { lines.append(("Holds", empty.words)) }
        // Metrics have hangs and hitches of their own.
        if answer.subject != .metrics {
            lines.append((work(answer) == nil ? "Stalls" : "Waste", costs(answer)))
        }
        if let others = answer.otherUpdates { lines.append(("Others", others.words + mark)) }
        lines += project
        if let zoom = answer.zoom { lines.append(("Below", "only \(zoom)")) }
        return lines
    }

    /// `14 RED > 16.67 ms, 31 ORANGE > 8.3 ms, 408 gray of 453 (profile frame)`
    /// - Parameter showsMet: whether to count those that met their deadline.
    static func severities(_ answer: ReportAnswer, showsMet: Bool = true) -> String {
        // A profile that is a rate must not be mistaken for the display's.
        let display = answer.displayHz.map { "\(answer.profile.hasSuffix(" Hz") ? "display " : "")\($0) Hz" }
        if answer.bodyUpdates == 0 {
            return "no view body update is in this input" + (display.map { " (\($0))" } ?? "")
        }
        if answer.unterminated == answer.bodyUpdates {
            return "\(Decimal.counted(answer.bodyUpdates, "view body update")), none with a duration: not judged"
        }
        var text =
            """
            \(Decimal.grouped(answer.red)) RED > \(Decimal.rounded(answer.redMs)) ms, \
            \(Decimal.grouped(answer.orange)) ORANGE > \(Decimal.rounded(answer.orangeMs)) ms
            """
            + (showsMet ? ", \(Decimal.grouped(answer.gray)) gray" : "")
        if answer.unterminated > 0 { text += ", \(Decimal.grouped(answer.unterminated)) not judged (no duration)" }
        // With `--profile device` the deadlines are those of the display.
        let isDisplays = answer.displayHz.map { answer.profile == "\($0) Hz" } ?? false
        let profile = isDisplays ? [answer.profile, "the display's"] : [answer.profile, display].compactMap { $0 }
        return text + " of \(Decimal.grouped(answer.bodyUpdates)) (\(profile.joined(separator: ", ")))"
    }

    static func worstViews(_ answer: ReportAnswer, most: Int = 3) -> String {
        if answer.bodyUpdates == 0 { return "unknown without view body updates" }
        let (groups, words) = (answer.missedGroups, DeadlineWords(profile: answer.profile))
        if answer.worstViews.isEmpty {
            if groups == 0, answer.unterminated > 0 {
                let open = Decimal.counted(answer.unterminated, "view body update")
                return "none with a duration; \(open) \(answer.unterminated == 1 ? "is" : "are") not judged"
            }
            if groups == 0 { return "none: \(words.allMet(answer.bodyUpdates))" }
            return
                "no view body update alone; \(Decimal.counted(groups, "update group")) \(words.missed(groups)) together"
        }
        let together =
            groups > answer.red + answer.orange ? "; \(Decimal.counted(groups, "update group")) together" : ""
        return answer.worstViews.prefix(most).enumerated().map { index, view in
            let counts = [(view.red, "red"), (view.orange, "orange")].map {
                $0.0 > 0 ? "\(Decimal.grouped($0.0)) \($0.1)" : nil
            }
            let longest = index == 0 ? ", max \(Decimal.time(view.maxMs, digits: 1))" : ""
            return "\(view.view) \(counts.compactMap { $0 }.joined(separator: " "))\(longest)"
        }.joined(separator: "; ") + together
    }

    /// `406 updates, 14 RED, 30 ORANGE; 271 unnecessary (201 ms, all possible)`
    static func partSums(updates: Int, red: Int, orange: Int, unnecessary answer: ReportAnswer) -> String {
        let long = [(red, "RED"), (orange, "ORANGE")].filter { $0.0 > 0 }.map { ", \(Decimal.grouped($0.0)) \($0.1)" }
        let wasted =
            answer.unnecessary == 0
            ? ""
            : "; \(Decimal.grouped(answer.unnecessary)) unnecessary\(wasted(answer))"
        return Decimal.counted(updates, "update") + long.joined() + wasted
    }

    /// ` (201 ms, all possible)`; without the time if no update has a duration.
    private static func wasted(_ answer: ReportAnswer) -> String {
        let isMeasured = answer.wastedMs > 0 || answer.unterminated < answer.bodyUpdates
        return " (\(isMeasured ? Decimal.time(answer.wastedMs) + ", " : "")\(howSure(answer)))"
    }

    /// `all possible`, `12 proven, 259 possible`
    private static func howSure(_ answer: ReportAnswer) -> String {
        let counts = Confidence.allCases.reversed().map { ($0, answer.unnecessaryByConfidence[$0] ?? 0) }
            .filter { $0.1 > 0 }
        if counts.count == 1, let only = counts.first {
            return answer.unnecessary == 1 ? only.0.word : "all \(only.0.word)"
        }
        return counts.map { "\(Decimal.grouped($0.1)) \($0.0.word)" }.joined(separator: ", ")
    }

    /// Which of hangs and hitches could not be read, and if there are neither, why, as far as the table of contents
    /// says.
    private static func absentStalls(_ answer: ReportAnswer) -> String? {
        func words(_ what: String, of isMeant: (Lane) -> Bool) -> String? {
            let lanes = Lane.ofStalls.filter(isMeant).map(\.rawValue)
            return lanes.isEmpty ? nil : "\(lanes.joined(separator: " and ")): \(what)"
        }
        let lost = words("recorded, but could not be read", of: answer.lostStalls.contains)
        if answer.hasHangLane || answer.hasHitchLane { return lost }
        guard let recorded = answer.recordedStalls else {
            if let lost { return lost }
            if answer.untimedHangs > 0 {
                let hangs = "hangs: \(Decimal.counted(answer.untimedHangs, "line")) of the log without a time"
                return hangs + (answer.hasHitchLane ? "" : "; hitches: not recorded or not exported")
            }
            return answer.subject == .updates
                ? "hangs and hitches are not in this input" : "hangs and hitches: not recorded or not exported"
        }
        return [
            lost,
            words("recorded, but not exported") { recorded.contains($0) && !answer.lostStalls.contains($0) },
            words("not recorded") { !recorded.contains($0) && !answer.lostStalls.contains($0) },
        ].compactMap { $0 }.joined(separator: "; ")
    }

    /// `271 of 419 updates in interactions unnecessary (201 ms, all possible); 1 hang (313 ms); 10 app hitches (267 ms), 1
    /// system hitch`
    static func costs(_ answer: ReportAnswer) -> String {
        // Stalls come from separate tables.
        [work(answer), stalls(answer)].compactMap { $0 }.joined(separator: "; ")
    }

    /// Unnecessary work, in interactions and by recurring causes.
    static func work(_ answer: ReportAnswer, isShort: Bool = false) -> String? {
        let parts = [waste(answer, isShort: isShort).map { $0 + mark(answer) }, recurring(answer, isShort: isShort)]
        return parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: "; ") : nil
    }

    /// `of timers and other recurring causes 900 of 1,200`, after the same for interactions, whose numbers exclude what
    /// no interaction started. Otherwise a sentence of its own.
    private static func recurring(_ answer: ReportAnswer, isShort: Bool) -> String? {
        guard let sums = answer.recurring else { return nil }
        let judged = Decimal.grouped(sums.necessary + sums.unnecessary) + (sums.unknown > 0 ? " judged" : "")
        let (unnecessary, causes) = (
            Decimal.grouped(sums.unnecessary), "\(isShort ? "" : "timers and other ")recurring causes"
        )
        return answer.isWasteKnown && waste(answer) != nil
            ? "of \(causes) \(unnecessary) of \(judged)"
            : "\(unnecessary) of \(judged) updates of \(causes) unnecessary"
    }

    /// `271 of 419 updates in interactions unnecessary (201 ms, all possible)`, or if not all are judged `3 unnecessary
    /// (2 ms, all likely): 5 of 8 updates judged, 3 unknown`; nil if no update is in an interaction. Without recorded
    /// interactions, all updates are in one.
    static func waste(_ answer: ReportAnswer, isShort: Bool = false) -> String? {
        let all = answer.necessary + answer.unnecessary + answer.unknown
        if all == 0 { return nil }
        let scope = all == answer.updates ? "" : " in interactions"
        guard answer.isWasteKnown else {
            // All verdicts are unknown, which is not the same as nothing unnecessary.
            return all == 1
                ? "whether its update was necessary is not recorded"
                : "whether the \(Decimal.grouped(all)) updates\(scope) were necessary is not recorded"
        }
        let of = (isShort ? Decimal.grouped(all) : Decimal.counted(all, "update")) + scope
        let unnecessary = Decimal.grouped(answer.unnecessary)
        let sums = answer.unnecessary > 0 ? wasted(answer) : ""
        if answer.unknown == 0 { return "\(unnecessary) of \(of) unnecessary\(sums)" }
        let judged = Decimal.grouped(all - answer.unknown), unknown = Decimal.grouped(answer.unknown)
        if answer.unnecessary == 0 {
            return "none of \(judged) judged updates\(scope) unnecessary; \(unknown) could not be judged"
        }
        return "\(unnecessary) unnecessary\(sums): \(judged) of \(of) judged, \(unknown) unknown"
    }

    /// `1 hang (313 ms); 10 app hitches (267 ms), 1 system hitch`; the short form has only number and time.
    static func stalls(_ answer: ReportAnswer, isShort: Bool = false) -> String? {
        var parts: [String] = []
        // Of processes that are not analysed, where the analysed one has none.
        func others(_ lane: Lane) -> String {
            let words = isShort ? answer.others.counts(lane) : answer.others.words(lane)
            return words.map { ", but \($0)" } ?? ""
        }
        if answer.hasHangLane {
            let none = answer.hangsThresholdMs.map { "no hangs over \(Decimal.grouped($0)) ms" } ?? "no hangs"
            let shares = isShort ? "" : answer.hangProcesses.shares
            let hangs = "\(Decimal.counted(answer.hangs, "hang")) (\(Decimal.time(answer.hangMs))\(shares))"
            parts.append(answer.hangs == 0 ? none + others(.hangs) : hangs)
            if answer.delays > 0 {
                parts.append("\(Decimal.counted(answer.delays, "interaction delay")) (\(Decimal.time(answer.delayMs)))")
            }
        }
        if answer.hasHitchLane {
            // The system's hitches are never added to the app's.
            let noun = answer.systemHitches > 0 ? "app hitch" : "hitch"
            let shares = isShort ? "" : answer.hitchProcesses.shares
            let hitches = "\(Decimal.counted(answer.hitches, noun)) (\(Decimal.time(answer.hitchMs))\(shares))"
            let system = answer.systemHitches > 0 ? ", \(Decimal.counted(answer.systemHitches, "system hitch"))" : ""
            let none = "no \(noun)es" + (isShort ? "" : system) + others(.hitches)
            parts.append(answer.hitches == 0 ? none : hitches + (isShort ? "" : system))
            if let ratio = answer.hitchRatio, !isShort {
                parts.append(
                    "\(Decimal.text(ratio, digits: 1)) ms of hitches per second of the recording (\(HitchBand.words(ratio)))"
                )
            }
        }
        if let absent = absentStalls(answer) { parts.append(absent) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
