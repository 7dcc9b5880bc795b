/// Measures how many terminal columns a text takes, and truncates it to fit.
package enum TextWidth {
    static func of(_ text: String) -> Int {
        if isASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Whether every byte of the text is a character (except CR LF, which counts as two columns).
    static func isASCII(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            return all < 0x80
        }
    }

    static func of(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }) {
            return 2
        }
        switch scalar.value {
        case 0x0300...0x036F: return 0
        // East Asian wide and fullwidth blocks.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The text truncated in the middle with a mark, because names differ at both ends.
    static func fit(_ text: String, _ width: Int, mark: String = "…") -> String {
        guard of(text) > width else { return text }
        let room = width - of(mark)
        guard room > 0 else { return fitting(mark, max(0, width)) }
        if isASCII(text), !text.utf8.contains(0x0D) {
            let head = room * 2 / 3
            return "\(text.prefix(utf8: head))\(mark)\(text.suffix(utf8: room - head))"
        }
        let head = fitting(text, room * 2 / 3)
        let tail = String(fitting(String(text.reversed()), room - of(head)).reversed())
        return "\(head)\(mark)\(tail)"
    }

    private static func fitting(_ text: String, _ width: Int) -> String {
        var used = 0
        var result = ""
        for character in text {
            let next = of(character)
            if used + next > width { break }
            used += next
            result.append(character)
        }
        return result
    }

    static func pad(_ text: String, to width: Int, rightAligned: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - of(text)))
        return rightAligned ? space + text : text + space
    }

    /// The text wrapped at spaces to lines of at most `width`, continuation lines indented.
    package static func wrap(_ text: String, width: Int, indent: Int) -> [String] {
        // Bytes are much faster to split and count than characters.
        if isASCII(text) { return wrap(text.utf8.split(separator: 0x20), width, indent) { $0.count } }
        return wrap(text.split(separator: " ").map(\.utf8), width, indent) { of(String(Substring($0))) }
    }

    private static func wrap(
        _ words: [Substring.UTF8View], _ width: Int, _ indent: Int, _ widthOf: (Substring.UTF8View) -> Int
    ) -> [String] {
        var lines: [String] = []
        var (line, used): ([UInt8], Int) = ([], 0)
        for word in words {
            let own = widthOf(word)
            if !line.isEmpty, used + 1 + own > width {
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
                line.append(contentsOf: repeatElement(0x20, count: indent))
                used = indent
            } else if !line.isEmpty {
                line.append(0x20)
                used += 1
            }
            line.append(contentsOf: word)
            used += own
        }
        if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }
}

extension String {
    /// The same for an ASCII text.
    fileprivate func prefix(utf8 count: Int) -> Substring { self[..<utf8.index(startIndex, offsetBy: count)] }
    fileprivate func suffix(utf8 count: Int) -> Substring { self[utf8.index(endIndex, offsetBy: -count)...] }
}
