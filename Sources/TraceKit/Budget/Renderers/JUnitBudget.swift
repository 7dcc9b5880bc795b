/// The result as JUnit XML for CI hosts: one suite per section of the budget, one test case per limit.
///
/// Uses the common subset of Jenkins, GitLab, Azure DevOps and the actions for GitHub.
enum JUnitBudget {
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        let all = counts(result.outcomes)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"trace-analyze check\" \(all)>",
        ]
        for scope in BudgetScope.allCases {
            let outcomes = result.outcomes.filter { $0.scope == scope }
            if outcomes.isEmpty { continue }
            lines.append("  <testsuite name=\"budget: \(scope.rawValue)\" \(counts(outcomes))>")
            lines += outcomes.flatMap(testCase)
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func counts(_ outcomes: [BudgetOutcome]) -> String {
        func count(_ state: BudgetOutcome.State) -> Int { outcomes.count { $0.state == state } }
        return "tests=\"\(outcomes.count)\" failures=\"\(count(.breached))\" errors=\"\(count(.unchecked))\" "
            + "skipped=\"\(count(.skipped))\" time=\"0\""
    }

    private static func testCase(_ outcome: BudgetOutcome) -> [String] {
        // The name contains no figures, so that hosts can follow it from run to run.
        let kind = outcome.basis == nil ? "" : " (baseline)"
        let name = MarkupText.xml("\(outcome.subject): \(outcome.measure.rawValue)\(kind)")
        var head = "    <testcase classname=\"budget.\(outcome.scope.rawValue)\" name=\"\(name)\" time=\"0\""
        head += " file=\"\(MarkupText.xml(outcome.place.file))\" line=\"\(outcome.place.line ?? 1)\""
        let sentence = MarkupText.xml(outcome.sentence)
        switch outcome.state {
        case .within, .accepted: return [head + "/>"]
        case .skipped:
            return [head + ">", "      <skipped message=\"\(sentence)\"/>", "    </testcase>"]
        case .breached:
            let text = "\(sentence)\nLook: \(MarkupText.xml(outcome.next))"
            return [
                head + ">",
                "      <failure message=\"\(sentence)\" type=\"\(outcome.measure.rawValue)\">\(text)</failure>",
                "    </testcase>",
            ]
        case .unchecked:
            let text = "\(sentence)\nFix: \(MarkupText.xml(outcome.fix ?? ""))"
            return [
                head + ">", "      <error message=\"\(sentence)\" type=\"unchecked\">\(text)</error>",
                "    </testcase>",
            ]
        }
    }
}
