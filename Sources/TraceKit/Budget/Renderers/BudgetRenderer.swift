/// Draws a result in one format: a pure function, without clock, path, locale or store.
///
/// Adding a format is one file with one of these and one line in `BudgetRenderers.all`.
protocol BudgetRenderer {
    /// The word after `--format`.
    static var name: String { get }
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String
}

public enum BudgetRenderers {
    static var all: [any BudgetRenderer.Type] {
        [
            TextBudget.self, JSONBudget.self, JUnitBudget.self, SARIFBudget.self, GitHubBudget.self,
            MarkdownBudget.self,
        ]
    }

    /// The words that `--format` takes.
    public static var names: [String] { all.map { $0.name } }

    /// The result in a format; nil for a word that names none.
    public static func render(_ result: BudgetResult, as format: String, _ options: RenderOptions) -> String? {
        all.first { $0.name == format }?.render(result, options)
    }
}
