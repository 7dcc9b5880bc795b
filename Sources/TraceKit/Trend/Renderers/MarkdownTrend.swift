/// A trend for a pull request or a wiki.
enum MarkdownTrend {
    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        var lines = trend.warnings.map { "> **Note:** \(MarkdownText.escape($0))\n" }
        lines += [MarkdownText.escape(TrendText.verdict(trend)), ""]
        for group in TrendRow.Group.allCases {
            let (_, rows) = TrendText.rows(trend, group, options)
            guard !rows.isEmpty else { continue }
            let places = TrendText.columns(group)
            lines += ["#### \(TrendText.title(group))", ""]
            lines.append(MarkdownText.head(places.map { TrendText.columns[$0] }))
            lines += rows.map { row in MarkdownText.row(places.map { MarkdownText.escape(row[$0].text ?? "") }) } + [""]
        }
        return lines.joined(separator: "\n")
    }
}
