/// Converts decimal numbers to integer nanoseconds without floating point.
enum DecimalTime {
    /// A unit of time as a power of ten of nanoseconds.
    enum Unit: Int {
        case nanoseconds = 0
        case microseconds = 3
        case milliseconds = 6
        case seconds = 9

        /// The suffix in the names of our fields: `duration_us`.
        var suffix: String {
            switch self {
            case .nanoseconds: "ns"
            case .microseconds: "us"
            case .milliseconds: "ms"
            case .seconds: "s"
            }
        }
    }

    enum Failure: Error {
        case notANumber
        case outOfRange
    }

    static func nanoseconds(_ text: some StringProtocol, unit: Unit) -> Int64? {
        var text = String(text)
        return text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else { return nil }
            return try? nanoseconds(ByteSlice(start, buffer.count), unit: unit)
        }
    }

    /// Parses `-12.5e3` and the like, times the unit. Truncates digits below a nanosecond.
    static func nanoseconds(_ text: ByteSlice, unit: Unit) throws(Failure) -> Int64 {
        try scaled(text, powerOfTen: unit.rawValue)
    }

    /// The number times 10^power, truncated towards zero; nil if it does not fit an `Int64`.
    static func scaled(_ text: ByteSlice, powerOfTen: Int) throws(Failure) -> Int64 {
        var index = 0
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        let exponent = try exponentPart(text) + powerOfTen
        let mantissaEnd = text.firstIndex(of: UInt8(ascii: "e")) ?? text.firstIndex(of: UInt8(ascii: "E")) ?? text.count
        let point = text.prefix(mantissaEnd).firstIndex(of: UInt8(ascii: ".")) ?? mantissaEnd
        // The digit at position p (0 = just left of the point) counts 10^(p + exponent).
        var value: UInt64 = 0
        var digits = 0
        var position = point - index - 1
        while index < mantissaEnd {
            if index == point {
                index += 1
                continue
            }
            guard isDigit(text[index]) else { throw .notANumber }
            if position + exponent >= 0 {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow2) = product.addingReportingOverflow(UInt64(text[index] &- 0x30))
                if overflow || overflow2 { throw .outOfRange }
                value = sum
            }
            digits += 1
            position -= 1
            index += 1
        }
        guard digits > 0 else { throw .notANumber }
        var missing = position + 1 + exponent
        while missing > 0, value != 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { throw .outOfRange }
            value = product
            missing -= 1
        }
        guard value <= UInt64(Int64.max) else { throw .outOfRange }
        return isNegative ? -Int64(value) : Int64(value)
    }

    private static func exponentPart(_ text: ByteSlice) throws(Failure) -> Int {
        guard let mark = text.firstIndex(of: UInt8(ascii: "e")) ?? text.firstIndex(of: UInt8(ascii: "E")) else {
            return 0
        }
        var index = mark + 1
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < text.count else { throw .notANumber }
        var exponent = 0
        while index < text.count {
            guard isDigit(text[index]) else { throw .notANumber }
            // 400 digits exceed any time and any printed mantissa; more cannot change the result.
            exponent = min(100_000, exponent * 10 + Int(text[index] &- 0x30))
            index += 1
        }
        return isNegative ? -exponent : exponent
    }
}

/// Formats times as ISO 8601 in UTC.
package enum UTCTime {
    /// Formats a time with seconds: `2026-02-03T04:05:06Z`.
    package static func text(secondsSince1970 seconds: Int) -> String { "\(clock(seconds))Z" }

    /// Formats a time with milliseconds: `2026-02-03T04:05:06.789Z`.
    static func text(nanosecondsSince1970 nanoseconds: UInt64) -> String {
        "\(clock(Int(nanoseconds / 1_000_000_000))).\(padded(Int(nanoseconds / 1_000_000 % 1000), 3))Z"
    }

    private static func clock(_ seconds: Int) -> String {
        var (seconds, parts) = (time_t(seconds), tm())
        gmtime_r(&seconds, &parts)
        let date = [padded(Int(parts.tm_year) + 1900, 4), two(parts.tm_mon + 1), two(parts.tm_mday)]
        return date.joined(separator: "-") + "T"
            + [two(parts.tm_hour), two(parts.tm_min), two(parts.tm_sec)].joined(separator: ":")
    }

    private static func two(_ value: Int32) -> String { padded(Int(value), 2) }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
