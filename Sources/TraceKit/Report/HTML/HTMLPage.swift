/// A page around its contents: it asks for nothing from anywhere, and runs no script but its own, which its policy names
/// by hash.
struct HTMLPage {
    /// Escaped here.
    var title: String
    /// Markup of the contents, with every text already escaped by `MarkupText.html`.
    var main: String
    var foot: String
    /// What the download gives back.
    var reportJSON: String
    /// What the script draws beyond that.
    var pageJSON: String
    var script: String

    var text: String {
        String(pieces: [
            top, Self.data("report-json", reportJSON), Self.data("page-json", pageJSON),
            """
            <script id="page-script">\(script)</script>
            </body>
            </html>

            """,
        ])
    }

    /// What stands before the data.
    private var top: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <link rel="icon" href="data:,">
        <title>\(MarkupText.html(String(title.prefix(200))))</title>
        <style>\(PageScript.style)</style>
        </head>
        <body>
        \(PageMarkup.head)
        <main id="main">
        \(main)
        </main>
        \(foot)

        """
    }

    private static func data(_ id: String, _ json: String) -> String {
        String(pieces: [
            "<script type=\"application/json\" id=\"\(id)\">", MarkupText.script(json: json), "</script>\n",
        ])
    }

    /// Nothing is allowed but this page's own style and script; no address of any kind.
    private var policy: String {
        "default-src 'none'; style-src '\(SHA256.policySource(of: PageScript.style))'; "
            + "script-src '\(SHA256.policySource(of: script))'; img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// A line of the answer; `html` is escaped already.
    static func line(_ term: String, _ html: String, _ name: String) -> String {
        "<div class=\"line \(name)\"><dt>\(term)</dt><dd>\(html)</dd></div>"
    }
}
