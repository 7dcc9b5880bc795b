/// The arithmetic that every hash table of ours finds its places with. It is not keyed: an adversary can cause long
/// probes, so tables compare more than places before they look at anything else.
enum HashMixer {
    private static var multiplier: UInt64 { 0xD6E8_FEB8_6659_FD93 }

    /// Every bit of the value changes every bit of what comes out.
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    @inline(__always)
    static func mix(_ one: UInt64, _ two: UInt64) -> UInt64 {
        // Of a value near zero the product has no upper half.
        mix(mix(one ^ 0x9E37_79B9_7F4A_7C15) ^ two)
    }

    @inline(__always)
    static func mix(_ one: UInt32, _ two: UInt32, _ three: UInt32, _ four: UInt32) -> UInt64 {
        mix(UInt64(one) << 32 | UInt64(two), UInt64(three) << 32 | UInt64(four))
    }

    /// A place among 2 to the power of `bits`, for tables that are small and asked at every field: only the upper bits
    /// are mixed.
    @inline(__always)
    static func place(_ low: UInt64, _ high: UInt64, bits: UInt64) -> Int {
        let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* multiplier
        return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
    }
}
