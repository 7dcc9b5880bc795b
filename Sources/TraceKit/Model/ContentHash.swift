/// A 128-bit hash of bytes, to tell whether two imports read the same content. Not cryptographic: it guards
/// against nothing but chance. It does not depend on the pieces in which the bytes arrive.
struct ContentHash {
    private var first: UInt64 = 0x243F_6A88_85A3_08D3
    private var second: UInt64 = 0x1319_8A2E_0370_7344
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0
    private var length: UInt64 = 0

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        length &+= UInt64(bytes.count)
        var index = 0
        while pendingCount != 0, index < bytes.count {
            take(start[index])
            index += 1
        }
        let raw = UnsafeRawPointer(start)
        while index + 8 <= bytes.count {
            mix(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        while index < bytes.count {
            take(start[index])
            index += 1
        }
    }

    /// 32 hexadecimal digits.
    var text: String {
        var end = self
        end.mix(end.pending ^ (end.pendingCount << 56))
        end.mix(end.length)
        return Self.hex(end.first) + Self.hex(end.second)
    }

    private mutating func take(_ byte: UInt8) {
        pending |= UInt64(byte) << (pendingCount * 8)
        pendingCount += 1
        if pendingCount == 8 {
            mix(pending)
            pending = 0
            pendingCount = 0
        }
    }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        let product = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        first = product.high ^ product.low &+ second
        second = (second << 29 | second >> 35) ^ word &* 0xD6E8_FEB8_6659_FD93
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
