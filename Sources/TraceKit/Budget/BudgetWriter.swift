/// Generates a budget from the figures of a trace, with headroom, so that `check` passes on the same trace.
package enum BudgetWriter {
    private struct Section {
        var scope: BudgetScope
        var subjects: [String]
        var measures: [BudgetMeasure]
    }

    /// The number of chains and functions named: the costliest ones.
    private static let (chains, functions) = (6, 8)
    /// Views with less total time are not limited.
    private static let leastNs: Int64 = 1_000_000
    /// The fewest runs of a limited recurring cause; rarer ones vary too much between recordings.
    private static let leastRuns = 20
    /// Functions with a smaller share of the samples are not limited.
    private static let leastShare = 0.02

    /// The text of the budget. Throws if the trace is incomplete.
    package static func write(_ trace: TraceFigures, _ options: BudgetCheck.Options) throws(TraceError) -> String {
        try BudgetCheck.demandWhole(trace, options)
        let figures = BudgetFigures(trace)
        if options.isOfCounts { return try BudgetCounts(figures, options).text() }
        var left: [String] = []
        var texts: [String] = []
        for section in sections(figures, isFull: options.isFull) {
            let measures = section.measures.filter { measure in
                guard let lack = figures.lack(of: measure, section.scope) else { return true }
                left.append("\(section.scope.rawValue): \(measure.rawValue): \(lack.reason)")
                return false
            }
            if let text = text(section, measures, figures) { texts.append(text) }
        }
        let wanted: [(BudgetMeasure, BudgetScope)] = [
            (.red, .trace), (.hangMs, .trace), (.hitchMs, .trace), (.count, .signposts), (.selfShare, .functions),
            (.evaluations, .trace),
        ]
        let hasFigures = wanted.contains { figures.lack(of: $0.0, $0.1) == nil } || !timedLines(trace).isEmpty
        guard hasFigures else {
            throw TraceError(
                .input,
                "the input has no figure that could have a limit: no view updates, hangs, hitches, signposts, samples, body evaluations or durations in lines of a log",
                fix: "say what it holds: \(options.input.command("doctor", analyses: false))")
        }
        let head = ["  \"version\": 1", note(head(trace, options, left), margin: "  ")]
        return "{\n\((head + texts).joined(separator: ",\n"))\n}\n"
    }

    /// Writes comments, one sentence per line.
    fileprivate static func note(_ sentences: [String], margin: String) -> String {
        let lines = sentences.map { "\(margin)  \(quote(VisibleText.escape($0)))" }
        return "\(margin)\"note\": [\n\(lines.joined(separator: ",\n"))\n\(margin)]"
    }

    private static func head(_ trace: TraceFigures, _ options: BudgetCheck.Options, _ left: [String]) -> [String] {
        var lines = [
            "A budget for: trace-analyze check INPUT --budget THIS-FILE",
            "Written from: \(BudgetCheck.words(trace))",
            "Every number is the most that is allowed: that of this trace with headroom (docs/check.md, \"Writing a budget\").",
            "A limit that is more than 25 % and 2 above its figure has a note that says why.",
            "Where nothing was red and nothing hung, nothing may."
                + (options.isFull ? "" : " With --full, views and chains have limits too."),
        ]
        lines += left.map { "Left out: \($0)" }
        return lines
    }

    private static func sections(_ figures: BudgetFigures, isFull: Bool) -> [Section] {
        let trace = figures.trace
        let interactions = figures.performed.map(BudgetFigures.key)
        var measures: [BudgetMeasure] = [.updatesPerInteraction, .unnecessaryPerInteraction, .hitchRatio, .hangMs]
        if isFull { measures.insert(contentsOf: [.red, .orange], at: 2) }
        // Without a known duration there is only a sum, no ratio.
        let hasRatio = if case .unknown = figures.reading(.hitchRatio, .trace) { false } else { true }
        let totals: [BudgetMeasure] = [.red, .orange, .wastedMs, .hangMs, hasRatio ? .hitchRatio : .hitchMs]
        // If bodies come only from lines, their number is the figure.
        let isOfLines = trace.all.updates == 0 && !trace.evaluations.isEmpty
        var sections = [
            Section(
                scope: .trace, subjects: [""],
                measures: totals + (isOfLines ? [.evaluations, .unchanged] : []) + [.rejects]),
            Section(scope: .interactions, subjects: unique(interactions), measures: measures),
        ]
        let recurring = recurring(trace)
        if !recurring.isEmpty {
            sections.append(
                Section(scope: .recurring, subjects: recurring, measures: [.updatesPerSecond, .mainThreadShare]))
        }
        if isFull { sections += parts(trace) }
        // Signposts and functions are limited only on request if there are view updates.
        if isFull || trace.all.updates == 0 { sections += lanes(trace) }
        return sections
    }

    /// The costliest causes that are frequent enough for a rate and outside limited interactions.
    private static func recurring(_ trace: TraceFigures) -> [String] {
        trace.recurring.filter { !$0.value.answers && $0.value.runs >= leastRuns }.sorted {
            ($1.value.totalNs, $1.value.updates, $0.key) < ($0.value.totalNs, $0.value.updates, $1.key)
        }.prefix(BudgetFigures.namedThings).map(\.key)
    }

    /// Limits of views and chains.
    private static func parts(_ trace: TraceFigures) -> [Section] {
        let costly = trace.views.filter { $0.value.counts.totalNs >= leastNs }.sorted {
            ($1.value.counts.totalNs, $0.key) < ($0.value.counts.totalNs, $1.key)
        }
        // A name alone, if it is unique.
        let names = Dictionary(trace.views.keys.map { ($0.view, 1) }, uniquingKeysWith: +)
        let views = costly.prefix(BudgetFigures.namedThings).map {
            names[$0.key.view] == 1 ? $0.key.view : BudgetFigures.key($0.key)
        }
        let chains = trace.chains.map {
            (path: $0.key, updates: $0.value.byInteraction.values.reduce(0) { $0 + $1.updates })
        }
        .filter { $0.updates > 0 }.sorted { ($1.updates, $0.path) < ($0.updates, $1.path) }.prefix(chains).map(\.path)
        return [
            Section(
                scope: .views, subjects: unique(views), measures: [.red, .orange, .p95Ms, .updatesPerInteraction]),
            Section(
                scope: .chains, subjects: unique(chains),
                measures: [.updatesPerInteraction, .unnecessaryPerInteraction]),
        ]
    }

    /// Limits of signposts and functions, which a trace may have without view updates.
    private static func lanes(_ trace: TraceFigures) -> [Section] {
        let signposts = trace.signposts.filter { $0.value.intervals > 0 }.sorted {
            ($1.value.totalNs, $0.key) < ($0.value.totalNs, $1.key)
        }.map(\.key)
        let functions = trace.functions.filter { trace.share($0.value.ownSamples) ?? 0 >= leastShare }.sorted {
            ($1.value.ownSamples, $0.key) < ($0.value.ownSamples, $1.key)
        }.map(\.key)
        // A name alone, if it is unique.
        let names = Dictionary(trace.signposts.keys.map { ($0.name, 1) }, uniquingKeysWith: +)
        let ofFunctions = Dictionary(trace.functions.keys.map { ($0.function, 1) }, uniquingKeysWith: +)
        return [
            Section(
                scope: .signposts,
                subjects: unique(
                    signposts.prefix(BudgetFigures.namedThings).map { names[$0.name] == 1 ? $0.name : $0.qualified }),
                measures: [.medianMs, .p95Ms]),
            Section(
                scope: .functions,
                subjects: unique(
                    functions.prefix(Self.functions).map {
                        ofFunctions[$0.function] == 1 ? $0.function : $0.qualified
                    }),
                measures: [.selfShare]),
            Section(scope: .logs, subjects: timedLines(trace), measures: [.medianMs]),
        ]
    }

    /// The texts of the log lines with the most time.
    private static func timedLines(_ trace: TraceFigures) -> [String] {
        trace.logs.filter { $0.value.medianMs != nil }.sorted {
            ($1.value.totalMs, $0.key) < ($0.value.totalMs, $1.key)
        }.prefix(BudgetFigures.namedThings).map(\.key)
    }

    /// The distinct names; a shared name's limits cover all that have it.
    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func text(_ section: Section, _ measures: [BudgetMeasure], _ figures: BudgetFigures) -> String? {
        var objects: [String] = []
        let margin = section.scope == .trace ? "    " : "      "
        for name in section.subjects {
            let (limits, notes) = limits(figures.exact(section.scope, name), measures, figures)
            guard !limits.isEmpty else { continue }
            var lines = limits.map { "\(margin)\"\($0.measure.rawValue)\": \(BudgetWords.number($0.limit))" }
            if !notes.isEmpty { lines.append(note(notes, margin: margin)) }
            let body = "{\n" + lines.joined(separator: ",\n") + "\n\(margin.dropLast(2))}"
            objects.append(section.scope == .trace ? body : "    \(quote(name)): \(body)")
        }
        guard !objects.isEmpty else { return nil }
        if section.scope == .trace { return "  \"trace\": \(objects[0])" }
        return "  \"\(section.scope.rawValue)\": {\n" + objects.joined(separator: ",\n") + "\n  }"
    }

    /// The limits of one name, and notes on them: why one is wide, or why a measure has none.
    private static func limits(
        _ subjects: [BudgetSubject], _ measures: [BudgetMeasure], _ figures: BudgetFigures
    ) -> (limits: [(measure: BudgetMeasure, limit: Double)], notes: [String]) {
        var (limits, notes): ([(measure: BudgetMeasure, limit: Double)], [String]) = ([], [])
        for measure in measures {
            guard let (most, now) = limit(measure, subjects, figures) else {
                for subject in subjects.prefix(1) {
                    guard case .atMost(_, let why) = figures.reading(measure, subject) else { continue }
                    notes.append("\(measure.rawValue) has no limit: \(why)")
                }
                continue
            }
            if let doubt = subjects.lazy.compactMap({ figures.doubt(measure, $0, now: now, most: most) }).first {
                notes.append("\(measure.rawValue) has no limit: \(doubt)")
                continue
            }
            limits.append((measure, most))
            if let note = BudgetHeadroom.note(most, on: now, measure) { notes.append(note) }
        }
        return (limits, notes)
    }

    /// A JSON string that escapes invisible and reordering characters, because people edit the file.
    fileprivate static func quote(_ name: String) -> String {
        var result = ""
        for scalar in JSONText.quote(name).unicodeScalars {
            let character = String(scalar)
            if VisibleText.escape(character) == character {
                result += character
                continue
            }
            for unit in character.utf16 {
                let code = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            }
        }
        return result
    }

    /// The largest limit of all with the name, and its figure; nil if none has one.
    private static func limit(
        _ measure: BudgetMeasure, _ subjects: [BudgetSubject], _ figures: BudgetFigures
    ) -> (limit: Double, value: Double)? {
        let limits = subjects.compactMap { subject -> (limit: Double, value: Double)? in
            if measure == .p95Ms, figures.durations(of: subject) < DurationSpreads.fewestOfP95 { return nil }
            return switch figures.reading(measure, subject) {
            case .value(let value, _), .substitute(let value, _):
                (BudgetHeadroom.limit(value, measure, subject, figures), value)
            case .nothing, .atMost, .unknown: nil
            }
        }
        return limits.max { $0.limit < $1.limit }
    }
}

/// A generated budget of counts: the evaluations of each view's body, and those in each kind of interaction, without
/// headroom.
private struct BudgetCounts {
    /// The number of views named: those with the most evaluations.
    private static let mostViews = 40
    private let figures: BudgetFigures
    private let options: BudgetCheck.Options

    init(_ figures: BudgetFigures, _ options: BudgetCheck.Options) { (self.figures, self.options) = (figures, options) }

    func text() throws(TraceError) -> String {
        let views = figures.bodies.map { (key: $0, evaluations: figures.evaluations(.view($0))) }
            .filter { $0.evaluations > 0 }
            .sorted { ($1.evaluations, $0.key) < ($0.evaluations, $1.key) }.prefix(Self.mostViews)
        guard !views.isEmpty else {
            throw TraceError(
                .input, "the input has no body that ran: neither view updates nor lines of Self._printChanges()",
                fix: "say what it holds: \(options.input.command("doctor", analyses: false))")
        }
        let head = [
            "A budget for: trace-analyze check INPUT --budget THIS-FILE",
            "Written from: \(BudgetCheck.words(figures.trace))",
            "Every number is how often a body ran in this trace, without headroom (docs/check.md, \"Counts that hold\").",
        ]
        let limits = views.sorted { $0.key < $1.key }.map {
            "    \(BudgetWriter.quote($0.key.view)): \(counts($0.key))"
        }
        let parts = ["  \"version\": 1", BudgetWriter.note(head, margin: "  ")]
        return "{\n\(parts.joined(separator: ",\n")),\n  \"views\": {\n\(limits.joined(separator: ",\n"))\n  }\n}\n"
    }

    private func counts(_ key: ViewFigureKey) -> String {
        let all = "{ \"at_most\": \(BudgetWords.number(figures.evaluations(.view(key)))) }"
        let parts = figures.performed.map(BudgetFigures.key).compactMap { name -> String? in
            guard let most = figures.updates(of: key, inEach: name)?.max(), most > 0 else { return nil }
            return "{ \"at_most\": \(most), \"per\": \(BudgetWriter.quote(name)) }"
        }
        guard !parts.isEmpty else { return "{ \"evaluations\": \(all) }" }
        return "{\n      \"evaluations\": \(all),\n      \"updates\": [\(parts.joined(separator: ", "))]\n    }"
    }
}

/// The headroom of a figure: how far it may rise before its generated limit is breached.
///
/// A limit that is breached by chance is sooner or later removed from the budget. So the headroom covers chance, as far
/// as one trace shows it, and at least the smallest change in a comparison.
enum BudgetHeadroom {
    private static let percent = 0.1
    /// Times and ratios vary by more than a tenth between runs.
    private static let percentOfTimes = 0.2
    /// Durations below a millisecond vary by more than a fifth.
    private static let leastMs = 1.0
    /// The smallest change that a comparison reports.
    private static let leastUpdates = 2.0
    /// The highest hitch ratio that Apple calls good, in ms/s.
    private static let goodRatio = 5.0
    /// The smallest headroom of shares of the samples.
    private static let leastShare = 0.02
    /// The smallest headroom in updates per second, and in percent of the main thread.
    private static let (leastRate, leastPercent) = (1.0, 1.0)
    /// Consecutive samples mostly come from one call, so these count as one.
    private static let samplesOfCall = 10.0

    static func limit(
        _ value: Double, _ measure: BudgetMeasure, _ subject: BudgetSubject, _ figures: BudgetFigures
    ) -> Double {
        limit(value, measure, chance: chance(value, measure, subject, figures))
    }

    /// The headroom from which a note states the reason.
    private static let (widePercent, wideNumber) = (0.25, 2.0)

    /// The reason why a limit is far above its figure; nil if it is not.
    static func note(_ limit: Double, on value: Double, _ measure: BudgetMeasure) -> String? {
        let isShare = [.selfShare, .totalShare].contains(measure)
        guard limit > value + max(value * widePercent, isShare ? leastShare : wideNumber) + 1e-9 else { return nil }
        let (most, now) = (BudgetWords.number(limit), BudgetWords.number((value * 100).rounded() / 100))
        if measure == .hitchRatio, limit == goodRatio {
            return "\(measure.rawValue) \(most): \(now) in this trace; up to \(most) ms/s Apple calls good"
        }
        let more = BudgetWords.number(((limit - value) * 100).rounded() / 100)
        return
            """
            \(measure.rawValue) \(most): \(now) in this trace; with so few rows, chance alone may make \(more) more of \
            that in an equal recording
            """
    }

    /// - Parameter chance: the variation of the figure by chance; nil if unknown.
    static func limit(_ value: Double, _ measure: BudgetMeasure, chance: Double?) -> Double {
        let chance = chance ?? 0
        switch measure {
        case .rejects: return value
        case .red: return value > 0 ? up(value + max(value * percent, chance)) : 0
        case .hangMs where value == 0 && chance == 0: return 0
        default: break
        }
        return switch measure.unit {
        case .count: up(value + max(value * percent, leastUpdates, chance))
        case .milliseconds: tenth(value + max(value * percentOfTimes, leastMs, chance))
        case .ratio: tenth(max(goodRatio, value + max(value * percentOfTimes, chance)))
        case .perSecond: tenth(value + max(value * percentOfTimes, leastRate, chance))
        case .percent: min(100, tenth(value + max(value * percentOfTimes, leastPercent, chance)))
        case .share: min(1, up((value + max(value * percent, leastShare, chance)) * 100) / 100)
        }
    }

    /// Rounds up, but ignores the last digits of a double.
    private static func up(_ value: Double) -> Double { (value - 1e-9 * value.magnitude).rounded(.up) }

    private static func tenth(_ value: Double) -> Double { up(value * 10) / 10 }

    private static func chance(
        _ value: Double, _ measure: BudgetMeasure, _ subject: BudgetSubject, _ figures: BudgetFigures
    ) -> Double? {
        if let chance = figures.chance(measure, subject) { return chance.most }
        switch (measure, subject) {
        case (.red, _), (.orange, _), (.unnecessary, _): return scatter(value) * figures.excess(value).squareRoot()
        case (.count, _), (.evaluations, _), (.unchanged, _): return scatter(value)
        case (.wastedMs, .trace):
            // This varies like the number of unnecessary updates.
            let count = Double(figures.trace.all.unnecessary)
            // Their durations vary too, by about their mean.
            return count > 0 ? value / count * scatter(2 * count) * figures.excess(count).squareRoot() : nil
        case (.medianMs, .signpost(let key)), (.p95Ms, .signpost(let key)):
            let spread = DurationSpread(figures.trace.signposts[key])
            return figures.signpostSpreads.mostApart(value, percent: measure == .medianMs ? 50 : 95, spread)
        case (.p95Ms, .view(let key)):
            return figures.viewSpreads.mostApart(value, percent: 95, DurationSpread(figures.trace.views[key]))
        case (.updatesPerSecond, .recurring(let label)), (.mainThreadShare, .recurring(let label)):
            guard let cause = figures.trace.recurring[label], !cause.isSteady, cause.runs > 0 else { return nil }
            return value / Double(cause.runs) * scatter(Double(cause.runs))
        case (.selfShare, _), (.totalShare, _):
            let calls = Double(max(1, figures.trace.runningSamples)) / samplesOfCall
            return 3 * (2 * value * (1 - value) / calls).squareRoot()
        default: return nil
        }
    }

    /// Three standard errors of the difference of two independent counts.
    private static func scatter(_ count: Double) -> Double { 3 * (2 * count).squareRoot() }
}
