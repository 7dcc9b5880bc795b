/// A column of a section. The name is that of the view's column, with its unit.
public struct ReportColumn: Sendable {
    public enum Style: Sendable {
        case name, word, count, milliseconds, integer, percent, text
        /// A number or both sides of a comparison, as text.
        case change
        /// A sentence or more: stands below the row instead of in a column where the page is narrow.
        case note
    }

    public var name: String
    public var title: String
    public var style: Style
    /// Columns with a higher number go first where the page is narrow; 0 stays always.
    public var dropOrder: Int
    /// A text is not cut shorter than this before other columns are left out.
    public var smallest: Int
    /// Whether a bar behind each number shows its size, where that can be drawn.
    public var hasBar: Bool

    /// Whether its cells stand at the right: numbers do.
    var isRight: Bool {
        switch style {
        case .count, .milliseconds, .integer, .percent, .change: true
        case .name, .word, .text, .note: false
        }
    }

    public init(
        _ name: String, _ title: String, _ style: Style, drop: Int = 0, smallest: Int = 16, hasBar: Bool = false
    ) {
        self.name = name
        self.title = title
        self.style = style
        dropOrder = drop
        self.smallest = smallest
        self.hasBar = hasBar
    }
}
