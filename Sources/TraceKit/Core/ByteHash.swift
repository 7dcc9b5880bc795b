/// Hashes and compares short texts. Bytes after a text must not be read, so its last eight bytes may overlap those read
/// before.
enum ByteHash {
    @inline(__always)
    static func hash(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
        let raw = UnsafeRawPointer(start)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: length)
        if length > 8 {
            var offset = 0
            while offset < length - 8 {
                state = HashMixer.mix(state ^ word(raw, offset))
                offset += 8
            }
            state = HashMixer.mix(state ^ word(raw, length - 8))
        } else if length >= 4 {
            state = HashMixer.mix(state ^ (UInt64(half(raw, 0)) << 32 | UInt64(half(raw, length - 4))))
        } else if length > 0 {
            let middle = UInt64(start[length >> 1]) << 8
            state = HashMixer.mix(state ^ (UInt64(start[0]) << 16 | middle | UInt64(start[length - 1])))
        }
        return UInt32(truncatingIfNeeded: state ^ (state >> 32))
    }

    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let (first, second) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        if length > 16 { return equalBytes(left, right, length) }
        if length >= 8 {
            let last = length - 8
            return (word(first, 0) ^ word(second, 0)) | (word(first, last) ^ word(second, last)) == 0
        }
        if length >= 4 {
            let last = length - 4
            return (half(first, 0) ^ half(second, 0)) | (half(first, last) ^ half(second, last)) == 0
        }
        if length == 0 { return true }
        let middle = length >> 1
        return left[0] == right[0] && left[middle] == right[middle] && left[length - 1] == right[length - 1]
    }

    @inline(__always)
    private static func word(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always)
    private static func half(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}

/// The hash arithmetic of all our tables. It has no key, so hostile input can cause long probes:
/// tables compare bits of the hash before they look at a key.
enum HashMixer {
    private static var multiplier: UInt64 { 0xD6E8_FEB8_6659_FD93 }

    /// Mixes a value: each of its bits changes every bit of the result.
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    @inline(__always)
    static func mix(_ one: UInt64, _ two: UInt64) -> UInt64 {
        // The product of a value near zero has no upper half.
        mix(mix(one ^ 0x9E37_79B9_7F4A_7C15) ^ two)
    }

    @inline(__always)
    static func mix(_ one: UInt32, _ two: UInt32, _ three: UInt32, _ four: UInt32) -> UInt64 {
        mix(UInt64(one) << 32 | UInt64(two), UInt64(three) << 32 | UInt64(four))
    }
}
