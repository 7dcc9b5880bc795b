/// Runs all rules and ranks what they find: by the time wasted or blocked, then by title, so that the same trace
/// gives the same list whatever the order of its rows (docs/analysis.md, section 7).
enum FindingsPass: AnalysisPass {
    static let name = "findings"
    static let reads: Results = [
        .processes, .severity, .views, .viewSums, .groups, .chains, .windows, .verdicts, .verdictSums, .stalls,
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
            let ranked = ranked(findings) { left, right in
                // Some rules know no time: then the largest has the most rows.
                (left.costNs, left.rows) == (right.costNs, right.rows)
                    ? isBefore(left, right) : (left.costNs, left.rows) > (right.costNs, right.rows)
            }
            kept += ranked.prefix(RuleThresholds.mostFindings).map { findings[$0] }
            smaller += ranked.dropFirst(RuleThresholds.mostFindings).map { place in
                let finding = findings[place]
                return SmallerFinding(
                    rule: id, severity: finding.severity, title: finding.title, view: finding.view, rows: finding.rows,
                    costNs: finding.costNs)
            }
        }
        for index in kept.indices {
            kept[index].write(hierarchy: kept[index].view.flatMap { context.hierarchies[$0] })
        }
        results.findings = ranked(kept, isBefore).map { kept[$0] }
        results.smallerFindings = smaller
        (results.problems, results.problemRows) = Problems.collect(results.findings, context)
    }

    /// Places: a finding is many texts, which would be moved again and again.
    private static func ranked(_ findings: [Finding], _ isBefore: (Finding, Finding) -> Bool) -> [Int] {
        findings.indices.sorted { isBefore(findings[$0], findings[$1]) }
    }

    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.costNs != right.costNs { return left.costNs > right.costNs }
        if left.title != right.title { return left.title < right.title }
        if left.rule != right.rule { return left.rule < right.rule }
        if left.view != right.view { return left.view ?? "" < right.view ?? "" }
        // Two views of one name, in two modules or of two kinds.
        return left.sql < right.sql
    }
}
