/// Kinds of lines shared by the reports for a terminal.
enum TextLine {
    enum Paint: String {
        case red = "31;1"
        case orange = "33"
        case green = "32"
        case bold = "1"
        case dim = "2"
    }

    static let labelWidth = 10

    /// A sentence next to its label, wrapped.
    static func labelled(_ label: String, _ text: String, _ options: RenderOptions) -> [String] {
        let head = TextWidth.pad(label, to: labelWidth, rightAligned: false)
        let margin = String(repeating: " ", count: labelWidth)
        return wrap(text, width: options.width - labelWidth, indent: 0, options).enumerated().map { index, line in
            (index == 0 ? paint(head, label.hasPrefix("!") ? .orange : .bold, options) : margin) + line
        }
    }

    /// The most useful next step.
    static func next(_ step: String, label: String = "Next", _ options: RenderOptions) -> [String] {
        guard step.hasPrefix("trace-analyze ") else { return labelled(label, step, options) }
        let head = TextWidth.pad(label, to: labelWidth, rightAligned: false)
        let lines = command(step, indent: labelWidth, options)
        let first = paint(head, .bold, options) + String(lines[0].dropFirst(labelWidth))
        return [first] + Array(lines.dropFirst())
    }

    /// A command, which is meant to be copied: it is never truncated, and long lines continue after a backslash.
    static func command(_ text: String, indent: Int, _ options: RenderOptions) -> [String] {
        let margin = String(repeating: " ", count: indent)
        // The backslash takes two columns.
        let room = max(20, options.width - indent - 2)
        let shown = options.shown(text)
        if TextWidth.of(shown) <= room + 2 { return [margin + shown] }
        var lines: [String] = []
        for part in ShellWord.parts(shown) {
            if let last = lines.last, TextWidth.of(last) + 1 + TextWidth.of(part) <= room {
                lines[lines.count - 1] = "\(last) \(part)"
            } else {
                lines.append(part)
            }
        }
        return lines.enumerated().map { "\(margin)\($1)\($0 + 1 < lines.count ? " \\" : "")" }
    }

    /// The heading of a table.
    static func title(_ text: String, _ options: RenderOptions) -> [String] {
        wrap(text, width: options.width, indent: 2, options).map { paint($0, .bold, options) }
    }

    /// A sentence below a row: `Fix: …`.
    static func note(_ title: String, _ text: String, _ options: RenderOptions) -> [String] {
        wrap("\(title): \(text)", width: options.width - 6, indent: 4, options).map { "      \($0)" }
    }

    /// The sentences of a row: its columns of style `note`.
    static func notes(_ columns: [ReportColumn], _ row: [SQLValue], _ options: RenderOptions) -> [String] {
        zip(columns, row).filter { $0.0.style == .note }.flatMap { note($0.title, $1.text ?? "", options) }
    }

    /// An indented sentence.
    static func plain(_ text: String, _ options: RenderOptions) -> [String] {
        wrap(text, width: options.width - 2, indent: 0, options).map { "  \($0)" }
    }

    /// Wraps a text to a width; truncates longer words in the middle.
    static func wrap(_ text: String, width: Int, indent: Int, _ options: RenderOptions) -> [String] {
        let width = max(20, width)
        let shown = options.shown(text)
        // Fast path: if no word is too long, words need no check.
        if hasShortWords(shown, width - indent) { return TextWidth.wrap(shown, width: width, indent: indent) }
        let words = shown.split(separator: " ").map { options.fit(String($0), width - indent) }
        return TextWidth.wrap(words.joined(separator: " "), width: width, indent: indent)
    }

    /// Whether a text is ASCII and its words have at most the given number of bytes.
    private static func hasShortWords(_ text: String, _ most: Int) -> Bool {
        guard TextWidth.isASCII(text) else { return false }
        var text = text
        return text.withUTF8 { bytes in
            var length = 0
            for byte in bytes {
                length = byte == 0x20 ? 0 : length + 1
                if length > most { return false }
            }
            return true
        }
    }

    static func paint(_ text: String, _ paint: Paint, _ options: RenderOptions) -> String {
        options.usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
