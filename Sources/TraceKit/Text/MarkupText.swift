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
        for scalar in json.unicodeScalars {
            if !needsEscape(scalar) {
                guard scalar.isASCII else {
                    result.append(String(scalar))
                    continue
                }
                result.append(byte: UInt8(truncatingIfNeeded: scalar.value))
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result.append("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)")
                }
            }
        }
        return result.take()
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "&": true
        case "\n", " "..."~": false
        default: VisibleText.escape(String(scalar)).unicodeScalars.first != scalar
        }
    }
}
