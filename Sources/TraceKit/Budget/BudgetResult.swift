/// What came of one limit, for one thing it is about: a pattern has an outcome for everything that fits it.
package struct BudgetOutcome: Sendable {
    package enum State: String, Sendable {
        case breached
        /// Breached by a problem that somebody has accepted: shown, and no failure.
        case accepted
        /// The trace does not say: neither within nor breached.
        case unchecked
        case within
    }

    package var state = State.within
    var scope: BudgetScope
    /// `Tap "Favorite"`, `LandmarkRow`, `Whole trace`.
    var subject: String
    var measure: BudgetMeasure
    /// The most that is allowed; nil where that could not be found out.
    var limit: Double?
    /// How a relative limit came about: `+10 % on 3 in the baseline`.
    var basis: String?
    var now: Double?
    /// Of the limit, in the budget file.
    var place: Place
    /// Where the figure was found: `in Tap "Favorite"`.
    var detail: String?
    /// What it is about is not in the trace, and counts as zero.
    var isAbsent = false
    /// Why there is no figure, or another one than was asked for.
    var note: String?
    /// Of a breach: the interaction that it is owed to, and the view that it is about.
    var cause: InteractionKey?
    var view: String?
    /// Where that view is declared.
    var source: SourceMention?
    /// Of a breach that may be chance: how that is known.
    var chance: String?
    /// Not checked because updates that it is about have no end: all others are judged, and what they breach counts.
    var isUnjudged = false
    /// What to change so that the limit can be checked.
    var fix: String?
    /// The command that shows more.
    var next = ""

    /// By how much the figure is past its limit.
    var over: Double? {
        guard [.breached, .accepted].contains(state), let limit, let now else { return nil }
        return now - limit
    }

    /// How bad: limits past, so that figures of different units compare.
    var severity: Double {
        guard let limit, let now else { return 0 }
        return now / max(limit, measure.quantum)
    }

    /// What keeps it from being checked, with what would help.
    fileprivate var lack: String { "\(note ?? "")\n\(fix ?? "")" }

    /// One sentence without a full stop.
    var sentence: String {
        let head = "\(subject): \(measure.rawValue)"
        guard state != .unchecked, limit != nil else { return "\(head) cannot be checked: \(note ?? "")" }
        let text = "\(head) is \(nowWords ?? "not known"), the limit is \(limitWords)"
        return ([text] + remarks).joined(separator: "; ")
    }

    /// What must be known of the figure and of the limit.
    var remarks: [String] {
        [basis, detail, note, chance, source.map { "declared at \($0.place.text)" }].compactMap { $0 }
    }

    var limitWords: String { limit.map { BudgetWords.number($0) + measure.unit } ?? "" }

    var nowWords: String? {
        now.map { now in
            // A figure that is past its limit by less than is shown must not look equal to it.
            let text = BudgetWords.number(now)
            let isHidden = state == .breached && text == limit.map { BudgetWords.number($0) }
            return (isHidden ? Decimal.text(now, digits: 6) : text) + measure.unit
        }
    }

    var overWords: String? {
        over.map { over in
            let text = BudgetWords.number(over)
            return (text == "0" ? Decimal.text(over, digits: 6) : text) + measure.unit
        }
    }
}

/// A trace held against a budget.
package struct BudgetResult: Sendable {
    /// Version of the result's JSON; grows when a key changes its meaning or goes.
    package static let schemaVersion = 1

    /// What was recorded, in one line.
    var trace: String
    var baseline: String?
    /// The budget file, as the user named it.
    var budget: String
    /// How many limits the file holds.
    var limits: Int
    /// What the limits are held against: `453 view updates`.
    var lookedAt: [String] = []
    /// How many of them something breached, or could not be checked.
    var breached: Int
    var unchecked: Int
    /// Breached ones worst first, then those that could not be checked, then the others, closest to their limit first.
    var outcomes: [BudgetOutcome]
    /// What a reader must know before believing the rest.
    var caveats: [String]
    /// The breaches by what they are owed to, worst first.
    var groups: [BudgetGroup] = []

    /// Finds the views that breaches are about in the app's sources.
    package mutating func locate(_ sources: SourceLookup) {
        for index in outcomes.indices where outcomes[index].state == .breached {
            outcomes[index].source = sources.mentions(view: outcomes[index].view).first
        }
    }

    var breaches: [BudgetOutcome] { outcomes.filter { $0.state == .breached } }
    var accepted: [BudgetOutcome] { outcomes.filter { $0.state == .accepted } }
    var gaps: [BudgetOutcome] { outcomes.filter { $0.state == .unchecked } }

    /// 0 within, 3 breached, 2 where a limit could not be checked, whatever came of the others; but where that is only because
    /// updates have no end, a breach counts for more.
    package var exitCode: Int32 {
        if gaps.contains(where: { !$0.isUnjudged }) { return 2 }
        return breached > 0 ? 3 : unchecked > 0 ? 2 : 0
    }

    /// Limits that could not be checked, as errors in the budget file.
    package var diagnostics: [Diagnostic] { gapSentences }

    /// What could not be checked. Of several limits that lack the same, one sentence at the place of the first: an input
    /// without a lane would say it a hundred times.
    var gapSentences: [Diagnostic] {
        var byReason: [String: [BudgetOutcome]] = [:]
        for gap in gaps { byReason[gap.lack, default: []].append(gap) }
        var said: Set<String> = []
        return gaps.compactMap { gap in
            let alike = byReason[gap.lack] ?? []
            guard alike.count > 1 else { return Diagnostic(.error, at: gap.place, gap.sentence, fix: gap.fix) }
            guard said.insert(gap.lack).inserted else { return nil }
            let named = alike.prefix(2).map { "\($0.subject): \($0.measure.rawValue)" }.joined(separator: ", ")
            let others = Decimal.more(of: alike.count, listed: 2)
            return Diagnostic(
                .error, at: gap.place,
                "\(alike.count) limits cannot be checked: \(gap.note ?? "") (\(named)\(others))",
                fix: gap.fix?.replacing("the limit out", with: "the limits out"))
        }
    }

    /// The answer in one line.
    var answer: String {
        var text = breached > 0 ? "\(breached) of \(Decimal.counted(limits, "limit")) breached" : ""
        if breached > 0, breaches.count > breached { text += " in \(breaches.count) places" }
        if breached > 1, !groups.isEmpty { text += " by \(groupWords)" }
        if unchecked > 0 {
            text += text.isEmpty ? "" : "; "
            text += "\(unchecked) of \(Decimal.counted(limits, "limit")) cannot be checked"
        }
        let absent = outcomes.count { $0.isAbsent && $0.state == .within }
        if text.isEmpty {
            text = "Within budget: \(Decimal.counted(limits, "limit"))"
            if !lookedAt.isEmpty { text += " on \(lookedAt.joined(separator: ", "))" }
        }
        if !accepted.isEmpty { text += "; \(Decimal.counted(accepted.count, "breach")) by accepted problems" }
        return absent > 0 ? "\(text); \(Decimal.counted(absent, "limit")) on what is not in this trace" : text
    }

    /// `3 problems`, `3 problems and elsewhere`, `2 causes`.
    private var groupWords: String {
        let problems = groups.count { $0.problem != nil }
        if problems == 0 { return Decimal.counted(groups.count, "cause") }
        return Decimal.counted(problems, "problem") + (problems < groups.count ? " and elsewhere" : "")
    }

    /// Of limits that hold: what they did not find, once for all limits of a thing.
    var notes: [String] {
        var seen: Set<String> = []
        return outcomes.filter { $0.state == .within }.compactMap { outcome in
            outcome.note.map { "\(outcome.subject): \($0)" }
        }.filter { seen.insert($0).inserted }
    }
}

/// Breaches that are owed to one problem, or to one thing the user did where no problem explains them.
package struct BudgetGroup: Sendable {
    /// That of the problem, `Tap "Favorite"`, or what the limits are about where no interaction is to blame.
    var title: String
    var problem: ProblemFigures?
    /// In `BudgetResult.outcomes`.
    var outcomes: [Int]
}

/// Numbers as results show them.
enum BudgetWords {
    /// At most two digits behind the point, without needless zeros.
    static func number(_ value: Double) -> String {
        var text = Decimal.text(value, digits: 2)
        while text.hasSuffix("0"), text.contains(".") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}

extension BudgetResult {
    /// The formats of a budget's result.
    package static let renderers = Renderers<Drawing<BudgetResult>>([
        Renderer("text", "text/plain", TextBudget.render),
        Renderer("json", "application/json", JSONBudget.render),
        Renderer("junit", "application/xml", JUnitBudget.render),
        Renderer("sarif", "application/sarif+json", SARIFBudget.render),
        Renderer("github", "text/plain", GitHubBudget.render),
        Renderer("markdown", "text/markdown", MarkdownBudget.render),
    ])
}
