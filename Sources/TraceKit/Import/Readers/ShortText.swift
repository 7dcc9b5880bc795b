/// A text of up to sixteen bytes as two words, to be compared with what stands in a file.
struct ShortText: BitwiseCopyable {
    private let low: UInt64
    private let high: UInt64
    private let lowMask: UInt64
    private let highMask: UInt64
    let count: Int

    /// The longest text that is compared in this way.
    static var limit: Int { 16 }

    /// A text that is never found.
    static var none: ShortText { ShortText() }

    private init() { (low, high, lowMask, highMask, count) = (1, 0, 0, 0, 0) }

    /// The first `count` bytes of two words; one to sixteen.
    @inline(__always)
    init(_ words: TwoWords, count: Int) {
        (lowMask, highMask) = TwoWords.masks(count)
        (low, high) = (words.low & lowMask, words.high & highMask)
        self.count = count
    }

    @inline(__always)
    func isPrefix(of words: TwoWords) -> Bool {
        (words.low & lowMask ^ low) | (words.high & highMask ^ high) == 0
    }
}

/// Sixteen bytes as they stand in memory; the first of them is the lowest byte of `low`.
struct TwoWords: BitwiseCopyable {
    let low: UInt64
    let high: UInt64

    /// Sixteen bytes from `start` on must be readable.
    @inline(__always)
    init(at start: UnsafePointer<UInt8>) {
        let raw = UnsafeRawPointer(start)
        low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    @inline(__always)
    private init(_ low: UInt64, _ high: UInt64) { (self.low, self.high) = (low, high) }

    /// With zeros behind the first `count` bytes (up to sixteen).
    @inline(__always)
    func prefix(_ count: Int) -> TwoWords {
        let (lowMask, highMask) = Self.masks(count)
        return TwoWords(low & lowMask, high & highMask)
    }

    @inline(__always)
    static func masks(_ count: Int) -> (low: UInt64, high: UInt64) {
        let bits = UInt64(truncatingIfNeeded: count) &* 8
        // Not `<<`: that would ask whether the amount is less than 64.
        if count < 8 { return ((1 &<< bits) &- 1, 0) }
        return (.max, count < 16 ? (1 &<< (bits &- 64)) &- 1 : .max)
    }
}
