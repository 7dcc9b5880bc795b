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

/// The parts that the formats for people share.
enum TrendText {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// One character per trace, from the smallest value to the largest; `·` without a value. Long series show their
    /// last traces.
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

    /// The most traces in a sparkline; fewer on a narrow page.
    private static func sparks(_ options: RenderOptions) -> Int { max(8, min(30, options.tableWidth / 4)) }

    static func number(_ value: Double?, _ unit: TrendRow.Unit) -> String {
        guard let value else { return "–" }
        if unit != .count || value != value.rounded() { return Decimal.text(value, digits: 2) }
        return Int(exactly: value).map { Decimal.grouped($0) } ?? Decimal.text(value, digits: 0)
    }

    /// `WORSE 1 → 104 since 3f2a91c (#7)`; empty without a step.
    static func step(_ row: TrendRow, _ trend: TraceTrend) -> String {
        guard let step = row.step else { return "" }
        let trace = trend.traces[step.index]
        let levels = "\(number(step.before, row.unit)) → \(number(step.after, row.unit))"
        return "\(step.isWorse ? "WORSE" : "BETTER") \(levels) since \(trace.label) (#\(trace.id))"
    }

    static func title(_ group: TrendRow.Group) -> String {
        switch group {
        case .headline: "Headline figures"
        case .interaction: "Interactions"
        case .view: "Views"
        case .signpost: "Signposts"
        case .function: "Functions"
        }
    }

    static let columns = [
        ReportColumn("subject", "What", .name, smallest: 12), ReportColumn("figure", "Figure", .text, smallest: 14),
        ReportColumn("first", "First", .change, drop: 3), ReportColumn("last", "Last", .change),
        ReportColumn("trend", "Trend", .word), ReportColumn("step", "Step", .text, drop: 1, smallest: 24),
    ]

    /// The rows of a group to show, and the number of all: every headline figure, and others whose
    /// values differ.
    static func rows(_ trend: TraceTrend, _ group: TrendRow.Group, _ options: RenderOptions) -> (all: Int, [[SQLValue]])
    {
        let rows = trend.rows.filter { row in
            row.group == group && (group == .headline || Set(row.values.compactMap { $0 }).count > 1)
        }
        let cells = rows.prefix(options.top).map { row -> [SQLValue] in
            [
                .text(row.subject), .text(row.figure), .text(number(row.first, row.unit)),
                .text(number(row.last, row.unit)), .text(sparkline(row.values, width: sparks(options))),
                .text(step(row, trend)),
            ]
        }
        return (rows.count, cells)
    }

    /// The indexes of a group's columns: headline figures have no subject.
    static func columns(_ group: TrendRow.Group) -> [Int] {
        group == .headline ? Array(1..<columns.count) : Array(columns.indices)
    }

    /// The most important row: the largest step in either direction; of equal ones, one that got worse.
    private static func first(_ trend: TraceTrend) -> TrendRow? {
        var first: TrendRow?
        for row in trend.rows where row.step != nil {
            guard let best = first else {
                first = row
                continue
            }
            let isWorse = row.step?.isWorse == true && best.step?.isWorse != true
            if row.weight > best.weight || row.weight == best.weight && isWorse { first = row }
        }
        return first
    }

    /// The most traces per side of that comparison; they are enough to decide.
    private static let mostOfSide = 9

    /// The most useful next command: it compares the traces on both sides of the step.
    static func next(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        guard let last = trend.traces.last, trend.traces.count > 1 else {
            let label = CommandInput.Option("label", "COMMIT")
            guard let database = options.input.database else {
                return options.input.command("import", [.init("db", "traces.sqlite"), label])
            }
            return CommandInput(["NEXT.json"]).command("import", [.init("db", database), label])
        }
        var named = options.input
        func inputs(_ trace: TrendTrace) -> [String] {
            options.input.traces[trace.id] ?? options.input.inputs.map { "\($0)#\(trace.id)" }
        }
        guard let step = first(trend)?.step, step.index > 0 else {
            named.inputs = inputs(last)
            return named.command("report")
        }
        let group = trend.groups.first { $0.contains(step.index) } ?? Array(trend.traces.indices)
        func run(_ indices: some Sequence<Int>) -> [TrendTrace] {
            // The traces next to the step, up to the first of another group.
            var taken: [Int] = []
            for index in indices.prefix(mostOfSide) where taken.last.map({ abs($0 - index) == 1 }) ?? true {
                taken.append(index)
            }
            return taken.sorted().map { trend.traces[$0] }
        }
        let before = run(group.filter { $0 < step.index }.reversed()), after = run(group.filter { $0 >= step.index })
        func side(_ traces: [TrendTrace], nearest: TrendTrace?) -> [String] {
            guard let database = options.input.database, let first = traces.first?.id, let last = traces.last?.id,
                first < last
            else { return nearest.map(inputs) ?? [] }
            return ["\(database)#\(first)..\(last)"]
        }
        named.inputs = side(before, nearest: before.last) + side(after, nearest: after.first)
        return named.command("diff")
    }

    /// The answer in one sentence.
    static func verdict(_ trend: TraceTrend) -> String {
        let steps = trend.rows.filter { $0.step != nil }
        let worse = steps.filter { $0.step?.isWorse == true }
        guard trend.traces.count > 1 else { return "one trace is no trend: import more with 'import --db … --label …'" }
        guard let row = first(trend) else {
            return "no figure moved by more than 10 % and 1 ms or 2 updates, in enough of the traces"
        }
        let (figures, better) = (Decimal.counted(trend.rows.count, "figure"), steps.count - worse.count)
        let counts =
            row.step?.isWorse == true
            ? "of \(figures) \(worse.count) stepped up, \(better) down"
            : "of \(figures) \(better) stepped down, \(worse.count) up"
        return
            "\(counts); first to look at: \([row.subject, row.figure].filter { !$0.isEmpty }.joined(separator: ", ")): "
            + step(row, trend)
    }
}
