/// The result as workflow commands of GitHub Actions: an annotation a breach, worst first.
///
/// The host shows ten errors of a step and drops the others without a word, so ten are written and a notice tells
/// how many are left.
enum GitHubBudget: BudgetRenderer {
    static let name = "github"
    /// Of one kind, a step.
    static let annotations = 10

    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        let troubles = result.breaches + result.gaps
        var lines = troubles.prefix(annotations).map { outcome in
            let title = "\(outcome.subject): \(outcome.measure.rawValue)"
            let advice = outcome.state == .breached ? "Look: \(outcome.next)" : "Fix: \(outcome.fix ?? "")"
            return
                "::error file=\(property(outcome.place.file)),line=\(outcome.place.line ?? 1),title=\(property(title))"
                + "::\(data(outcome.sentence))%0A\(data(advice))"
        }
        for caveat in result.caveats.prefix(annotations) {
            lines.append("::warning title=trace-analyze check::\(data(caveat))")
        }
        let rest = troubles.dropFirst(annotations)
        let more = rest.isEmpty ? "" : "; \(rest.count) more than the \(annotations) shown here"
        lines.append("::notice title=trace-analyze check::\(data(result.answer + more))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The message of a command.
    static func data(_ text: String) -> String {
        VisibleText.escape(text).replacing("%", scalarsWith: "%25").replacing("\r", scalarsWith: "%0D")
            .replacing("\n", scalarsWith: "%0A")
    }

    /// A property of a command.
    static func property(_ text: String) -> String {
        data(text).replacing(":", scalarsWith: "%3A").replacing(",", scalarsWith: "%2C")
    }
}
