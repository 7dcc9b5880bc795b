/// Writes a budget from the figures of a trace, with head-room: what `check` accepts on the same trace.
public enum BudgetWriter {
    private struct Section {
        var scope: BudgetScope
        var subjects: [String]
        var measures: [BudgetMeasure]
    }

    /// How many views and chains are named: the costliest ones.
    private static let (views, chains) = (12, 6)
    /// Views that take less than this all together are not worth a limit.
    private static let leastNs: Int64 = 1_000_000
    /// Durations below a millisecond vary by more than a fifth from run to run.
    private static let leastRoomMs = 1.0

    /// The text of the budget. Throws where the trace is incomplete.
    public static func write(_ trace: TraceFigures, _ options: BudgetCheck.Options) throws(TraceError) -> String {
        try BudgetCheck.demandWhole(trace, options)
        let figures = BudgetFigures(trace)
        var left: [String] = []
        var texts: [String] = ["  \"version\": 1"]
        for section in sections(figures) {
            let measures = section.measures.filter { measure in
                guard let lack = figures.lack(of: measure, section.scope) else { return true }
                left.append("\(section.scope.rawValue): \(measure.rawValue): \(lack.reason)")
                return false
            }
            if let text = text(section, measures, figures) { texts.append(text) }
        }
        guard figures.lack(of: .red, .trace) == nil || figures.lack(of: .hangMs, .trace) == nil else {
            throw TraceError(
                .input, "the input has no figure that could have a limit: no view updates and no hangs",
                fix:
                    "say what it holds: trace-analyze doctor \(options.inputs.map(ShellWord.quote).joined(separator: " "))"
            )
        }
        return (head(trace, options, left) + ["{", texts.joined(separator: ",\n"), "}"]).joined(separator: "\n") + "\n"
    }

    private static func head(_ trace: TraceFigures, _ options: BudgetCheck.Options, _ left: [String]) -> [String] {
        var lines = [
            "A budget for: trace-analyze check INPUT --budget THIS-FILE",
            "Written from: \(BudgetCheck.words(trace))",
            "Every number is the most that is allowed. It was made from that trace with head-room: counts 10 % more,",
            "rounded up to a whole number; times and ratios 20 % more, times at least 1 ms, rounded up to a tenth; zero",
            "stays zero. The \(views) views and \(chains) chains that cost most are named; the key \"*\" would limit each of the others.",
        ]
        lines += left.map { "Left out: \($0)" }
        return lines.map { "// \(VisibleText.escape($0))" }
    }

    private static func sections(_ figures: BudgetFigures) -> [Section] {
        let trace = figures.trace
        let interactions = figures.performed.map(BudgetFigures.key)
        let costly = trace.views.filter { $0.value.counts.totalNs >= leastNs }.sorted {
            ($1.value.counts.totalNs, $0.key) < ($0.value.counts.totalNs, $1.key)
        }
        // A name alone where it means one thing.
        let names = Dictionary(trace.views.keys.map { ($0.view, 1) }, uniquingKeysWith: +)
        let views = costly.prefix(views).map { names[$0.key.view] == 1 ? $0.key.view : BudgetFigures.key($0.key) }
        let chains = trace.chains.map {
            (path: $0.key, updates: $0.value.byInteraction.values.reduce(0) { $0 + $1.updates })
        }
        .filter { $0.updates > 0 }.sorted { ($1.updates, $0.path) < ($0.updates, $1.path) }.prefix(chains).map(\.path)
        return [
            Section(
                scope: .trace, subjects: [""], measures: [.red, .orange, .wastedMs, .hangMs, .hitchRatio, .rejects]),
            Section(
                scope: .interactions, subjects: unique(interactions),
                measures: [.updatesPerInteraction, .unnecessaryPerInteraction, .red, .orange, .hitchRatio, .hangMs]),
            Section(
                scope: .views, subjects: unique(views), measures: [.red, .orange, .p95Ms, .updatesPerInteraction]),
            Section(
                scope: .chains, subjects: unique(chains),
                measures: [.updatesPerInteraction, .unnecessaryPerInteraction]),
        ]
    }

    /// Different things may share a name; then its limits are for all of them.
    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func text(_ section: Section, _ measures: [BudgetMeasure], _ figures: BudgetFigures) -> String? {
        var objects: [String] = []
        let margin = section.scope == .trace ? "    " : "      "
        for name in section.subjects {
            let lines = measures.compactMap { measure in
                limit(measure, figures.exact(section.scope, name), figures).map {
                    "\(margin)\"\(measure.rawValue)\": \($0)"
                }
            }
            guard !lines.isEmpty else { continue }
            let body = "{\n" + lines.joined(separator: ",\n") + "\n\(margin.dropLast(2))}"
            objects.append(section.scope == .trace ? body : "    \(quote(name)): \(body)")
        }
        guard !objects.isEmpty else { return nil }
        if section.scope == .trace { return "  \"trace\": \(objects[0])" }
        return "  \"\(section.scope.rawValue)\": {\n" + objects.joined(separator: ",\n") + "\n  }"
    }

    /// As JSON, with escapes for what would not be seen, or reorder what is, in an editor too.
    private static func quote(_ name: String) -> String {
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

    /// The largest figure of all that have the name, with its head-room; nil where none has one.
    private static func limit(
        _ measure: BudgetMeasure, _ subjects: [BudgetSubject], _ figures: BudgetFigures
    ) -> String? {
        let values = subjects.compactMap { subject -> Double? in
            switch figures.reading(measure, subject) {
            case .value(let value, _), .substitute(let value, _): value
            case .nothing, .unknown: nil
            }
        }
        return values.max().map { BudgetWords.number(withHeadroom($0, measure)) }
    }

    static func withHeadroom(_ value: Double, _ measure: BudgetMeasure) -> Double {
        guard value > 0 else { return 0 }
        if measure.isCount { return (value * 11 / 10).rounded(.up) }
        let more = measure == .hitchRatio ? value / 5 : max(value / 5, leastRoomMs)
        return ((value + more) * 10).rounded(.up) / 10
    }
}
