@testable import TraceKit

/// Section 5 of docs/analysis.md: the first rule that applies to an update.
struct OracleVerdicts {
    struct Verdict {
        var rule: Int
        var verdict: String

        var reason: String {
            [
                "", "creation", "unchanged", "changed-input", "repeated", "fan-out", "expected", "parent-only",
                "changed-input", "no-evidence",
            ][rule]
        }

        var confidence: String? { [2: "proven", 4: "likely", 5: "possible", 7: "possible"][rule] }
    }

    private static let ranks = ["possible": 0, "likely": 1, "proven": 2]

    let trace: OracleTrace
    let graph: OracleGraph
    let groups: OracleGroups
    let windows: OracleWindows
    /// Those that rules 1 to 3 take, and those that rule 4 takes.
    private var own: [Int?] = []
    private var isRepeated: [Bool] = []
    /// Per update; nil = neither in a window nor of a recurring cause, or a check.
    private(set) var verdicts: [Verdict?] = []

    init(_ graph: OracleGraph, _ groups: OracleGroups, _ windows: OracleWindows, _ options: AnalysisOptions) {
        self.trace = graph.trace
        self.graph = graph
        self.groups = groups
        self.windows = windows
        own = trace.updates.indices.map { ruleByItself($0) }
        isRepeated = trace.updates.indices.map { runsAgain($0) }
        let rules = trace.updates.indices.map { hasVerdict($0) ? rule($0) : 0 }
        verdicts = trace.updates.indices.map { index in
            guard hasVerdict(index) else { return nil }
            let rule = rules[index]
            if isUndriven(index, rules), !isAtOnce(index, rules) { return Verdict(rule: rule, verdict: "unknown") }
            var verdict = [2, 4, 5, 7].contains(rule) ? "unnecessary" : rule == 9 ? "unknown" : "necessary"
            let confidence = Verdict(rule: rule, verdict: verdict).confidence
            if let confidence {
                let isTooWeak = (Self.ranks[confidence] ?? 0) < options.leastConfidence.rawValue
                let isIgnored = options.ignoredViews.contains { Self.matches(trace.updates[index].view, $0) }
                if isTooWeak || isIgnored { verdict = "unknown" }
            }
            return Verdict(rule: rule, verdict: verdict)
        }
    }

    private func isUndriven(_ index: Int, _ rules: [Int]) -> Bool {
        [7, 8].contains(rules[index]) && graph.drivingCause(of: graph.updateNode(index)) == nil
    }

    /// "three or more updates of the view in its update group".
    private func isAtOnce(_ index: Int, _ rules: [Int]) -> Bool {
        guard rules[index] == 7, let group = groups.group(of: index) else { return false }
        return trace.updates.indices.filter {
            rules[$0] == 7 && isUndriven($0, rules) && groups.group(of: $0) == group && isSameView($0, index)
        }.count >= 3
    }

    /// Only `*` stands for anything; enough for the names used here.
    private static func matches(_ text: String, _ glob: String) -> Bool {
        guard glob.hasSuffix("*") else { return text == glob }
        return text.hasPrefix(glob.dropLast())
    }

    private func hasVerdict(_ index: Int) -> Bool { trace.updates[index].counts && place(index) != nil }

    /// Its window, or its run of a recurring cause.
    private func place(_ index: Int) -> String? {
        windows.place[index].map { "window \($0)" } ?? windows.run(of: index)
    }

    private func rule(_ index: Int) -> Int {
        if let rule = own[index] { return rule }
        if isRepeated[index] { return 4 }
        if let rule = ruleByCause(index) { return rule }
        let changed = trace.updates[index].changed ?? []
        if changed == ["@self"] { return 7 }
        return changed.contains("@dependencies") ? 8 : 9
    }

    /// Rules 1 to 3.
    private func ruleByItself(_ index: Int) -> Int? {
        let update = trace.updates[index]
        if update.isCreation { return 1 }
        guard let changed = update.changed else { return nil }
        if changed.isEmpty { return 2 }
        return changed.contains { $0 != "@self" && $0 != "@dependencies" } ? 3 : nil
    }

    private func isSameView(_ left: Int, _ right: Int) -> Bool {
        trace.updates[left].viewKey == trace.updates[right].viewKey
    }

    /// By start, then id.
    private func isEarlier(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (trace.updates[left], trace.updates[right])
        if one.start != other.start { return (one.start ?? 0) < (other.start ?? 0) }
        return (one.id ?? .max) < (other.id ?? .max)
    }

    /// Rule 4: "the same known instance's body ran more than once in one update group, and this is not the last run".
    private func runsAgain(_ index: Int) -> Bool {
        guard let instance = trace.updates[index].instance, let group = groups.group(of: index) else { return false }
        let runs = trace.updates.indices.filter {
            hasVerdict($0) && groups.group(of: $0) == group && isSameView($0, index)
                && trace.updates[$0].instance == instance
        }
        return runs.contains { isEarlier(index, $0) }
    }

    /// "The clock (`External: Time`)"
    private func isClock(_ node: Int) -> Bool { graph.nodes[node].label == "External: Time" }

    /// Rules 5 and 6.
    private func ruleByCause(_ index: Int) -> Int? {
        guard let cause = graph.drivingCause(of: graph.updateNode(index)) else { return nil }
        if isClock(cause), graph.chains[graph.updateNode(index)].dropLast().last == cause {
            return 6
        }
        let company = trace.updates.indices.filter {
            hasVerdict($0) && place($0) == place(index)
                && graph.drivingCause(of: graph.updateNode($0)) == cause
        }
        let fan = company.filter {
            isSameView($0, index) && own[$0] == nil && !isRepeated[$0]
                && !(isClock(cause) && graph.chains[graph.updateNode($0)].dropLast().last == cause)
        }
        let named = Set(fan.compactMap { trace.updates[$0].instance }).count
        let unnamed = fan.filter { trace.updates[$0].instance == nil }.count
        if named + unnamed >= 3 { return fan.contains { isEarlier($0, index) } ? 5 : 6 }
        return company.count == 1 ? 6 : nil
    }
}
