/// SplitMix64: a few lines of arithmetic that give the same irregular numbers on every machine and Swift version.
///
/// The standard library's `random(in:)` may change its algorithm between versions, and neither the samples nor the
/// inputs of benchmarks may change with it, so the ranges are cut here as well.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// For small seeds that follow one another, which would otherwise give nearly the same numbers, shifted.
    init(spreading seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x5851_F42D_4C95_7F2D }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    // MARK: For the story

    /// Every value of the range is as likely as any other (to within 2^-32 for the ranges used here).
    mutating func within(_ range: ClosedRange<UInt64>) -> UInt64 {
        range.lowerBound + next() % (range.upperBound - range.lowerBound + 1)
    }

    /// Small values are common and large ones rare, as durations of real updates are.
    mutating func skewed(_ range: ClosedRange<UInt64>) -> UInt64 {
        let share = within(0...1_000)
        return range.lowerBound + (range.upperBound - range.lowerBound) * (share * share * share) / 1_000_000_000
            + within(0...999)
    }

    /// True in about `percent` of 100 calls.
    mutating func chance(_ percent: UInt64) -> Bool { within(0...99) < percent }

    mutating func shuffle<Element>(_ elements: inout [Element]) {
        guard elements.count > 1 else { return }
        for index in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(index, Int(within(0...UInt64(index))))
        }
    }

    // MARK: For the stream

    /// From 0 to `limit` - 1, by multiplication instead of division.
    mutating func below(_ limit: Int) -> Int { Int(((next() >> 32) &* UInt64(limit)) >> 32) }

    /// True in about `parts` of 1 000 calls.
    mutating func chance(ofThousand parts: Int) -> Bool { below(1_000) < parts }

    /// Log-normal in shape, in integers only: `median` times two to the power of a nearly normal number whose standard
    /// deviation is 1.5 (so that one in six is above 2.8 times the median, and none above 37 times).
    mutating func spread(_ median: UInt64) -> UInt64 {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
        // Four 16-bit uniforms: mean 131 070, deviation 37 837. The power in 1/65 536.
        let power = ((Int64(sum) - 131_070) &* 2_661) >> 10
        let whole = power >> 16
        let scaled = (median &* (65_536 + UInt64(power & 0xFFFF))) >> 16
        return max(whole >= 0 ? scaled << UInt64(whole) : scaled >> UInt64(-whole), 500)
    }
}
