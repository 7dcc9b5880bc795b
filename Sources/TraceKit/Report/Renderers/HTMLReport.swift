/// The report as one page that opens from disk: the answer, the timeline, the cause chains and the tables. It loads
/// nothing and runs only its own script, whose hash is in its policy.
enum HTMLReport {
    static func render(_ report: Report, _ options: RenderOptions) -> String {
        HTMLPage(
            title: report.traces.first.map { $0.answer.recording } ?? "no trace",
            main:
                "\(report.traces.enumerated().map(answer).joined(separator: "\n"))\n\(PageMarkup.panels)\n\(PlainReport.markup(report))",
            foot: PageMarkup.foot, reportJSON: JSONReport.render(report, options), pageJSON: PageJSON.text(report),
            script: PageScript.report
        ).text
    }

    // MARK: The answer

    /// The first lines of the text report.
    private static func answer(_ index: Int, _ trace: TraceReport) -> String {
        let answer = trace.answer
        var lines = answer.caveats.map { HTMLPage.line("Note", MarkupText.html($0), "note") }
        for (label, text) in ReportWords.lines(answer) {
            let html = label == "Bodies" ? severities(text) : MarkupText.html(text)
            lines.append(HTMLPage.line(label, html, label == "Below" ? "zoom" : label.lowercased()))
        }
        lines.append(HTMLPage.line("Next", "<code>\(MarkupText.html(answer.next))</code>", "next"))
        return """
            <section class="\(classes(trace))" id="answer-\(index + 1)"\(index == 0 ? "" : " hidden") aria-label="The answer">
            <h1>\(MarkupText.html(answer.recording))</h1>
            <dl>
            \(lines.joined(separator: "\n"))
            </dl>
            </section>
            """
    }

    /// CSS classes that hide what the page has no data for (layout.css).
    private static func classes(_ trace: TraceReport) -> String {
        let hasTimes = trace.page?.values("samples", "start_ns").contains { $0 >= 0 } ?? false
        return switch trace.answer.subject {
        case .updates: "answer"
        case .signposts, .stalls: "answer no-updates"
        case .samples: "answer no-updates\(hasTimes || !trace.answer.stalls.lanes.isEmpty ? "" : " no-times")"
        case .console, .logs, .metrics, .nothing: "answer no-updates no-times"
        }
    }

    /// Marks up the counts of severities, which are the most important numbers. The words are ours.
    private static func severities(_ text: String) -> String {
        MarkupText.html(text).split(separator: " ", omittingEmptySubsequences: false).map { word in
            switch word {
            case "RED": "<b class=\"red\">RED</b>"
            case "ORANGE": "<b class=\"orange\">ORANGE</b>"
            default: String(word)
            }
        }.joined(separator: " ")
    }
}
