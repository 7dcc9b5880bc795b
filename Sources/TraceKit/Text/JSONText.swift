/// Writes JSON with keys in the order given, two spaces a level, one short object a line.
struct JSONText {
    private(set) var text = ""
    private var depth = 0
    private var isFirst = true

    mutating func object(_ key: String? = nil, _ body: (inout JSONText) -> Void) { nest(key, "{", "}", body) }

    mutating func array(_ key: String? = nil, _ body: (inout JSONText) -> Void) { nest(key, "[", "]", body) }

    mutating func value(_ key: String? = nil, _ value: SQLValue) {
        begin(key)
        text += Self.literal(value)
    }

    mutating func value(_ key: String? = nil, _ value: String) { self.value(key, .text(value)) }
    mutating func value(_ key: String? = nil, _ value: Int) { self.value(key, .integer(Int64(value))) }
    mutating func value(_ key: String? = nil, _ value: Double) { self.value(key, .real(value)) }

    mutating func value(_ key: String? = nil, _ value: Bool) {
        begin(key)
        text += value ? "true" : "false"
    }

    /// An object on one line.
    mutating func row(_ pairs: [(String, SQLValue)]) {
        begin(nil)
        text += "{" + pairs.map { "\(Self.quote($0.0)): \(Self.literal($0.1))" }.joined(separator: ", ") + "}"
    }

    /// An array of texts, one a line.
    mutating func texts(_ key: String, _ texts: [String]) {
        array(key) { json in for text in texts { json.value(nil, text) } }
    }

    /// An array of objects, one a line.
    mutating func rows<Element>(_ key: String, _ elements: [Element], _ pairs: (Element) -> [(String, SQLValue)]) {
        array(key) { json in for element in elements { json.row(pairs(element)) } }
    }

    /// An array of objects with a key a line.
    mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ body: (Element, inout JSONText) -> Void
    ) {
        array(key) { json in for element in elements { json.object { body(element, &$0) } } }
    }

    /// What a subcommand gives as JSON; `version` grows when a key changes its meaning or goes.
    static func document(_ name: String, version: Int, _ body: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object { json in
            json.value("schema", "trace-analyze/\(name)")
            json.value("schema_version", version)
            body(&json)
        }
        return json.text + "\n"
    }

    private mutating func nest(_ key: String?, _ opening: String, _ closing: String, _ body: (inout JSONText) -> Void) {
        begin(key)
        text += opening
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { text += "\n" + String(repeating: "  ", count: depth) }
        text += closing
        isFirst = false
    }

    private mutating func begin(_ key: String?) {
        if !isFirst { text += "," }
        if depth > 0 { text += "\n" + String(repeating: "  ", count: depth) }
        isFirst = false
        if let key { text += "\(Self.quote(key)): " }
    }

    static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: return "null"
        case .integer(let number): return "\(number)"
        case .real(let number):
            // Beyond every number that there is: JSON has no word for infinity, and readers make it of this.
            if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
            return number.isNaN ? "null" : Decimal.shortest(number)
        case .text(let text): return quote(text)
        case .blob(let bytes):
            return quote(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
    }

    /// A JSON string, safe inside a script element too: `<` and the separators U+2028/2029 are escaped; and on a CI host:
    /// of two hashes, with which its commands begin, the second one is.
    static func quote(_ text: String) -> String {
        if !text.utf8.contains(where: isSpecial) { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "#" where result.utf8.last != UInt8(ascii: "#"): result += "#"
            case "#", "<", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}"..<"\u{A0}":
                let code = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Whether a byte may have to be escaped: no letter, digit or plain sign of ASCII has to.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "<"), 0..<0x20, 0x7F...: true
        default: false
        }
    }
}
