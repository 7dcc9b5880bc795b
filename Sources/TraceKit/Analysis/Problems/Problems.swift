/// Findings to problems: what is wrong, once for each root cause.
enum Problems {
    /// `findings` are ranked, with their words.
    static func collect(_ findings: [Finding], _ context: RuleContext) -> [Problem] {
        guard !findings.isEmpty else { return [] }
        let rows = ProblemRowFinder(findings, context).collect()
        let groups = ProblemGroups(findings, rows, context)
        let costs = groups.costs()
        var problems: [Problem] = []
        for group in groups.groups.indices where !groups.groups[group].isEmpty {
            var problem = problem(groups.groups[group], findings, context)
            problem.costNs = costs[group]
            if let smaller = groups.smaller[group] {
                problem.title += ", and \(RuleWords.count(smaller, "smaller thing"))"
            }
            let windows = groups.windows(of: group)
            problem.interactions = windows.count { context.results.windows[Int($0)].kind != .trace }
            problem.window = windows.count == 1 ? windows.first.map { Int($0) } : nil
            // What is slow, or hangs, is so whatever drives it.
            if !groups.isMeasured(group) {
                fill(&problem, rows.indices.lazy.filter { groups.owner[$0] == group }.map { rows[$0] }, context)
            }
            problems.append(problem)
        }
        return problems.sorted(by: isBefore)
    }

    private static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
        if left.costNs != right.costNs { return left.costNs > right.costNs }
        // Findings are ranked by all that they are.
        return (left.findings.first ?? 0) < (right.findings.first ?? 0)
    }

    private static func problem(_ places: [Int], _ findings: [Finding], _ context: RuleContext) -> Problem {
        let lead = findings[places[0]]
        var problem = Problem()
        problem.kind = lead.rule
        problem.title = lead.title
        let severities = Finding.Severity.allCases
        problem.severity =
            severities.first { severity in places.contains { findings[$0].severity == severity } } ?? .low
        problem.why = ProblemWords.line(lead.evidence)
        problem.fix = ProblemWords.firstSentence(lead.hint)
        problem.view = lead.view ?? places.lazy.compactMap { findings[$0].view }.first
        problem.findings = places
        for place in places where problem.source == nil {
            switch findings[place].about {
            case .longUpdates(_, let function), .stalls(_, _, let function):
                problem.source = context.place(ofFunction: function)
            default: break
            }
        }
        return problem
    }

    /// What its rows say: who drives the unnecessary ones, and how sure it is that they are.
    private static func fill(_ problem: inout Problem, _ rows: some Sequence<ProblemRows>, _ context: RuleContext) {
        var drivers: [NameID: Int64] = [:]
        var counts = [0, 0, 0]
        for entry in rows {
            for (confidence, count) in entry.unnecessary.enumerated() { counts[confidence] += count }
            guard entry.driver.isPresent else { continue }
            drivers[entry.driver] = (drivers[entry.driver] ?? 0).addingSaturating(entry.weight)
        }
        let driver = drivers.max { left, right in
            left.value == right.value
                ? context.names.isText(right.key, before: left.key) : left.value < right.value
        }
        problem.cause = driver.flatMap { context.names.text($0.key) }
        // The weakest of those that are many: what is said of all of them must hold for most.
        let most = counts.max() ?? 0
        problem.confidence = most > 0 ? Confidence.allCases.first { counts[$0.rawValue] == most } : nil
    }
}

/// One line of what findings say at length.
enum ProblemWords {
    /// Longer than this is more than a line.
    private static let line = 110
    /// Brackets that hold more than this say how the number comes about.
    private static let aside = 24

    /// The first parts, between semicolons, that are a line together; what stands in brackets at length is left out.
    static func line(_ evidence: String) -> String {
        var kept = ""
        for part in parts(evidence) {
            let bare = withoutBrackets(part)
            let longer = kept.isEmpty ? bare : "\(kept);\(bare)"
            if !kept.isEmpty, longer.count > line { break }
            kept = longer
        }
        return kept
    }

    /// Split at the semicolons that are in no bracket.
    private static func parts(_ text: String) -> [Substring] {
        var (parts, depth, start) = ([Substring](), 0, text.startIndex)
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case ";" where depth <= 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return parts + [text[start...]]
    }

    /// Without what stands in brackets, where that is more than a word or two.
    private static func withoutBrackets(_ part: Substring) -> String {
        var (kept, rest) = ("", part)
        while let open = rest.firstRange(of: " ("), let close = rest[open.upperBound...].firstIndex(of: ")") {
            let isLong = rest.distance(from: open.upperBound, to: close) > aside
            kept += rest[..<(isLong ? open.lowerBound : rest.index(after: close))]
            rest = rest[rest.index(after: close)...]
        }
        return kept + rest
    }

    /// Up to the first full stop in front of a capital letter.
    static func firstSentence(_ text: String) -> String {
        var end = text.startIndex
        while let stop = text[end...].firstRange(of: ". ") {
            if text[stop.upperBound...].first?.isUppercase == true { return String(text[...stop.lowerBound]) }
            end = stop.upperBound
        }
        return text
    }
}
