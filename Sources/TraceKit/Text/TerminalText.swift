/// What kind of text goes to a terminal: how characters are shown there that a terminal would obey. Files and pipes get
/// every text as it is.
public enum TerminalText: Sendable {
    /// Such a character is shown as `VisibleText` does it.
    case plain
    /// The same, with the colours of our own pages in it: their names were made visible before.
    case colored
    /// Such a character is an escape of JSON, which means the same.
    case json
    /// As plain text, with the marks of ours that keep a name from becoming a mention.
    case markdown

    public init(mediaType: String, usesColor: Bool = false) {
        if mediaType.hasSuffix("json") {
            self = .json
        } else if mediaType == "text/markdown" {
            self = .markdown
        } else {
            self = usesColor ? .colored : .plain
        }
    }

    /// The text with nothing in it that a terminal would obey but the ends of lines, and colours of ours.
    public func visible(_ text: String) -> String {
        switch self {
        case .plain: Self.plain(text)
        case .json: VisibleText.escape(text, isKept: Self.isLineEnd, JSONText.code)
        case .colored: Self.colored(text)
        case .markdown:
            VisibleText.escape(text, isKept: { Self.isLineEnd($0) || $0 == MarkdownText.mentionMark }, VisibleText.code)
        }
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" }

    private static func plain(_ text: String) -> String {
        VisibleText.escape(text, isKept: isLineEnd, VisibleText.code)
    }

    /// What stands between sequences for colours: `ESC [ 1 m`.
    private static func colored(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            let behind = rest.index(after: escape)
            let code = rest[behind...].prefix { $0 == "[" || $0 == ";" || ("0"..."9").contains($0) }
            let isColor = code.first == "[" && !code.dropFirst().contains("[") && rest[code.endIndex...].first == "m"
            let end = isColor ? rest.index(after: code.endIndex) : behind
            result += plain(String(rest[..<escape]))
            result += isColor ? String(rest[escape..<end]) : VisibleText.code("\u{1B}")
            rest = rest[end...]
        }
        return result + plain(String(rest))
    }
}
