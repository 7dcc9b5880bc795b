#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time of an import, for people; `SOURCE_DATE_EPOCH` pins it where builds must repeat to the byte.
enum WallClock {
    /// ISO 8601 in UTC, to the second.
    static func now(_ environment: [String: String]) -> String {
        var seconds = environment["SOURCE_DATE_EPOCH"].flatMap { time_t($0) } ?? time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
