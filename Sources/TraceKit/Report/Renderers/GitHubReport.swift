/// A report as workflow commands of GitHub Actions: problems as errors (high), warnings (medium) or notices (low), and
/// the answer as a notice.
enum GitHubReport {
    static func render(_ report: Report, _ options: RenderOptions) -> String {
        var errors: [String] = []
        var warnings: [String] = []
        var notices: [String] = []
        for trace in report.traces {
            warnings += trace.answer.caveats.map { GitHubCommand.line("warning", title: "trace-analyze", $0) }
            guard let section = trace.sections.first(where: { $0.id == "problems" }) else { continue }
            // Accepted problems are not annotated.
            for (index, found) in section.problems.enumerated() where found.accepted == nil {
                let place = index < section.places.count ? section.places[index].first?.placeInRepository : nil
                switch found.severity {
                case .high: errors.append(problem("error", found, place, trace.input))
                case .medium: warnings.append(problem("warning", found, place, trace.input))
                case .low: notices.append(problem("notice", found, place, trace.input))
                }
            }
        }
        let smaller = report.traces.flatMap { $0.sections.compactMap(\.smaller) }.map {
            GitHubCommand.line("notice", title: "trace-analyze", "… \($0.words)")
        }
        let answers =
            smaller
            + report.traces.map { GitHubCommand.line("notice", title: "trace-analyze report", answer($0)) }
        let room = max(1, GitHubCommand.most - answers.count)
        let lines =
            capped(errors, "error") + capped(warnings, "warning") + capped(notices, "notice", most: room)
            + capped(answers, "notice")
        return lines.joined(separator: "\n") + "\n"
    }

    /// - Parameter input: the input of the trace, if there are several.
    private static func problem(
        _ level: String, _ problem: StoredProblem, _ place: Place?, _ input: String?
    ) -> String {
        GitHubCommand.line(
            level, title: problem.title,
            "\(problem.whyWithConfidence)\nFix: \(problem.fix) (trace-analyze explain \(problem.kind))"
                + (input.map { "\nInput: \($0)" } ?? ""), at: place)
    }

    private static func answer(_ trace: TraceReport) -> String {
        let (answer, input) = (trace.answer, trace.input.map { ["Input: \($0)"] } ?? [])
        return
            ([answer.recording] + input + ReportWords.lines(answer).map { "\($0.label): \($0.text)" } + [
                "Next: \(answer.next)"
            ])
            .joined(separator: "\n")
    }

    private static func capped(_ lines: [String], _ level: String, most: Int = GitHubCommand.most) -> [String] {
        GitHubCommand.capped(lines, level, title: "trace-analyze", most: most)
    }
}
