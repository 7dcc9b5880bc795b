/// The answer of a comparison in sentences.
enum DiffWords {
    /// The tables whose rows are counted in the verdict, with the word for a row.
    static let roots: [(table: String, row: String)] = [
        ("interactions", "interaction"), ("views", "view"), ("evaluations", "view"), ("signposts", "signpost"),
        ("functions", "function"),
        ("hangs-and-hitches", "hang or hitch figure"),
    ]

    static func method(_ tables: DiffTables) -> String {
        let (before, after) = (tables.before.count, tables.after.count)
        let hasUpdates = tables.lanes.allHave(.updates)
        guard tables.tracesSay != .ranked else {
            return
                "\(before) and \(after) traces: medians; rank tests of whole traces"
                + (hasUpdates ? ", of counts also of their interactions" : "") + ", Holm's correction over the rows, "
                + "4 % in all; a change counts from 10 % and from 1 ms or 2 updates per interaction on."
        }
        let sides = before == 1 && after == 1 ? "One trace a side" : "\(before) and \(after) traces"
        guard hasUpdates else { return "\(sides): the tables have the figures as they are. \(guesses(tables.lanes))" }
        let times = tables.tracesSay == .tooFew ? "" : ", where they vary"
        return
            "\(sides): the first line judges the whole. In the tables a row gets a verdict by its interactions (rank tests, Holm's "
            + "correction over the rows, 4 % in all; from 25 % and 2 updates per interaction on), for times and long bodies\(times) "
            + "from \(DiffThresholds.fewestTraces) traces a side on, before \(tooFew); ~ = no clear change."
    }

    private static let tooFew = "'too few runs'"

    /// The meaning of likely verdicts in these lanes.
    private static func guesses(_ lanes: DiffLanes) -> String {
        if lanes.hasEvaluationsAlone {
            return
                "Counts of a view get a verdict from 4 traces a side on; 'more?' and 'fewer?' = at least doubled or halved, by 10 and "
                + "more."
        }
        guard lanes.allHave(.signposts) || lanes.allHave(.samples) else {
            return "Times get a verdict from 4 traces a side on, before \(tooFew); ~ = no clear change."
        }
        return
            "Times get a verdict from 4 traces a side on, before \(tooFew); 'slower?' = half of the intervals take longer than 95 % did, and twice as "
            + "long; 'more samples?' = twice as many, and 5 % of all samples more; ~ = no clear change."
    }

    static func answer(
        _ before: [TraceFigures], _ after: [TraceFigures], _ tables: DiffTables
    ) -> [DiffAnswerLine] {
        let lanes = tables.lanes
        var lines: [DiffAnswerLine] = []
        func add(_ label: String, _ text: String, _ kind: DiffAnswerLine.Kind? = nil) {
            lines.append(DiffAnswerLine(label: label, text: text, kind: kind ?? .change))
        }
        let problems = ProblemDiff(before, after, tables.findings)
        for (label, status) in [("Fixed", FindingDiff.Status.fixed), ("New", .new)] {
            if let text = titles(tables.findings, status, problems.leads) { add(label, text, .findings) }
        }
        if let words = PromiseDiff.words(before, after, fixed: problems.fixed) { add("Promised", words) }
        // With several traces, each has its own severity.
        let high =
            after.count == 1 ? tables.findings.filter { $0.finding.severity == .high } : []
        if let text = titles(high, .remaining, Set(high.map { FindingDiff.Key($0.finding) })) {
            add("Remains", text, .findings)
        }
        // The verdict says what is missing.
        if lanes.allHave(.updates) {
            add(
                "Use",
                lanes.unlikeInteractions.map { "not compared: \($0)" }
                    ?? interactions(before, after, isWasteCompared: lanes.unequalEvidence == nil))
            add("Bodies", bodies(before, after), .sums)
            add("Waste", waste(before, after, lanes), .sums)
        } else {
            if lanes.hasEvaluationsAlone { add("Bodies", evaluations(before, after)) }
            if lanes.allHave(.signposts) { add("Signposts", signposts(before, after)) }
            if lanes.allHave(.samples) { add("Functions", functions(before, after)) }
        }
        if (before + after).contains(where: { !$0.lanes.isDisjoint(with: Lane.ofStalls) }) {
            add("Stalls", stalls(before, after, tables), .sums)
        }
        add("Problems", self.problems(problems), .sums)
        add("Findings", statuses(tables.findings.map(\.status)), .sums)
        return lines
    }

    /// The differences of two inputs with equal figures: `their content; length 65.09 s → 65.03 s; …`. Nil if they are
    /// the same recordings.
    static func otherDifferences(_ before: [TraceFigures], _ after: [TraceFigures]) -> String? {
        guard Set(before.map(\.environment.contentHash)) != Set(after.map(\.environment.contentHash)) else {
            return nil
        }
        var parts = ["the content of the inputs"]
        func add(_ what: String, _ value: (TraceFigures) -> Double?, _ text: (Double) -> String) {
            let (left, right) = (median(before, value).map(text), median(after, value).map(text))
            guard let left, let right, left != right else { return }
            parts.append("\(what) \(left) → \(right)")
        }
        add("length", \.durationMs) { "\(Decimal.text($0 / 1000, digits: 2)) s" }
        add("rows", { Double($0.rowsSeen) }) { Decimal.grouped(Int($0)) }
        var text = parts.joined(separator: "; ")
        if (before + after).allSatisfy({ $0.lanes.contains(.logs) }) {
            text += ". Of the lines of the log, errors, complaints and durations are compared"
        }
        return text
    }

    // MARK: Numbers

    private static func median(_ traces: [TraceFigures], _ value: (TraceFigures) -> Double?) -> Double? {
        Percentile.nearestRank(50, ofSorted: traces.compactMap(value).sorted())
    }

    /// Formats a whole number, or one with a digit; milliseconds have one digit below 10.
    static func number(_ value: Double, isTime: Bool = false) -> String {
        if isTime { return value < 10 && value > 0 ? Decimal.text(value, digits: 1) : whole(value.rounded()) }
        return value == value.rounded() ? whole(value) : Decimal.text(value, digits: 1)
    }

    /// Formats a measured value in its own unit: `2.37`, `114.2`, `4.4`.
    static func reading(_ value: Double) -> String {
        guard abs(value) < 10, value != value.rounded() else { return number(value) }
        let text = Decimal.text(value, digits: 2)
        return text.hasSuffix("0") ? String(text.dropLast()) : text
    }

    private static func whole(_ value: Double) -> String {
        Int(exactly: value).map { Decimal.grouped($0) } ?? Decimal.text(value, digits: 0)
    }

    /// `1 → 104`
    static func change(_ change: DiffChange, _ style: DiffColumn.Style) -> String {
        func text(_ value: Double?) -> String { value.map { number($0, isTime: style == .milliseconds) } ?? "–" }
        return "\(text(change.before)) → \(text(change.after))"
    }

    /// `14 → 0`, or `14 as before`.
    static func change(
        _ before: [TraceFigures], _ after: [TraceFigures], isTime: Bool = false, _ value: (TraceFigures) -> Double?
    ) -> String {
        let left = median(before, value).map { number($0, isTime: isTime) } ?? "–"
        let right = median(after, value).map { number($0, isTime: isTime) } ?? "–"
        return left == right ? "\(left) as before" : "\(left) → \(right)"
    }

    // MARK: Lines

    /// `Tap "Favorite": 104 → 1 update per tap, 103 fewer unnecessary`; the largest changes.
    private static func interactions(
        _ before: [TraceFigures], _ after: [TraceFigures], isWasteCompared: Bool
    ) -> String {
        let keys = Set((before + after).flatMap(\.interactions.keys)).sorted()
        var changed: [(text: String, size: Double)] = []
        for key in keys {
            func per(_ traces: [TraceFigures], _ value: (InteractionFigures) -> Int) -> Double? {
                median(traces) { trace in trace.interactions[key].map { Double(value($0)) / Double($0.count) } }
            }
            guard let left = per(before, \.counts.updates), let right = per(after, \.counts.updates) else { continue }
            var text = "\(key.title): \(number(left)) → \(number(right)) "
            text += (right == 1 ? "update" : "updates") + (key.kind == "trace" ? "" : " per \(noun(key.kind))")
            let waste = wasteChange(before, after, key, isCompared: isWasteCompared)
            guard left != right || waste.size > 0 else { continue }
            text += waste.words
            changed.append((text, abs(left - right) + waste.size))
        }
        if let most = most(changed, "") { return most }
        let common = keys.filter { key in (before + after).allSatisfy { $0.interactions[key] != nil } }
        if common.isEmpty { return "no interaction was performed on both sides" }
        return common.allSatisfy { $0.kind == "trace" }
            ? "no interaction is recorded" : "every interaction needs as many updates as before"
    }

    /// `, 39 fewer unnecessary`. If it is unknown which updates of a side were necessary, all count as unnecessary.
    private static func wasteChange(
        _ before: [TraceFigures], _ after: [TraceFigures], _ key: InteractionKey, isCompared: Bool
    ) -> (words: String, size: Double) {
        func isKnown(_ side: [TraceFigures]) -> Bool {
            side.allSatisfy { $0.interactions[key]?.counts.isWasteKnown ?? true }
        }
        func per(_ side: [TraceFigures]) -> Double {
            let isKnown = isKnown(side)
            return median(side) { trace in
                trace.interactions[key].map {
                    Double(isKnown ? $0.counts.unnecessary : $0.counts.updates) / Double($0.count)
                }
            } ?? 0
        }
        let (left, right, knows) = (per(before), per(after), (isKnown(before), isKnown(after)))
        let isSure = knows.0 && knows.1 ? isCompared : knows.0 ? right < left : knows.1 && left < right
        guard isSure, left != right else { return ("", 0) }
        let least = knows.0 && knows.1 ? "" : "at least "
        let size = abs(right - left)
        return (", \(least)\(number(size)) \(right < left ? "fewer" : "more") unnecessary", size)
    }

    private static func noun(_ kind: String) -> String {
        switch kind {
        case "type": "keystroke"
        case "appear": "appearance"
        case "other": "interaction"
        default: kind
        }
    }

    private static func bodies(_ before: [TraceFigures], _ after: [TraceFigures]) -> String {
        "red bodies \(change(before, after) { Double($0.bodies.red) }), orange "
            + "\(change(before, after) { Double($0.bodies.orange) }); all bodies "
            + change(before, after) { Double($0.bodies.updates) }
    }

    private static func waste(_ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes) -> String {
        if let reason = lanes.unlikeInteractions { return "not compared: \(reason)" }
        let all = "all updates in interactions \(change(before, after) { Double($0.inInteractions.updates) })"
        let lacking = [before, after].map { side in side.contains { !$0.inInteractions.isWasteKnown } }
        if lacking[0], lacking[1] { return "not compared: no side says which updates were necessary; \(all)" }
        let unknown =
            lacking.contains(true)
            ? "the \(lacking[0] ? "before" : "after") side does not say which updates were necessary" : nil
        let counts = "unnecessary updates \(change(before, after) { $0.inInteractions.knownUnnecessary })"
        if let reason = lanes.unequalEvidence ?? unknown { return "\(counts), not comparable: \(reason); \(all)" }
        return "\(counts); \(all); wasted ms " + change(before, after, isTime: true) { $0.inInteractions.knownWastedMs }
    }

    private static func stalls(_ before: [TraceFigures], _ after: [TraceFigures], _ tables: DiffTables) -> String {
        var parts: [String] = []
        if tables.lanes.allHave(.hitches) {
            // Hitches of the system are never added to the app's.
            let hasSystem = (before + after).contains { $0.systemHitches.count > 0 }
            parts.append(
                "\(hasSystem ? "app hitches" : "hitches") \(change(before, after) { Double($0.hitches.count) }), ms "
                    + change(before, after, isTime: true) { $0.hitches.ms })
            if hasSystem {
                parts.append("system hitches \(change(before, after) { Double($0.systemHitches.count) })")
            }
        }
        if tables.lanes.allHave(.hangs) {
            parts.append(
                "hangs \(change(before, after) { Double($0.hangs.count) }), ms "
                    + change(before, after, isTime: true) { $0.hangs.ms })
        }
        return parts.isEmpty ? "not compared: hangs and hitches are not on both sides" : parts.joined(separator: "; ")
    }

    /// `34 → 12 body evaluations; unchanged 20 → 0; DetailView 34 → 12`
    private static func evaluations(_ before: [TraceFigures], _ after: [TraceFigures]) -> String {
        var counts = "body evaluations \(change(before, after) { Double($0.allEvaluations.evaluations) })"
        if (before + after).contains(where: { $0.allEvaluations.unchanged > 0 }) {
            counts += ", of these unchanged \(change(before, after) { Double($0.allEvaluations.unchanged) })"
        }
        let changed = Set((before + after).flatMap(\.evaluations.keys)).sorted().compactMap {
            view -> (text: String, size: Double)? in
            func count(_ traces: [TraceFigures]) -> Double {
                median(traces) { Double($0.evaluations[view]?.evaluations ?? 0) } ?? 0
            }
            let (left, right) = (count(before), count(after))
            return left == right ? nil : ("\(view) \(number(left)) → \(number(right))", abs(left - right))
        }
        return [counts, most(changed, "")].compactMap { $0 }.joined(separator: "; ")
    }

    /// `Load 80 → 400 ms; Decode 3.0 → 9.1 ms (medians); … 4 more`, most costly first.
    private static func signposts(_ before: [TraceFigures], _ after: [TraceFigures]) -> String {
        let changed = Set((before + after).flatMap(\.signposts.keys)).sorted().compactMap {
            key -> (text: String, size: Double)? in
            func per(_ traces: [TraceFigures], _ value: (SignpostFigures) -> Int64?) -> Double? {
                median(traces) { $0.signposts[key].flatMap(value).map { Double($0) / 1e6 } }
            }
            guard let left = per(before, \.medianNs), let right = per(after, \.medianNs), left != right else {
                return nil
            }
            let size = abs((per(before, \.totalNs) ?? 0) - (per(after, \.totalNs) ?? 0))
            return ("\(key.name) \(number(left, isTime: true)) → \(number(right, isTime: true)) ms", size)
        }
        return most(changed, "medians") ?? "every signpost has the median that it had, or is on one side only"
    }

    /// `JSONDecoder.decode 42 % → 3 %; … 4 more`, largest change first.
    private static func functions(_ before: [TraceFigures], _ after: [TraceFigures]) -> String {
        let keys = Set((before + after).flatMap(\.functions.keys)).sorted()
        let changed = keys.compactMap { key -> (text: String, size: Double)? in
            func share(_ traces: [TraceFigures]) -> Double {
                100 * (median(traces) { $0.share($0.functions[key]?.ownSamples ?? 0) } ?? 0)
            }
            let (left, right) = (share(before).rounded(), share(after).rounded())
            return left == right
                ? nil : ("\(key.function) \(number(left)) % → \(number(right)) %", abs(share(before) - share(after)))
        }
        let totals = [before, after].map { median($0) { Double($0.runningSamples) } ?? 0 }
        // Most of few samples is less than it seems.
        let isUnlike = min(totals[0], totals[1]) * 2 < max(totals[0], totals[1])
        let all = isUnlike ? "\(number(totals[0])) → \(number(totals[1]))" : "all"
        return most(changed, "of their own, of \(all) samples") ?? "every function has its share as before"
    }

    /// The two largest; nil if there are none.
    private static func most(_ changed: [(text: String, size: Double)], _ what: String) -> String? {
        guard !changed.isEmpty else { return nil }
        let sorted = changed.enumerated().sorted { left, right in
            left.element.size != right.element.size
                ? left.element.size > right.element.size : left.offset < right.offset
        }
        let shown = sorted.prefix(2).map(\.element.text).joined(separator: "; ") + (what.isEmpty ? "" : " (\(what))")
        return changed.count > 2 ? "\(shown); … \(Decimal.grouped(changed.count - 2)) more" : shown
    }

    /// `5 → 4: 1 fixed, 0 new, 4 remaining`
    private static func problems(_ problems: ProblemDiff) -> String {
        guard problems.before + problems.after > 0 else { return "none on either side" }
        let sides =
            problems.before == problems.after && problems.statuses.allSatisfy { $0 == .remaining || $0 == .accepted }
            ? "\(problems.before) as before" : "\(problems.before) → \(problems.after)"
        var text = "\(sides): \(statuses(problems.statuses, isNoneTold: false))"
        if problems.partsBefore > 0 {
            text +=
                "; \(problems.partsBefore) of those after \(problems.partsBefore == 1 ? "was" : "were") part of another"
        }
        if problems.partsAfter > 0 {
            text +=
                "; \(problems.partsAfter) of those before \(problems.partsAfter == 1 ? "is" : "are") part of another"
        }
        return text
    }

    /// `high: LandmarkRow.body is too long for a frame; medium: …`, for problems of only one side, worst first; nil if
    /// there are none.
    private static func titles(
        _ entries: [FindingDiff.Entry], _ status: FindingDiff.Status, _ leads: Set<FindingDiff.Key>
    ) -> String? {
        let told = entries.filter { $0.status == status && $0.isTold && leads.contains(FindingDiff.Key($0.finding)) }
            .sorted { left, right in
                let (first, second) = (left.finding.severity.place, right.finding.severity.place)
                return first != second ? first < second : left.finding.costMs > right.finding.costMs
            }
        guard !told.isEmpty else { return nil }
        let shown = told.prefix(titlesTold).map { "\($0.finding.severity.rawValue): \($0.finding.title)\(chance($0))" }
        return shown.joined(separator: "; ") + Decimal.more(of: told.count, listed: titlesTold)
    }

    /// ` (once: may be chance)`, for a finding with few rows in one or two traces.
    private static func chance(_ entry: FindingDiff.Entry) -> String {
        let rows = entry.finding.rows
        guard entry.status != .remaining, entry.before + entry.after <= 2, (1..<fewRows).contains(rows) else {
            return ""
        }
        // The title may state the number of times itself.
        if entry.finding.title.hasSuffix(" times)") || entry.finding.title.contains(" times), ") {
            return " (may be chance)"
        }
        return rows == 1 ? " (once: may be chance)" : " (\(rows) times: may be chance)"
    }

    /// The number of expected rows from which none occur by chance in less than 1 %.
    private static let fewRows = 5

    private static let titlesTold = 2

    /// `2 fixed, 0 new, 1 remaining`
    private static func statuses(_ entries: [FindingDiff.Status], isNoneTold: Bool = true) -> String {
        func count(_ status: FindingDiff.Status) -> Int { entries.filter { $0 == status }.count }
        var text = "\(count(.fixed)) fixed, \(count(.new)) new, \(count(.remaining)) remaining"
        if count(.accepted) > 0 { text += ", \(count(.accepted)) accepted" }
        if count(.sometimes) > 0 { text += ", \(count(.sometimes)) in some traces only" }
        if count(.notCompared) > 0 { text += ", \(count(.notCompared)) that cannot be compared" }
        return entries.isEmpty && isNoneTold ? "none on either side" : text
    }
}
