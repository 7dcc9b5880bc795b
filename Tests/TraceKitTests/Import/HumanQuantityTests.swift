import Testing

@testable import TraceKit

/// Times and counts as tables of Instruments show them, exactly.
@Suite struct HumanQuantityTests {
    private func check(
        _ text: String, _ expected: Int64?, unit: DecimalTime.Unit? = nil, groups: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let value = withSlice(text) { try? HumanQuantity.time($0, unit: unit, allowsGroups: groups) }
        #expect(value == expected, "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `a number and its unit`() {
        check("74 ns", 74)
        check("832.12 µs", 832_120)
        check("832.12 \u{3BC}s", 832_120)
        check("832.12 us", 832_120)
        check("12.34 ms", 12_340_000)
        check("1.2 s", 1_200_000_000)
        check("2.5 min", 150_000_000_000)
        check("12.34ms", 12_340_000)
        check("0.000000001 min", 60)
        check("-3 ms", -3_000_000)
        // Digits below a nanosecond are cut off, nothing is rounded through floating point.
        check("0.1234567899 ms", 123_456)
        check("9007199.254740993 s", 9_007_199_254_740_993)
    }

    @Test func `the shown form of an update without an end is a sentinel`() {
        check("102479704.18 min", 6_148_782_250_800_000_000)
        check("200000 min", 12_000_000_000_000_000)
        check("999999999999 min", nil)
    }

    @Test func `a time as minutes, seconds and groups of three`() {
        check("00:03.123.456", 3_123_456_000)
        check("00:01.372.158", 1_372_158_000)
        check("02:00.000.001.005", 120_000_001_005)
        check("61:05.250", 3_665_250_000_000)
        check("01:01:05.250", 3_665_250_000_000)
        check("00:07", 7_000_000_000)
        check("00:60.000", nil)
        check("0:03.123", nil)
        check("00:03.12", nil)
        check("00:03.1234", nil)
        check("00:03.123.", nil)
        check("00:03.123.456 ms", nil)
        check("10:30 AM", nil)
        check("999999999:00:00", nil)
    }

    @Test func `wide spaces of tables are spaces`() {
        check("\u{2007}12.34\u{A0}ms\u{A0}", 12_340_000)
        check("  74\u{202F}ns\t", 74)
    }

    @Test func `commas stand before every three digits or nowhere`() {
        check("1,234 ms", 1_234_000_000)
        check("1,234,567.5 ns", 1_234_567)
        check("12,34 ms", nil)
        check("1234,567 ms", nil)
        check("1,234567 ms", nil)
        check(",234 ms", nil)
        check("1,23,456 ms", nil)
        check("1.234,5 ms", nil)
        check("1,234 ms", nil, groups: false)
    }

    @Test func `a bare number needs a unit from elsewhere`() {
        check("12.5", nil)
        check("12.5", 12_500_000, unit: .milliseconds)
        check("12.5 s", 12_500_000_000, unit: .milliseconds)
        check("", nil, unit: .milliseconds)
    }

    @Test func `look-alikes are refused`() {
        for text in ["ms", "abc", "12.34 MB", "4.93 s  100.0%", "1e3 ms", "--1 ms", "1.2.3 ms", "12 Gc", "NaN ms"] {
            check(text, nil)
        }
    }

    @Test func `counts are whole`() {
        func count(_ text: String, groups: Bool = true) -> Int64? {
            withSlice(text) { try? HumanQuantity.count($0, allowsGroups: groups) }
        }
        #expect(count("1,234") == 1234)
        #expect(count("59,827,756,837,127") == 59_827_756_837_127)
        #expect(count(" 42 ") == 42)
        #expect(count("1,234", groups: false) == nil)
        #expect(count("1.5") == nil)
        #expect(count("12 ms") == nil)
        #expect(count("99999999999999999999") == nil)
    }
}
