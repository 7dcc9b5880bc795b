/// A strict, streaming JSON reader (RFC 8259): the caller asks for what it expects next.
///
/// No value is built that nobody asked for: keys, strings and numbers are slices of the window, valid until
/// the next call. Depth, token length and UTF-8 are checked; errors carry the byte they stand at.
struct JSONReader: ~Copyable {
    /// What the next value is, by its first byte.
    enum ValueKind { case object, array, string, number, bool, null }

    let input: ByteInput
    /// The next byte to read, as an index into the window.
    var position = 0
    private(set) var depth = 0
    /// Whether an element of the innermost open object or array was read (a comma is due).
    private var needsComma = false
    private let scratch = Column<UInt8>(capacity: 256)

    init(_ input: ByteInput) { self.input = input }

    // MARK: Places

    /// Where the record that is being read begins: the window keeps it, for messages about it.
    private var mark: Int?

    mutating func setMark() { mark = position }
    mutating func clearMark() { mark = nil }
    var markOffset: Int { input.baseOffset + (mark ?? position) }
    var markPlace: Place { input.place(of: mark ?? position) }
    /// The text of the marked record so far, cut.
    var markedText: String {
        let start = mark ?? position
        return input.excerpt(from: start, length: min(200, max(position, start) - start))
    }
    /// The offset in the file of the next byte.
    var offset: Int { input.baseOffset + position }
    func place(ofOffset offset: Int?) -> Place { offset.map { input.place(of: $0 - input.baseOffset) } ?? markPlace }

    mutating func skipByteOrderMark() throws(TraceError) {
        while input.count < 3, !input.atEnd { _ = try refill() }
        if ByteSlice(input.base, input.count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    // MARK: Structure

    /// The kind of the next value, after white space; nil at the end of the input.
    mutating func peekKind() throws(TraceError) -> ValueKind? {
        guard let byte = try peekByte() else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw unexpected("a value")
        }
    }

    mutating func enterObject() throws(TraceError) { try enter(UInt8(ascii: "{"), "an object") }

    mutating func enterArray() throws(TraceError) { try enter(UInt8(ascii: "["), "an array") }

    /// The next key of the innermost object, unescaped; nil when the object ends (and is left).
    @inline(__always)
    mutating func nextKey() throws(TraceError) -> ByteSlice? {
        guard try nextItem(closing: UInt8(ascii: "}")) else { return nil }
        guard try peekByte() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let key = try string()
        // The key must stay valid while the colon is looked for: only a refill would move it.
        if input.base[position] == UInt8(ascii: ":") {
            position += 1
            return key
        }
        return try colon(after: key)
    }

    /// Whether the innermost array has a further element; leaves the array when not.
    @inline(__always)
    mutating func nextElement() throws(TraceError) -> Bool { try nextItem(closing: UInt8(ascii: "]")) }

    /// Checks that nothing but white space follows.
    mutating func expectEnd() throws(TraceError) {
        if try peekByte() != nil { throw unexpected("the end of the file") }
    }

    // MARK: Values

    /// The next string, without quotes and unescaped.
    @inline(__always)
    mutating func string() throws(TraceError) -> ByteSlice {
        guard try peekByte() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        needsComma = true
        var index = position + 1
        let base = input.base
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
            let special = Self.specialBytes(in: word)
            if special == 0 {
                index += 8
                continue
            }
            index += special.trailingZeroBitCount >> 3
            break
        }
        if index < input.count, base[index] == UInt8(ascii: "\"") {
            let slice = ByteSlice(base + position + 1, index - position - 1)
            position = index + 1
            return slice
        }
        return try slowString(from: index)
    }

    /// The next number as it is written.
    @inline(__always)
    mutating func number() throws(TraceError) -> ByteSlice {
        guard try peekByte() != nil else { throw unexpected("a number") }
        needsComma = true
        var index = position
        while true {
            let base = input.base
            while Self.isNumberByte(base[index]) { index += 1 }
            if index < input.count || input.atEnd { break }
            index -= try refill()
        }
        let slice = ByteSlice(input.base + position, index - position)
        try Self.isPlainInteger(slice) ? () : checkNumber(slice)
        position = index
        return slice
    }

    /// `true` or `false`.
    mutating func bool() throws(TraceError) -> Bool {
        if try literal("true") { return true }
        if try literal("false") { return false }
        throw unexpected("true or false")
    }

    mutating func null() throws(TraceError) {
        guard try literal("null") else { throw unexpected("null") }
    }

    /// Reads past one value of any kind, checking it as strictly as one that is used.
    mutating func skipValue() throws(TraceError) {
        let outer = depth
        repeat {
            switch try peekKind() {
            case .object: try enterObject()
            case .array: try enterArray()
            case .string: _ = try string()
            case .number: _ = try number()
            case .bool: _ = try bool()
            case .null: try null()
            case nil: throw unexpected("a value")
            }
            // Go on to the next value, leaving whatever ends here.
            while depth > outer {
                if isInObject[depth - 1] {
                    if try nextKey() != nil { break }
                } else if try nextElement() {
                    break
                }
            }
        } while depth > outer
    }

    // MARK: Errors

    /// An error at the current byte: what was expected and what stands there.
    func unexpected(_ expected: String) -> TraceError { error(at: position, "expected \(expected), found \(found)") }

    func error(at index: Int, _ message: String) -> TraceError {
        TraceError(
            .input, message, at: input.place(of: index),
            fix: index >= input.count && input.atEnd
                ? "the file ends too early; export it again" : "correct the JSON at this place")
    }

    private var found: String {
        guard position < input.count else { return "the end of the file" }
        var end = position + 1
        while end < min(position + 40, input.count), !isSpace(input.base[end]), input.base[end] != UInt8(ascii: ",") { end += 1 }
        return "'\(ByteSlice(input.base + position, end - position).text)'"
    }

    // MARK: Inside

    /// For every open level whether it is an object; a plain array, sized once.
    private var isInObject = [Bool](repeating: false, count: ByteInput.Limits.jsonDepth)

    private mutating func enter(_ opening: UInt8, _ expected: String) throws(TraceError) {
        guard try peekByte() == opening else { throw unexpected(expected) }
        guard depth < ByteInput.Limits.jsonDepth else {
            throw error(at: position, "nested deeper than \(ByteInput.Limits.jsonDepth) levels")
        }
        isInObject[depth] = opening == UInt8(ascii: "{")
        depth += 1
        position += 1
        needsComma = false
    }

    @inline(__always)
    private mutating func nextItem(closing: UInt8) throws(TraceError) -> Bool {
        var byte = input.base[position]
        if byte <= 0x20 { byte = try peekByte() ?? 0 }
        if byte == closing {
            position += 1
            depth -= 1
            needsComma = true
            return false
        }
        guard needsComma else { return true }
        guard byte == UInt8(ascii: ",") else {
            throw unexpected(closing == UInt8(ascii: "}") ? "',' or '}'" : "',' or ']'")
        }
        position += 1
        needsComma = false
        let next = try peekByte()
        if next == closing { throw unexpected("a value after ','") }
        return true
    }

    @inline(never)
    private mutating func colon(after key: ByteSlice) throws(TraceError) -> ByteSlice {
        scratchKey.removeAll()
        scratchKey.append(contentsOf: key.start, count: key.count)
        for _ in 0..<ByteInput.padding { scratchKey.append(0) }
        guard try peekByte() == UInt8(ascii: ":") else { throw unexpected("':' after the key") }
        position += 1
        return ByteSlice(scratchKey.base, scratchKey.count - ByteInput.padding)
    }

    private let scratchKey = Column<UInt8>(capacity: 64)

    /// The next byte that is not white space, not consumed; nil at the end of the input.
    @inline(__always)
    mutating func peekByte() throws(TraceError) -> UInt8? {
        let byte = input.base[position]
        if byte > 0x20 { return byte }
        return try peekByteSlowly()
    }

    @inline(never)
    private mutating func peekByteSlowly() throws(TraceError) -> UInt8? {
        while true {
            let base = input.base
            while position < input.count {
                let byte = base[position]
                switch byte {
                case 0x20, 0x0A, 0x0D, 0x09: position += 1
                default: return byte
                }
            }
            if input.atEnd { return nil }
            _ = try refill()
        }
    }

    /// Reads on, keeping the window from `position` on; returns how far indexes moved.
    private mutating func refill() throws(TraceError) -> Int {
        guard input.count - position <= ByteInput.Limits.token else {
            throw error(at: position, "a single value is longer than \(ByteInput.Limits.token >> 20) MB")
        }
        let moved = try input.refill(keeping: mark ?? position)
        position -= moved
        mark = mark.map { $0 - moved }
        return moved
    }

    @inline(never)
    private mutating func literal(_ text: StaticString) throws(TraceError) -> Bool {
        guard try peekByte() != nil else { return false }
        while input.count - position < text.utf8CodeUnitCount, !input.atEnd { _ = try refill() }
        let slice = ByteSlice(input.base + position, input.count - position)
        guard slice.hasPrefix(text) else { return false }
        let next = input.base[position + text.utf8CodeUnitCount]
        guard !isDigit(next), next | 0x20 < UInt8(ascii: "a") || next | 0x20 > UInt8(ascii: "z") else { return false }
        position += text.utf8CodeUnitCount
        needsComma = true
        return true
    }

    /// Marks (with their top bits) the bytes that a string cannot simply run through: `"`, `\`, controls and
    /// everything that is not ASCII.
    @inline(__always)
    private static func specialBytes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let controls = word &- (ones &* 0x20)
        return ((quote &- ones) | (backslash &- ones) | controls | word) & tops
    }

    @inline(__always)
    private static func isNumberByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "e")
            || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "+")
    }

    @inline(__always)
    private static func isPlainInteger(_ slice: ByteSlice) -> Bool {
        guard slice.count > 0, slice[0] != UInt8(ascii: "0") || slice.count == 1 else { return false }
        for index in 0..<slice.count where !isDigit(slice[index]) { return false }
        return true
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    @inline(never)
    private func checkNumber(_ slice: ByteSlice) throws(TraceError) {
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
            if index < slice.count, slice[index] == UInt8(ascii: "+") || slice[index] == UInt8(ascii: "-") { index += 1 }
            isValid = digits() > 0
        }
        guard isValid, index == slice.count else { throw unexpected("a number") }
    }

    /// The rest of a string that holds an escape, a byte above ASCII or an error, or that the window cuts.
    @inline(never)
    private mutating func slowString(from first: Int) throws(TraceError) -> ByteSlice {
        var index = first
        var hasEscape = false
        while true {
            let base = input.base
            while index < input.count {
                let byte = base[index]
                if byte == UInt8(ascii: "\"") { return try finishString(end: index, hasEscape: hasEscape) }
                if byte < 0x20 { throw error(at: index, "a control character inside a string must be escaped") }
                if byte == UInt8(ascii: "\\") {
                    hasEscape = true
                    if index + 1 >= input.count { break }
                    index += 1
                }
                index += 1
            }
            if input.atEnd { throw error(at: input.count, "the string that begins here or before does not end") }
            index -= try refill()
        }
    }

    private mutating func finishString(end: Int, hasEscape: Bool) throws(TraceError) -> ByteSlice {
        let raw = ByteSlice(input.base + position + 1, end - position - 1)
        if let bad = UTF8Check.firstInvalid(raw) { throw error(at: position + 1 + bad, "this byte is not valid UTF-8") }
        let slice = hasEscape ? try unescape(raw) : raw
        position = end + 1
        return slice
    }

    private mutating func unescape(_ raw: ByteSlice) throws(TraceError) -> ByteSlice {
        scratch.removeAll()
        var index = 0
        while index < raw.count {
            let byte = raw[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                scratch.append(byte)
                continue
            }
            let escape = index < raw.count ? raw[index] : 0
            index += 1
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(escape)
            case UInt8(ascii: "b"): scratch.append(0x08)
            case UInt8(ascii: "f"): scratch.append(0x0C)
            case UInt8(ascii: "n"): scratch.append(0x0A)
            case UInt8(ascii: "r"): scratch.append(0x0D)
            case UInt8(ascii: "t"): scratch.append(0x09)
            case UInt8(ascii: "u"): index = try unescapeUnicode(raw, from: index)
            default: throw error(at: position + index, "'\\' must be followed by one of \" \\ / b f n r t u")
            }
        }
        let length = scratch.count
        for _ in 0..<ByteInput.padding { scratch.append(0) }
        return ByteSlice(scratch.base, length)
    }

    /// Four hex digits, or two times four for a surrogate pair. A lone surrogate is valid JSON and no valid
    /// text: it becomes U+FFFD.
    private mutating func unescapeUnicode(_ raw: ByteSlice, from start: Int) throws(TraceError) -> Int {
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
        for byte in UTF8.encode(scalar)?.map({ $0 }) ?? [] { scratch.append(byte) }
        return index
    }

    private func hexCode(_ raw: ByteSlice, at index: Int) throws(TraceError) -> UInt32 {
        var code: UInt32 = 0
        for offset in index..<(index + 4) {
            guard offset < raw.count, let digit = hexValue(raw[offset]) else {
                throw error(at: position + 1 + index, "'\\u' must be followed by four hexadecimal digits")
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
