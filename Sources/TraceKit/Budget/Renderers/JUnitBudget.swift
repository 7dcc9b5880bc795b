/// The result as JUnit XML, as CI hosts read it: a suite a section of the budget, a test case a limit.
///
/// Shape: the common subset of what Jenkins, GitLab, Azure DevOps and the actions for GitHub take.
enum JUnitBudget: BudgetRenderer {
    static let name = "junit"

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
        let failures = outcomes.filter { $0.state == .breached }.count
        let errors = outcomes.filter { $0.state == .unchecked }.count
        return "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"0\""
    }

    private static func testCase(_ outcome: BudgetOutcome) -> [String] {
        // The name stays the same from run to run, so that hosts can follow it: no figures in it.
        let kind = outcome.basis == nil ? "" : " (baseline)"
        let name = escape("\(outcome.subject): \(outcome.measure.rawValue)\(kind)")
        var head = "    <testcase classname=\"budget.\(outcome.scope.rawValue)\" name=\"\(name)\" time=\"0\""
        head += " file=\"\(escape(outcome.place.file))\" line=\"\(outcome.place.line ?? 1)\""
        let sentence = escape(outcome.sentence)
        switch outcome.state {
        case .within: return [head + "/>"]
        case .breached:
            let text = "\(sentence)\nLook: \(escape(outcome.next))"
            return [
                head + ">",
                "      <failure message=\"\(sentence)\" type=\"\(outcome.measure.rawValue)\">\(text)</failure>",
                "    </testcase>",
            ]
        case .unchecked:
            let text = "\(sentence)\nFix: \(escape(outcome.fix ?? ""))"
            return [
                head + ">", "      <error message=\"\(sentence)\" type=\"unchecked\">\(text)</error>",
                "    </testcase>",
            ]
        }
    }

    /// For attributes and text. XML 1.0 has no way to write control characters: they are made visible before.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            // Commands of CI hosts begin with two.
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
