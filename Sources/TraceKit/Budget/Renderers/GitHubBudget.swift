/// The result as workflow commands of GitHub Actions: an annotation a breach, worst first.
///
/// The host shows ten errors of a step and drops the others without a word, so ten are written and a notice tells
/// how many are left.
enum GitHubBudget {
    /// Of one kind, a step.
    static let annotations = 10

    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        let troubles =
            result.breaches.map { outcome in
                GitHubCommand.line(
                    "error", title: "\(outcome.subject): \(outcome.measure.rawValue)",
                    "\(outcome.sentence)\nLook: \(outcome.next)", at: outcome.source?.placeInRepository ?? outcome.place
                )
            }
            + result.gapSentences.map { gap in
                GitHubCommand.line(
                    "error", title: String(gap.message.split(separator: " cannot be checked").first ?? ""),
                    "\(gap.message)\nFix: \(gap.fix ?? "")", at: gap.place)
            }
        var lines = Array(troubles.prefix(annotations))
        for caveat in result.caveats.prefix(annotations) {
            lines.append(GitHubCommand.line("warning", title: "trace-analyze check", caveat))
        }
        let rest = troubles.dropFirst(annotations)
        let more = rest.isEmpty ? "" : "; \(rest.count) more than the \(annotations) shown here"
        lines.append(GitHubCommand.line("notice", title: "trace-analyze check", result.answer + more))
        return lines.joined(separator: "\n") + "\n"
    }
}
