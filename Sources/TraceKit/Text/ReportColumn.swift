/// A column of a section, named like the view's column, with its unit.
package struct ReportColumn: Sendable {
    package enum Style: Sendable {
        case name, word, count, milliseconds, integer, percent, text
        /// A number or both sides of a comparison, as text.
        case change
        /// A sentence or more: drawn below the row, not in a column, on a narrow page.
        case note
    }

    package var name: String
    package var title: String
    package var style: Style
    /// Columns with a higher number are dropped first on a narrow page; 0 is never dropped.
    package var dropOrder: Int
    /// The shortest width to which a text is truncated before other columns are dropped.
    package var smallest: Int
    /// Columns without which this number would mislead: it is dropped before any of them that has a value.
    package var needs: [String]
    /// Whether a bar after each number shows its size.
    package var hasBar: Bool
    /// The text for a row without a value; a dash if the value is unknown.
    package var null: String

    /// Whether cells are right-aligned, as numbers are.
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
    /// The columns of a table without those above a drop order, except those that the others need.
    static func shown(_ columns: [ReportColumn], _ rows: [[SQLValue]], dropOrder most: Int) -> [Int] {
        let needed = Set(columns.filter { $0.dropOrder <= most }.flatMap(\.needs))
        return columns.indices.filter { index in
            columns[index].dropOrder <= most
                || needed.contains(columns[index].name) && rows.contains { isMeaningful($0[index]) }
        }
    }

    /// Whether a value may be needed to interpret numbers next to it.
    static func isMeaningful(_ value: SQLValue) -> Bool {
        switch value {
        case .null: false
        case .integer(let number): number != 0
        case .real(let number): number != 0
        case .text(let text): !text.isEmpty && text != "met"
        case .blob: true
        }
    }
}
