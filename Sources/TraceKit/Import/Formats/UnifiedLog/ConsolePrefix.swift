/// The prefix of a log line in a console: `2025-03-01 10:00:00.123456+0000 App[123:4567] `, followed by the category
/// (`[connection] `, `[com.apple.SwiftUI:Changed Body Properties] `) if the line has one.
struct ConsolePrefix {
    let time: LogTime
    let written: ByteSlice
    let source: ConsoleSource
    /// Whether process and thread are named, which is rare in other texts.
    let hasThread: Bool
    let message: ByteSlice

    /// A process, and the index after its name.
    private struct Emitter {
        var process: ByteSlice
        var pid: UInt64
        var thread: UInt64?
        var end: Int
    }

    /// The most bytes of a line that are searched for the process.
    private static let longestProcess = 256

    init?(_ line: ByteSlice) {
        guard LogTime.begins(line), let (time, length) = LogTime.parse(line), length < line.count, line[length] == 0x20
        else { return nil }
        let rest = line.dropFirst(length + 1)
        guard let emitter = Self.emitter(rest) else { return nil }
        self.time = time
        written = line.prefix(length)
        hasThread = emitter.thread != nil
        var source = ConsoleSource()
        (source.process, source.pid, source.thread) = (emitter.process, emitter.pid, emitter.thread ?? 0)
        message = Self.message(rest.dropFirst(emitter.end + 1), &source)
        self.source = source
    }

    /// Whether a text begins with `App[123:4567] `, as lines do after the time.
    static func hasThread(_ text: ByteSlice) -> Bool { emitter(text)?.thread != nil }

    /// The changes of a body in SwiftUI's message, recognised by its category or spelling.
    var changes: PrintChangesLine? {
        guard let changes = PrintChangesLine(message) else { return nil }
        if source.category.hasSuffix("Changed Body Properties") { return changes }
        let isSwiftUI = source.category.isEmpty || source.subsystem.isEmpty && source.category.hasSuffix("SwiftUI")
        return isSwiftUI && changes.isUnmistakable ? changes : nil
    }

    /// Finds the first brackets with process and thread, or the first with only a process.
    private static func emitter(_ text: ByteSlice) -> Emitter? {
        var alone: Emitter?
        var from = 1
        while let open = text.firstIndex(of: UInt8(ascii: "["), from: from), open < longestProcess {
            from = open + 1
            let inside = text.dropFirst(from).prefix(48)
            guard let close = inside.firstIndex(of: UInt8(ascii: "]")) else { continue }
            let end = from + close + 1
            guard end == text.count || text[end] == 0x20 else { continue }
            let numbers = inside.prefix(close)
            let colon = numbers.firstIndex(of: UInt8(ascii: ":"))
            guard let pid = FieldValues.unsigned(numbers.prefix(colon ?? close)) else { continue }
            guard let colon else {
                alone = alone ?? Emitter(process: text.prefix(open), pid: pid, thread: nil, end: end)
                continue
            }
            let digits = numbers.dropFirst(colon + 1)
            guard let thread = FieldValues.unsigned(digits) ?? SliceCursor.hexadecimal(digits) else { continue }
            return Emitter(process: text.prefix(open), pid: pid, thread: thread, end: end)
        }
        return alone
    }

    /// Splits off the category, which is set in the source. Returns the message.
    private static func message(_ text: ByteSlice, _ source: inout ConsoleSource) -> ByteSlice {
        guard text.hasPrefix("["), let close = text.prefix(160).firstIndex(of: UInt8(ascii: "]")),
            close + 1 == text.count || text[close + 1] == 0x20, case let group = text.prefix(close).dropFirst(1),
            group.count > 0, isLetter(group[0])
        else { return text }
        if let colon = group.firstIndex(of: UInt8(ascii: ":")) {
            let subsystem = group.prefix(colon)
            // `[C1:1]` is part of an app's message; subsystems are written in reverse, like domains.
            guard subsystem.firstIndex(of: UInt8(ascii: ".")) != nil, subsystem.firstIndex(of: 0x20) == nil else {
                return text
            }
            (source.subsystem, source.category) = (subsystem, group.dropFirst(colon + 1))
        } else {
            source.category = group
        }
        return text.dropFirst(close + 2)
    }
}

/// The source of a console line as far as it is shown; unknown parts are empty.
struct ConsoleSource {
    var process = ByteSlice(emptyBytes, 0)
    var pid: UInt64 = 0
    /// The thread; zero if it is not shown.
    var thread: UInt64 = 0
    var subsystem = ByteSlice(emptyBytes, 0)
    var category = ByteSlice(emptyBytes, 0)
    var level = LogLevel.unknown
}

/// Whether a byte is an ASCII letter.
func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

/// A position in a line of text that advances as parts are recognised. A failing step does not move it.
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

    /// Takes the bytes up to the next space or the end, and skips the spaces after them; nil without bytes.
    mutating func word() -> ByteSlice? {
        let end = text.firstIndex(of: 0x20, from: index) ?? text.count
        guard end > index else { return nil }
        let word = ByteSlice(text.start + index, end - index)
        index = end
        skipSpaces()
        return word
    }

    /// Takes a word of digits that fits 64 bits; nil otherwise.
    mutating func number() -> UInt64? {
        let start = index
        guard let word = word(), let value = FieldValues.unsigned(word) else {
            index = start
            return nil
        }
        return value
    }

    /// Takes the text between the bracket here and its closing one, and skips the spaces after that. Nil without a
    /// bracket.
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

    /// Parses `787` or `0x313`; nil for any other text.
    static func integer(_ text: ByteSlice) -> UInt64? {
        text.hasPrefix("0x") ? hexadecimal(text) : FieldValues.unsigned(text)
    }

    /// Parses hexadecimal digits, with or without `0x`, that fit 64 bits.
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
