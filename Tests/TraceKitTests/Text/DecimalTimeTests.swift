import Testing

@testable import TraceKit

/// A decimal number and its unit in, nanoseconds or a refusal out.
@Suite struct DecimalTimeTests {
    private func check(
        _ text: String, _ unit: DecimalTime.Unit, _ nanoseconds: Int64?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(DecimalTime.nanoseconds(text, unit: unit) == nanoseconds, sourceLocation: sourceLocation)
    }

    @Test func `whole numbers count in their unit`() {
        check("12", .nanoseconds, 12)
        check("12", .microseconds, 12_000)
        check("12", .milliseconds, 12_000_000)
        check("12", .seconds, 12_000_000_000)
        check("-12", .seconds, -12_000_000_000)
        check("0012", .nanoseconds, 12)
        check("0", .seconds, 0)
    }

    @Test func `decimals are exact where floating point is not`() {
        check("0.1", .seconds, 100_000_000)
        check("16.67", .milliseconds, 16_670_000)
        check("1002.000000007", .seconds, 1_002_000_000_007)
        check("9007199254740993", .nanoseconds, 9_007_199_254_740_993)
        check("9223372036.854775807", .seconds, .max)
    }

    @Test func `digits below a nanosecond are cut, not rounded`() {
        check("1.9", .nanoseconds, 1)
        check("0.0009", .microseconds, 0)
        check("1.9999999", .milliseconds, 1_999_999)
        check("-1.9", .nanoseconds, -1)
        check("0.000000000000000000000000000000000001", .seconds, 0)
    }

    @Test func `exponents move the point`() {
        check("1.5e3", .nanoseconds, 1500)
        check("1.5E+3", .microseconds, 1_500_000)
        check("1500e-3", .milliseconds, 1_500_000)
        check("12345e-6", .seconds, 12_345_000)
        check("1e-400", .seconds, 0)
        check("0e400", .seconds, 0)
        check("0.0000000001e19", .nanoseconds, 1_000_000_000)
    }

    @Test func `what does not fit 64 bits is refused`() {
        check("9223372036854775807", .nanoseconds, .max)
        check("9223372036854775808", .nanoseconds, nil)
        check("9223372036.854775808", .seconds, nil)
        check("9223372037", .seconds, nil)
        check("1e19", .nanoseconds, nil)
        check("1e400", .nanoseconds, nil)
        check("1e99999999999999999999", .nanoseconds, nil)
        check("99999999999999999999999999", .nanoseconds, nil)
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1.2.3", "--1", "1 ", " 1", "0x10", "NaN", "inf", "1,5", "١",
    ])
    func `what is no decimal number is refused`(_ text: String) { check(text, .seconds, nil) }

    @Test func `a decimal means the same in every unit`() {
        for seed in 0..<200 {
            var random = SeededNumbers(seed)
            let value = Int64.random(in: 0...999_999_999_999_999, using: &random)
            let text = "\(value)"
            for unit: DecimalTime.Unit in [.microseconds, .milliseconds, .seconds] {
                let padded = String(repeating: "0", count: max(0, unit.rawValue + 1 - text.count)) + text
                let decimal = "\(padded.dropLast(unit.rawValue)).\(padded.suffix(unit.rawValue))"
                #expect(DecimalTime.nanoseconds(decimal, unit: unit) == value, "seed \(seed): \(decimal) \(unit)")
            }
        }
    }
}
