/// A table for a terminal: numbers right-aligned with equal digits behind the point, names cut in the middle,
/// columns left out from the least important on where the page is too narrow. Never wraps.
struct TextTable {
    private struct Column {
        var column: ReportColumn
        /// A query's column is called what the user called it.
        var title: String
        var cells: [String]
        var width: Int
        var isRight: Bool
    }

    private var columns: [Column]
    private let rowCount: Int
    /// Titles of the columns that did not fit.
    private(set) var droppedTitles: [String] = []

    private static let gap = 2

    init(_ columns: [ReportColumn], _ rows: [[SQLValue]], width: Int) {
        rowCount = rows.count
        self.columns = columns.enumerated().filter { $0.element.style != .note }.map { index, column in
            let cells = rows.map { Self.cell($0[index], column.style) }
            let title = VisibleText.escape(column.title)
            let widest = cells.reduce(TextWidth.of(title)) { max($0, TextWidth.of($1)) }
            return Column(
                column: column, title: title, cells: cells, width: widest, isRight: Self.isRight(column.style))
        }
        fit(width)
    }

    /// The header and the rows.
    func lines(_ color: (String, ReportColumn, String) -> String) -> [String] {
        let header = columns.map {
            TextWidth.pad(TextWidth.fit($0.title, $0.width), to: $0.width, rightAligned: $0.isRight)
        }
        var lines = [Self.join(header)]
        for row in 0..<rowCount {
            lines.append(
                Self.join(
                    columns.map { column in
                        let cell = TextWidth.fit(column.cells[row], column.width)
                        return color(
                            cell, column.column, TextWidth.pad(cell, to: column.width, rightAligned: column.isRight))
                    }))
        }
        return lines
    }

    private mutating func fit(_ width: Int) {
        // Empty columns say nothing.
        columns.removeAll { $0.column.dropOrder > 0 && $0.cells.allSatisfy { $0 == "" } }
        while total > width {
            // First shorten what can be shortened, then leave out the least important column.
            let excess = total - width
            if let index = widest(), columns[index].width - columns[index].column.smallest >= excess {
                columns[index].width -= excess
                return
            }
            guard let last = columns.indices.max(by: { columns[$0].column.dropOrder < columns[$1].column.dropOrder }),
                columns[last].column.dropOrder > 0
            else {
                squeeze(width)
                return
            }
            droppedTitles.append(columns[last].column.title)
            columns.remove(at: last)
        }
    }

    /// The last resort: the widest columns of text give what is missing, one after the other, but for eight columns.
    private mutating func squeeze(_ width: Int) {
        while total > width {
            let texts = columns.indices.filter { !columns[$0].isRight && columns[$0].width > 8 }
            guard let index = texts.max(by: { columns[$0].width < columns[$1].width }) else { return }
            columns[index].width = max(8, columns[index].width - (total - width))
        }
    }

    private var total: Int { columns.reduce(-Self.gap) { $0 + $1.width + Self.gap } + 2 }

    private func widest() -> Int? {
        columns.indices.filter { columns[$0].column.style == .name || columns[$0].column.style == .text }
            .max { columns[$0].width < columns[$1].width }
    }

    private static func join(_ cells: [String]) -> String {
        var line = "  " + cells.joined(separator: String(repeating: " ", count: gap))
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    private static func isRight(_ style: ReportColumn.Style) -> Bool {
        switch style {
        case .count, .milliseconds, .integer, .percent, .change: true
        case .name, .word, .text, .note: false
        }
    }

    private static func cell(_ value: SQLValue, _ style: ReportColumn.Style) -> String {
        switch (style, value) {
        case (_, .null): ""
        case (.milliseconds, _): Decimal.text(value.number, digits: 2)
        case (.percent, _): "\(Decimal.text(value.number * 100, digits: 0)) %"
        case (.count, .integer(let number)): Decimal.grouped(Int(number))
        case (.word, .text(let word)) where word == "red" || word == "orange" || word == "gray": word.uppercased()
        case (_, .text(let text)): VisibleText.escape(text)
        case (_, .integer(let number)): "\(number)"
        case (_, .real(let number)): Decimal.text(number, digits: 2)
        case (_, .blob(let bytes)): "\(bytes.count) bytes"
        }
    }
}
