/// Makes names from traces safe to print: control characters, escape sequences and direction marks become visible
/// instead of being obeyed.
package enum VisibleText {
    package static func escape(_ text: String) -> String {
        guard !isPlainASCII(text) else { return text }
        return escape(text, isKept: { _ in false }, code)
    }

    static func code(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// The same with another replacement. `isKept`: whether a character belongs to the output itself, not to a name;
    /// `code`: the replacement of a character.
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

    /// Whether it joins two emoji, as in `👩‍💻`.
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

    /// A flag sequence spelled with tags, such as that of Scotland; empty if there is none.
    private static func flag(_ scalars: [Unicode.Scalar], at index: Int) -> Range<Int> {
        guard scalars[index].value == 0x1F3F4 else { return 0..<0 }
        let tags = scalars[(index + 1)...].prefix(6).prefix { (0xE0030...0xE007A).contains($0.value) }
        let end = index + 1 + tags.count
        guard (3...5).contains(tags.count), end < scalars.count, scalars[end].value == 0xE007F else { return 0..<0 }
        return index..<(end + 1)
    }

    /// Whether it is an emoji above ASCII: digits and `#` have the emoji property, too.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    /// Whether the text needs no check by character, as most; the fast path.
    private static func isPlainASCII(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
            return true
        }
    }

    /// Whether it is a C0 or C1 control, a line or paragraph separator, or a mark that reorders or hides text.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}

/// Kinds of text for a terminal: how characters are shown that a terminal would obey. Files and pipes get every text
/// unchanged.
package enum TerminalText: Sendable {
    /// Shown as `VisibleText` does.
    case plain
    /// As `plain`, but keeps the colours of our own pages, whose names were made visible before.
    case colored
    /// Shown as a JSON escape, which means the same.
    case json
    /// As `plain`, but keeps the invisible marks that break up mentions.
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

    /// The text with nothing that a terminal would obey except line ends and our colours.
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

    /// Keeps colour sequences: `ESC [ 1 m`.
    private static func colored(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            let next = rest.index(after: escape)
            let code = rest[next...].prefix { $0 == "[" || $0 == ";" || ("0"..."9").contains($0) }
            let isColor = code.first == "[" && !code.dropFirst().contains("[") && rest[code.endIndex...].first == "m"
            let end = isColor ? rest.index(after: code.endIndex) : next
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

extension Diagnostic: CustomStringConvertible {
    public var description: String { text }
}

extension TraceError: CustomStringConvertible {
    /// The message with its place and the fix, as the tool prints it.
    public var description: String { diagnostic.text }
}
