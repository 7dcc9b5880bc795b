/// Makes problems from findings, one for each root cause.
struct Problems {
    private let findings: [Finding]
    private let rows: FoundRows
    private let groups: ProblemGroups
    private let context: RuleContext

    /// - Parameter findings: ranked, with their texts. The problems are ranked too.
    static func collect(_ findings: [Finding], _ context: RuleContext) -> ([Problem], ProblemRelation) {
        guard !findings.isEmpty else { return ([], ProblemRelation()) }
        let (rows, entryOfUpdate) = ProblemRowFinder(findings, context).collect()
        let groups = ProblemGroups(findings, rows, context.names)
        let problems = Problems(findings: findings, rows: rows, groups: groups, context: context).problems()
        let builder = ProblemRelationBuilder(problems, findings, rows, groups, context)
        return (problems, builder.relation(entryOfUpdate))
    }

    private func problems() -> [Problem] {
        let costs = groups.costs()
        var problems: [Problem] = []
        for group in groups.groups.indices where !groups.groups[group].isEmpty {
            problems.append(problem(group, costNs: costs[group]))
        }
        problems.sort(by: Self.isBefore)
        ProblemNames.distinguish(&problems)
        return problems
    }

    private static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
        if left.costNs != right.costNs { return left.costNs > right.costNs }
        if left.severity != right.severity { return left.severity.place < right.severity.place }
        // Findings have a total order.
        return (left.findings.first ?? 0) < (right.findings.first ?? 0)
    }

    private func problem(_ group: Int, costNs: Int64) -> Problem {
        let places = groups.groups[group]
        let lead = findings[places[0]]
        var problem = Problem()
        problem.kind = lead.rule
        problem.title = lead.title
        problem.costNs = costNs
        problem.severity = groups.severity(group, costNs: costNs, context.deadlines)
        problem.fix = ProblemWords.firstSentence(lead.hint)
        problem.view = lead.view ?? places.lazy.compactMap { findings[$0].view }.first
        if let view = places.lazy.compactMap({ findings[$0].viewIndex }).first {
            let summary = context.results.views[view]
            (problem.module, problem.viewKind) = (context.names.text(summary.module), summary.kind.word)
        }
        problem.findings = places
        for place in places where problem.source == nil {
            switch findings[place].about {
            case .longUpdates(_, let function), .stalls(_, _, let function, _):
                problem.source = context.place(ofFunction: function)
            default: break
            }
        }
        let windows = groups.windows(of: group)
        problem.interactions = windows.count { context.results.windows[Int($0)].kind != .trace }
        problem.window = windows.count == 1 ? windows.first.map { Int($0) } : nil
        problem.why = ProblemWords.line(lead.evidence)
        describe(&problem, group, lead)
        return problem
    }

    // MARK: Causes

    /// Adds what a problem's rows show, unless most of it is based on durations.
    private func describe(_ problem: inout Problem, _ group: Int, _ lead: Finding) {
        let driven = DrivenRows(groups.members[group].lazy.map { rows[$0] }, context.names)
        let isMeasured = groups.isMeasured(group)
        if !isMeasured {
            problem.cause = driven.driver.flatMap(context.names.text)
            problem.confidence = driven.confidence
            // A finding without rows, or without a recorded cause, names its cause itself.
            switch lead.about {
            case .itself, .rows, .lines: problem.cause = problem.cause ?? lead.cause
            default: break
            }
        } else if lead.rule == LongIntervalRule.guide.id {
            // The title has times, which differ from one recording to the next.
            problem.cause = lead.cause
        }
        problem.key = ProblemKey.text(problem.kind, problem.view, problem.cause, title: problem.title)
        if let smaller = groups.smaller[group] {
            problem.title += ", and \(RuleWords.count(smaller, "smaller thing"))"
        } else if isMeasured, groups.isCode(group), let driver = driven.mainDriver {
            addDriver(driver, driven, &problem)
            return
        }
        if let words = costWords(problem, lead) { problem.why += "; \(words)" }
    }

    /// Names the cause that runs slow code unnecessarily: making the code faster is half of the fix.
    private func addDriver(_ driver: NameID, _ driven: DrivenRows, _ problem: inout Problem) {
        let name = context.shortName(driver)
        problem.cause = context.names.text(driver)
        problem.confidence = driven.confidence
        problem.title += ", mostly driven by \(name)"
        problem.why +=
            """
            ; \(RuleWords.number(driven.unnecessary)) of the \(RuleWords.count(driven.updates, "update")) are \
            unnecessary, driven by \(name): \(RuleWords.ms(problem.costNs)) in all
            """
        let advice = findings.first { finding in
            guard case .unnecessary(let view?, _, driver) = finding.about else { return false }
            return view == findings[problem.findings[0]].viewIndex
        }
        if let advice { problem.fix += " \(ProblemWords.firstSentence(advice.hint))" }
    }

    /// Explains a problem's cost, if it is not that of the leading finding.
    private func costWords(_ problem: Problem, _ lead: Finding) -> String? {
        let (cost, own) = (problem.costNs, groups.time(ofFinding: problem.findings[0]))
        guard cost > 0, abs(cost - own) > max(cost / 20, 100_000) else { return nil }
        if cost < own { return "\(RuleWords.ms(cost)) of it count here, the rest in other problems" }
        let others = problem.findings.dropFirst().compactMap { place in
            findings[place].viewIndex == lead.viewIndex ? nil : findings[place].viewIndex
        }
        let names = others.map { viewName($0, besides: lead) }
        let distinct = names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        let listed = distinct.prefix(2).joined(separator: ", ")
        let more = distinct.count > 2 ? " and \(RuleWords.count(distinct.count - 2, "other"))" : ""
        return distinct.isEmpty ? nil : "with \(listed)\(more)"
    }

    /// With its module if the leading view has the same name.
    private func viewName(_ view: Int, besides lead: Finding) -> String {
        let name = context.shortViewName(view)
        guard name == lead.view else { return name }
        let summary = context.results.views[view]
        return "\(name) (\(context.names.text(summary.module) ?? summary.kind.word))"
    }
}

/// The driving cause of a problem's updates, and the confidence that they are unnecessary.
struct DrivenRows {
    /// The cause with most of the time of unnecessary updates, or of all if none is unnecessary.
    let driver: NameID?
    /// The cause of unnecessary updates with more than half of the time of all.
    let mainDriver: NameID?
    let confidence: Confidence?
    let updates: Int
    let unnecessary: Int

    init(_ rows: some Sequence<ProblemRows>, _ names: NameTable) {
        var (wasted, others) = ([NameID: Int64](), [NameID: Int64]())
        var counts = ByConfidence()
        var (total, updates) = (Int64(0), 0)
        for entry in rows where entry.event == nil {
            updates += Int(entry.updates)
            total = total.addingSaturating(entry.weight)
            counts += entry.unnecessary
            guard entry.driver.isPresent else { continue }
            if entry.isUnnecessary {
                wasted[entry.driver] = (wasted[entry.driver] ?? 0).addingSaturating(entry.weight)
            } else {
                others[entry.driver] = (others[entry.driver] ?? 0).addingSaturating(entry.weight)
            }
        }
        driver = Self.largest(counts.total > 0 ? wasted : others, names)?.key
        mainDriver = Self.main(of: wasted, total, names)
        // The weakest confidence with many updates, because a claim about all must hold for most.
        let most = Confidence.allCases.map { counts[$0] }.max() ?? 0
        confidence = most > 0 ? Confidence.allCases.first { counts[$0] == most } : nil
        (self.updates, unnecessary) = (updates, counts.total)
    }

    /// The cause with more than half of a time. If sums are clamped several may qualify: then the largest.
    static func main(of times: [NameID: Int64], _ total: Int64, _ names: NameTable) -> NameID? {
        largest(times, names).flatMap { $0.value > total - $0.value ? $0.key : nil }
    }

    /// Ties prefer the first by name.
    private static func largest(_ times: [NameID: Int64], _ names: NameTable) -> (key: NameID, value: Int64)? {
        times.max { left, right in
            left.value == right.value ? names.isText(right.key, before: left.key) : left.value < right.value
        }
    }
}

/// Shortens the texts of findings to one line.
enum ProblemWords {
    /// The length of a line.
    private static let line = 170
    /// Longer parentheses explain a number.
    private static let aside = 24

    /// The first parts, separated by semicolons, that fit on a line; omits long parentheses.
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

    /// Splits at semicolons outside parentheses.
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

    /// Removes parentheses with more than a word or two.
    private static func withoutBrackets(_ part: Substring) -> String {
        var (kept, rest) = ("", part)
        while let open = rest.firstRange(of: " ("), let close = rest[open.upperBound...].firstIndex(of: ")") {
            let isLong = rest.distance(from: open.upperBound, to: close) > aside
            kept += rest[..<(isLong ? open.lowerBound : rest.index(after: close))]
            rest = rest[rest.index(after: close)...]
        }
        return kept + rest
    }

    /// Up to the first full stop before a capital letter.
    static func firstSentence(_ text: String) -> String {
        var end = text.startIndex
        while let stop = text[end...].firstRange(of: ". ") {
            if text[stop.upperBound...].first?.isUppercase == true { return String(text[...stop.lowerBound]) }
            end = stop.upperBound
        }
        return text
    }
}

/// Titles and keys of problems, made unique in a trace.
enum ProblemNames {
    /// Properties that distinguish problems, in the order in which they are tried.
    private static let marks: [@Sendable (Problem) -> String?] = [
        { $0.module }, { $0.viewKind }, { $0.cause },
        { problem in problem.module.map { "\($0), \(problem.viewKind ?? "")" } },
    ]

    /// Makes shared keys and titles unique by adding what differs: the module of the view, its kind, the cause, or else
    /// a number.
    static func distinguish(_ problems: inout [Problem]) {
        distinguish(&problems, \.key) { problem, mark in
            guard let view = problem.view, let range = problem.key.firstRange(of: view) else {
                return "\(problem.key) (\(mark))"
            }
            let isModule = mark == problem.module
            return problem.key.replacingText(in: range, by: isModule ? "\(mark).\(view)" : "\(view) (\(mark))")
        }
        distinguish(&problems, \.title) { "\($0.title) (\($1))" }
    }

    private static func distinguish(
        _ problems: inout [Problem], _ path: WritableKeyPath<Problem, String>,
        _ marked: (_ problem: Problem, _ mark: String) -> String
    ) {
        var places: [String: [Int]] = [:]
        for (place, problem) in problems.enumerated() { places[problem[keyPath: path], default: []].append(place) }
        var taken = Set(places.filter { $0.value.count == 1 }.keys)
        // In problem order, so that nothing depends on the order of a dictionary.
        for place in problems.indices {
            guard let alike = places[problems[place][keyPath: path]], alike.count > 1, alike[0] == place else {
                continue
            }
            let texts = texts(alike.map { problems[$0] }, path, marked)
            for (other, text) in zip(alike, texts) {
                var (free, number) = (text, 2)
                while taken.contains(free) {
                    free = "\(text) #\(number)"
                    number += 1
                }
                taken.insert(free)
                problems[other][keyPath: path] = free
            }
        }
    }

    /// With the first property that all have and that differs, else unchanged.
    private static func texts(
        _ problems: [Problem], _ path: WritableKeyPath<Problem, String>,
        _ marked: (_ problem: Problem, _ mark: String) -> String
    ) -> [String] {
        for mark in marks {
            let words = problems.compactMap(mark)
            guard words.count == problems.count, Set(words).count > 1 else { continue }
            let texts = zip(problems, words).map { marked($0, $1) }
            if Set(texts).count == texts.count { return texts }
        }
        return problems.map { $0[keyPath: path] }
    }
}

extension String {
    fileprivate func replacingText(in range: Range<Index>, by text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
