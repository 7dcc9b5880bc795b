/// Writes JSON with keys in the given order, indented by two spaces, one short object per line.
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

    /// An array of strings, one per line.
    mutating func texts(_ key: String, _ texts: [String]) {
        array(key) { json in for text in texts { json.value(nil, text) } }
    }

    /// An array of objects, one per line.
    mutating func rows<Element>(_ key: String, _ elements: [Element], _ pairs: (Element) -> [(String, SQLValue)]) {
        array(key) { json in for element in elements { json.row(pairs(element)) } }
    }

    /// An array of objects, one key per line.
    mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ body: (Element, inout JSONText) -> Void
    ) {
        array(key) { json in for element in elements { json.object { body(element, &$0) } } }
    }

    /// The JSON document of a subcommand; `version` increases when a key changes its meaning or is removed.
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
            // Exceeds every finite number: JSON has no infinity, and parsers read this as one.
            if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
            return number.isNaN ? "null" : Decimal.shortest(number)
        case .text(let text): return quote(text)
        case .blob(let bytes):
            return quote(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
    }

    /// A JSON string that is also safe in a script element and on CI hosts: escapes `<`, the separators U+2028/2029,
    /// and the second of two hashes, which begin host commands.
    static func quote(_ text: String) -> String {
        let out = TextBytes(capacity: text.utf8.count + 2)
        var text = text
        text.withUTF8 { quote($0, to: out) }
        return out.drain()
    }

    /// The same for UTF-8 bytes.
    static func quote(_ text: UnsafeBufferPointer<UInt8>, to out: TextBytes) {
        out.append(byte: UInt8(ascii: "\""))
        escape(text, to: out)
        out.append(byte: UInt8(ascii: "\""))
    }

    /// The escaped text without the quotation marks.
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

    /// Whether a byte may need escaping; ASCII letters, digits and most punctuation never do.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "<"), 0..<0x20, 0x7F, 0xC2, 0xE2:
            true
        default: false
        }
    }

    /// The escape of the character at an index and its length in bytes; nil if it needs none. `from`: the index after
    /// the previous escaped character.
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

    /// A `\u` escape; two for a character beyond 16 bits.
    static func code(_ scalar: Unicode.Scalar) -> String { scalar.utf16.map { code(UInt32($0)) }.joined() }

    private static func code(_ scalar: UInt32) -> String {
        let code = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    }
}

/// The common parts of SARIF 2.1.0 results.
enum SARIFText {
    /// A log with one run; `rules` go inside its tool, `body` next to it.
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

    /// A plain text message with braces (placeholders) and brackets (links) escaped (SARIF 2.1.0, 3.11.5 and 3.11.6).
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

    /// A path as a URI reference; relative paths stay relative.
    static func uri(_ path: String) -> String { (path.hasPrefix("/") ? "file://" : "") + AddressText.path(path) }
}
