extension GuardedQuery {
    /// The formats of rows.
    public static let renderers = Renderers<@Sendable () -> any QueryRenderer>([
        Renderer("table", "text/plain") { TableQuery() }, Renderer("csv", "text/csv") { CSVQuery() },
        Renderer("json", "application/json") { JSONQuery() }, Renderer("markdown", "text/markdown") { MarkdownQuery() },
    ])
}
