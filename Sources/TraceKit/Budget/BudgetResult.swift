/// The outcome of one limit for one subject: a pattern has one for everything that it matches.
package struct BudgetOutcome: Sendable {
    package enum State: String, Sendable {
        case breached
        /// Breached by an accepted problem, which is shown but is no failure.
        case accepted
        /// The trace does not show whether the limit holds.
        case unchecked
        /// The trace has no subject of that name, so that a maximum does not apply.
        case skipped
        case within
    }

    package var state = State.within
    var scope: BudgetScope
    /// `Tap "Favorite"`, `LandmarkRow`, `Whole trace`.
    var subject: String
    var measure: BudgetMeasure
    /// The allowed maximum, or the amount for `bound`; nil if it is unknown.
    var limit: Double?
    var bound = BudgetBound.most(0)
    /// The origin of a relative limit: `+10 % on 3 in the baseline`.
    var basis: String?
    var now: Double?
    /// The position of the limit in the budget file.
    var place: Place
    /// The location of the figure: `in Tap "Favorite"`.
    var detail: String?
    /// The reason why there is no figure, or a substitute.
    var note: String?
    /// For a breach: the interaction to which it is attributed, and the view.
    var cause: InteractionKey?
    var view: String?
    /// The declaration of that view.
    var source: SourceMention?
    /// For a breach that may be chance: the evidence.
    var chance: String?
    /// Not checked because some updates of the subject have no end; all others were judged, and their breaches count.
    var isUnjudged = false
    /// The remedy that makes the limit checkable.
    var fix: String?
    /// The command that shows more.
    var next = ""

    /// The amount by which the figure exceeds its limit.
    var over: Double? {
        guard [.breached, .accepted].contains(state), let limit, let now else { return nil }
        return now - limit
    }

    /// The excess relative to the limit, so that figures of different units compare.
    var severity: Double {
        guard let limit, let now else { return 0 }
        if case .least = bound { return limit / max(now, measure.unit.quantum) }
        return now / max(limit, measure.unit.quantum)
    }

    /// The reason why it was not checked, with the fix.
    fileprivate var lack: String { "\(note ?? "")\n\(fix ?? "")" }

    /// One sentence without a full stop.
    var sentence: String {
        let head = "\(subject): \(measure.rawValue)"
        if state == .skipped { return "\(head) is skipped: \([note, basis].compactMap { $0 }.joined(separator: "; "))" }
        guard state != .unchecked, limit != nil else { return "\(head) cannot be checked: \(note ?? "")" }
        let text = "\(head) is \(nowWords ?? "not known"), the limit is \(limitWords)"
        return ([text] + remarks).joined(separator: "; ")
    }

    /// Remarks on the figure and the limit.
    var remarks: [String] {
        [basis, detail, note, chance, source.map { "declared at \($0.place.text)" }].compactMap { $0 }
    }

    var limitWords: String {
        limit.map { bound.words + BudgetWords.number($0) + measure.unit.words } ?? ""
    }

    var nowWords: String? {
        now.map { now in
            // A breach smaller than the shown digits must not look equal to its limit.
            let text = BudgetWords.number(now)
            let isHidden = state == .breached && text == limit.map { BudgetWords.number($0) }
            return (isHidden ? Decimal.text(now, digits: 6) : text) + measure.unit.words
        }
    }

    var overWords: String? {
        over.map { over in
            if over < 0 { return "\(BudgetWords.number(-over))\(measure.unit.words) short" }
            let text = BudgetWords.number(over)
            return (text == "0" ? Decimal.text(over, digits: 6) : text) + measure.unit.words
        }
    }
}

/// The result of checking a trace against a budget.
package struct BudgetResult: Sendable {
    /// The version of the JSON; increases when a key changes its meaning or is removed.
    package static let schemaVersion = 1

    /// The recorded app, device and time on one line.
    var trace: String
    var baseline: String?
    /// The path of the budget file as given.
    var budget: String
    /// The number of limits in the file.
    var limits: Int
    /// The rows that the limits were checked against: `453 view updates`.
    var lookedAt: [String] = []
    /// The number of limits that were breached or could not be checked.
    var breached: Int
    var unchecked: Int
    /// Breached limits worst first, then unchecked ones, then the others, closest to their limit first.
    var outcomes: [BudgetOutcome]
    /// Caveats to read before the result.
    var caveats: [String]
    /// The breaches grouped by cause, worst first.
    var groups: [BudgetGroup] = []

    /// Finds the views of breaches in the app's sources.
    package mutating func locate(_ sources: SourceLookup) {
        for index in outcomes.indices where outcomes[index].state == .breached {
            outcomes[index].source = sources.mentions(view: outcomes[index].view).first
        }
    }

    var breaches: [BudgetOutcome] { outcomes.filter { $0.state == .breached } }
    var accepted: [BudgetOutcome] { outcomes.filter { $0.state == .accepted } }
    var gaps: [BudgetOutcome] { outcomes.filter { $0.state == .unchecked } }
    var skipped: [BudgetOutcome] { outcomes.filter { $0.state == .skipped } }

    /// 0 within, 3 breached, 2 if a limit could not be checked, even with breaches. But if that is only because updates
    /// have no end, a breach gives 3.
    package var exitCode: Int32 {
        if gaps.contains(where: { !$0.isUnjudged }) { return 2 }
        return breached > 0 ? 3 : unchecked > 0 ? 2 : 0
    }

    /// Unchecked limits as errors in the budget file.
    package var diagnostics: [Diagnostic] { gapSentences }

    /// The unchecked limits. Several with the same reason give one sentence at the position of the first, because
    /// without a lane there could be a hundred.
    var gapSentences: [Diagnostic] {
        var byReason: [String: [BudgetOutcome]] = [:]
        for gap in gaps { byReason[gap.lack, default: []].append(gap) }
        var reported: Set<String> = []
        return gaps.compactMap { gap in
            let alike = byReason[gap.lack] ?? []
            guard alike.count > 1 else { return Diagnostic(.error, at: gap.place, gap.sentence, fix: gap.fix) }
            guard reported.insert(gap.lack).inserted else { return nil }
            let named = alike.prefix(2).map { "\($0.subject): \($0.measure.rawValue)" }.joined(separator: ", ")
            let others = Decimal.more(of: alike.count, listed: 2)
            return Diagnostic(
                .error, at: gap.place,
                "\(alike.count) limits cannot be checked: \(gap.note ?? "") (\(named)\(others))",
                fix: gap.fix?.replacing("the limit out", with: "the limits out"))
        }
    }

    /// Limits without a subject in the trace as warnings, one for all limits of a name. Otherwise a limit with a
    /// mistyped name would always hold.
    var skippedSentences: [Diagnostic] {
        struct Name: Hashable {
            let scope: BudgetScope
            let subject: String
        }
        let byName = Dictionary(grouping: skipped) { Name(scope: $0.scope, subject: $0.subject) }
        var reported: Set<Name> = []
        return skipped.compactMap { outcome in
            let name = Name(scope: outcome.scope, subject: outcome.subject)
            guard reported.insert(name).inserted, let alike = byName[name] else { return nil }
            let limits = alike.map(\.measure.rawValue).joined(separator: ", ")
            let sentence =
                alike.count == 1
                ? outcome.sentence
                : "\(outcome.subject): \(alike.count) limits are skipped (\(limits)): \(outcome.note ?? "")"
            return Diagnostic(.warning, at: outcome.place, sentence)
        }
    }

    /// The answer on one line.
    var answer: String {
        var text = breached > 0 ? "\(breached) of \(Decimal.counted(limits, "limit")) breached" : ""
        if breached > 0, breaches.count > breached { text += " in \(breaches.count) places" }
        if breached > 1, !groups.isEmpty { text += " by \(groupWords)" }
        if unchecked > 0 {
            text += text.isEmpty ? "" : "; "
            text += "\(unchecked) of \(Decimal.counted(limits, "limit")) cannot be checked"
        }
        let absent = skipped.count
        if text.isEmpty {
            let held = absent > 0 ? "\(Decimal.grouped(max(0, limits - absent))) of " : ""
            text = "Within budget: \(held)\(Decimal.counted(limits, "limit"))"
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

    /// Notes on limits that hold and on subjects that were not found, once for all limits of a subject.
    var notes: [String] {
        var seen: Set<String> = []
        return outcomes.filter { [.within, .skipped].contains($0.state) }.compactMap { outcome in
            outcome.note.map { "\(outcome.subject): \($0)" }
        }.filter { seen.insert($0).inserted }
    }
}

/// Breaches attributed to one problem, or to one interaction if no problem explains them.
package struct BudgetGroup: Sendable {
    /// The title of the problem, `Tap "Favorite"`, or the subject of the limits without an interaction.
    var title: String
    var problem: StoredProblem?
    /// Indexes into `BudgetResult.outcomes`.
    var outcomes: [Int]
}

/// Formats numbers for results.
enum BudgetWords {
    /// Formats a number with at most two fraction digits, without trailing zeros.
    static func number(_ value: Double) -> String {
        var text = Decimal.text(value, digits: 2)
        while text.hasSuffix("0"), text.contains(".") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}

extension BudgetResult {
    /// The output formats.
    package static let renderers = Renderers<Drawing<BudgetResult>>([
        Renderer("text", "text/plain", TextBudget.render),
        Renderer("json", "application/json", JSONBudget.render),
        Renderer("junit", "application/xml", JUnitBudget.render),
        Renderer("sarif", "application/sarif+json", SARIFBudget.render),
        Renderer("github", "text/plain", GitHubBudget.render),
        Renderer("markdown", "text/markdown", MarkdownBudget.render),
    ])
}
