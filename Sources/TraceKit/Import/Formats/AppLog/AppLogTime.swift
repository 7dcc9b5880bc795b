/// The time of a line in an app's own log: `2026-02-03 10:30:45.103`, `03.02.2026 10:30:45`, `[10:30:45.103]`,
/// `00:12.345`.
struct AppLogTime {
    let time: LogTime
    /// Whether its date is known; otherwise it is a time of day, or counts from some start.
    let hasDate: Bool
    /// The time as written; empty without a date.
    let written: ByteSlice

    /// Parses the time at the start of a text, and returns it with its number of bytes; nil for any other text.
    static func parse(_ text: ByteSlice) -> (time: AppLogTime, length: Int)? {
        if LogTime.begins(text) { return standard(text) }
        guard let first = text.buffer.first, isDigit(first) || isLetter(first) else { return nil }
        let date = Date.numbers(text) ?? Date.words(text)
        guard let (clock, length) = clock(text, from: date?.length ?? 0, needsFraction: date == nil) else { return nil }
        let time = (date?.day ?? 0) * 86_400_000_000_000 + clock
        let hasDate = date?.day != nil
        return (
            AppLogTime(
                time: LogTime(nanoseconds: time, zone: nil), hasDate: hasDate,
                written: text.prefix(hasDate ? length : 0)),
            length
        )
    }

    /// Interprets a number: seconds, milliseconds, microseconds or nanoseconds since 1970, whichever gives a plausible
    /// date; seconds since 2001, as `Date` is encoded; or seconds since some start.
    init?(number text: ByteSlice) {
        guard let value = Double(text.text), value >= 0 else { return nil }
        let unit: Double =
            switch value {
            case 1e17...: 1
            case 1e14...: 1e3
            case 1e11...: 1e6
            default: 1e9
            }
        guard value * unit < 8e18 else { return nil }
        let whole = value.rounded(.down)
        var nanoseconds = (Int64(text.text) ?? Int64(whole)) * Int64(unit) + Int64((value - whole) * unit)
        if Self.referenceDate.contains(value) { nanoseconds += 978_307_200_000_000_000 }
        hasDate = value >= Self.referenceDate.lowerBound
        time = LogTime(nanoseconds: nanoseconds, zone: hasDate ? 0 : nil)
        written = text.prefix(0)
    }

    /// The seconds since 2001 for 2017 to 2031.
    private static let referenceDate = 5e8..<9.6e8

    private init(time: LogTime, hasDate: Bool, written: ByteSlice) {
        (self.time, self.hasDate, self.written) = (time, hasDate, written)
    }

    private static func standard(_ text: ByteSlice) -> (AppLogTime, Int)? {
        guard var (time, end) = LogTime.parse(text),
            // Some loggers write a comma before the milliseconds.
            let more = LogTime.fraction(text, &end, separator: UInt8(ascii: ","))
        else { return nil }
        time.nanoseconds += more
        return (AppLogTime(time: time, hasDate: true, written: text.prefix(end)), end)
    }

    /// Parses `10:30:45.103`, `0:12.345`, `10:30:45,103` or `10:30:45:103`, with or without `AM` or `PM`. Only its
    /// fraction distinguishes it from other numbers.
    private static func clock(
        _ text: ByteSlice, from start: Int, needsFraction: Bool
    ) -> (nanoseconds: Int64, end: Int)? {
        var (parts, index): ([Int64], Int) = ([], start)
        while parts.count < 3 {
            let first = index
            while index < text.count, index - first < 3, isDigit(text[index]) { index += 1 }
            guard index > first, let number = LogTime.number(text, first, index - first) else { return nil }
            parts.append(number)
            guard parts.count < 3, index < text.count, text[index] == UInt8(ascii: ":") else { break }
            index += 1
        }
        let digits = index
        guard parts.count > (needsFraction ? 1 : 2), parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let separators = parts.count == 3 ? ".,:" : ".,"
        let separator = index < text.count && separators.utf8.contains(text[index]) ? text[index] : UInt8(ascii: ".")
        guard let fraction = LogTime.fraction(text, &index, separator: separator), index > digits || !needsFraction
        else { return nil }
        if parts.count == 3, let half = half(text.dropFirst(index)) {
            parts[0] = parts[0] % 12 + (half.isAfternoon ? 12 : 0)
            index += half.length
        }
        return (parts.reduce(0) { $0 * 60 + $1 } * 1_000_000_000 + fraction, index)
    }

    /// Parses ` PM`; a narrow space may precede it, as in current systems.
    private static func half(_ text: ByteSlice) -> (isAfternoon: Bool, length: Int)? {
        let gap = text.hasPrefix(" ") ? 1 : text.hasPrefix("\u{202F}") ? 3 : 0
        let word = text.dropFirst(gap)
        guard gap > 0, word.hasPrefix("AM") || word.hasPrefix("PM") else { return nil }
        return (word.hasPrefix("PM"), gap + 2)
    }

    /// A date in a layout other than ISO 8601, with the separator before the time.
    private struct Date {
        /// Days since 1970; nil if day and month are ambiguous, or there is no year.
        let day: Int64?
        let length: Int

        /// Parses `2026/02/03`, `03.02.2026`; `2/3/26` is a date without a known day.
        static func numbers(_ text: ByteSlice) -> Date? {
            var (parts, lengths, index): ([Int64], [Int], Int) = ([], [], 0)
            var separator: UInt8?
            while parts.count < 3 {
                let first = index
                while index < text.count, index - first < 4, isDigit(text[index]) { index += 1 }
                guard index > first, let number = LogTime.number(text, first, index - first) else { return nil }
                parts.append(number)
                lengths.append(index - first)
                guard parts.count < 3 else { break }
                guard index < text.count, "/.".utf8.contains(text[index]), separator ?? text[index] == text[index]
                else { return nil }
                separator = text[index]
                index += 1
            }
            guard let end = behindGap(text, index) else { return nil }
            let isYearFirst = lengths[0] == 4
            let (year, month, day) = isYearFirst ? (parts[0], parts[1], parts[2]) : (parts[2], parts[1], parts[0])
            guard isYearFirst || separator == UInt8(ascii: ".") else { return Date(day: nil, length: end) }
            guard isYearFirst || lengths[2] != 3,
                let number = LogTime.day(year < 100 ? 2000 + year : year, month, day)
            else { return nil }
            return Date(day: number, length: end)
        }

        private static let months = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]
        private static let others = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "at"]

        /// Parses `Feb  3`, `Tue, 3 Feb 2026`, `Feb 3, 2026 at`; day and year are not needed.
        static func words(_ text: ByteSlice) -> Date? {
            var (index, hasMonth) = (0, false)
            for _ in 0..<5 {
                var end = index
                while end < text.count, isLetter(text[end]) || isDigit(text[end]) { end += 1 }
                let word = text.dropFirst(index).prefix(min(end - index, 5)).text.lowercased()
                guard let next = behindGap(text, end) else { break }
                if months.contains(String(word.prefix(3))) { hasMonth = true }
                let isKnown =
                    months.contains(String(word.prefix(3))) || others.contains(String(word.prefix(3)))
                    || word.count != 3 && word.allSatisfy(\.isNumber)
                guard isKnown else { break }
                index = next
            }
            return hasMonth ? Date(day: nil, length: index) : nil
        }

        /// The index after commas and spaces; nil without any.
        private static func behindGap(_ text: ByteSlice, _ start: Int) -> Int? {
            var index = start
            while index < text.count, text[index] == 0x20 || text[index] == UInt8(ascii: ",") { index += 1 }
            return index > start ? index : nil
        }
    }
}
