/// The forms of JSON's tokens (RFC 8259).
enum JSONTokens {
    /// The reason why the inside of a string is not JSON, and its offset.
    struct BadEscape: Error {
        let index: Int
        let message: String
    }

    @inline(__always)
    static func isNumberByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "e")
            || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "+")
    }

    /// Whether it has only digits, without a leading zero.
    @inline(__always)
    static func isPlainInteger(_ slice: ByteSlice) -> Bool {
        guard slice.count > 0, slice[0] != UInt8(ascii: "0") || slice.count == 1 else { return false }
        for index in 0..<slice.count where !isDigit(slice[index]) { return false }
        return true
    }

    /// Whether it matches `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    @inline(never)
    static func isNumber(_ slice: ByteSlice) -> Bool {
        var index = 0
        func digits() -> Int {
            let start = index
            while index < slice.count, isDigit(slice[index]) { index += 1 }
            return index - start
        }
        if index < slice.count, slice[index] == UInt8(ascii: "-") { index += 1 }
        let leading = index
        let whole = digits()
        var isValid = whole > 0 && (whole == 1 || slice[leading] != UInt8(ascii: "0"))
        if isValid, index < slice.count, slice[index] == UInt8(ascii: ".") {
            index += 1
            isValid = digits() > 0
        }
        if isValid, index < slice.count, slice[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < slice.count, slice[index] == UInt8(ascii: "+") || slice[index] == UInt8(ascii: "-") {
                index += 1
            }
            isValid = digits() > 0
        }
        return isValid && index == slice.count
    }

    /// Appends the text of a string, given the part between its quotes, to `text`.
    static func unescape(_ raw: ByteSlice, into text: Column<UInt8>) throws(BadEscape) {
        text.removeAll()
        var index = 0
        while index < raw.count {
            let byte = raw[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            let escape = index < raw.count ? raw[index] : 0
            index += 1
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"): index = try unescapeUnicode(raw, from: index, into: text)
            default: throw BadEscape(index: index - 1, message: badEscape)
            }
        }
    }

    static let badEscape = "'\\' must be followed by one of \" \\ / b f n r t u"

    /// Appends the character of four hex digits, or of two times four for a surrogate pair. A lone surrogate is valid
    /// JSON but not valid text: it becomes U+FFFD.
    private static func unescapeUnicode(
        _ raw: ByteSlice, from start: Int, into text: Column<UInt8>
    ) throws(BadEscape) -> Int {
        var index = start
        var code = try hexCode(raw, at: index)
        index += 4
        if (0xD800..<0xDC00).contains(code), index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"),
            raw[index + 1] == UInt8(ascii: "u")
        {
            let low = try hexCode(raw, at: index + 2)
            if (0xDC00..<0xE000).contains(low) {
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                index += 6
            }
        }
        let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar)?.map({ $0 }) ?? [] { text.append(byte) }
        return index
    }

    private static func hexCode(_ raw: ByteSlice, at index: Int) throws(BadEscape) -> UInt32 {
        var code: UInt32 = 0
        for offset in index..<(index + 4) {
            guard offset < raw.count, let digit = hexValue(raw[offset]) else {
                throw BadEscape(index: index, message: "'\\u' must be followed by four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
        }
        return code
    }
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Finds the keys of the outer levels in the first bytes of a JSON text, which formats are recognised by.
///
/// The text may be truncated or invalid, so nothing is checked: it stops at the first byte that does not fit.
enum JSONOutline {
    struct Key {
        /// 1 = a key of the outermost object; in `[{"a": 0}]`, `a` is at depth 2.
        let depth: Int
        /// The key as written, with escapes.
        let text: ByteSlice
        /// The text from its value on.
        let rest: ByteSlice

        /// The first byte of its value; zero if the text ends before it.
        var value: UInt8 { rest.isEmpty ? 0 : rest[0] }
    }

    /// Whether some key down to `maxDepth` matches.
    static func contains(_ head: ByteSlice, maxDepth: Int, where matches: (Key) -> Bool) -> Bool {
        first(head, maxDepth: maxDepth, where: matches) != nil
    }

    /// The first key down to `maxDepth` that matches.
    static func first(_ head: ByteSlice, maxDepth: Int, where matches: (Key) -> Bool) -> Key? {
        let body = JSONHead.skipMark(head)
        var depth = 0
        var index = 0
        while index < body.count {
            switch body[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                guard let end = endOfString(body, from: index + 1) else { return nil }
                let colon = skipSpace(body, from: end + 1)
                if depth <= maxDepth, colon < body.count, body[colon] == UInt8(ascii: ":") {
                    let first = skipSpace(body, from: colon + 1)
                    let text = ByteSlice(body.start + index + 1, end - index - 1)
                    let key = Key(depth: depth, text: text, rest: body.dropFirst(first))
                    if matches(key) { return key }
                }
                index = end
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func endOfString(_ body: ByteSlice, from start: Int) -> Int? {
        var index = start
        while index < body.count {
            if body[index] == UInt8(ascii: "\"") { return index }
            index += body[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private static func skipSpace(_ body: ByteSlice, from start: Int) -> Int {
        var index = start
        while index < body.count, isSpace(body[index]) { index += 1 }
        return index
    }
}
