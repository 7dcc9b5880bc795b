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
        for (label, text) in labelled(answer) {
            let html = label == "Bodies" ? severities(text) : MarkupText.html(text)
            lines.append(HTMLPage.line(label, html, label == "Below" ? "zoom" : label.lowercased()))
        }
        lines.append(HTMLPage.line("Next", "<code>\(MarkupText.html(answer.next))</code>", "next"))
        return """
            <section class="\(classes(trace))" id="answer-\(index + 1)"\(index == 0 ? "" : " hidden") aria-label="The answer">
            <h1>\(MarkupText.html(answer.recording))</h1>\(headline(trace))
            <dl>
            \(lines.joined(separator: "\n"))
            </dl>
            </section>
            """
    }

    /// Hangs and late frames, which somebody feels, have a line of their own before what was wasted, and the first one if
    /// no body is red.
    private static func labelled(_ answer: ReportAnswer) -> [(label: String, text: String)] {
        let lines = ReportWords.lines(answer).flatMap { label, text -> [(label: String, text: String)] in
            if label == "Worst", answer.bodies.worst.isEmpty { return [] }
            guard label == "Waste", let work = answer.waste.work(mark: ReportWords.mark(answer)),
                let stalls = answer.stalls.words()
            else { return [(label, text)] }
            return [("Stalls", stalls), (label, work)]
        }
        guard answer.stalls.hangs + answer.stalls.hitches > 0, answer.bodies.sums.red == 0 else { return lines }
        return lines.filter { $0.label == "Stalls" } + lines.filter { $0.label != "Stalls" }
    }

    /// What is wrong, in one sentence; empty for a part of a trace.
    private static func headline(_ trace: TraceReport) -> String {
        guard let words = ReportWords.headline(trace) else { return "" }
        let rest = words.rest.isEmpty ? "" : " <small>\(MarkupText.html(words.rest))</small>"
        return "\n<p class=\"headline\">\(MarkupText.html(words.sentence))\(rest)</p>"
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
