/// Draws a trend in one format: a pure function of the model.
protocol TrendRenderer {
    /// The word after `--format`.
    static var name: String { get }
    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String
}

public enum TrendRenderers {
    static var all: [any TrendRenderer.Type] { [TextTrend.self, JSONTrend.self, MarkdownTrend.self] }

    /// The words that `--format` takes.
    public static var names: [String] { all.map { $0.name } }

    /// The trend in a format; nil for a word that names none.
    public static func render(_ trend: TraceTrend, as format: String, _ options: RenderOptions) -> String? {
        all.first { $0.name == format }?.render(trend, options)
    }
}

/// What the formats for people share.
enum TrendText {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// One sign a trace, from the least to the largest value; `·` where there is none. Of long series the last ones.
    static func sparkline(_ values: [Double?], width: Int) -> String {
        let shown = values.suffix(width)
        let known = shown.compactMap { $0 }
        guard let least = known.min(), let most = known.max() else { return "" }
        return String(
            shown.map { value -> Character in
                guard let value else { return "·" }
                guard most > least else { return most > 0 ? bars[3] : bars[0] }
                return bars[min(bars.count - 1, Int((value - least) / (most - least) * Double(bars.count)))]
            })
    }

    /// Traces that a sparkline shows: fewer where the page is narrow.
    private static func sparks(_ options: RenderOptions) -> Int { max(8, min(30, options.tableWidth / 4)) }

    static func number(_ value: Double?, isTime: Bool) -> String {
        guard let value else { return "–" }
        return isTime || value != value.rounded() ? Decimal.text(value, digits: 2) : Decimal.grouped(Int(value))
    }

    /// `+ 1 → 104 since 3f2a91c (#7)`
    static func step(_ row: TrendRow, _ trend: TraceTrend) -> String {
        guard let step = row.step else { return "" }
        let trace = trend.traces[step.index]
        let levels = "\(number(step.before, isTime: row.isTime)) → \(number(step.after, isTime: row.isTime))"
        return "\(step.isWorse ? "WORSE" : "better") \(levels) since \(trace.label) (#\(trace.id))"
    }

    static func title(_ group: TrendRow.Group) -> String {
        switch group {
        case .headline: "Headline figures"
        case .interaction: "Interactions"
        case .view: "Views"
        }
    }

    static let columns = [
        ReportColumn("subject", "What", .name, smallest: 12), ReportColumn("figure", "Figure", .text, smallest: 14),
        ReportColumn("first", "First", .change, drop: 3), ReportColumn("last", "Last", .change),
        ReportColumn("trend", "Trend", .word), ReportColumn("step", "Step", .text, drop: 1, smallest: 24),
    ]

    /// The rows of a group that are worth a line: all headline figures, of the others those that are not always the same.
    static func rows(_ trend: TraceTrend, _ group: TrendRow.Group, _ options: RenderOptions) -> (all: Int, [[SQLValue]])
    {
        let rows = trend.rows.filter { row in
            row.group == group && (group == .headline || Set(row.values.compactMap { $0 }).count > 1)
        }
        let cells = rows.prefix(options.top).map { row -> [SQLValue] in
            [
                .text(row.subject), .text(row.figure), .text(number(row.first, isTime: row.isTime)),
                .text(number(row.last, isTime: row.isTime)), .text(sparkline(row.values, width: sparks(options))),
                .text(step(row, trend)),
            ]
        }
        return (rows.count, cells)
    }

    /// Headline figures are of the whole trace.
    static func columns(_ group: TrendRow.Group) -> [Int] {
        group == .headline ? Array(1..<columns.count) : Array(columns.indices)
    }

    /// The row to look at first: what stepped up most, else what stepped.
    private static func first(_ trend: TraceTrend) -> TrendRow? {
        let steps = trend.rows.filter { $0.step != nil }
        return steps.first { $0.step?.isWorse == true } ?? steps.first
    }

    /// The command that is most useful next: the traces on both sides of the step held against each other.
    static func next(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        let input = ShellWord.quote(options.input)
        guard let last = trend.traces.last, trend.traces.count > 1 else {
            return "trace-analyze import NEXT.json --db \(input) --label COMMIT"
        }
        guard let step = first(trend)?.step, step.index > 0 else {
            return "trace-analyze report \(ShellWord.quote("\(options.input)#\(last.id)"))"
        }
        let (before, after) = (trend.traces[step.index - 1].id, trend.traces[step.index].id)
        return "trace-analyze diff \(ShellWord.quote("\(options.input)#\(before)")) "
            + ShellWord.quote("\(options.input)#\(after)")
    }

    /// The answer in one sentence.
    static func verdict(_ trend: TraceTrend) -> String {
        let steps = trend.rows.filter { $0.step != nil }
        let worse = steps.filter { $0.step?.isWorse == true }
        guard trend.traces.count > 1 else { return "one trace is no trend: import more with 'import --db … --label …'" }
        guard let row = first(trend) else {
            return "no figure moved by more than 10 % and 1 ms or 2 updates"
        }
        let counts = "\(worse.count) of \(trend.rows.count) figures stepped up, \(steps.count - worse.count) down"
        return
            "\(counts); first to look at: \([row.subject, row.figure].filter { !$0.isEmpty }.joined(separator: ", ")): "
            + step(row, trend)
    }
}

/// A trend for a terminal.
enum TextTrend: TrendRenderer {
    static let name = "text"

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
            let drawn = table.lines { _, _, padded in padded }
            let count = rows.count < all ? "\(rows.count) of \(all)" : "\(all)"
            lines += [""] + TextLine.title("\(TrendText.title(group)) (\(count))", options)
            lines.append(TextLine.paint(drawn[0], .dim, options))
            lines += drawn.dropFirst()
        }
        return TextPage.text(lines, options)
    }

    /// `12, from 3f2a91c (#1) to 9c1d2e4 (#12)`
    private static func span(_ trend: TraceTrend) -> String {
        guard let first = trend.traces.first, let last = trend.traces.last, trend.traces.count > 1 else {
            return trend.traces.first.map { "1, \($0.label)" } ?? "none"
        }
        return "\(trend.traces.count), from \(first.label) (#\(first.id)) to \(last.label) (#\(last.id))"
    }
}

/// A trend for a pull request or a wiki.
enum MarkdownTrend: TrendRenderer {
    static let name = "markdown"

    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        var lines = trend.warnings.map { "> **Note:** \(MarkdownText.escape($0))\n" }
        lines += [MarkdownText.escape(TrendText.verdict(trend)), ""]
        for group in TrendRow.Group.allCases {
            let (_, rows) = TrendText.rows(trend, group, options)
            guard !rows.isEmpty else { continue }
            let places = TrendText.columns(group)
            lines += ["#### \(TrendText.title(group))", ""]
            lines.append("| \(places.map { TrendText.columns[$0].title }.joined(separator: " | ")) |")
            lines.append("|\(places.map { TrendText.columns[$0].style == .change ? " ---: |" : " --- |" }.joined())")
            for row in rows {
                lines.append("| \(places.map { MarkdownText.escape(row[$0].text ?? "") }.joined(separator: " | ")) |")
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }
}

/// A trend as JSON: all figures with all their values.
enum JSONTrend: TrendRenderer {
    static let name = "json"

    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
        func real(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
        var json = JSONText()
        json.object { json in
            json.value("schema", "trace-analyze/trend")
            json.value("schema_version", TraceTrend.schemaVersion)
            json.array("warnings") { json in for warning in trend.warnings { json.value(nil, warning) } }
            json.array("traces") { json in
                for trace in trend.traces {
                    json.row([
                        ("id", .integer(trace.id)), ("label", .text(trace.label)), ("build", text(trace.build)),
                        ("device", text(trace.device)), ("date", text(trace.date)),
                        ("updates", .integer(Int64(trace.updates))),
                        ("interactions", .integer(Int64(trace.interactions))),
                    ])
                }
            }
            json.array("figures") { json in
                for row in trend.rows {
                    json.object { json in
                        json.value("group", row.group.rawValue)
                        json.value("subject", row.subject)
                        json.value("figure", row.figure)
                        json.array("values") { json in for value in row.values { json.value(nil, real(value)) } }
                        if let step = row.step {
                            json.value("step_trace", .integer(trend.traces[step.index].id))
                            json.value("step_before", step.before)
                            json.value("step_after", step.after)
                        }
                    }
                }
            }
        }
        return json.text + "\n"
    }
}
