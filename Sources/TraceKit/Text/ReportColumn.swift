/// A column of a section. The name is that of the view's column, with its unit.
package struct ReportColumn: Sendable {
    package enum Style: Sendable {
        case name, word, count, milliseconds, integer, percent, text
        /// A number or both sides of a comparison, as text.
        case change
        /// A sentence or more: stands below the row instead of in a column where the page is narrow.
        case note
    }

    package var name: String
    package var title: String
    package var style: Style
    /// Columns with a higher number go first where the page is narrow; 0 stays always.
    package var dropOrder: Int
    /// A text is not cut shorter than this before other columns are left out.
    package var smallest: Int
    /// Columns without which a number here would say more than it means: while one of them says something, this one is
    /// left out before it.
    package var needs: [String]
    /// Whether a bar behind each number shows its size, where that can be drawn.
    package var hasBar: Bool
    /// What is shown where a row has no value: where that is not known, a dash.
    package var null: String

    /// Whether its cells stand at the right: numbers do.
    var isRight: Bool {
        switch style {
        case .count, .milliseconds, .integer, .percent, .change: true
        case .name, .word, .text, .note: false
        }
    }

    package init(
        _ name: String, _ title: String, _ style: Style, drop: Int = 0, smallest: Int = 16, hasBar: Bool = false,
        needs: [String] = [], null: String = ""
    ) {
        self.name = name
        self.title = title
        self.style = style
        dropOrder = drop
        self.smallest = smallest
        self.hasBar = hasBar
        self.needs = needs
        self.null = null
    }
}

extension ReportColumn {
    /// The columns of a table for a page that has none of those above a drop order, but what these need.
    static func shown(_ columns: [ReportColumn], _ rows: [[SQLValue]], dropOrder most: Int) -> [Int] {
        let needed = Set(columns.filter { $0.dropOrder <= most }.flatMap(\.needs))
        return columns.indices.filter { index in
            columns[index].dropOrder <= most
                || needed.contains(columns[index].name) && rows.contains { says($0[index]) }
        }
    }

    /// Whether a value is something that numbers beside it may have to be read with.
    static func says(_ value: SQLValue) -> Bool {
        switch value {
        case .null: false
        case .integer(let number): number != 0
        case .real(let number): number != 0
        case .text(let text): !text.isEmpty && text != "met"
        case .blob: true
        }
    }
}
