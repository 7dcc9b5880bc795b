/// A decoding table for a prefix code of RFC 1951: a first level for short codes, and tables after it for long ones.
///
/// An entry has the number of bits of the code (0...4), of extra bits after it or the width of the linked table
/// (8...12), the kind (13...15), and a literal, a base or the index of the linked table (16...31). Zero is a code
/// without a symbol.
struct InflateTable {
    static let literal: UInt32 = 1 << 13
    static let end: UInt32 = 1 << 14
    static let link: UInt32 = 1 << 15

    private(set) var entries: [UInt32] = []
    let width: Int

    init(width: Int) { self.width = width }

    /// Builds the table for codes of these lengths (0...15); `entry` gives the meaning of a symbol, without its length.
    /// Returns false for invalid lengths: too many codes, or too few (except a single code of one bit).
    mutating func build(
        _ lengths: ArraySlice<UInt8>, mayBeIncomplete: Bool, _ entry: (Int) -> UInt32
    ) -> Bool {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var left = 1
        for length in 1...15 {
            left = left << 1 - counts[length]
            if left < 0 { return false }
        }
        let longest = (1...15).last { counts[$0] > 0 } ?? 0
        if left > 0, longest > 0, !mayBeIncomplete || longest != 1 { return false }
        entries = [UInt32](repeating: 0, count: 1 << width)
        var next = [Int](repeating: 0, count: 17)
        for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            let code = Self.reversed(next[length], length)
            next[length] += 1
            put(entry(symbol), code, length, longest)
        }
        return true
    }

    private mutating func put(_ meaning: UInt32, _ code: Int, _ length: Int, _ longest: Int) {
        guard length > width else {
            for index in stride(from: code, to: 1 << width, by: 1 << length) {
                entries[index] = meaning | UInt32(length)
            }
            return
        }
        let first = code & (1 << width - 1)
        let rest = longest - width
        if entries[first] == 0 {
            entries[first] = UInt32(entries.count) << 16 | Self.link | UInt32(rest) << 8 | UInt32(width)
            entries += repeatElement(0, count: 1 << rest)
        }
        let table = Int(entries[first] >> 16)
        for index in stride(from: code >> width, to: 1 << rest, by: 1 << (length - width)) {
            entries[table + index] = meaning | UInt32(length - width)
        }
    }

    private static func reversed(_ code: Int, _ length: Int) -> Int {
        var (code, result) = (code, 0)
        for _ in 0..<length {
            result = result << 1 | code & 1
            code >>= 1
        }
        return result
    }

    // MARK: Meanings of symbols

    /// The meaning of a literal, the end of a block or the length of a match.
    static func literalOrLength(_ symbol: Int) -> UInt32 {
        if symbol < 256 { return UInt32(symbol) << 16 | literal }
        if symbol == 256 { return end }
        guard symbol < 286 else { return 0 }
        if symbol == 285 { return 258 << 16 }
        let index = symbol - 257
        let extra = index < 8 ? 0 : index >> 2 - 1
        let base = index < 8 ? index + 3 : (4 + index & 3) << extra + 3
        return UInt32(base) << 16 | UInt32(extra) << 8
    }

    static func distance(_ symbol: Int) -> UInt32 {
        guard symbol < 30 else { return 0 }
        let extra = symbol < 4 ? 0 : symbol >> 1 - 1
        let base = symbol < 4 ? symbol + 1 : (2 + symbol & 1) << extra + 1
        return UInt32(base) << 16 | UInt32(extra) << 8
    }

    /// The meaning of a symbol in the code for the lengths of the two other codes.
    static func plain(_ symbol: Int) -> UInt32 { UInt32(symbol) << 16 }
}
