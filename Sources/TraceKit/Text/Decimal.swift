/// Formats numbers independently of the locale.
enum Decimal {
    /// A number with a fixed number of fraction digits, rounded half away from zero.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "-" }
        let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
        let scaled = (abs(value) * scale).rounded(.toNearestOrAwayFromZero)
        guard scaled < 9e15 else { return "\(value)" }
        let whole = Int64(scaled)
        return String(unsafeUninitializedCapacity: 32) { buffer in
            // Digits are written from the last one towards the front of the buffer.
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

    /// Formats a number with two fraction digits; below 0.1 with three significant digits: 12.30, 0.0000123.
    static func figure(_ value: Double) -> String {
        guard value.isFinite, value != 0, abs(value) < 0.1 else { return text(value, digits: 2) }
        var (digits, scaled) = (3, abs(value) * 10)
        while scaled < 1, digits < 15 { (digits, scaled) = (digits + 1, scaled * 10) }
        return text(value, digits: digits)
    }

    /// Formats ascending numbers with runs as ranges: `1–17, 19`. Long lists are truncated.
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

    /// A number without trailing zeros: 8.3, 16.67, 5.
    static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Formats a number with two fraction digits, four below one, without trailing zeros: 8.33, 16.67, 0.125.
    static func rounded(_ value: Double) -> String {
        var text = text(value, digits: abs(value) < 1 ? 4 : 2)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "0" ? shortest(value) : text
    }

    /// Formats a number with separators: `1,234,567`.
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

    /// Formats a count with its noun: `1 update`, `1,234 hitches`.
    static func counted(_ count: Int, _ noun: String) -> String {
        let plural = noun.hasSuffix("ch") || noun.hasSuffix("s") ? "\(noun)es" : "\(noun)s"
        return "\(grouped(count)) \(count == 1 ? noun : plural)"
    }

    /// The end of a truncated list of `count` things: ` and 1,234 more`; empty if all are `listed`.
    static func more(of count: Int, listed: Int) -> String {
        count > listed ? " and \(grouped(count - listed)) more" : ""
    }

    /// A duration as text: `7.4 ms`, `313 ms`, from ten seconds on `74.1 s`. `digits` = fraction digits of
    /// milliseconds; nil = one below 10 ms.
    static func time(_ milliseconds: Double, digits: Int? = nil) -> String {
        if milliseconds >= 10_000 { return "\(text(milliseconds / 1000, digits: 1)) s" }
        return "\(text(milliseconds, digits: digits ?? (milliseconds < 10 ? 1 : 0))) ms"
    }

    private static func put(_ byte: UInt8, _ place: inout Int, _ buffer: UnsafeMutableBufferPointer<UInt8>) {
        place -= 1
        buffer[place] = byte
    }

    /// Moves bytes from the end of a buffer to its front and returns their number.
    private static func moveToFront(_ place: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        for index in place..<buffer.count { buffer[index - place] = buffer[index] }
        return buffer.count - place
    }
}

/// Formats the numbers of a column aligned at the decimal point: `104`, `1.50`, `1 → 104`, `16.67 ms`, `–`.
enum NumberColumn {
    /// The cells padded so that numbers align; in a comparison both sides are aligned.
    static func align(_ cells: [String]) -> [String] {
        guard cells.contains(where: { hasPoint($0) || arrow(in: $0) != nil }) else { return cells }
        let sides = cells.map(split)
        let left = alignSide(sides.map { $0.left })
        let right = alignSide(sides.map { $0.right })
        return cells.indices.map { index in
            sides[index].left.isEmpty ? right[index] : left[index] + sides[index].arrow + right[index]
        }
    }

    private static func hasPoint(_ cell: String) -> Bool { cell.utf8.contains(UInt8(ascii: ".")) && cell.contains(".") }

    private static func arrow(in cell: String) -> String? {
        // Fast path: most cells have no byte that can end an arrow.
        guard cell.utf8.contains(where: { $0 == 0x92 || $0 == UInt8(ascii: ">") }) else { return nil }
        return [" → ", " -> "].first { cell.firstRange(of: $0) != nil }
    }

    private static func split(_ cell: String) -> (left: String, arrow: String, right: String) {
        guard let arrow = arrow(in: cell), let range = cell.firstRange(of: arrow) else { return ("", "", trim(cell)) }
        return (trim(cell[..<range.lowerBound]), arrow, trim(cell[range.upperBound...]))
    }

    private static func trim(_ text: some StringProtocol) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    private static func alignSide(_ texts: [String]) -> [String] {
        let parts = texts.map(point)
        let whole = parts.reduce(0) { max($0, TextWidth.of($1.whole)) }
        let rest = parts.reduce(0) { max($0, TextWidth.of($1.rest)) }
        return parts.map { part in
            if part.whole.isEmpty && part.rest.isEmpty { return "" }
            return TextWidth.pad(part.whole, to: whole, rightAligned: true)
                + TextWidth.pad(part.rest, to: rest, rightAligned: false)
        }
    }

    private static func isNumber(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return character.isNumber }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Splits a cell after the integer part: `16` and `.67 ms`, `3` and ` updates`.
    private static func point(_ text: String) -> (whole: String, rest: String) {
        guard let first = text.firstIndex(where: isNumber) else { return (text, "") }
        let end = text[first...].firstIndex { !isNumber($0) && $0 != "," } ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }
}
