extension Report {
    /// The formats of a report.
    public static let renderers = Renderers<Drawing<Report>>([
        Renderer("text", "text/plain", drawsStrip: true, isBrief: true, TextReport.render),
        Renderer("json", "application/json", JSONReport.render),
        Renderer("html", "text/html", drawsPage: true, HTMLReport.render),
        Renderer("markdown", "text/markdown", MarkdownReport.render),
        Renderer("sarif", "application/sarif+json", leastRows: 1000, SARIFReport.render),
        Renderer("github", "text/plain", leastRows: 1000, GitHubReport.render),
    ])
}
