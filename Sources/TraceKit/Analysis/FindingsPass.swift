/// Runs all rules and ranks their findings by wasted or blocked time, then by title, so that a trace gives the same
/// list whatever the order of its rows (docs/analysis.md, section 7).
enum FindingsPass: AnalysisPass {
    static let name = "findings"
    static let reads: Results = [
        .processes, .severity, .views, .viewSums, .groups, .chains, .windows, .verdicts, .verdictSums, .stalls,
        .stretches, .recurring, .overview, .complaints, .edges,
        .logGroups,
    ]
    static let writes: Results = .findings

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let context = RuleContext(records, options, results)
        var kept: [Finding] = []
        var smaller: [SmallerFinding] = []
        for rule in FindingRules.all {
            let id = rule.guide.id
            var findings = rule.findings(context)
            for index in findings.indices { findings[index].rule = id }
            // Some rules have no time: then the largest has the most rows.
            let ranked = ranked(findings, rows: \.rows)
            kept += ranked.prefix(RuleThresholds.mostFindings).map { findings[$0] }
            smaller += ranked.dropFirst(RuleThresholds.mostFindings).map { place in
                let finding = findings[place]
                return SmallerFinding(
                    rule: id, severity: finding.severity, title: finding.title, view: finding.view,
                    cause: finding.cause, rows: finding.rows, costNs: finding.costNs)
            }
        }
        for index in kept.indices {
            kept[index].write(hierarchy: kept[index].view.flatMap { context.hierarchies[$0] })
        }
        results.findings = ranked(kept) { _ in 0 }.map { kept[$0] }
        results.smallerFindings = smaller
        (results.problems, results.problemRows) = Problems.collect(results.findings, context)
    }

    /// Ranks by cost, then by `rows`. The texts of a finding are compared only for ties.
    private static func ranked(_ findings: [Finding], rows: (Finding) -> Int) -> [Int] {
        let ranks = findings.map { (costNs: $0.costNs, rows: rows($0)) }
        return findings.indices.sorted { left, right in
            ranks[left] == ranks[right] ? isBefore(findings[left], findings[right]) : ranks[left] > ranks[right]
        }
    }

    /// Breaks ties of cost.
    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.title != right.title { return left.title < right.title }
        if left.rule != right.rule { return left.rule < right.rule }
        if left.view != right.view { return left.view ?? "" < right.view ?? "" }
        // Two views of one name, in two modules or of two kinds.
        return left.sql < right.sql
    }
}
