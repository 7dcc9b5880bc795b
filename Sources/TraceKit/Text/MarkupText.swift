/// Text inside HTML and XML. A page takes texts in two ways, as HTML text and as JSON inside a script element; there is
/// no third.
enum MarkupText {
    /// HTML text or a double-quoted attribute: markup is inert, controls and direction marks are shown, not obeyed.
    static func html(_ text: String) -> String { escape(text, apostrophe: "&#39;") }

    /// Text or an attribute of XML 1.0, which has no way to write control characters and two others: all of these are
    /// shown.
    static func xml(_ text: String) -> String {
        escape(text, apostrophe: "&apos;").replacing("\u{FFFE}", scalarsWith: "\\u{fffe}")
            .replacing("\u{FFFF}", scalarsWith: "\\u{ffff}")
    }

    /// The entities that HTML, XML and the labels of Graphviz know; none begins a command of a CI host.
    private static func escape(_ text: String, apostrophe: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += apostrophe
            // Commands of CI hosts begin with two: the page may be printed.
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// JSON that stands in a script element and can neither end it nor hide in it: `<`, `>`, `&`, separators and
    /// direction marks are written as `\u…`. These occur in JSON inside of strings only, so it says the same. All
    /// other bytes stay as they are: the page gives the original back by undoing this.
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
        return result.take()
    }

    /// Characters of JSON that stand for themselves in a script element without a closer look: nearly all.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): false
        default: byte == UInt8(ascii: "\n") || UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte
        }
    }

    /// How many bytes of UTF-8 begin with this one.
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

/// Labels of diagrams.
enum DiagramText {
    /// Mermaid reads `#code;` as the character; everything that could be syntax is written so.
    static func mermaid(_ name: String) -> String {
        VisibleText.escape(name).unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "_", "-", "(", ")", "@": String(scalar)
            case _ where scalar.value > 0x7F: String(scalar)
            default: "#\(scalar.value);"
            }
        }.joined()
    }

    /// By scalars: a quote that a mark combines with ends the text for Graphviz too. Labels know the entities of HTML.
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
