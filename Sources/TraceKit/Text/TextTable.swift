/// A table for a terminal, with numbers aligned at the decimal point. On a narrow page, titles and texts are wrapped,
/// names are truncated in the middle, and columns are dropped, the least important first.
struct TextTable {
    private struct Column {
        var column: ReportColumn
        /// Columns of a query keep the user's names.
        var title: String
        var cells: [String]
        /// The width of its title and cells.
        let widest: Int
        /// Whether a cell has a value without which other columns may mislead.
        let isMeaningful: Bool
        var width: Int
        var isRight: Bool
    }

    private var columns: [Column]
    private let rowCount: Int
    private let options: RenderOptions

    private static let gap = 2
    /// The width above which texts are truncated.
    private static let mostLines = 3
    /// The width below which a truncated name is useless.
    private static let shortest = 6

    init(_ columns: [ReportColumn], _ rows: [[SQLValue]], _ options: RenderOptions) {
        rowCount = rows.count
        self.options = options
        self.columns = columns.enumerated().filter { $0.element.style != .note }.map { index, column in
            let cells = Self.cells(rows.map { $0[index] }, column, options)
            let title = options.shown(column.title)
            let widest = cells.reduce(TextWidth.of(title)) { max($0, TextWidth.of($1)) }
            return Column(
                column: column, title: title, cells: cells, widest: widest,
                isMeaningful: rows.contains { ReportColumn.isMeaningful($0[index]) }, width: widest,
                isRight: column.isRight && !column.hasBar)
        }
        fit(options.tableWidth)
        if options.keepsNames { widen() }
    }

    typealias Paint = (_ text: String, _ column: ReportColumn, _ padded: String) -> String

    /// All lines of the table.
    func lines(_ color: Paint = { _, _, padded in padded }) -> [String] {
        head() + (0..<rowCount).flatMap { row($0, color) }
    }

    /// The lines of the header, up to the line above the first row.
    func head() -> [String] {
        let titles = columns.map { wrap($0.title, $0) }
        let most = titles.reduce(1) { max($0, $1.count) }
        return (0..<most).map { line in
            Self.join(
                zip(columns, titles).map { column, lines in
                    let index = line - (most - lines.count)
                    return TextWidth.pad(index < 0 ? "" : lines[index], to: column.width, rightAligned: column.isRight)
                })
        }
    }

    /// The lines of a row. `color` receives the text of a cell, its column and the drawn cell.
    func row(_ row: Int, _ color: Paint = { _, _, padded in padded }) -> [String] {
        let cells = columns.map { wrap($0.cells[row], $0) }
        let most = cells.reduce(1) { max($0, $1.count) }
        return (0..<most).map { line in
            Self.join(
                columns.indices.map { index in
                    let (column, lines) = (columns[index], cells[index])
                    let text = line < lines.count ? lines[line] : ""
                    // Trailing blanks are removed; blanks inside a colour sequence could not be.
                    let ends = index == columns.count - 1 && !column.isRight
                    let padded = TextWidth.pad(text, to: ends ? 0 : column.width, rightAligned: column.isRight)
                    return color(text, column.column, padded)
                })
        }
    }

    /// Wraps at blanks if every word fits, otherwise truncates.
    private func wrap(_ text: String, _ column: Column) -> [String] {
        if TextWidth.of(text) <= column.width { return [text] }
        let words = text.split(separator: " ")
        guard words.count > 1, words.allSatisfy({ TextWidth.of(String($0)) <= column.width }) else {
            return [options.fit(text, column.width)]
        }
        let lines = TextWidth.wrap(text, width: column.width, indent: 0)
        if lines.count <= Self.mostLines { return lines }
        let rest = lines.dropFirst(Self.mostLines - 1).joined(separator: " ")
        return lines.prefix(Self.mostLines - 1) + [options.fit(rest, column.width)]
    }

    // MARK: Width

    private mutating func fit(_ width: Int) {
        // Empty columns are dropped.
        columns.removeAll { $0.column.dropOrder > 0 && $0.cells.allSatisfy { $0 == "" } }
        if total > width { wrapTitles() }
        while total > width {
            // Shortens cells first, then drops the least important column.
            let isName: (Column) -> Bool = { $0.column.style == .name || $0.column.style == .text }
            if shrink(to: width, where: isName, least: { $0.column.smallest }) { return }
            let free = columns.indices.filter { !isNeeded(columns[$0]) }
            let last = free.max { columns[$0].column.dropOrder < columns[$1].column.dropOrder }
            if let last, columns[last].column.dropOrder > 0 {
                columns.remove(at: last)
                continue
            }
            // Truncated names are worth more than a missing number; the first columns identify the row.
            let isText: (Column) -> Bool = { !$0.isRight && !$0.column.hasBar }
            if shrink(to: width, where: isText, least: { _ in Self.shortest }) || columns.count <= 2 { return }
            columns.remove(at: free.last { $0 > 1 } ?? columns.count - 1)
        }
    }

    /// Whether a shown column would mislead without this one.
    private func isNeeded(_ column: Column) -> Bool {
        column.isMeaningful && columns.contains { $0.column.needs.contains(column.column.name) }
    }

    /// The header of a number column may take several lines.
    private mutating func wrapTitles() {
        for index in columns.indices where columns[index].isRight {
            let words = columns[index].title.split(separator: " ").map { TextWidth.of(String($0)) }
            let cells = columns[index].cells.reduce(0) { max($0, TextWidth.of($1)) }
            columns[index].width = max(words.max() ?? 0, cells)
        }
    }

    /// The columns that fit in full.
    private mutating func widen() {
        for index in columns.indices {
            columns[index].width = min(columns[index].widest, RenderOptions.longestName)
        }
    }

    /// Takes the missing width from the widest columns, if they have enough.
    private mutating func shrink(to width: Int, where takes: (Column) -> Bool, least: (Column) -> Int) -> Bool {
        let candidates = columns.indices.filter { takes(columns[$0]) && columns[$0].width > least(columns[$0]) }
        let room = candidates.reduce(0) { $0 + columns[$1].width - least(columns[$1]) }
        guard room >= total - width else { return false }
        while total > width {
            let open = candidates.filter { columns[$0].width > least(columns[$0]) }
            guard let widest = open.max(by: { columns[$0].width < columns[$1].width }) else { return false }
            // Down to the next width; from there they shrink together.
            let next = open.filter { columns[$0].width < columns[widest].width }.map { columns[$0].width }.max() ?? 0
            let step = max(1, open.count > 1 ? columns[widest].width - next : total - width)
            columns[widest].width -= min(step, total - width, columns[widest].width - least(columns[widest]))
        }
        return true
    }

    private var total: Int { columns.reduce(-Self.gap) { $0 + $1.width + Self.gap } + 2 }

    private static func join(_ cells: [String]) -> String {
        var line = "  " + cells.joined(separator: String(repeating: " ", count: gap))
        // A blank after an ASCII character is a character of its own.
        let text = line.utf8.lastIndex { $0 != 0x20 }
        if let text, line.utf8[text] < 0x80 { return String(line[..<line.utf8.index(after: text)]) }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    // MARK: Cells

    private static func cells(_ values: [SQLValue], _ column: ReportColumn, _ options: RenderOptions) -> [String] {
        let cells = values.map { $0 == .null ? column.null : cell($0, column.style, options) }
        if column.hasBar { return bars(values.map(\.number), cells, options) }
        return column.isRight && column.style != .milliseconds ? NumberColumn.align(cells) : cells
    }

    /// The numbers, each with a bar; the longest bar belongs to the largest.
    private static func bars(_ numbers: [Double], _ cells: [String], _ options: RenderOptions) -> [String] {
        let longest = max(6, min(40, options.width - 44))
        let most = numbers.max() ?? 0
        let width = cells.reduce(0) { max($0, TextWidth.of($1)) }
        return zip(numbers, cells).map { number, cell in
            TextWidth.pad(cell, to: width, rightAligned: true) + "  "
                + TextBar.text(most > 0 ? number / most : 0, longest: longest)
        }
    }

    private static func cell(_ value: SQLValue, _ style: ReportColumn.Style, _ options: RenderOptions) -> String {
        switch (style, value) {
        case (_, .null): ""
        case (.milliseconds, _): Decimal.text(value.number, digits: 2)
        case (.percent, _): "\(Decimal.text(value.number * 100, digits: 0)) %"
        case (.count, .integer(let number)): Decimal.grouped(Int(number))
        case (.word, .text(let word)) where word == "red" || word == "orange" || word == "gray": word.uppercased()
        case (_, .text(let text)): options.shown(text)
        case (_, .integer(let number)): "\(number)"
        case (.change, .real(let number)): Decimal.figure(number)
        case (_, .real(let number)): Decimal.text(number, digits: 2)
        case (_, .blob(let bytes)): "\(bytes.count) bytes"
        }
    }
}

/// A bar of block characters.
enum TextBar {
    private static let ends = Array("▏▎▍▌▋▊▉")

    /// A bar of `share` of `longest` columns, in eighths of a column; a nonzero share is never drawn empty.
    static func text(_ share: Double, longest: Int) -> String {
        let eighths = Int((min(1, max(0, share)) * Double(longest * 8)).rounded())
        guard share > 0 else { return "" }
        guard eighths > 0 else { return String(ends[0]) }
        let end = eighths % 8 == 0 ? "" : String(ends[eighths % 8 - 1])
        return String(repeating: "█", count: eighths / 8) + end
    }
}
