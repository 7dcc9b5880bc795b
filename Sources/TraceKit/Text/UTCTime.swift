/// Moments as ISO 8601 in UTC.
package enum UTCTime {
    /// To the second: `2026-02-03T04:05:06Z`.
    package static func text(secondsSince1970 seconds: Int) -> String { "\(clock(seconds))Z" }

    /// To the millisecond: `2026-02-03T04:05:06.789Z`.
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
