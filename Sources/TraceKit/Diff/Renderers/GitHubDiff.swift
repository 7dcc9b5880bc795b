/// A comparison as workflow commands of GitHub Actions: worse rows as errors, worst first, then notices.
enum GitHubDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        var lines = annotations("error", "trace-analyze: worse", diff.worse)
        lines += annotations(
            "warning", "trace-analyze", diff.newFindings.map { "new finding: \($0)" } + diff.warnings,
            diff.newFindingPlaces)
        let answer = diff.answer.map { "\($0.label): \($0.text)" }.joined(separator: "\n")
        lines.append(GitHubCommand.line("notice", title: "trace-analyze: \(DiffText.verdict(diff))", answer))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func annotations(
        _ level: String, _ title: String, _ texts: [String], _ places: [Place?] = []
    ) -> [String] {
        let lines = texts.enumerated().map { index, text in
            GitHubCommand.line(level, title: title, text, at: index < places.count ? places[index] : nil)
        }
        return GitHubCommand.capped(lines, level, title: title)
    }
}
