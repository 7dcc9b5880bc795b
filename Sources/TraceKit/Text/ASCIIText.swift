/// Text for terminals whose encoding is another than UTF-8: the signs that reports draw have stand-ins, every other
/// character beyond ASCII is written as its code.
enum ASCIIText {
    /// What is dangerous made visible, then everything in ASCII.
    static func escape(_ text: String) -> String { fold(VisibleText.escape(text)) }

    /// In ASCII; escape sequences of colours stay as they are.
    static func fold(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else {
                result += standIn(scalar) ?? "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    private static func standIn(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "→": "->"
        case "←": "<-"
        case "…": "..."
        case "–", "—", "−": "-"
        case "·": "."
        case "×": "x"
        case "≤": "<="
        case "≥": ">="
        case "µ", "μ": "u"
        case "└": "`"
        // The levels of a sparkline, from low to high; the last is the block of a bar too.
        case "▁": "_"
        case "▂": ","
        case "▃": "-"
        case "▄": "~"
        case "▅": "="
        case "▆": "+"
        case "▇": "*"
        case "█": "#"
        // The end of a bar, in eighths: from a half on it counts.
        case "▉", "▊", "▋", "▌": "#"
        case "▍", "▎", "▏": ""
        default: nil
        }
    }
}
