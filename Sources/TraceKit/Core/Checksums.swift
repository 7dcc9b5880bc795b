/// CRC-32 of gzip and zip (polynomial 0xEDB88320), eight bytes at a step.
struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~state }

    /// Eight tables of 256 entries: the n-th is for a byte that is followed by n others.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            tables[byte] = value
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        state = Self.tables.withUnsafeBufferPointer { tables in
            guard let table = tables.baseAddress else { return state }
            var (value, index) = (state, 0)
            while index + 8 <= bytes.count {
                let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ value
                let high = UInt32(truncatingIfNeeded: word >> 32)
                value = table[1792 + Int(low & 0xFF)] ^ table[1536 + Int(low >> 8 & 0xFF)]
                value ^= table[1280 + Int(low >> 16 & 0xFF)] ^ table[1024 + Int(low >> 24)]
                value ^= table[768 + Int(high & 0xFF)] ^ table[512 + Int(high >> 8 & 0xFF)]
                value ^= table[256 + Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
                index += 8
            }
            while index < bytes.count {
                value = value >> 8 ^ table[Int((value ^ UInt32(base[index])) & 0xFF)]
                index += 1
            }
            return value
        }
    }
}

/// Adler-32 of zlib.
struct Adler32 {
    private var (low, high): (UInt32, UInt32) = (1, 0)

    var value: UInt32 { high << 16 | low }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var (low, high, index) = (low, high, 0)
        while index < bytes.count {
            // The most bytes that cannot overflow 32 bits.
            let end = min(bytes.count, index + 5552)
            while index + 4 <= end {
                let (a, b, c, d) = (base[index], base[index + 1], base[index + 2], base[index + 3])
                high &+= 4 &* low &+ 4 &* UInt32(a) &+ 3 &* UInt32(b) &+ 2 &* UInt32(c) &+ UInt32(d)
                low &+= UInt32(a) &+ UInt32(b) &+ UInt32(c) &+ UInt32(d)
                index += 4
            }
            while index < end {
                low &+= UInt32(base[index])
                high &+= low
                index += 1
            }
            low %= 65521
            high %= 65521
        }
        (self.low, self.high) = (low, high)
    }
}
