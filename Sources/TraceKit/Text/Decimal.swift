/// Numbers as text, the same in every locale.
enum Decimal {
    /// With a fixed number of digits behind the point, rounded half away from zero.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "-" }
        let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
        let scaled = (abs(value) * scale).rounded(.toNearestOrAwayFromZero)
        guard scaled < 9e15 else { return "\(value)" }
        let whole = Int64(scaled)
        return String(unsafeUninitializedCapacity: 32) { buffer in
            // From the last digit on, to the front of the buffer's end.
            var (place, rest, written) = (buffer.count, whole, 0)
            while rest > 0 || written <= digits {
                if written == digits, digits > 0 { put(UInt8(ascii: "."), &place, buffer) }
                put(UInt8(ascii: "0") + UInt8(rest % 10), &place, buffer)
                rest /= 10
                written += 1
            }
            if value < 0 && whole > 0 { put(UInt8(ascii: "-"), &place, buffer) }
            return moveToFront(place, buffer)
        }
    }

    /// Two digits behind the point, or as many as it takes for three of a number below a tenth: 12.30, 0.0000123.
    static func figure(_ value: Double) -> String {
        guard value.isFinite, value != 0, abs(value) < 0.1 else { return text(value, digits: 2) }
        var (digits, scaled) = (3, abs(value) * 10)
        while scaled < 1, digits < 15 { (digits, scaled) = (digits + 1, scaled * 10) }
        return text(value, digits: digits)
    }

    /// Ascending numbers, those that follow each other as a range: `1–17, 19`. Of many pieces the first ones.
    static func ranges(_ numbers: [Int64], most: Int = 20) -> String {
        var pieces: [ClosedRange<Int64>] = []
        for number in numbers {
            if let last = pieces.last, last.upperBound &+ 1 == number {
                pieces[pieces.count - 1] = last.lowerBound...number
            } else {
                pieces.append(number...number)
            }
        }
        let words = pieces.prefix(most).map { piece in
            piece.count == 1
                ? "\(piece.lowerBound)"
                : "\(piece.lowerBound)\(piece.count == 2 ? ", " : "–")\(piece.upperBound)"
        }
        return words.joined(separator: ", ") + (pieces.count > most ? ", … (\(grouped(pieces.count - most)) more)" : "")
    }

    /// Without needless zeros: 8.3, 16.67, 5.
    static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Two digits behind the point, four below one, without needless zeros: 8.33, 16.67, 0.125.
    static func rounded(_ value: Double) -> String {
        var text = text(value, digits: abs(value) < 1 ? 4 : 2)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "0" ? shortest(value) : text
    }

    /// 1,234,567
    static func grouped(_ value: Int) -> String {
        if value.magnitude < 1_000 { return String(value) }
        return String(unsafeUninitializedCapacity: 32) { buffer in
            var (place, rest, written) = (buffer.count, value.magnitude, 0)
            while rest > 0 {
                if written > 0, written % 3 == 0 { put(UInt8(ascii: ","), &place, buffer) }
                put(UInt8(ascii: "0") + UInt8(rest % 10), &place, buffer)
                rest /= 10
                written += 1
            }
            if value < 0 { put(UInt8(ascii: "-"), &place, buffer) }
            return moveToFront(place, buffer)
        }
    }

    /// `1 update`, `1,234 hitches`
    static func counted(_ count: Int, _ noun: String) -> String {
        let plural = noun.hasSuffix("ch") || noun.hasSuffix("s") ? "\(noun)es" : "\(noun)s"
        return "\(grouped(count)) \(count == 1 ? noun : plural)"
    }

    /// Behind a list of some of `count` things: ` and 1,234 more`; empty where all are `listed`.
    static func more(of count: Int, listed: Int) -> String {
        count > listed ? " and \(grouped(count - listed)) more" : ""
    }

    /// A length in words: `7.4 ms`, `313 ms`, from ten seconds on `74.1 s`. `digits` of milliseconds; nil = one below 10.
    static func time(_ milliseconds: Double, digits: Int? = nil) -> String {
        if milliseconds >= 10_000 { return "\(text(milliseconds / 1000, digits: 1)) s" }
        return "\(text(milliseconds, digits: digits ?? (milliseconds < 10 ? 1 : 0))) ms"
    }

    private static func put(_ byte: UInt8, _ place: inout Int, _ buffer: UnsafeMutableBufferPointer<UInt8>) {
        place -= 1
        buffer[place] = byte
    }

    /// What was put to the end of a buffer, at its front; says how much that is.
    private static func moveToFront(_ place: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        for index in place..<buffer.count { buffer[index - place] = buffer[index] }
        return buffer.count - place
    }
}
