/// Names in traces are hostile until shown otherwise. What goes to a terminal has its control characters,
/// escape sequences and text-direction marks made visible instead of obeyed.
package enum VisibleText {
    package static func escape(_ text: String) -> String {
        guard !isPlainASCII(text) else { return text }
        return escape(text, isKept: { _ in false }, code)
    }

    static func code(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// The same in other words. `isKept`: whether a character is none of a name; `code`: what takes the place of one.
    static func escape(
        _ text: String, isKept: (Unicode.Scalar) -> Bool, _ code: (Unicode.Scalar) -> String
    ) -> String {
        guard text.unicodeScalars.contains(where: { isDangerous($0) && !isKept($0) }) else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = ""
        var joined = 0..<0
        for (index, scalar) in scalars.enumerated() {
            if index >= joined.upperBound { joined = flag(scalars, at: index) }
            if isDangerous(scalar), !isKept(scalar), !joined.contains(index), !isJoiner(scalars, index) {
                result += code(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether it joins two emoji to one: `👩‍💻`.
    private static func isJoiner(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index].value == 0x200D, index > 0, index + 1 < scalars.count, isEmoji(scalars[index + 1]) else {
            return false
        }
        var before = index - 1
        while before > 0, [0xFE0F, 0x1F3FB, 0x1F3FC, 0x1F3FD, 0x1F3FE, 0x1F3FF].contains(scalars[before].value) {
            before -= 1
        }
        return isEmoji(scalars[before])
    }

    /// Of a flag that is spelled with tags, as that of Scotland, all of it; else nothing.
    private static func flag(_ scalars: [Unicode.Scalar], at index: Int) -> Range<Int> {
        guard scalars[index].value == 0x1F3F4 else { return 0..<0 }
        let tags = scalars[(index + 1)...].prefix(6).prefix { (0xE0030...0xE007A).contains($0.value) }
        let end = index + 1 + tags.count
        guard (3...5).contains(tags.count), end < scalars.count, scalars[end].value == 0xE007F else { return 0..<0 }
        return index..<(end + 1)
    }

    /// Digits and `#` are emoji by their properties, too.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    /// Most texts are, and none of these has to be looked at as characters.
    private static func isPlainASCII(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
            return true
        }
    }

    /// C0 and C1 controls, line and paragraph separators, and the marks that reorder or hide text.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}

/// What kind of text goes to a terminal: how characters are shown there that a terminal would obey. Files and pipes get
/// every text as it is.
package enum TerminalText: Sendable {
    /// Such a character is shown as `VisibleText` does it.
    case plain
    /// The same, with the colours of our own pages in it: their names were made visible before.
    case colored
    /// Such a character is an escape of JSON, which means the same.
    case json
    /// As plain text, with the marks of ours that keep a name from becoming a mention.
    case markdown

    package init(mediaType: String, usesColor: Bool = false) {
        if mediaType.hasSuffix("json") {
            self = .json
        } else if mediaType == "text/markdown" {
            self = .markdown
        } else {
            self = usesColor ? .colored : .plain
        }
    }

    /// The text with nothing in it that a terminal would obey but the ends of lines, and colours of ours.
    package func visible(_ text: String) -> String {
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

extension Diagnostic {
    /// `file:line:column: error: message` and, on a second line, the fix. Control characters are made visible.
    public var text: String {
        let head = place.map { "\(VisibleText.escape($0.text)): " } ?? ""
        let lines = fix.map { $0.split(separator: "\n").map { VisibleText.escape(String($0)) } }
        let tail = lines.map { "\n  fix: \($0.joined(separator: "\n  "))" } ?? ""
        return "\(head)\(level.rawValue): \(VisibleText.escape(message))\(tail)"
    }
}
