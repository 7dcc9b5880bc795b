/// A report as workflow commands of GitHub Actions: the findings, high ones as errors, medium ones as warnings, low
/// ones as notices, and the answer as a notice.
///
/// The host shows ten annotations of a kind a step and drops the others silently, so they are counted here.
enum GitHubReport: ReportRenderer {
    static let name = "github"
    static let leastRows = 1000
    private static let most = 10

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        var errors: [String] = []
        var warnings: [String] = []
        var notices: [String] = []
        for trace in report.traces {
            warnings += trace.answer.caveats.map { command("warning", "trace-analyze", $0) }
            guard let section = trace.sections.first(where: { $0.id == "findings" }) else { continue }
            for row in section.rows {
                let cells = Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
                switch cells["severity"]?.text {
                case "high": errors.append(finding("error", cells))
                case "medium": warnings.append(finding("warning", cells))
                default: notices.append(finding("notice", cells))
                }
            }
        }
        let answers = report.traces.map { command("notice", "trace-analyze report", answer($0.answer)) }
        let room = max(1, most - answers.count)
        let lines =
            capped(errors, "error", most) + capped(warnings, "warning", most) + capped(notices, "notice", room)
            + capped(answers, "notice", most)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func finding(_ level: String, _ cells: [String: SQLValue]) -> String {
        func text(_ name: String) -> String { cells[name]?.text ?? "" }
        return command(
            level, text("title"), "\(text("evidence"))\nFix: \(text("hint")) (trace-analyze explain \(text("rule")))")
    }

    private static func answer(_ answer: ReportAnswer) -> String {
        [
            answer.recording, "Bodies: \(ReportWords.severities(answer))", "Worst: \(ReportWords.worstViews(answer))",
            "Cost: \(ReportWords.costs(answer))", "Next: \(answer.next)",
        ].joined(separator: "\n")
    }

    private static func capped(_ lines: [String], _ level: String, _ most: Int) -> [String] {
        guard lines.count > most else { return lines }
        let rest = lines.count - most + 1
        return lines.prefix(most - 1) + [command(level, "trace-analyze", "… and \(rest) more; see the text report")]
    }

    private static func command(_ level: String, _ title: String, _ text: String) -> String {
        GitHubCommand.line(level, title: title, text)
    }
}
