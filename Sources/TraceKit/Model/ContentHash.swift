/// A 128-bit content hash to recognise repeated imports. Not cryptographic: it only protects against chance. It does
/// not depend on how the bytes are split into pieces.
///
/// Blocks of 1 MiB are hashed separately and their digests are hashed again, so that several threads can hash parts of
/// a file.
struct ContentHash {
    /// Parts of a file begin at multiples of this.
    static let blockSize = 1 << 20

    private typealias Digest = SIMD2<UInt64>
    private static let seed = SIMD4<UInt64>(
        0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89)
    private static let stripeSize = 32

    /// The digests of complete blocks.
    private var digests: [Digest] = []
    /// Four independent lanes, each with a quarter of every 32 bytes of the block.
    private var lanes = seed
    /// Bytes of an incomplete stripe.
    private var pending = SIMD4<UInt64>()
    private var pendingCount = 0
    /// The length of the current block so far.
    private var length = 0

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.blockSize - length)
            hash(UnsafeBufferPointer(rebasing: piece))
            rest = rest.dropFirst(piece.count)
            if length == Self.blockSize { endBlock() }
        }
    }

    /// Combines the hash of a file's first `offset` bytes (whole blocks, from this hash) with that of the remaining
    /// bytes (`rest`).
    func joined(at offset: Int, with rest: ContentHash) -> ContentHash {
        var all = rest
        all.digests = digests.prefix(offset / Self.blockSize) + rest.digests
        return all
    }

    /// 32 hexadecimal digits.
    var text: String {
        if digests.isEmpty { return Self.hex(digest) }
        var all = ContentHash()
        for digest in length > 0 ? digests + [digest] : digests {
            withUnsafeBytes(of: digest) { all.hash($0.bindMemory(to: UInt8.self)) }
        }
        return Self.hex(all.digest)
    }

    /// The hash of several hashes in order.
    static func combined(_ hashes: [String]) -> String {
        if hashes.count == 1 { return hashes[0] }
        var all = ContentHash()
        Array(hashes.joined(separator: "\n").utf8).withUnsafeBufferPointer { all.update($0) }
        return all.text
    }

    private mutating func endBlock() {
        digests.append(digest)
        lanes = Self.seed
        length = 0
    }

    private mutating func hash(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        length += bytes.count
        var index = 0
        while pendingCount != 0, index < bytes.count {
            hash(start[index])
            index += 1
        }
        let stripe = UnsafeRawPointer(start) + index
        let stripes = (bytes.count - index) / Self.stripeSize
        if stripes > 0 { hashStripes(at: stripe, stripes) }
        index += stripes * Self.stripeSize
        while index < bytes.count {
            hash(start[index])
            index += 1
        }
    }

    /// Hashes one or more stripes. Two lanes run one stripe ahead of the others, which keeps the compiler from
    /// vectorising: vectors have no such multiplication, and would take four times as long.
    private mutating func hashStripes(at start: UnsafeRawPointer, _ stripes: Int) {
        var stripe = start
        var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
        second = Self.mix(second, Self.word(stripe, 8))
        fourth = Self.mix(fourth, Self.word(stripe, 24))
        for _ in 1..<stripes {
            first = Self.mix(first, Self.word(stripe, 0))
            second = Self.mix(second, Self.word(stripe, Self.stripeSize + 8))
            third = Self.mix(third, Self.word(stripe, 16))
            fourth = Self.mix(fourth, Self.word(stripe, Self.stripeSize + 24))
            stripe += Self.stripeSize
        }
        first = Self.mix(first, Self.word(stripe, 0))
        third = Self.mix(third, Self.word(stripe, 16))
        lanes = SIMD4(first, second, third, fourth)
    }

    private mutating func hash(_ byte: UInt8) {
        pending[pendingCount / 8] |= UInt64(byte) << UInt64(pendingCount % 8 * 8)
        pendingCount += 1
        guard pendingCount == Self.stripeSize else { return }
        mixPending()
        pending = SIMD4()
        pendingCount = 0
    }

    private mutating func mixPending() {
        for lane in 0..<4 { lanes[lane] = Self.mix(lanes[lane], pending[lane]) }
    }

    /// The digest of the current block so far.
    private var digest: Digest {
        var end = self
        end.mixPending()
        let length = UInt64(length)
        let first = Self.mix(Self.mix(end.lanes[0], end.lanes[1]), end.lanes[2] ^ length)
        let second = Self.mix(Self.mix(end.lanes[2], end.lanes[3]), end.lanes[0] &+ UInt64(end.pendingCount))
        return Digest(Self.mix(first, second), Self.mix(second, first ^ length))
    }

    @inline(__always)
    private static func word(_ stripe: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: stripe.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (product.high ^ product.low) &+ lane
    }

    private static func hex(_ digest: Digest) -> String { hex(digest[0]) + hex(digest[1]) }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
