/// A place in a line of text that moves on as parts are recognised. Every step that fails leaves it where it was.
struct SliceCursor {
    let text: ByteSlice
    private(set) var index = 0

    init(_ text: ByteSlice, at index: Int = 0) {
        self.text = text
        self.index = index
    }

    var rest: ByteSlice { text.dropFirst(index) }
    var next: UInt8? { index < text.count ? text[index] : nil }

    mutating func skip(_ count: Int) { index = min(text.count, index + count) }

    mutating func skipSpaces() { while index < text.count, text[index] == 0x20 { index += 1 } }

    mutating func skip(_ prefix: StaticString) -> Bool {
        guard rest.hasPrefix(prefix) else { return false }
        index += prefix.utf8CodeUnitCount
        return true
    }

    /// The bytes up to the next space or the end, and the spaces behind them; nil where there are none.
    mutating func word() -> ByteSlice? {
        let end = text.firstIndex(of: 0x20, from: index) ?? text.count
        guard end > index else { return nil }
        let word = ByteSlice(text.start + index, end - index)
        index = end
        skipSpaces()
        return word
    }

    /// A word of digits only, if it fits 64 bits.
    mutating func number() -> UInt64? {
        let start = index
        guard let word = word(), let value = FieldValues.unsigned(word) else {
            index = start
            return nil
        }
        return value
    }

    /// What stands between the bracket here and the one that closes it, and the spaces behind; nil where there is none.
    mutating func bracketed(_ open: UInt8, _ close: UInt8) -> ByteSlice? {
        guard next == open else { return nil }
        var depth = 0
        for end in index..<text.count {
            if text[end] == open { depth += 1 }
            if text[end] == close { depth -= 1 }
            guard depth == 0 else { continue }
            let inside = ByteSlice(text.start + index + 1, end - index - 1)
            index = end + 1
            skipSpaces()
            return inside
        }
        return nil
    }

    /// Hexadecimal digits, with or without `0x`, if they fit 64 bits.
    static func hexadecimal(_ text: ByteSlice) -> UInt64? {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text
        guard digits.count > 0, digits.count <= 16 else { return nil }
        var value: UInt64 = 0
        for index in 0..<digits.count {
            guard let digit = hexValue(digits[index]) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }
}
