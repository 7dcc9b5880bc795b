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
        var findings: [Finding] = []
        for rule in FindingRules.all {
            let id = rule.guide.id
            for var finding in rule.findings(context) {
                finding.rule = id
                findings.append(finding)
            }
        }
        // Their places are sorted: a finding is many texts, which would be moved again and again.
        let order = findings.indices.sorted { isBefore(findings[$0], findings[$1]) }
        results.findings = order.map { findings[$0] }
    }

    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.costNs != right.costNs { return left.costNs > right.costNs }
        return (left.title, left.rule, left.sql) < (right.title, right.rule, right.sql)
    }
}
