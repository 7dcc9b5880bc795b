/// SplitMix64: a few lines of arithmetic that give the same irregular numbers on every machine and Swift version.
///
/// The standard library's `random(in:)` may change its algorithm between versions, and the sample files must not
/// change with it, so the ranges are cut here as well.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

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
    mutating func chance(_ percent: UInt64) -> Bool {
        within(0...99) < percent
    }

    mutating func shuffle<Element>(_ elements: inout [Element]) {
        guard elements.count > 1 else { return }
        for index in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(index, Int(within(0...UInt64(index))))
        }
    }
}
