/// A strict, streaming JSON reader (RFC 8259): the caller asks for what it expects next.
///
/// Only requested values are built: keys, strings and numbers are slices of the window, valid until the next call.
/// Depth, token length and UTF-8 are checked; errors have their offset.
struct JSONReader: ~Copyable {
    /// The kind of the next value, from its first byte.
    enum ValueKind { case object, array, string, number, bool, null }

    let input: ByteInput
    /// The window after the last refill: reading it from `input` at every byte would cost more than parsing.
    private var base: UnsafePointer<UInt8>
    private var end: UnsafePointer<UInt8>
    /// The next byte to read.
    private(set) var cursor: UnsafePointer<UInt8>
    private var baseOffset: Int
    private(set) var depth = 0
    /// Whether an element of the innermost open object or array was read, so that a comma must follow.
    private var needsComma = false
    /// Whether every record is one line (NDJSON): a line end inside one is an error.
    private let isLineBased: Bool
    /// Whether each open level is an object.
    private let isInObject: UnsafeMutablePointer<Bool>
    private let scratch = Column<UInt8>(capacity: 256)
    private let scratchKey = Column<UInt8>(capacity: 64)
    /// The kind of the last error.
    private(set) var fault = RejectRecord.Kind.malformed

    init(_ input: ByteInput, isLineBased: Bool = false) {
        self.input = input
        self.isLineBased = isLineBased
        base = UnsafePointer(input.base)
        end = base + input.count
        cursor = base
        baseOffset = input.baseOffset
        isInObject = .allocate(capacity: ByteInput.Limits.jsonDepth)
        isInObject.initialize(repeating: false, count: ByteInput.Limits.jsonDepth)
    }

    deinit { isInObject.deallocate() }

    /// The next byte to read, as an index into the window.
    var position: Int {
        @inline(__always) get { cursor - base }
        @inline(__always) set { cursor = base + newValue }
    }

    // MARK: Places

    /// The start of the current record (an index into the window), or -1: the window keeps it for messages.
    private var mark = -1

    mutating func setMark() { mark = position }
    mutating func clearMark() { mark = -1 }
    private var markOrPosition: Int { mark >= 0 ? mark : position }
    var markOffset: Int { input.baseOffset + markOrPosition }
    var markPlace: Place { input.place(of: markOrPosition) }
    /// The text of the marked record so far, shortened.
    var markedText: String {
        let start = markOrPosition
        return input.excerpt(from: start, length: min(Self.excerptLength, max(position, start) - start))
    }
    /// Returns the line of the marked record, shortened.
    mutating func markedLine() -> String {
        lookAhead(Self.excerptLength, from: markOrPosition)
        let text = input.excerpt(from: markOrPosition, length: Self.excerptLength)
        return String(text.prefix { !$0.isNewline })
    }
    /// The offset in the file of the next byte.
    @inline(__always)
    var offset: Int { baseOffset + position }
    func place(ofOffset offset: Int?) -> Place { offset.map { input.place(of: $0 - input.baseOffset) } ?? markPlace }

    mutating func skipByteOrderMark() throws(TraceError) {
        while input.count < 3, !input.atEnd { _ = try refill() }
        if ByteSlice(base, input.count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// Leaves the input at the next byte to read, for another reader.
    func leave() { input.consume(upTo: position) }

    // MARK: Structure

    /// Returns the kind of the next value, after white space; nil at the end of the input.
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

    @inline(__always)
    mutating func enterObject() throws(TraceError) { try enter(UInt8(ascii: "{"), "an object") }

    @inline(__always)
    mutating func enterArray() throws(TraceError) { try enter(UInt8(ascii: "["), "an array") }

    /// Reads the next key of the innermost object, unescaped; returns nil at the end of the object, which is left.
    @inline(__always)
    mutating func nextKey() throws(TraceError) -> ByteSlice? {
        guard try nextItem(closing: UInt8(ascii: "}")) else { return nil }
        guard try peekByte() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let key = try stringAtQuote()
        // The key must stay valid while the colon is searched; only a refill would move it.
        if cursor[0] == UInt8(ascii: ":") {
            cursor += 1
            return key
        }
        return try colon(after: key)
    }

    /// Whether the innermost array has another element; otherwise leaves the array.
    @inline(__always)
    mutating func nextElement() throws(TraceError) -> Bool { try nextItem(closing: UInt8(ascii: "]")) }

    /// Checks that only white space follows.
    mutating func expectEnd() throws(TraceError) {
        if try peekByte() != nil { throw unexpected("the end of the file") }
    }

    // MARK: Values

    /// Reads the next string, without quotes and unescaped.
    @inline(__always)
    mutating func string() throws(TraceError) -> ByteSlice {
        guard try peekByte() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        return try stringAtQuote()
    }

    /// Reads the string whose quote is the next byte.
    @inline(__always)
    mutating func stringAtQuote() throws(TraceError) -> ByteSlice {
        needsComma = true
        let start = cursor + 1
        let last = firstSpecial(from: start, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\\"))
        // Zeros follow the end of the window, so a quote is inside it.
        if last[0] == UInt8(ascii: "\""), last - start <= ByteInput.Limits.token {
            cursor = last + 1
            return ByteSlice(start, last - start)
        }
        return try slowString(from: last - base)
    }

    /// Reads the next number, returned as written.
    @inline(__always)
    mutating func number() throws(TraceError) -> ByteSlice {
        guard try peekByte() != nil else { throw unexpected("a number") }
        needsComma = true
        var last = cursor
        while JSONTokens.isNumberByte(last[0]) { last += 1 }
        if last >= end, !input.atEnd { last = try endOfCutNumber(last) }
        let slice = ByteSlice(cursor, last - cursor)
        guard JSONTokens.isPlainInteger(slice) || JSONTokens.isNumber(slice) else { throw unexpected("a number") }
        cursor = last
        return slice
    }

    /// Reads the next value if it is a whole number of up to eighteen digits that ends inside the window; otherwise
    /// reads nothing and returns nil.
    @inline(__always)
    mutating func plainInteger() -> Int64? {
        var last = cursor
        var value: Int64 = 0
        while isDigit(last[0]), last - cursor <= 18 {
            value = value &* 10 &+ Int64(last[0] &- 0x30)
            last += 1
        }
        let count = last - cursor
        guard count > 0, count <= 18, last[0] == UInt8(ascii: ",") || last[0] == UInt8(ascii: "}"),
            cursor[0] != UInt8(ascii: "0") || count == 1
        else { return nil }
        cursor = last
        needsComma = true
        return value
    }

    /// Reads `true` or `false`.
    mutating func bool() throws(TraceError) -> Bool {
        if try literal("true") { return true }
        if try literal("false") { return false }
        throw unexpected("true or false")
    }

    mutating func null() throws(TraceError) {
        guard try literal("null") else { throw unexpected("null") }
    }

    /// Skips one value of any kind, and checks it as strictly as one that is used.
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
            // Leave levels that end here, up to the next value.
            while depth > outer {
                if isInObject[depth - 1] {
                    if try nextKey() != nil { break }
                } else if try nextElement() {
                    break
                }
            }
        } while depth > outer
    }

    // MARK: Lines

    /// Skips white space and empty lines; false at the end of the input.
    @inline(__always)
    mutating func nextLine() throws(TraceError) -> Bool {
        fault = .malformed
        // The line end of the previous record, without other white space.
        if cursor[0] == 0x0A, cursor[1] > 0x20 {
            cursor += 1
            return true
        }
        return try peekByte() != nil
    }

    /// Checks that nothing follows on the line of the record that was just read. At the end of the input the line
    /// end may be missing.
    @inline(__always)
    mutating func endLine() throws(TraceError) {
        if position &- mark > ByteInput.Limits.line { throw tooLongLine() }
        if cursor[0] == 0x0A { return }
        try endLineSlowly()
    }

    @inline(never)
    private mutating func endLineSlowly() throws(TraceError) {
        while true {
            while cursor < end {
                switch cursor[0] {
                case 0x20, 0x09: cursor += 1
                case 0x0A, 0x0D: return
                default: throw unexpected("the end of the line")
                }
            }
            if input.atEnd { return }
            _ = try refill()
        }
    }

    /// Moves to the end of the line that could not be read, leaving all open levels. Returns whether the line has an
    /// end.
    mutating func skipLine() throws(TraceError) -> Bool {
        depth = 0
        needsComma = false
        mark = -1
        while true {
            while cursor < end {
                if cursor[0] == 0x0A || cursor[0] == 0x0D { return true }
                cursor += 1
            }
            if input.atEnd { return false }
            _ = try refill()
        }
    }

    // MARK: Errors

    /// An error at the current byte about what was expected and what was found. At the end of the window more is read,
    /// so that the message does not depend on the pieces in which the input came.
    mutating func unexpected(_ expected: String) -> TraceError {
        lookAhead(Self.shownLength)
        return error(at: position, "expected \(expected), found \(found)")
    }

    private static var shownLength: Int { 40 }
    private static var excerptLength: Int { 200 }

    /// Reads until the rest of the line, or this many bytes of it, are in the window, so that messages do not depend on
    /// the pieces in which the input came.
    mutating func lookAhead(_ length: Int, from start: Int? = nil) {
        var start = start ?? position
        while input.count - start < length, !input.atEnd {
            if ByteSlice(base + start, input.count - start).firstIndex(of: 0x0A) != nil { return }
            guard let moved = try? refill() else { return }
            start -= moved
        }
    }

    func error(at index: Int, _ message: String) -> TraceError {
        TraceError(
            .input, message, at: input.place(of: index),
            fix: index >= input.count && input.atEnd
                ? "the file ends too early; export it again" : "correct the JSON at this place")
    }

    private var found: String {
        let position = position
        guard position < input.count else { return "the end of the file" }
        if isLineBased, isSpace(cursor[0]) { return "the end of the line" }
        var end = position + 1
        while end < min(position + Self.shownLength, input.count), !isSpace(input.base[end]),
            input.base[end] != UInt8(ascii: ",")
        {
            end += 1
        }
        return "'\(ByteSlice(input.base + position, end - position).text)'"
    }

    // MARK: Inside

    @inline(__always)
    private mutating func enter(_ opening: UInt8, _ expected: StaticString) throws(TraceError) {
        guard try peekByte() == opening else { throw unexpected("\(expected)") }
        guard depth < ByteInput.Limits.jsonDepth else {
            throw error(at: position, "nested deeper than \(ByteInput.Limits.jsonDepth) levels")
        }
        isInObject[depth] = opening == UInt8(ascii: "{")
        depth += 1
        cursor += 1
        needsComma = false
    }

    @inline(__always)
    private mutating func nextItem(closing: UInt8) throws(TraceError) -> Bool {
        var byte = cursor[0]
        if byte <= 0x20 { byte = try peekByte() ?? 0 }
        if byte == closing {
            cursor += 1
            depth -= 1
            needsComma = true
            return false
        }
        guard needsComma else { return true }
        guard byte == UInt8(ascii: ",") else {
            throw unexpected(closing == UInt8(ascii: "}") ? "',' or '}'" : "',' or ']'")
        }
        cursor += 1
        needsComma = false
        if try peekByte() == closing { throw unexpected("a value after ','") }
        return true
    }

    @inline(never)
    private mutating func colon(after key: ByteSlice) throws(TraceError) -> ByteSlice {
        scratchKey.removeAll()
        scratchKey.append(contentsOf: key.start, count: key.count)
        for _ in 0..<ByteInput.padding { scratchKey.append(0) }
        guard try peekByte() == UInt8(ascii: ":") else { throw unexpected("':' after the key") }
        cursor += 1
        return ByteSlice(scratchKey.base, scratchKey.count - ByteInput.padding)
    }

    /// Returns the next byte that is not white space, without consuming it; nil at the end of the input.
    @inline(__always)
    mutating func peekByte() throws(TraceError) -> UInt8? {
        let byte = cursor[0]
        if byte > 0x20 { return byte }
        // Most writers put one space after a colon or a comma.
        let next = cursor[1]
        if byte == 0x20, next > 0x20 {
            cursor += 1
            return next
        }
        return try peekByteSlowly()
    }

    @inline(never)
    private mutating func peekByteSlowly() throws(TraceError) -> UInt8? {
        while true {
            while cursor < end {
                let byte = cursor[0]
                switch byte {
                case 0x0A where isLineBased && depth > 0, 0x0D where isLineBased && depth > 0: return byte
                case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
                default: return byte
                }
            }
            if input.atEnd { return nil }
            _ = try refill()
        }
    }

    /// Reads more, keeping the window from `position` on; returns how far indexes moved.
    @inline(never)
    private mutating func refill() throws(TraceError) -> Int {
        let old = position
        guard input.count - old <= ByteInput.Limits.token else { throw tooLong() }
        if isLineBased, input.count - markOrPosition > ByteInput.Limits.line { throw tooLongLine() }
        let moved: Int
        do throws(TraceError) {
            moved = try input.refill(keeping: markOrPosition)
        } catch {
            if input.count - markOrPosition > ByteInput.Limits.token { fault = .tooLong }
            throw error
        }
        base = UnsafePointer(input.base)
        end = base + input.count
        baseOffset = input.baseOffset
        position = old - moved
        if mark >= 0 { mark -= moved }
        return moved
    }

    @inline(never)
    private mutating func tooLong() -> TraceError {
        fault = .tooLong
        return error(at: position, "a single value is longer than \(ByteInput.Limits.token >> 20) MB")
    }

    @inline(never)
    private mutating func tooLongLine() -> TraceError {
        fault = .tooLong
        return error(at: markOrPosition, "the line is longer than \(ByteInput.Limits.line >> 20) MB")
    }

    /// Finds the end of a number that reached the end of the window.
    @inline(never)
    private mutating func endOfCutNumber(_ last: UnsafePointer<UInt8>) throws(TraceError) -> UnsafePointer<UInt8> {
        var index = last - base
        repeat {
            index -= try refill()
            while JSONTokens.isNumberByte(base[index]) { index += 1 }
        } while index >= input.count && !input.atEnd
        return base + index
    }

    @inline(never)
    private mutating func literal(_ text: StaticString) throws(TraceError) -> Bool {
        guard try peekByte() != nil else { return false }
        // Also the next byte, which must end the word.
        while input.count - position <= text.utf8CodeUnitCount, !input.atEnd { _ = try refill() }
        guard ByteSlice(cursor, input.count - position).hasPrefix(text) else { return false }
        let next = cursor[text.utf8CodeUnitCount]
        guard !isDigit(next), next | 0x20 < UInt8(ascii: "a") || next | 0x20 > UInt8(ascii: "z") else { return false }
        cursor += text.utf8CodeUnitCount
        needsComma = true
        return true
    }

    /// Reads the rest of a string with an escape, a byte above ASCII or an error, or that the window cuts.
    @inline(never)
    private mutating func slowString(from first: Int) throws(TraceError) -> ByteSlice {
        var index = first
        var hasEscape = false
        while true {
            while index < input.count {
                let byte = base[index]
                if byte == UInt8(ascii: "\"") { return try finishString(end: index, hasEscape: hasEscape) }
                if byte < 0x20 { throw error(at: index, "a control character inside a string must be escaped") }
                if byte == UInt8(ascii: "\\") {
                    hasEscape = true
                    if index + 1 >= input.count { break }
                    if base[index + 1] < 0x20 { throw error(at: index + 1, JSONTokens.badEscape) }
                    index += 1
                }
                index += 1
            }
            if input.atEnd { throw error(at: input.count, "the string that begins here or before does not end") }
            index -= try refill()
        }
    }

    private mutating func finishString(end last: Int, hasEscape: Bool) throws(TraceError) -> ByteSlice {
        let start = position + 1
        let raw = ByteSlice(base + start, last - start)
        guard raw.count <= ByteInput.Limits.token else { throw tooLong() }
        if let bad = UTF8Check.firstInvalid(raw) {
            fault = .invalidUTF8
            throw error(at: start + bad, "this byte is not valid UTF-8")
        }
        guard hasEscape else {
            position = last + 1
            return raw
        }
        do throws(JSONTokens.BadEscape) {
            try JSONTokens.unescape(raw, into: scratch)
        } catch {
            throw self.error(at: start + error.index, error.message)
        }
        position = last + 1
        let length = scratch.count
        for _ in 0..<ByteInput.padding { scratch.append(0) }
        return ByteSlice(scratch.base, length)
    }
}
