/// Runs all rules and ranks what they find: by the time wasted or blocked, then by title, so that the same trace
/// gives the same list whatever the order of its rows (analysis contract, section 7).
enum FindingsPass: AnalysisPass {
    static let name = "findings"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let context = RuleContext(records, options, results)
        var findings: [Finding] = []
        for rule in FindingRules.all {
            findings += rule.findings(context).map { finding in
                var finding = finding
                finding.rule = rule.guide.id
                return finding
            }
        }
        results.findings = findings.sorted(by: isBefore)
    }

    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        (right.costNs, left.title, left.rule, left.sql) < (left.costNs, right.title, right.rule, right.sql)
    }
}
