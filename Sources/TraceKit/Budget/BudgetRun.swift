/// Checks the limits of one budget against one trace.
struct BudgetRun {
    private let now: BudgetFigures
    private let before: BudgetFigures?
    private let next: BudgetNext
    /// The subjects that have a limit of their own name.
    private let named: [Limit: Set<BudgetSubject>]

    /// The key of a limit without its subject and amount.
    private struct Limit: Hashable {
        var scope: BudgetScope
        var measure: BudgetMeasure
        var isRelative: Bool

        init(_ limit: BudgetLimit) {
            (scope, measure, isRelative) = (limit.scope, limit.measure, limit.bound.isRelative)
        }
    }

    init(limits: [BudgetLimit], now: BudgetFigures, before: BudgetFigures?, next: BudgetNext) {
        (self.now, self.before, self.next) = (now, before, next)
        named = limits.contains(where: \.isPattern) ? Self.named(limits, now) : [:]
    }

    private static func named(_ limits: [BudgetLimit], _ now: BudgetFigures) -> [Limit: Set<BudgetSubject>] {
        var named: [Limit: Set<BudgetSubject>] = [:]
        var seen: [Limit: Set<String>] = [:]
        for limit in limits where seen[Limit(limit), default: []].insert(limit.subject).inserted {
            // The limit for all taps is not that for the only tap.
            if limit.scope == .interactions, now.kindsWithNames.contains(limit.subject) { continue }
            named[Limit(limit), default: []].formUnion(now.exact(limit.scope, limit.subject))
        }
        return named
    }

    func outcomes(of limit: BudgetLimit) -> [BudgetOutcome] {
        var outcome = BudgetOutcome(
            scope: limit.scope, subject: limit.scope == .trace ? now.title(.trace) : limit.subject,
            measure: limit.measure, place: limit.place)
        outcome.bound = limit.bound
        outcome.subject += limit.perWords
        outcome.next = next.command(limit.measure, nil, now)
        if let lack = now.lack(of: limit.measure, limit.scope) { return [outcome.unchecked(lack.reason, lack.fix)] }
        let (subjects, isPattern) = subjects(of: limit)
        if subjects.isEmpty, isPattern { return [] }
        guard !subjects.isEmpty else {
            guard limit.scope != .interactions else { return [notPerformed(limit, outcome)] }
            // No measurement is not the same as a fast one.
            guard ![.signposts, .logs].contains(limit.scope) || limit.measure == .count || limit.isPattern else {
                let lack =
                    limit.scope == .signposts
                    ? "the signpost is not in this trace"
                    : "fewer than 10 lines of the log have this text"
                return [
                    outcome.unchecked(
                        lack + hint(limit),
                        "record what it measures, or take the limit out of the budget")
                ]
            }
            outcome.note = "not in this trace" + hint(limit)
            var held = held(limit, nil, .value(0, nil), outcome)
            if held.state == .within { (held.state, held.now) = (.skipped, nil) }
            return [held]
        }
        return subjects.map { subject in
            outcome.subject = now.title(subject) + limit.perWords
            outcome.next = next.command(limit.measure, subject, now)
            guard let reading = reading(limit, subject) else { return notPerformed(limit, outcome) }
            return held(limit, subject, reading, outcome)
        }
    }

    // MARK: Names

    /// The subjects of the limit, and whether it is a pattern whose matches all have limits of their own.
    private func subjects(of limit: BudgetLimit) -> ([BudgetSubject], isPattern: Bool) {
        let exact = now.exact(limit.scope, limit.subject)
        guard exact.isEmpty, limit.isPattern else { return (exact, false) }
        let all = now.matching(limit.scope, limit.subject)
        // A pattern applies to subjects without such a limit of their own name.
        let own = named[Limit(limit)] ?? []
        return (all.filter { !own.contains($0) }, !all.isEmpty)
    }

    private func hint(_ limit: BudgetLimit) -> String {
        let nearest =
            limit.per.map { now.nearest(.interactions, to: $0) } ?? now.nearest(limit.scope, to: limit.subject)
        guard limit.per != nil || !limit.isPattern, let name = nearest else { return "" }
        return "; did you mean '\(name)'?"
    }

    private func notPerformed(_ limit: BudgetLimit, _ outcome: BudgetOutcome) -> BudgetOutcome {
        let performed = now.performed
        let list =
            performed.prefix(8).map { VisibleText.escape(BudgetFigures.key($0)) }.joined(separator: ", ")
            + (performed.count > 8 ? ", …" : "")
        return outcome.unchecked(
            "the test did not perform it" + hint(limit),
            performed.isEmpty ? "record interactions" : "perform it, or name one that was performed: \(list)")
    }

    // MARK: Figures

    /// The figure of a subject; for several interactions, that of the one furthest from the allowed amount. Nil if none
    /// was performed.
    private func reading(_ limit: BudgetLimit, _ subject: BudgetSubject) -> BudgetFigures.Reading? {
        guard let per = limit.per, case .view(let key) = subject else { return now.reading(limit.measure, subject) }
        guard let counts = now.updates(of: key, inEach: per) else { return nil }
        guard case .success(let allowed) = allowed(limit, subject) else { return nil }
        let worst = counts.max { left, right in
            limit.bound.excess(of: Double(left), over: allowed.most)
                < limit.bound.excess(of: Double(right), over: allowed.most)
        }
        return .value(Double(worst ?? 0), "of \(Decimal.counted(counts.count, "interaction"))")
    }

    private func held(
        _ limit: BudgetLimit, _ subject: BudgetSubject?, _ reading: BudgetFigures.Reading, _ outcome: BudgetOutcome
    ) -> BudgetOutcome {
        var outcome = outcome
        switch reading {
        case .value(let value, let detail):
            outcome.now = value
            outcome.detail = detail
        case .substitute(let value, let what):
            outcome.now = value
            outcome.note = what
        case .nothing(let why): outcome.note = why
        case .atMost(let value, let why):
            if case .success(let allowed) = allowed(limit, subject),
                limit.bound.excess(of: value, over: allowed.most) > 0
            {
                return outcome.unchecked(
                    why,
                    """
                    record causes and changed properties (export swiftui-causes, or log with _logChanges()), or take \
                    the limit out of the budget
                    """)
            }
            outcome.note = "\(why); at most \(BudgetWords.number(value))\(limit.measure.unit.words)"
        case .unknown(let why): return outcome.unchecked(why, "take the limit out of the budget")
        }
        switch allowed(limit, subject) {
        case .success(let allowed):
            outcome.limit = allowed.most
            outcome.basis = allowed.basis
        case .failure(let lack): return outcome.unchecked(lack.reason, lack.fix)
        }
        if let now = outcome.now, let most = outcome.limit, case let over = limit.bound.excess(of: now, over: most),
            over > 0
        {
            outcome.state = .breached
            if let subject { explain(&outcome, over, subject) }
        } else if let subject, let most = outcome.limit,
            let doubt = now.doubt(limit.measure, subject, now: outcome.now, most: most)
        {
            outcome = outcome.unchecked(doubt, "record until they have ended, or take the limit out of the budget")
            outcome.isUnjudged = true
        }
        return outcome
    }

    /// Adds the cause of the breach, and whether it may be chance.
    private func explain(_ outcome: inout BudgetOutcome, _ over: Double, _ subject: BudgetSubject) {
        outcome.cause = now.cause(outcome.measure, subject)
        if case .view(let key) = subject { outcome.view = key.view }
        if case .recurring(let label) = subject { outcome.view = now.trace.recurring[label]?.view }
        guard let chance = now.chance(outcome.measure, subject), over < chance.most else { return }
        let most = "\(BudgetWords.number(chance.most))\(outcome.measure.unit.words)"
        outcome.chance =
            chance.interactions == 1
            ? "from one interaction, which may vary by \(most): perform it more often"
            : "by less than its interactions vary: up to \(most) from one recording to the next"
    }

    private struct Lack: Error {
        var reason: String
        var fix: String
    }

    private func allowed(_ limit: BudgetLimit, _ subject: BudgetSubject?) -> Result<
        (most: Double, basis: String?), Lack
    > {
        switch limit.bound {
        case .most(let number), .least(let number), .exactly(let number): return .success((number, nil))
        case .percentMore, .more: break
        }
        guard let before else {
            return .failure(
                Lack(reason: "it is headroom against a baseline, and none was given", fix: "give --baseline BEFORE"))
        }
        if let lack = before.lack(of: limit.measure, limit.scope) {
            return .failure(Lack(reason: "in the baseline \(lack.reason)", fix: lack.fix))
        }
        let old: Double
        var isThere = true
        if let known = counterpart(limit, subject, before) {
            switch before.reading(limit.measure, known) {
            case .value(let value, _), .substitute(let value, _): old = value
            case .nothing: old = 0
            case .unknown(let why), .atMost(_, let why):
                return .failure(Lack(reason: "in the baseline \(why)", fix: "take another baseline"))
            }
        } else if limit.scope == .interactions {
            return .failure(
                Lack(reason: "the baseline did not perform it", fix: "take a baseline that did the same as this trace"))
        } else {
            (old, isThere) = (0, false)
        }
        return .success(Self.headroom(limit, old, isThere))
    }

    private static func headroom(_ limit: BudgetLimit, _ old: Double, _ isThere: Bool) -> (most: Double, basis: String?)
    {
        let was =
            isThere ? "\(BudgetWords.number(old))\(limit.measure.unit.words) in the baseline" : "0: not in the baseline"
        switch limit.bound {
        case .most(let number), .least(let number), .exactly(let number): return (number, nil)
        case .more(let more): return (old + more, "+\(BudgetWords.number(more)) on \(was)")
        case .percentMore(let percent):
            // A limit beyond the range of a double is no breach.
            return (old + old * percent / 100 + old * 1e-12, "+\(BudgetWords.number(percent)) % on \(was)")
        }
    }

    /// The same subject in the baseline.
    private func counterpart(_ limit: BudgetLimit, _ subject: BudgetSubject?, _ before: BudgetFigures) -> BudgetSubject?
    {
        switch subject {
        case nil: before.exact(limit.scope, limit.subject).first
        case .trace: .trace
        case .interactions(let keys) where keys.count == 1 && limit.isPattern:
            before.performs(keys[0]) ? .interactions(keys) : nil
        case .interactions: before.exact(.interactions, limit.subject).first
        case .view(let key): before.trace.views[key] == nil ? nil : .view(key)
        case .chain(let path): before.trace.chains[path] == nil ? nil : .chain(path)
        case .signpost(let key): before.trace.signposts[key] == nil ? nil : .signpost(key)
        case .function(let key): before.trace.functions[key] == nil ? nil : .function(key)
        case .recurring(let label): before.trace.recurring[label] == nil ? nil : .recurring(label)
        case .log(let text): before.trace.logs[text] == nil ? nil : .log(text)
        }
    }
}

extension BudgetOutcome {
    fileprivate func unchecked(_ reason: String, _ fix: String) -> BudgetOutcome {
        var outcome = self
        outcome.state = .unchecked
        outcome.note = reason
        outcome.fix = fix
        outcome.now = nil
        return outcome
    }
}

/// The commands that show more about a figure.
struct BudgetNext {
    private let input: CommandInput
    /// `chains` accepts one input, `report` any number.
    private var takesChains: Bool { input.inputs.count == 1 }

    init(_ input: CommandInput) { self.input = input }

    /// - Parameter subject: nil if the trace has nothing of that name.
    func command(_ measure: BudgetMeasure, _ subject: BudgetSubject?, _ figures: BudgetFigures) -> String {
        func report(_ more: CommandInput.Option...) -> String { input.command("report", more) }
        func chains(_ more: CommandInput.Option...) -> String { input.command(takesChains ? "chains" : "report", more) }
        switch subject {
        case nil: return report()
        case .trace: return measure == .rejects ? input.command("doctor", analyses: false) : report()
        case .interactions(let keys):
            guard let id = figures.sum(keys).firstID else { return report() }
            let option = CommandInput.Option("interaction", "\(id)")
            return [.hitchRatio, .hitchMs, .hangMs].contains(measure) ? report(option) : chains(option)
        case .view(let key):
            let isAboutCauses = !measure.needs(.views).filter { $0 == .evidence || $0 == .interactions }.isEmpty
            return isAboutCauses ? chains(.init("view", key.view)) : report(.init("view", key.view))
        case .signpost(let key): return report(.init("signposts", key.name))
        case .function: return report(.init("functions"))
        case .log: return report(.init("logs"))
        case .recurring(let label): return takesChains ? chains(.init("cause", label)) : report()
        case .chain(let path): return takesChains ? chains(.init("cause", Self.lastName(path))) : report()
        }
    }

    /// The last name of a chain.
    private static func lastName(_ path: String) -> String {
        guard let arrow = path.ranges(of: " → ").last else { return path }
        return String(path[arrow.upperBound...])
    }
}
