/// The result as workflow commands of GitHub Actions: one annotation per breach, worst first, and a
/// warning per name that is not in the trace.
///
/// GitHub shows ten errors and ten warnings per step and silently drops others, so ten are written and a notice counts
/// the rest.
enum GitHubBudget {
    /// The most annotations per kind and step.
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
        let warnings =
            result.caveats.map { GitHubCommand.line("warning", title: "trace-analyze check", $0) }
            + result.skippedSentences.map { skipped in
                GitHubCommand.line("warning", title: "trace-analyze check", skipped.message, at: skipped.place)
            }
        var lines = Array(troubles.prefix(annotations)) + warnings.prefix(annotations)
        let rest = (troubles.dropFirst(annotations).count, warnings.dropFirst(annotations).count)
        var more = rest.0 == 0 ? "" : "; \(rest.0) more than the \(annotations) shown here"
        if rest.1 > 0 { more += "; \(Decimal.counted(rest.1, "more warning"))" }
        lines.append(GitHubCommand.line("notice", title: "trace-analyze check", result.answer + more))
        return lines.joined(separator: "\n") + "\n"
    }
}
