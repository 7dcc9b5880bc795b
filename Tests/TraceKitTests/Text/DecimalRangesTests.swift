import Testing

@testable import TraceKit

@Suite struct DecimalRangesTests {
    @Test func `numbers that follow each other are a range`() {
        #expect(Decimal.ranges([]) == "")
        #expect(Decimal.ranges([4]) == "4")
        #expect(Decimal.ranges([1, 2, 3, 5, 6, 9]) == "1–3, 5, 6, 9")
        #expect(Decimal.ranges(Array(1...1000)) == "1–1000")
        #expect(Decimal.ranges([1, 3, 5, 7], most: 2) == "1, 3, … (2 more)")
        #expect(Decimal.ranges([Int64.max]) == "\(Int64.max)")
    }
}
