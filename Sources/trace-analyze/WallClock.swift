import TraceKit

/// The time of an import, for people; `SOURCE_DATE_EPOCH` pins it where builds must repeat to the byte.
enum WallClock {
    /// ISO 8601 in UTC, to the second.
    static func now(_ environment: [String: String]) -> String {
        UTCTime.text(secondsSince1970: environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) } ?? time(nil))
    }
}
