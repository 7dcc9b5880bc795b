/// A comparison as workflow commands of GitHub Actions: what is worse as errors, worst first, then notices.
///
/// The host shows ten annotations of a kind a step and drops the others silently, so they are counted here.
enum GitHubDiff: DiffRenderer {
    static let name = "github"
    private static let most = 10

    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        var lines = annotations("error", "trace-analyze: worse", diff.worse)
        lines += annotations(
            "warning", "trace-analyze", diff.newFindings.map { "new finding: \($0)" } + diff.warnings)
        let answer = diff.answer.map { "\($0.label): \($0.text)" }.joined(separator: "\n")
        lines.append(command("notice", "trace-analyze: \(DiffText.verdict(diff))", answer))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func annotations(_ level: String, _ title: String, _ texts: [String]) -> [String] {
        guard texts.count > most else { return texts.map { command(level, title, $0) } }
        return texts.prefix(most - 1).map { command(level, title, $0) }
            + [command(level, title, "… and \(texts.count - most + 1) more; see the text report")]
    }

    private static func command(_ level: String, _ title: String, _ text: String) -> String {
        GitHubCommand.line(level, title: title, text)
    }
}
