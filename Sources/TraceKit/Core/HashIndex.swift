/// Open addressing from hashes to ids above zero, for tables that keep what they intern themselves.
///
/// Kept at most half full. Ids are compared by hash before anything else is looked at.
final class HashIndex {
    /// What stands at a place whose hash is another one.
    static let other = UInt32.max

    private struct Slot: BitwiseCopyable {
        var hash: UInt32 = 0
        /// Zero = empty.
        var id: UInt32 = 0
    }

    private var slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1024)
    private var mask = 1023
    private var count = 0

    init() { slots.initialize(repeating: Slot(), count: mask + 1) }

    deinit { slots.deallocate() }

    /// The place at which to begin looking.
    @inline(__always)
    func first(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & mask }

    /// The place to look at after one that holds something else.
    @inline(__always)
    func next(_ place: Int) -> Int { (place + 1) & mask }

    /// The id at a place; zero = empty, `other` = something with another hash.
    @inline(__always)
    func id(at place: Int, hash: UInt32) -> UInt32 {
        let slot = slots[place]
        return slot.hash == hash || slot.id == 0 ? slot.id : Self.other
    }

    /// Puts an id at an empty place that a search ended at.
    func insert(_ id: UInt32, hash: UInt32, at place: Int) {
        slots[place] = Slot(hash: hash, id: id)
        count += 1
        if count * 2 > mask { grow() }
    }

    private func grow() {
        let (old, size) = (slots, mask + 1)
        slots = .allocate(capacity: size * 2)
        slots.initialize(repeating: Slot(), count: size * 2)
        mask = size * 2 - 1
        for index in 0..<size where old[index].id != 0 {
            var place = first(old[index].hash)
            while slots[place].id != 0 { place = next(place) }
            slots[place] = old[index]
        }
        old.deallocate()
    }
}

/// Hashing and comparing short texts, which have no padding that could be read: the last bytes of a text are read
/// again with those before them.
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
