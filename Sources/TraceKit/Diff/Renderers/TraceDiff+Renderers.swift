extension TraceDiff {
    /// The formats of a comparison.
    public static let renderers = Renderers<Drawing<TraceDiff>>([
        Renderer("text", "text/plain", TextDiff.render),
        Renderer("json", "application/json", JSONDiff.render),
        Renderer("markdown", "text/markdown", MarkdownDiff.render),
        Renderer("github", "text/plain", GitHubDiff.render),
        Renderer("html", "text/html", drawsPage: true, HTMLDiff.render),
    ])
}
