import Testing

@testable import TraceKit

struct UTCTimeTests {
    @Test func `moments are told in UTC, whatever the number`() {
        #expect(UTCTime.text(secondsSince1970: 0) == "1970-01-01T00:00:00Z")
        #expect(UTCTime.text(secondsSince1970: -1) == "1969-12-31T23:59:59Z")
        #expect(UTCTime.text(secondsSince1970: 1_709_210_096) == "2024-02-29T12:34:56Z")
        #expect(UTCTime.text(nanosecondsSince1970: 1_709_210_096_007_999_999) == "2024-02-29T12:34:56.007Z")
        #expect(UTCTime.text(nanosecondsSince1970: .max) == "2554-07-21T23:34:33.709Z")
        // The last second of the last year that the system's calendar has.
        #expect(UTCTime.text(secondsSince1970: 67_768_036_191_676_799) == "2147485547-12-31T23:59:59Z")
        _ = UTCTime.text(secondsSince1970: .max)
    }
}
