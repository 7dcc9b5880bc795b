/// Text for terminals with an encoding other than UTF-8: the symbols that reports draw are replaced by ASCII ones,
/// every other non-ASCII character by its code.
enum ASCIIText {
    /// The text with dangerous characters made visible, then converted to ASCII.
    static func escape(_ text: String) -> String { fold(VisibleText.escape(text)) }

    /// Converts a text to ASCII; keeps escape sequences for colours.
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
        // Levels of a sparkline, from low to high; the last is also the full block of a bar.
        case "▁": "_"
        case "▂": ","
        case "▃": "-"
        case "▄": "~"
        case "▅": "="
        case "▆": "+"
        case "▇": "*"
        case "█": "#"
        // The end of a bar in eighths, rounded to whole columns.
        case "▉", "▊", "▋", "▌": "#"
        case "▍", "▎", "▏": ""
        default: nil
        }
    }
}

/// Text inside URLs (RFC 3986).
enum AddressText {
    /// A path with everything but letters, digits and unreserved punctuation percent-encoded, e.g. `%20`.
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

    /// Whether a text consists of URL characters, without quotes and brackets.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { isLetterOrDigit($0) || "-._~:/?#@!$&+,;=%".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }
}

/// The comma-separated words of a database column: lanes, formats, runs.
enum CommaList {
    /// The words of a text; empty for an empty text.
    static func words(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }
}
