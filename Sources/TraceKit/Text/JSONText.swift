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
        let out = TextBytes(capacity: text.utf8.count + 2)
        var text = text
        text.withUTF8 { quote($0, to: out) }
        return out.take()
    }

    /// The same of UTF-8.
    static func quote(_ text: UnsafeBufferPointer<UInt8>, to out: TextBytes) {
        out.append(byte: UInt8(ascii: "\""))
        escape(text, to: out)
        out.append(byte: UInt8(ascii: "\""))
    }

    /// What stands between the quotation marks.
    static func escape(_ text: UnsafeBufferPointer<UInt8>, to out: TextBytes) {
        var (written, place) = (0, 0)
        while place < text.count {
            guard isSpecial(text[place]), let (length, escaped) = escape(text, place, from: written) else {
                place += 1
                continue
            }
            if let start = text.baseAddress { out.append(start + written, place - written) }
            out.append(escaped)
            place += length
            written = place
        }
        if let start = text.baseAddress { out.append(start + written, place - written) }
    }

    /// Whether a byte may have to be escaped: no letter, digit or plain sign of ASCII has to.
    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "<"), 0..<0x20, 0x7F, 0xC2, 0xE2:
            true
        default: false
        }
    }

    /// What stands for the character at a place and how many bytes it has; nil where it stands for itself.
    /// `from`: behind the last character that was escaped.
    private static func escape(
        _ text: UnsafeBufferPointer<UInt8>, _ place: Int, from: Int
    ) -> (length: Int, escaped: String)? {
        func byte(_ offset: Int) -> UInt8 { place + offset < text.count ? text[place + offset] : 0 }
        switch text[place] {
        case UInt8(ascii: "\""): return (1, "\\\"")
        case UInt8(ascii: "\\"): return (1, "\\\\")
        case UInt8(ascii: "\n"): return (1, "\\n")
        case UInt8(ascii: "\r"): return (1, "\\r")
        case UInt8(ascii: "\t"): return (1, "\\t")
        case UInt8(ascii: "#"): return place > from && text[place - 1] == UInt8(ascii: "#") ? (1, code(0x23)) : nil
        case 0xC2: return (0x80..<0xA0).contains(byte(1)) ? (2, code(UInt32(byte(1)))) : nil
        case 0xE2:
            let isSeparator = byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)
            return isSeparator ? (3, code(0x2000 + UInt32(byte(2) - 0x80))) : nil
        case let plain: return (1, code(UInt32(plain)))
        }
    }

    /// Any character as JSON can write it, two numbers for one beyond 16 bits.
    static func code(_ scalar: Unicode.Scalar) -> String { scalar.utf16.map { code(UInt32($0)) }.joined() }

    private static func code(_ scalar: UInt32) -> String {
        let code = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    }
}

/// What the results in SARIF 2.1.0 share.
enum SARIFText {
    /// A log of one run; `rules` are written inside of its tool, `body` beside that.
    static func log(rules: (inout JSONText) -> Void, _ body: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object { json in
            json.value(
                "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
            json.value("version", "2.1.0")
            json.array("runs") { json in
                json.object { json in
                    json.object("tool") { json in
                        json.object("driver") { json in
                            json.value("name", "trace-analyze")
                            json.array("rules") { rules(&$0) }
                        }
                    }
                    body(&json)
                }
            }
        }
        return json.text + "\n"
    }

    static func location(_ place: Place, _ json: inout JSONText) {
        json.object("physicalLocation") { json in
            json.object("artifactLocation") { $0.value("uri", uri(place.file)) }
            json.object("region") { $0.value("startLine", place.line ?? 1) }
        }
    }

    /// A plain text message: braces would be placeholders and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
    static func message(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "{", "}": result += "\(scalar)\(scalar)"
            case "[", "]", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A path as a URI reference: relative ones stay relative.
    static func uri(_ path: String) -> String { (path.hasPrefix("/") ? "file://" : "") + AddressText.path(path) }
}
