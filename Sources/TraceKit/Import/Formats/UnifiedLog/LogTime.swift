/// A wall-clock time of a log, to the nanosecond: `2026-10-04 02:43:17.277`, with or without a zone.
struct LogTime: BitwiseCopyable {
    /// Nanoseconds since 1970, in UTC if the zone is known, otherwise by the clock.
    var nanoseconds: Int64
    /// Nanoseconds by which the zone is ahead of UTC; nil if the text has none.
    var zone: Int64?

    /// Parses the time at the start of `text`; also returns its number of bytes. Nil for any other text. Calendar and
    /// clock are checked: 30 February and 25 o'clock are invalid. Digits below a nanosecond are dropped.
    static func parse(_ text: ByteSlice) -> (time: LogTime, length: Int)? {
        guard let (local, clockEnd) = clock(text) else { return nil }
        var index = clockEnd
        guard let zone = zone(text, &index) else { return nil }
        switch zone {
        case .unknown: return (LogTime(nanoseconds: local, zone: nil), index)
        case .ahead(let offset): return (LogTime(nanoseconds: local - offset, zone: offset), index)
        }
    }

    /// Nanoseconds since 1970 for a text that begins with a time with a zone; nil for any other.
    static func utc(_ text: String) -> Int64? {
        let time = ByteSlice.with(text.utf8) { parse($0)?.time }
        return time?.zone == nil ? nil : time?.nanoseconds
    }

    /// Parses only date and clock, without the zone: nanoseconds since 1970 by the clock.
    static func clock(_ text: ByteSlice) -> (nanoseconds: Int64, length: Int)? {
        guard text.count >= 19, text[4] == dash, text[7] == dash, text[10] == 0x20 || text[10] == UInt8(ascii: "T"),
            text[13] == colon, text[16] == colon,
            let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
            let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2)
        else { return nil }
        guard let date = self.day(year, month, day), hour < 24, minute < 60, second <= 60 else { return nil }
        var index = 19
        guard let fraction = fraction(text, &index) else { return nil }
        let seconds = date * 86_400 + hour * 3_600 + minute * 60 + second
        return (seconds * 1_000_000_000 + fraction, index)
    }

    /// Whether a line begins like one with a time, complete or not: `2026-10-`.
    static func begins(_ text: ByteSlice) -> Bool {
        text.count >= 8 && text[4] == dash && text[7] == dash && number(text, 0, 4) != nil && number(text, 5, 2) != nil
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    /// Parses `.277` or `.008417`, with `separator` instead of the point, in nanoseconds; zero without a separator, nil
    /// for a separator without digits.
    static func fraction(_ text: ByteSlice, _ index: inout Int, separator: UInt8 = UInt8(ascii: ".")) -> Int64? {
        guard index < text.count, text[index] == separator else { return 0 }
        index += 1
        let first = index
        var (value, unit): (Int64, Int64) = (0, 100_000_000)
        while index < text.count, isDigit(text[index]) {
            value += Int64(text[index] &- 0x30) * unit
            unit /= 10
            index += 1
        }
        return index > first ? value : nil
    }

    private enum Zone { case unknown, ahead(Int64) }

    /// Parses `+0100`, `-03:30`, `Z` or nothing; nil for an incomplete zone.
    private static func zone(_ text: ByteSlice, _ index: inout Int) -> Zone? {
        guard index < text.count else { return .unknown }
        let sign = text[index]
        if sign == UInt8(ascii: "Z") {
            index += 1
            return .ahead(0)
        }
        guard sign == UInt8(ascii: "+") || sign == dash else { return .unknown }
        guard index + 5 <= text.count, let hours = number(text, index + 1, 2) else { return nil }
        let gap = text[index + 3] == colon ? 1 : 0
        guard index + 5 + gap <= text.count, let minutes = number(text, index + 3 + gap, 2), minutes < 60, hours < 24
        else { return nil }
        index += 5 + gap
        let offset = (hours * 3_600 + minutes * 60) * 1_000_000_000
        return .ahead(sign == dash ? -offset : offset)
    }

    /// Formats a zone: `+0200`.
    static func text(zone: Int64) -> String {
        let minutes = abs(zone) / 60_000_000_000
        let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
        return "\(zone < 0 ? "-" : "+")\(digits)"
    }

    static func number(_ text: ByteSlice, _ start: Int, _ count: Int) -> Int64? {
        guard start + count <= text.count else { return nil }
        var value: Int64 = 0
        for index in start..<(start + count) {
            guard isDigit(text[index]) else { return nil }
            value = value * 10 + Int64(text[index] &- 0x30)
        }
        return value
    }

    // MARK: Calendar

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1 January 1970; nil for an invalid date.
    static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
        guard (1970...2200).contains(year), (1...12).contains(month), day >= 1, day <= days(in: month, of: year) else {
            return nil
        }
        return dayNumber(year, month, day)
    }

    /// Days since 1 January 1970 in the Gregorian calendar. Years are counted from March, so that the leap day is
    /// the last of its year.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 306 + 5) / 10 + day - 1 - 719_468
    }
}

/// The minute of the previous line: most lines of a log share it, so that only seconds must be parsed.
struct LogMinute {
    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    private var isKnown = false
    /// Its text, `2026-10-04 02:43`.
    private var text: (UInt64, UInt64) = (0, 0)
    /// The start of the minute by the clock.
    private var start: Int64 = 0

    /// Parses like `LogTime.clock`.
    mutating func clock(_ line: ByteSlice) -> (nanoseconds: Int64, length: Int)? {
        guard line.count >= 19 else { return nil }
        if isKnown, line.word(0) == text.0, line.word(8) == text.1, line[16] == UInt8(ascii: ":") {
            let (tens, ones) = (line[17] &- 0x30, line[18] &- 0x30)
            var index = 19
            if tens < 6, ones < 10, let fraction = LogTime.fraction(line, &index) {
                return (start + Int64(tens &* 10 &+ ones) * Self.nanosecondsPerSecond + fraction, index)
            }
        }
        return newClock(line)
    }

    private mutating func newClock(_ line: ByteSlice) -> (nanoseconds: Int64, length: Int)? {
        guard let found = LogTime.clock(line) else { return nil }
        let seconds = Int64(line[17] &- 0x30) * 10 + Int64(line[18] &- 0x30)
        // A leap second belongs to no minute that other lines could share.
        guard seconds < 60 else { return found }
        var index = 19
        let fraction = LogTime.fraction(line, &index) ?? 0
        start = found.nanoseconds - seconds * Self.nanosecondsPerSecond - fraction
        text = (line.word(0), line.word(8))
        isKnown = true
        return found
    }
}
