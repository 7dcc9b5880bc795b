/// A 128-bit hash of bytes, to tell whether two imports read the same content. Not cryptographic: it guards
/// against nothing but chance. It does not depend on the pieces in which the bytes arrive.
struct ContentHash {
    /// Four lanes that do not wait for each other, a quarter of every 32 bytes each.
    private var lanes = SIMD4<UInt64>(
        0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89)
    /// Bytes that do not fill a block yet.
    private var pending = SIMD4<UInt64>()
    private var pendingCount = 0
    private var length: UInt64 = 0

    private static let blockSize = 32

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        length &+= UInt64(bytes.count)
        var index = 0
        while pendingCount != 0, index < bytes.count {
            take(start[index])
            index += 1
        }
        let raw = UnsafeRawPointer(start)
        var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
        while index + Self.blockSize <= bytes.count {
            let block = raw + index
            first = Self.mix(first, Self.word(block, 0))
            second = Self.mix(second, Self.word(block, 8))
            third = Self.mix(third, Self.word(block, 16))
            fourth = Self.mix(fourth, Self.word(block, 24))
            index += Self.blockSize
        }
        lanes = SIMD4(first, second, third, fourth)
        while index < bytes.count {
            take(start[index])
            index += 1
        }
    }

    /// 32 hexadecimal digits.
    var text: String {
        var end = self
        end.mixPending()
        let first = Self.mix(Self.mix(end.lanes[0], end.lanes[1]), end.lanes[2] ^ end.length)
        let second = Self.mix(Self.mix(end.lanes[2], end.lanes[3]), end.lanes[0] &+ UInt64(end.pendingCount))
        return Self.hex(Self.mix(first, second)) + Self.hex(Self.mix(second, first ^ end.length))
    }

    private mutating func take(_ byte: UInt8) {
        pending[pendingCount / 8] |= UInt64(byte) << UInt64(pendingCount % 8 * 8)
        pendingCount += 1
        guard pendingCount == Self.blockSize else { return }
        mixPending()
        pending = SIMD4()
        pendingCount = 0
    }

    private mutating func mixPending() {
        for lane in 0..<4 { lanes[lane] = Self.mix(lanes[lane], pending[lane]) }
    }

    @inline(__always)
    private static func word(_ block: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (product.high ^ product.low) &+ lane
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
