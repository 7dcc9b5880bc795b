/// Escapes text for HTML and XML. A page contains text only as HTML text or as JSON inside a script element.
enum MarkupText {
    /// Escapes HTML text or a double-quoted attribute: markup is inert, controls and direction marks are visible.
    static func html(_ text: String) -> String { escape(text, apostrophe: "&#39;") }

    /// Escapes text or an attribute of XML 1.0. Shows control characters and the two others that XML cannot contain.
    static func xml(_ text: String) -> String {
        escape(text, apostrophe: "&apos;").replacing("\u{FFFE}", scalarsWith: "\\u{fffe}")
            .replacing("\u{FFFF}", scalarsWith: "\\u{ffff}")
    }

    /// Entities known to HTML, XML and Graphviz labels; none begins a CI host command.
    private static func escape(_ text: String, apostrophe: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += apostrophe
            // CI host commands begin with two hashes, and the page may be printed.
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// JSON for a script element that it cannot end: `<`, `>`, `&`, separators and direction marks, which JSON has
    /// inside strings only, are written as `\u…`. All other bytes stay; the page restores the original by undoing this.
    static func script(json: String) -> String {
        let result = TextBytes(capacity: json.utf8.count + json.utf8.count / 16 + 64)
        var json = json
        json.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            var (written, place) = (0, 0)
            while place < bytes.count {
                if isPlain(bytes[place]) {
                    place += 1
                    continue
                }
                result.append(start + written, place - written)
                let end = min(place + scalarLength(bytes[place]), bytes.count)
                append(String(decoding: bytes[place..<end], as: UTF8.self), to: result)
                (written, place) = (end, end)
            }
            result.append(start + written, place - written)
        }
        return result.drain()
    }

    /// Whether a JSON character needs no escape check in a script element, as nearly all.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): false
        default: byte == UInt8(ascii: "\n") || UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte
        }
    }

    /// The length in bytes of the UTF-8 sequence that begins with this byte.
    private static func scalarLength(_ first: UInt8) -> Int { max(1, (~first).leadingZeroBitCount) }

    private static func append(_ character: String, to result: TextBytes) {
        for scalar in character.unicodeScalars {
            guard needsEscape(scalar) else {
                result.append(String(scalar))
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result.append("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)")
            }
        }
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "&": true
        case "\n", " "..."~": false
        default: VisibleText.escape(String(scalar)).unicodeScalars.first != scalar
        }
    }
}

/// Escapes labels of diagrams.
enum DiagramText {
    /// Escapes a name for Mermaid, which reads `#code;` as a character; everything that could be syntax is written so.
    static func mermaid(_ name: String) -> String {
        VisibleText.escape(name).unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "_", "-", "(", ")", "@": String(scalar)
            case _ where scalar.value > 0x7F: String(scalar)
            default: "#\(scalar.value);"
            }
        }.joined()
    }

    /// Works on scalars: for Graphviz a quote with a combining mark still ends the text. Labels may contain HTML
    /// entities.
    static func dot(_ name: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(name).unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "&": result += "&amp;"
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
