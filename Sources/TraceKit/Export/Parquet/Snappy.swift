/// The block format of Snappy, without its framing: literals, and copies of at most 64 bytes from up to 64 KiB before.
struct Snappy {
    /// The last place of four bytes with a hash, plus one; zero = none yet.
    private var places = [UInt32](repeating: 0, count: 1 << Self.hashBits)

    private static let hashBits = 14

    mutating func compress(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(data.count / 2 + 32)
        out.appendVarint(UInt64(data.count))
        for index in places.indices { places[index] = 0 }
        data.withUnsafeBytes { data in
            var (index, literal) = (0, 0)
            let end = data.count - 4
            while index <= end {
                let word = data.loadUnaligned(fromByteOffset: index, as: UInt32.self)
                let slot = Int((UInt32(littleEndian: word) &* 0x1E35_A7BD) >> UInt32(32 - Self.hashBits))
                let place = Int(places[slot]) - 1
                places[slot] = UInt32(truncatingIfNeeded: index + 1)
                guard place >= 0, place < index, index - place <= 0xFFFF,
                    data.loadUnaligned(fromByteOffset: place, as: UInt32.self) == word
                else {
                    // What does not compress is passed in growing steps.
                    index += 1 + (index - literal) >> 6
                    continue
                }
                var length = 4
                while index + length < data.count, data[place + length] == data[index + length] { length += 1 }
                Self.appendLiteral(data[literal..<index], to: &out)
                Self.appendCopy(length, from: index - place, to: &out)
                index += length
                literal = index
            }
            Self.appendLiteral(data[literal...], to: &out)
        }
        return out
    }

    private static func appendLiteral(_ bytes: Slice<UnsafeRawBufferPointer>, to out: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let last = bytes.count - 1
        switch last {
        case ..<60: out.append(UInt8(last) << 2)
        case ..<0x100: out += [60 << 2, UInt8(last)]
        case ..<0x1_0000:
            out.append(61 << 2)
            out.appendLittleEndian(UInt16(last))
        default:
            out.append(63 << 2)
            out.appendLittleEndian(UInt32(truncatingIfNeeded: last))
        }
        out.append(contentsOf: bytes)
    }

    private static func appendCopy(_ length: Int, from offset: Int, to out: inout [UInt8]) {
        var rest = length
        while rest > 0 {
            // Never fewer than four are left over.
            let part = rest >= 68 ? 64 : rest > 64 ? 60 : rest
            out.append(UInt8(part - 1) << 2 | 2)
            out.appendLittleEndian(UInt16(offset))
            rest -= part
        }
    }
}
