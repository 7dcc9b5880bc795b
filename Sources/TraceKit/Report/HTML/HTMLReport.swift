/// The report as one page that opens from disk: the answer, the timeline, the chains of causes and the tables. It asks
/// for nothing from anywhere, and runs no script but its own, which its policy names by hash.
enum HTMLReport: ReportRenderer {
    static let name = "html"
    static let drawsPage = true

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        let title = report.traces.first.map { $0.answer.recording } ?? "no trace"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <link rel="icon" href="data:,">
            <title>\(PageText.html(String(title.prefix(200))))</title>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            \(PageMarkup.head)
            <main id="main">
            \(report.traces.enumerated().map(answer).joined(separator: "\n"))
            \(PageMarkup.panels)
            </main>
            \(PageMarkup.foot)
            <script type="application/json" id="report-json">\(script(JSONReport.render(report, options)))</script>
            <script type="application/json" id="page-json">\(script(PageJSON.text(report)))</script>
            <script id="page-script">\(PageScript.text)</script>
            </body>
            </html>

            """
    }

    /// Nothing is allowed but this page's own style and script; no address of any kind.
    static var policy: String {
        "default-src 'none'; style-src '\(SHA256.policySource(of: PageStyle.text))'; "
            + "script-src '\(SHA256.policySource(of: PageScript.text))'; img-src data:; base-uri 'none'; form-action 'none'"
    }

    private static func script(_ json: String) -> String { PageText.script(json: json) }

    // MARK: The answer

    /// The first lines of the text report, in the same words.
    private static func answer(_ index: Int, _ trace: TraceReport) -> String {
        let answer = trace.answer
        var lines = answer.caveats.map { line("Note", PageText.html($0), "note") }
        lines.append(line("Bodies", severities(answer), "bodies"))
        lines.append(line("Worst", PageText.html(ReportWords.worstViews(answer)), "worst"))
        lines.append(line("Cost", PageText.html(ReportWords.costs(answer)), "cost"))
        if let zoom = answer.zoom { lines.append(line("Below", PageText.html("only \(zoom)"), "zoom")) }
        lines.append(line("Next", "<code>\(PageText.html(answer.next))</code>", "next"))
        return """
            <section class="answer" id="answer-\(index + 1)"\(index == 0 ? "" : " hidden") aria-label="The answer">
            <h1>\(PageText.html(answer.recording))</h1>
            <dl>
            \(lines.joined(separator: "\n"))
            </dl>
            </section>
            """
    }

    private static func line(_ term: String, _ html: String, _ name: String) -> String {
        "<div class=\"line \(name)\"><dt>\(term)</dt><dd>\(html)</dd></div>"
    }

    /// The words are ours; the counts beside them are what one looks for first.
    private static func severities(_ answer: ReportAnswer) -> String {
        let text = PageText.html(ReportWords.severities(answer))
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            switch word {
            case "RED": "<b class=\"red\">RED</b>"
            case "ORANGE": "<b class=\"orange\">ORANGE</b>"
            default: String(word)
            }
        }.joined(separator: " ")
    }
}
