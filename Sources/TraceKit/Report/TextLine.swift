/// Lines that the reports for a terminal share.
enum TextLine {
    enum Paint: String {
        case red = "31;1"
        case orange = "33"
        case green = "32"
        case bold = "1"
        case dim = "2"
    }

    static let labelWidth = 10

    /// A sentence behind its label, wrapped beside it.
    static func labelled(_ label: String, _ text: String, _ options: RenderOptions) -> [String] {
        let head = TextWidth.pad(label, to: labelWidth, rightAligned: false)
        let width = max(30, options.width - labelWidth)
        let wrapped = TextWidth.wrap(VisibleText.escape(text), width: width, indent: 0)
        let margin = String(repeating: " ", count: labelWidth)
        return wrapped.enumerated().map { index, line in
            (index == 0 ? paint(head, label.hasPrefix("!") ? .orange : .bold, options) : margin) + line
        }
    }

    /// A sentence below a row: `Fix: …`.
    static func note(_ title: String, _ text: String, _ options: RenderOptions) -> [String] {
        TextWidth.wrap("\(title): \(VisibleText.escape(text))", width: max(30, options.width), indent: 10)
            .enumerated().map { index, line in index == 0 ? "      \(line)" : line }
    }

    static func paint(_ text: String, _ paint: Paint, _ options: RenderOptions) -> String {
        options.usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
