/// A comparison as one page: the answer, both timelines, one above the other, and the tables of differences.
enum HTMLDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        HTMLPage(
            title: "\(diff.before.label) → \(diff.after.label)",
            main: "\(answer(diff))\n\(PageMarkup.diffPanels)\n\(plain(diff))",
            foot: PageMarkup.diffFoot, reportJSON: JSONDiff.render(diff, options), pageJSON: DiffPageJSON.text(diff),
            script: PageScript.diff
        ).text
    }

    /// The lines of the text, in the same words: the verdict as the headline, and the numbers under a fold.
    private static func answer(_ diff: TraceDiff) -> String {
        func line(_ line: DiffAnswerLine) -> String {
            HTMLPage.line(line.label, MarkupText.html(line.text), line.kind == .findings ? "to-findings" : "")
        }
        let notes = diff.warnings.map { HTMLPage.line("Note", MarkupText.html($0), "note") }
        let next = HTMLPage.line("Next", "<code>\(MarkupText.html(diff.next))</code>", "next")
        let changes = diff.answer.filter { $0.kind != .sums }.map(line)
        let sums =
            diff.answer.filter { $0.kind == .sums }.map(line) + [
                HTMLPage.line("Before", MarkupText.html(DiffText.side(diff.before)), "side"),
                HTMLPage.line("After", MarkupText.html(DiffText.side(diff.after)), "side"),
            ]
        return """
            <section class="answer" aria-label="The answer">
            <h1>\(MarkupText.html(diff.before.label)) → \(MarkupText.html(diff.after.label))</h1>
            <p class="headline">\(colored(DiffText.verdictWord(diff), diff))<span class="reasons">\
            \(MarkupText.html(DiffText.verdictReasons(diff)))</span></p>
            <dl>
            \((changes + notes + [next]).joined(separator: "\n"))
            </dl>
            <details class="all"><summary>All sums, both recordings, and what a verdict means</summary>
            <dl>
            \(sums.joined(separator: "\n"))
            </dl>
            <p class="method">\(MarkupText.html(diff.method))</p>
            </details>
            </section>
            """
    }

    /// The first rows of the tables, for a browser without scripts.
    static func plain(_ diff: TraceDiff) -> String {
        PlainReport.block(
            diff.tables.filter { !$0.rows.isEmpty }.map { table in
                let (columns, rows) = (DiffText.columns(table), DiffText.rows(table, PlainReport.most))
                let all = Decimal.grouped(table.differing)
                let words = rows.count < table.differing ? "\(rows.count) of \(all); all \(all) with JavaScript" : all
                let equal = table.unchanged > 0 ? "; \(Decimal.grouped(table.unchanged)) equal" : ""
                return PlainReport.table(
                    "\(MarkupText.html(table.title)) <small>\(words)\(equal)</small>", columns, rows,
                    shown: Array(columns.indices))
            })
    }

    private static func colored(_ words: String, _ diff: TraceDiff) -> String {
        let text = MarkupText.html(words)
        switch diff.conclusion.word {
        case .worse, .likelyWorse: return "<span class=\"worse\">▲ \(text)</span>"
        case .better, .likelyBetter: return "<span class=\"better\">▼ \(text)</span>"
        case .mixed, .likelyMixed: return "<span class=\"mixed\">◆ \(text)</span>"
        case .different, .noDifference, .notCompared: return text
        }
    }
}

/// The data for the script of a comparison's page besides `--format json`: both timelines, and the layout of tables.
/// The numbers of the tables are only in the JSON.
enum DiffPageJSON {
    static func text(_ diff: TraceDiff) -> String {
        let sides = diff.page.map { [side(diff.before, $0.before), side(diff.after, $0.after)] } ?? []
        return PageJSON.object([
            ("codes", PageJSON.codes), ("sides", PageJSON.list(sides, separator: ",\n")),
            ("tables", PageJSON.list(diff.tables.map(table))),
        ])
    }

    private static func side(_ side: DiffSide, _ line: DiffTimeline) -> String {
        PageJSON.object(
            [
                ("role", JSONText.quote(side.role)), ("several", side.traces > 1 ? "true" : "false"),
                ("title", JSONText.quote(line.title ?? DiffText.side(side))),
                ("views", PageJSON.list(line.views.map { $0.map(JSONText.quote) ?? "null" })),
                ("titles", PageJSON.list(line.titles.map(JSONText.quote))),
                ("interactions", PageJSON.list(line.interactions.map { "\($0)" })),
                ("chains", PageJSON.list(line.chains.map { "[\($0.chain),\($0.row)]" })),
            ] + PageJSON.tables(line.data))
    }

    private static func table(_ table: DiffTable) -> String {
        let shown = DiffText.shown(table)
        let columns = shown.map { column(table.columns[$0]) }
        return PageJSON.object([
            ("id", JSONText.quote(table.id)), ("columns", PageJSON.list(columns)),
            ("short", PageJSON.list(table.rows.map { JSONText.quote($0.shortWords) })),
            ("marks", PageJSON.list(table.rows.map { row in "\"\(shown.map { mark(row.cells[$0]) }.joined())\"" })),
        ])
    }

    private static func column(_ column: DiffColumn) -> String {
        let (style, unit): (String, String?) =
            switch column.style {
            case .name: ("name", nil)
            case .text: ("text", nil)
            case .note: ("note", nil)
            case .probability: ("probability", nil)
            case .count, .milliseconds, .percent, .figure: ("change", "\(column.style)")
            }
        return PageJSON.object([
            ("name", JSONText.quote(column.name)), ("title", JSONText.quote(column.title)),
            ("style", JSONText.quote(style)), ("unit", unit.map(JSONText.quote) ?? "null"),
            ("drop", "\(column.dropOrder)"),
        ])
    }

    /// The verdict on one figure as a letter; most have none.
    private static func mark(_ cell: DiffCell) -> String {
        guard case .change(let change) = cell else { return "-" }
        switch change.verdict {
        case .worse: return "w"
        case .better: return "b"
        case .mixed: return "m"
        case .none: return "-"
        }
    }
}
