import Testing

@testable import TraceKit

/// A text in; nanoseconds since 1970, zone and bytes read out, or nil.
@Suite struct LogTimeTests {
    private func check(
        _ text: String, _ nanoseconds: Int64?, zoneMinutes: Int64? = nil, length: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = withSlice(text) { LogTime.parse($0) }
        #expect(found?.time.nanoseconds == nanoseconds, sourceLocation: sourceLocation)
        #expect(found?.time.zone == zoneMinutes.map { $0 * 60_000_000_000 }, sourceLocation: sourceLocation)
        if nanoseconds != nil {
            #expect(found?.length == length ?? text.utf8.count, sourceLocation: sourceLocation)
        }
    }

    @Test func `a time is exact to the digit, with and without a zone`() {
        check("1970-01-01 00:00:00", 0)
        check("1970-01-01 00:00:00.000000001", 1)
        check("2022-08-25 15:22:01.008417+0100", 1_661_437_321_008_417_000, zoneMinutes: 60)
        check("2026-10-04 02:43:17.277", 1_791_081_797_277_000_000)
        check("2024-01-15T10:30:45Z", 1_705_314_645_000_000_000, zoneMinutes: 0)
        check("2024-01-15T16:00:45.5+05:30", 1_705_314_645_500_000_000, zoneMinutes: 330)
        check("2024-01-15 06:30:45-0400", 1_705_314_645_000_000_000, zoneMinutes: -240)
        check("1970-01-01 00:00:00.1234567899", 123_456_789)
    }

    @Test func `the calendar is a real one`() {
        check("2024-02-29 00:00:00", 1_709_164_800_000_000_000)
        check("2000-03-01 00:00:00", 951_868_800_000_000_000)
        check("2023-02-29 00:00:00", nil)
        check("2100-02-29 00:00:00", nil)
        check("2023-04-31 00:00:00", nil)
        check("2023-13-01 00:00:00", nil)
        check("2023-00-01 00:00:00", nil)
        check("2023-01-00 00:00:00", nil)
    }

    @Test func `what follows the time is left alone`() {
        check("2026-10-04 02:43:17.277 Sp App", 1_791_081_797_277_000_000, length: 23)
        check("2026-10-04 02:43:17  localhost", 1_791_081_797_000_000_000, length: 19)
    }

    @Test func `clocks have no 24th hour and zones have all their digits`() {
        for text in [
            "2026-10-04 24:00:00", "2026-10-04 02:60:00", "2026-10-04 02:43:61", "2026-10-04 02:43:17.",
            "2026-10-04 02:43:17+01", "2026-10-04 02:43:17+0160", "2026-10-04 02:43:17+2500", "2026-10-04 02:43:1",
            "2026-10-0402:43:17", "2026/10/04 02:43:17", "1969-12-31 23:59:59", "2201-01-01 00:00:00", "", "x",
        ] { check(text, nil) }
    }
}
