extension TraceTrend {
    /// The formats of a trend.
    public static let renderers = Renderers<Drawing<TraceTrend>>([
        Renderer("text", "text/plain", TextTrend.render),
        Renderer("json", "application/json", JSONTrend.render),
        Renderer("markdown", "text/markdown", MarkdownTrend.render),
    ])
}
