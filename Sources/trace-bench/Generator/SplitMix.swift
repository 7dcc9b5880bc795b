/// SplitMix64: the same irregular numbers for the same seed on every machine and Swift version.
struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x5851_F42D_4C95_7F2D }

    @inline(__always)
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `limit` - 1, by multiplication instead of division.
    @inline(__always)
    mutating func below(_ limit: Int) -> Int { Int(((next() >> 32) &* UInt64(limit)) >> 32) }

    /// True in about `parts` of 1 000 calls.
    @inline(__always)
    mutating func chance(_ parts: Int) -> Bool { below(1_000) < parts }

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
