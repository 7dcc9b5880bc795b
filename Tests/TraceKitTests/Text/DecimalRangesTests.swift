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

    @Test(arguments: [
        (0.0, "0.00"), (12.345, "12.35"), (0.1, "0.10"), (-3.0, "-3.00"), (0.0123, "0.0123"), (0.000012, "0.0000120"),
        (-0.00001234, "-0.0000123"), (1e-300, "0.000000000000000"), (Double.infinity, "-"),
    ]) func `a figure keeps the digits that tell something`(_ value: Double, _ text: String) {
        #expect(Decimal.figure(value) == text)
    }
}
