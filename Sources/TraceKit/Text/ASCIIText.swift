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

/// Text inside of addresses (RFC 3986).
enum AddressText {
    /// A path: all but letters, digits and the plainest signs as `%20`.
    static func path(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            let code = String(byte, radix: 16, uppercase: true)
            result +=
                isLetterOrDigit(byte) || "-._~/".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (code.utf8.count < 2 ? "0" : "") + code
        }
        return result
    }

    /// Whether a text holds nothing but what addresses are made of, without quotes and brackets.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { isLetterOrDigit($0) || "-._~:/?#@!$&+,;=%".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }
}

/// Words that one text holds, separated by commas, as columns of the database do: lanes, formats, runs.
enum CommaList {
    /// None of no text.
    static func words(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }
}
