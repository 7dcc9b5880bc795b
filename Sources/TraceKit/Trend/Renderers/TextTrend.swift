/// A trend for a terminal.
enum TextTrend {
    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        var lines = trend.warnings.flatMap { TextLine.labelled("! Note", $0, options) }
        lines += TextLine.labelled("Traces", span(trend), options)
        lines += TextLine.labelled("Trend", TrendText.verdict(trend), options)
        lines += TextLine.next(TrendText.next(trend, options), options)
        for group in TrendRow.Group.allCases {
            let (all, rows) = TrendText.rows(trend, group, options)
            guard !rows.isEmpty else { continue }
            let places = TrendText.columns(group)
            let table = TextTable(
                places.map { TrendText.columns[$0] }, rows.map { row in places.map { row[$0] } }, options)
            let count = rows.count < all ? "\(rows.count) of \(all)" : "\(all)"
            lines += [""] + TextLine.title("\(TrendText.title(group)) (\(count))", options)
            lines += table.head().map { TextLine.paint($0, .dim, options) }
            lines += rows.indices.flatMap { table.row($0) }
        }
        return TextPage.text(lines, options)
    }

    /// `12, from 3f2a91c (#1) to 9c1d2e4 (#12)`
    private static func span(_ trend: TraceTrend) -> String {
        guard let first = trend.traces.first, let last = trend.traces.last, trend.traces.count > 1 else {
            return trend.traces.first.map { "1, \($0.label)" } ?? "none"
        }
        let ids = trend.traces.map(\.id)
        let gaps = last.id - first.id + 1 == Int64(ids.count) ? "" : ": #\(Decimal.ranges(ids))"
        return "\(ids.count), from \(first.label) (#\(first.id)) to \(last.label) (#\(last.id))\(gaps)"
    }
}
