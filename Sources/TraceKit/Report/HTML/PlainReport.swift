/// The problems and the first rows of the tables as plain markup, for a browser without scripts.
enum PlainReport {
    /// Rows of a table.
    static let most = 15
    /// The longest text in a cell.
    private static let longestText = 90
    /// Columns that a narrow terminal drops first are left out.
    private static let dropOrder = 2

    /// Of the first trace alone: the answers of others are hidden without a script, too.
    static func markup(_ report: Report) -> String {
        guard let trace = report.traces.first else { return "" }
        let sections = (trace.page == nil ? trace.sections : trace.pageSections).filter { !$0.rows.isEmpty }
        let tables = sections.map { $0.problems.isEmpty ? table($0) : problems($0) }
        return block(tables)
    }

    static func block(_ tables: [String]) -> String {
        "<noscript><div class=\"plain\">\n\(tables.joined(separator: "\n"))\n</div></noscript>"
    }

    private static func problems(_ section: ReportSection) -> String {
        let items = section.problems.filter { $0.accepted == nil }.prefix(most).map { problem in
            let cost = problem.costMs.map { ", \(Decimal.text($0, digits: 1)) ms" } ?? ""
            let gain = problem.gain.map { "<br><b>Gain</b> \(MarkupText.html($0))" } ?? ""
            return """
                <li><b>\(MarkupText.html(problem.title))</b> (\(problem.severity.rawValue)\(cost))<br>\
                \(MarkupText.html(problem.whyWithConfidence))<br><b>Fix</b> \(MarkupText.html(problem.fix))\(gain)</li>
                """
        }
        return "<h2>\(heading(section, items.count))</h2><ol>\(items.joined(separator: "\n"))</ol>"
    }

    private static func table(_ section: ReportSection) -> String {
        table(
            heading(section, min(most, section.rows.count)), section.columns, section.rows,
            shown: ReportColumn.shown(section.columns, section.rows, dropOrder: dropOrder))
    }

    /// The first rows under a heading, which is markup.
    ///
    /// - Parameter shown: the indexes of the columns; sentences are left out.
    static func table(
        _ heading: String, _ columns: [ReportColumn], _ rows: [[SQLValue]], shown: [Int]
    ) -> String {
        let places = shown.filter { columns[$0].style != .note }
        let head = places.map { "<th>\(MarkupText.html(columns[$0].title))" }.joined()
        let body = rows.prefix(most).map { row in
            places.map { place in
                let text = MarkdownReport.value(row[place], columns[place])
                return "<td>\(MarkupText.html(TextWidth.fit(text, longestText)))"
            }.joined()
        }
        // A browser closes cells and rows itself.
        return """
            <h2>\(heading)</h2><table><tr>\(head)
            \(body.map { "<tr>\($0)" }.joined(separator: "\n"))</table>
            """
    }

    private static func heading(_ section: ReportSection, _ count: Int) -> String {
        let total = Decimal.grouped(section.total)
        let words = count < section.total ? "\(count) of \(total); all \(total) with JavaScript" : total
        return "\(MarkupText.html(section.title)) <small>\(words)</small>"
    }
}
