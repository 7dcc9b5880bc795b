/// The text of a log line without its variable parts, and the duration in it.
///
/// Numbers become `N`, quoted texts `…` in their quotes, addresses and hexadecimal ids `0x…`, and UUIDs `UUID`:
/// `decoded 12 rows of "Feed" in 23.7 ms` becomes `decoded N rows of "…" in N ms`, with 23.7 ms.
struct LogTemplate {
    private(set) var text: [UInt8] = []
    /// The duration in nanoseconds; nil if the line has none.
    private(set) var duration: Int64?

    /// The length in bytes after which text does not distinguish lines.
    private static let longest = 1000

    init(_ message: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeBufferPointer(rebasing: message.prefix(Self.longest))
        text.reserveCapacity(bytes.count)
        var reader = Reader(bytes: bytes)
        if let pseudonym = LinePseudonym(bytes) {
            text.append(contentsOf: bytes.prefix(pseudonym.length))
            reader.next = pseudonym.length
        }
        while reader.next < bytes.count { read(&reader) }
        if message.count > bytes.count { text.append(contentsOf: "…".utf8) }
    }

    init(_ message: String) {
        var message = message
        self = message.withUTF8 { LogTemplate($0) }
    }

    private mutating func read(_ reader: inout Reader) {
        let byte = reader.bytes[reader.next]
        if let (length, close) = reader.readQuote() {
            text.append(contentsOf: reader.bytes[reader.next..<(reader.next + (byte < 0x80 ? 1 : 3))])
            text.append(contentsOf: "…".utf8)
            text.append(contentsOf: close)
            reader.next += length
        } else if !reader.isInWord, let (length, word) = reader.identifier() {
            text.append(contentsOf: word)
            reader.next += length
        } else if isDigit(byte) {
            readNumber(&reader)
        } else {
            text.append(byte)
            reader.next += 1
        }
    }

    private mutating func readNumber(_ reader: inout Reader) {
        let isInWord = reader.isInWord
        // A sign belongs to the number if nothing else is plausible.
        let beforeSign = text.dropLast().last
        if !isInWord, let sign = text.last, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"),
            beforeSign == nil || beforeSign == UInt8(ascii: " ") || beforeSign == UInt8(ascii: "=")
        {
            text.removeLast()
        }
        let tookIt = text.elementsEqualSuffix("took ")
        // A rate is no duration: it says how often something happened in that time.
        let isRate = text.elementsEqualSuffix("times in ")
        let number = reader.number()
        text.append(UInt8(ascii: "N"))
        guard !isInWord, !isRate, duration == nil || tookIt, let value = number.value, let unit = reader.unit() else {
            return
        }
        let nanoseconds = value * unit
        if nanoseconds < 1e18 { duration = Int64(nanoseconds.rounded()) }
    }

    /// A cursor in a message.
    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var next = 0
        /// First bytes of quotes that are not closed after this point.
        private var unclosed: [UInt8] = []

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        /// Whether a letter, a digit or `_` precedes the cursor.
        var isInWord: Bool { next > 0 && Self.isWordPart(bytes[next - 1]) }

        static func isWordPart(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") }

        static func isLetter(_ byte: UInt8) -> Bool {
            let lower = byte | 0x20
            return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
        }

        // MARK: Quotes

        /// The length of the quoted text at the cursor, with its quotes, and the closing quote. An apostrophe in a word
        /// is no quote.
        mutating func readQuote() -> (length: Int, close: [UInt8])? {
            let byte = bytes[next]
            guard !unclosed.contains(byte) else { return nil }
            let close: [UInt8]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "`"): close = [byte]
            case UInt8(ascii: "'"):
                guard !isInWord else { return nil }
                close = [byte]
            case 0xE2 where bytes.count - next > 3 && bytes[next + 1] == 0x80 && bytes[next + 2] == 0x9C:
                close = [0xE2, 0x80, 0x9D]
            default: return nil
            }
            var position = next + (byte < 0x80 ? 1 : 3)
            while position + close.count <= bytes.count {
                if bytes[position] == UInt8(ascii: "\\") {
                    position += 2
                } else if bytes[position..<(position + close.count)].elementsEqual(close), !isApostrophe(at: position) {
                    return (position + close.count - next, close)
                } else {
                    position += 1
                }
            }
            unclosed.append(byte)
            return nil
        }

        private func isApostrophe(at place: Int) -> Bool {
            bytes[place] == UInt8(ascii: "'") && place + 1 < bytes.count && Self.isWordPart(bytes[place + 1])
        }

        // MARK: Addresses

        /// A UUID, or a hexadecimal address or id, and its replacement.
        func identifier() -> (length: Int, word: String.UTF8View)? {
            if isUUID() { return (36, "UUID".utf8) }
            var end = next
            while end < bytes.count, Self.isWordPart(bytes[end]) { end += 1 }
            var word = bytes[next..<end]
            let hasMark =
                word.count > 2 && word.first == UInt8(ascii: "0")
                && word.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            if hasMark { word = word.dropFirst(2) }
            guard word.allSatisfy({ hexValue($0) != nil }) else { return nil }
            let isLong = word.count >= 6 && word.contains(where: isDigit) && word.contains(where: Self.isLetter)
            return hasMark || isLong ? (end - next, "0x…".utf8) : nil
        }

        private func isUUID() -> Bool {
            guard bytes.count - next >= 36 else { return false }
            for offset in 0..<36 {
                let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
                let byte = bytes[next + offset]
                guard isDash ? byte == UInt8(ascii: "-") : hexValue(byte) != nil else { return false }
            }
            return next + 36 == bytes.count || !Self.isWordPart(bytes[next + 36])
        }

        // MARK: Numbers

        /// Digits with points and commas; the value is nil if they are more than one number, as in a version.
        mutating func number() -> (value: Double?, length: Int) {
            let start = next
            var text = ""
            var points = 0
            while next < bytes.count {
                let byte = bytes[next]
                let isMark = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
                guard isDigit(byte) || isMark && next + 1 < bytes.count && isDigit(bytes[next + 1]) else { break }
                if byte == UInt8(ascii: ".") {
                    points += 1
                    text.append(".")
                } else if isMark {
                    // Three digits after a comma are thousands, others a fraction.
                    let digits = bytes[(next + 1)...].prefix(while: isDigit).count
                    if digits != 3 {
                        points += 1
                        text.append(".")
                    }
                } else {
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                }
                next += 1
            }
            return (points > 1 ? nil : Double(text), next - start)
        }

        /// Nanoseconds of the unit that follows a number, after a blank or none. Does not advance.
        func unit() -> Double? {
            var start = next
            if start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
            var end = start
            while end < bytes.count, Self.isLetter(bytes[end]) || bytes[end] >= 0x80, end - start <= 12 { end += 1 }
            guard end == bytes.count || !Self.isWordPart(bytes[end]), end > start else { return nil }
            return Self.units[String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)]
        }

        private static let units: [String: Double] = {
            var units: [String: Double] = [:]
            for (names, value) in [
                (["ns", "nanosecond", "nanoseconds"], 1.0),
                (["us", "µs", "μs", "usec", "microsecond", "microseconds"], 1e3),
                (["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"], 1e6),
                (["s", "sec", "secs", "second", "seconds"], 1e9), (["min", "minute", "minutes"], 60e9),
            ] {
                for name in names { units[name] = value }
            }
            return units
        }()
    }
}

extension [UInt8] {
    fileprivate func elementsEqualSuffix(_ suffix: StaticString) -> Bool {
        guard count >= suffix.utf8CodeUnitCount else { return false }
        return suffix.withUTF8Buffer { self.suffix($0.count).elementsEqual($0) }
    }
}

/// The text of a log line in a redacted trace: `Message_3fa2b1c4`, followed by the duration in the
/// line (`Message_3fa2b1c4 23.7 ms`).
struct LinePseudonym {
    /// The kinds of lines that the analysis recognises by their words.
    enum Kind: String, CaseIterable { case message = "Message", hang = "Hang", hitch = "Hitch" }

    let kind: Kind
    /// The length in bytes, without the duration.
    let length: Int

    /// Returns nil for other messages.
    init?(_ message: UnsafeBufferPointer<UInt8>) {
        guard let mark = message.prefix(8).firstIndex(of: UInt8(ascii: "_")),
            let kind = Kind.allCases.first(where: { message[..<mark].elementsEqual($0.rawValue.utf8) })
        else { return nil }
        self.kind = kind
        let digits = message[(mark + 1)...].prefix { hexValue($0) != nil }
        guard digits.count == 8 || digits.count == 32 else { return nil }
        length = digits.endIndex
        let rest = message[length...]
        guard rest.isEmpty || Self.isDuration(rest) else { return nil }
    }

    private static func isDuration(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let number = text.dropFirst().dropLast(unit.utf8.count)
        return text.first == UInt8(ascii: " ") && number.first.map(isDigit) == true
            && number.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
            && text.suffix(unit.utf8.count).elementsEqual(unit.utf8)
    }

    private static let unit = " ms"

    /// The pseudonym with a duration in nanoseconds.
    static func text(_ pseudonym: String, _ duration: Int64) -> String {
        let (whole, rest) = duration.quotientAndRemainder(dividingBy: 1_000_000)
        var digits = String(1_000_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(pseudonym) \(whole)\(digits.isEmpty ? "" : ".")\(digits)\(unit)"
    }
}

/// Searches a message for any of a few sequences of four letters, in either case, because most lines need no closer
/// look.
struct FourLetters: Sendable {
    /// The sequences as codes. They are few, so comparing them all is faster than a set.
    private let codes: [UInt32]

    init(_ letters: [String]) {
        codes = letters.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1 | 0x20) } }
    }

    func occur(in message: UnsafeBufferPointer<UInt8>, first most: Int) -> Bool {
        var word: UInt32 = 0
        for byte in message.prefix(most) {
            word = word << 8 | UInt32(byte | 0x20)
            if codes.contains(word) { return true }
        }
        return false
    }
}
