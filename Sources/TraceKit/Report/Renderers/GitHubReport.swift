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
            for (index, row) in section.rows.enumerated() {
                let place = index < section.places.count ? section.places[index].first?.placeInRepository : nil
                let cells = Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
                // Accepted problems are not annotated.
                if cells["accepted"]?.text != nil { continue }
                switch cells["severity"]?.text {
                case "high": errors.append(problem("error", cells, place, trace.input))
                case "medium": warnings.append(problem("warning", cells, place, trace.input))
                default: notices.append(problem("notice", cells, place, trace.input))
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
        _ level: String, _ cells: [String: SQLValue], _ place: Place?, _ input: String?
    ) -> String {
        func text(_ name: String) -> String { cells[name]?.text ?? "" }
        return GitHubCommand.line(
            level, title: text("title"),
            "\(ProblemText.why(cells))\nFix: \(text("fix")) (trace-analyze explain \(text("kind")))"
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
