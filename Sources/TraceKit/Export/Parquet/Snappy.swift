/// Snappy's block format without framing: literals, and copies of at most 64 bytes from up to 64 KiB before.
struct Snappy {
    /// The last position of four bytes with a hash, plus one; zero = none yet.
    private var places = [UInt32](repeating: 0, count: 1 << Self.hashBits)

    private static let hashBits = 14

    mutating func compress(_ data: [UInt8]) -> [UInt8] {
        data.withUnsafeBytes { data in
            places.withUnsafeMutableBufferPointer { places in
                places.update(repeating: 0)
                // A literal adds at most five bytes, and a copy is shorter than its content.
                return [UInt8](unsafeUninitializedCapacity: data.count + data.count / 6 + 32) { out, count in
                    var block = SnappyBlock(out)
                    block.append(varint: data.count)
                    Self.compress(data, places, to: &block)
                    count = block.count
                }
            }
        }
    }

    private static func compress(
        _ data: UnsafeRawBufferPointer, _ places: UnsafeMutableBufferPointer<UInt32>, to out: inout SnappyBlock
    ) {
        var (index, literal) = (0, 0)
        let end = data.count - 4
        while index <= end {
            let word = data.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            let slot = Int((UInt32(littleEndian: word) &* 0x1E35_A7BD) >> UInt32(32 - hashBits))
            let candidate = Int(places[slot]) - 1
            places[slot] = UInt32(truncatingIfNeeded: index + 1)
            guard candidate >= 0, candidate < index, index - candidate <= 0xFFFF,
                data.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
            else {
                // Incompressible data is skipped in growing steps.
                index += 1 + (index - literal) >> 6
                continue
            }
            let length = 4 + equalBytes(data, candidate + 4, index + 4)
            out.append(literal: data[literal..<index])
            out.append(copy: length, from: index - candidate)
            index += length
            literal = index
        }
        out.append(literal: data[literal...])
    }

    /// The number of equal bytes from two positions, the second after the first.
    private static func equalBytes(_ data: UnsafeRawBufferPointer, _ one: Int, _ two: Int) -> Int {
        var length = 0
        while two + length + 8 <= data.count {
            let first = data.loadUnaligned(fromByteOffset: one + length, as: UInt64.self)
            let second = data.loadUnaligned(fromByteOffset: two + length, as: UInt64.self)
            if first != second { return length + (first ^ second).littleEndian.trailingZeroBitCount / 8 }
            length += 8
        }
        while two + length < data.count, data[one + length] == data[two + length] { length += 1 }
        return length
    }
}

/// The output, in a buffer large enough for all of it.
private struct SnappyBlock {
    private let out: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ out: UnsafeMutableBufferPointer<UInt8>) { self.out = out }

    mutating func append(varint value: Int) {
        var rest = value
        while rest > 127 {
            append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func append(literal bytes: Slice<UnsafeRawBufferPointer>) {
        guard !bytes.isEmpty else { return }
        let last = bytes.count - 1
        let size = last < 60 ? 0 : last < 0x100 ? 1 : last < 0x1_0000 ? 2 : 4
        append(UInt8(size == 0 ? last : 59 + size) << 2)
        for byte in 0..<size { append(UInt8(truncatingIfNeeded: last >> (8 * byte))) }
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(out)[count...])
        rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
        count += bytes.count
    }

    mutating func append(copy length: Int, from offset: Int) {
        var rest = length
        while rest > 0 {
            // Leaves at least four bytes for the last copy.
            let part = rest >= 68 ? 64 : rest > 64 ? 60 : rest
            append(UInt8(part - 1) << 2 | 2)
            append(UInt8(truncatingIfNeeded: offset))
            append(UInt8(truncatingIfNeeded: offset >> 8))
            rest -= part
        }
    }

    private mutating func append(_ byte: UInt8) {
        out[count] = byte
        count += 1
    }
}
