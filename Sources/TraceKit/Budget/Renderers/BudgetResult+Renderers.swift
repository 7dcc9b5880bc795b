extension BudgetResult {
    /// The formats of a budget's result.
    public static let renderers = Renderers<Drawing<BudgetResult>>([
        Renderer("text", "text/plain", TextBudget.render),
        Renderer("json", "application/json", JSONBudget.render),
        Renderer("junit", "application/xml", JUnitBudget.render),
        Renderer("sarif", "application/sarif+json", SARIFBudget.render),
        Renderer("github", "text/plain", GitHubBudget.render),
        Renderer("markdown", "text/markdown", MarkdownBudget.render),
    ])
}
