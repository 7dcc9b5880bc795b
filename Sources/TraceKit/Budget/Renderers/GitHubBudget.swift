/// The result as workflow commands of GitHub Actions: one annotation per breach, worst first.
///
/// GitHub shows ten errors per step and silently drops others, so ten are written and a notice counts the rest.
enum GitHubBudget {
    /// Per kind and step.
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
