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

/// Whole numbers from their digits, eight at a time.
enum DigitWords {
    /// The number whose digits begin at `start`, and how many there are; nil where there are none or more than fifteen.
    /// Sixteen bytes from `start` on must be readable.
    @inline(__always)
    static func number(at start: UnsafePointer<UInt8>) -> (value: UInt64, count: Int)? {
        let words = TwoWords(at: start)
        let first = words.low ^ zeros
        let firstMarks = others(first)
        if firstMarks != 0 {
            let bits = UInt64(truncatingIfNeeded: firstMarks.trailingZeroBitCount) &- 7
            return bits == 0 ? nil : (value(of: shifted(first, bits)), Int(truncatingIfNeeded: bits &>> 3))
        }
        let second = words.high ^ zeros
        let secondMarks = others(second)
        guard secondMarks != 0 else { return nil }
        let bits = UInt64(truncatingIfNeeded: secondMarks.trailingZeroBitCount) &- 7
        return (both(first, second, bits), 8 &+ Int(truncatingIfNeeded: bits &>> 3))
    }

    /// The number that all of a text is; nil where it is no such number or has more than sixteen digits.
    @inline(__always)
    static func number(_ text: ByteSlice) -> UInt64? {
        let count = text.count
        guard count > 0, count <= 16 else { return nil }
        let words = TwoWords(at: text.start)
        let first = words.low ^ zeros
        if count <= 8 {
            let digits = shifted(first, UInt64(truncatingIfNeeded: count) &* 8)
            return others(digits) == 0 ? value(of: digits) : nil
        }
        let second = words.high ^ zeros
        let bits = UInt64(truncatingIfNeeded: count &- 8) &* 8
        guard others(first) | others(shifted(second, bits)) == 0 else { return nil }
        return both(first, second, bits)
    }

    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// Marks (with their top bits) the bytes that are no digits. Marks above the lowest one may be wrong, so that none
    /// is there where and only where there are digits only.
    @inline(__always)
    private static func others(_ word: UInt64) -> UInt64 {
        ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
    }

    /// The first `bits` of a word behind as many zeros as make it full; up to 64.
    @inline(__always)
    private static func shifted(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        bits == 0 ? 0 : word &<< (64 &- bits)
    }

    /// Of the eight digits of `first` and those in the first `bits` of `second`.
    @inline(__always)
    private static func both(_ first: UInt64, _ second: UInt64, _ bits: UInt64) -> UInt64 {
        if bits == 0 { return value(of: first) }
        let back = 64 &- bits
        if bits == 64 { return value(of: first) &* 100_000_000 &+ value(of: second) }
        return value(of: first &<< back) &* 100_000_000 &+ value(of: (second &<< back) | (first &>> bits))
    }

    /// Of eight digits, each without its `0`: pairs of neighbours are added up three times.
    @inline(__always)
    private static func value(of digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ (digits &>> 8)
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let upper = (pairs & mask) &* (100 &+ (1_000_000 &<< 32))
        let lower = ((pairs &>> 16) & mask) &* (1 &+ (10_000 &<< 32))
        return (upper &+ lower) &>> 32
    }
}
