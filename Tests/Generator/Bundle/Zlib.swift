/// Packs bytes as zlib does (RFC 1950 and 1951), with one block of fixed codes: small and simple, and the same everywhere.
enum Zlib {
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var bits = Bits()
        bits.put(1 | 1 << 1, 3)
        var last = [Int](repeating: -1, count: 1 << 15)
        var index = 0
        while index < bytes.count {
            let (length, distance) = match(bytes, index, &last)
            if length >= 4 {
                put(length, distance, &bits)
                index += length
            } else {
                putLiteral(Int(bytes[index]), &bits)
                index += 1
            }
        }
        putLiteral(256, &bits)
        let sum = adler(bytes)
        return [0x78, 0x9C] + bits.finished() + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) }
    }

    /// The match with the last place of the same four bytes.
    private static func match(_ bytes: [UInt8], _ index: Int, _ last: inout [Int]) -> (length: Int, distance: Int) {
        guard index + 4 <= bytes.count else { return (0, 0) }
        let word = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[index + $1]) }
        let slot = Int((word &* 2_654_435_761) >> 17)
        let place = last[slot]
        last[slot] = index
        guard place >= 0, index - place <= 32_768 else { return (0, 0) }
        var length = 0
        while length < 258, index + length < bytes.count, bytes[place + length] == bytes[index + length] { length += 1 }
        return (length, index - place)
    }

    private static func put(_ length: Int, _ distance: Int, _ bits: inout Bits) {
        // The last symbol whose base is not above the length.
        var (symbol, extra, base) = (285, 0, 258)
        if length < 258 {
            let number = length - 3
            extra = number < 8 ? 0 : (Int.bitWidth - 1 - number.leadingZeroBitCount) - 2
            symbol = number < 8 ? 257 + number : 257 + 4 * extra + number >> extra
            base = 3 + (number >> extra) << extra
        }
        putLiteral(symbol, &bits)
        bits.put(length - base, extra)
        let number = distance - 1
        let more = number < 4 ? 0 : (Int.bitWidth - 1 - number.leadingZeroBitCount) - 1
        bits.putCode(number < 4 ? number : 2 * more + number >> more, 5)
        bits.put(number & (1 << more - 1), more)
    }

    private static func putLiteral(_ symbol: Int, _ bits: inout Bits) {
        switch symbol {
        case ..<144: bits.putCode(0x30 + symbol, 8)
        case ..<256: bits.putCode(0x190 + symbol - 144, 9)
        case ..<280: bits.putCode(symbol - 256, 7)
        default: bits.putCode(0xC0 + symbol - 280, 8)
        }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private struct Bits {
        private var bytes: [UInt8] = []
        private var current = 0
        private var count = 0

        mutating func put(_ value: Int, _ width: Int) {
            for bit in 0..<width {
                current |= (value >> bit & 1) << count
                count += 1
                if count == 8 {
                    bytes.append(UInt8(current))
                    (current, count) = (0, 0)
                }
            }
        }

        /// A code, which stands there with its high bit first.
        mutating func putCode(_ code: Int, _ width: Int) {
            for bit in (0..<width).reversed() { put(code >> bit & 1, 1) }
        }

        func finished() -> [UInt8] { count == 0 ? bytes : bytes + [UInt8(current)] }
    }
}
