/// A key of a `DenseIndex`.
protocol DenseKey: BitwiseCopyable, Equatable {
    /// All of the key, mixed.
    var hash: UInt64 { get }
}

extension UInt64: DenseKey {
    @inline(__always)
    var hash: UInt64 { HashMixer.mix(self) }
}

/// Two keys as one.
struct WideKey: DenseKey {
    let one: UInt64
    let two: UInt64

    @inline(__always)
    var hash: UInt64 { HashMixer.mix(one, two) }
}

/// Gives every distinct key a dense number, in order of first appearance.
struct DenseIndex<Key: DenseKey>: ~Copyable {
    /// Half of a key's hash and its number, as one word: keys stand apart, where those that came one after the other are
    /// neighbours, and are looked at where the halves are equal.
    private struct Slot: BitwiseCopyable {
        var hash: UInt32
        /// -1 = free.
        var number: Int32
    }

    private var slots = Self.free(64)
    private var mask = 63
    /// By number.
    let keys = Column<Key>()

    var count: Int { keys.count }

    init() {}

    deinit { GrowingBlock.release(slots, (mask + 1) * Self.stride) }

    @inline(__always)
    mutating func number(of key: Key) -> Int {
        let hash = UInt32(truncatingIfNeeded: key.hash)
        let place = place(of: key, hash)
        return slots[place].number >= 0 ? Int(slots[place].number) : add(key, hash, at: place)
    }

    /// The number of a key that has one.
    func find(_ key: Key) -> Int? {
        let number = slots[place(of: key, UInt32(truncatingIfNeeded: key.hash))].number
        return number < 0 ? nil : Int(number)
    }

    /// Gives the memory of the table back that finds keys; the keys stay. The next number that is asked for makes it anew; until
    /// then `find` finds nothing.
    mutating func rest() {
        GrowingBlock.release(slots, (mask + 1) * Self.stride)
        (slots, mask) = (Self.free(1), 0)
    }

    /// Where the key is, or would be.
    @inline(__always)
    private func place(of key: Key, _ hash: UInt32) -> Int {
        var place = Int(hash) & mask
        while case let slot = slots[place], slot.number >= 0, slot.hash != hash || keys[Int(slot.number)] != key {
            place = (place &+ 1) & mask
        }
        return place
    }

    /// Two thirds: a key is then found within a cache line or two, and a table is seldom much longer than it has to be.
    private var isFull: Bool { keys.count * 3 > mask * 2 }

    @inline(never)
    private mutating func add(_ key: Key, _ hash: UInt32, at place: Int) -> Int {
        if mask == 0 {
            wake()
            return number(of: key)
        }
        slots[place] = Slot(hash: hash, number: Int32(keys.count))
        keys.append(key)
        if isFull { grow() }
        return keys.count - 1
    }

    /// All keys differ, so that nothing of them is looked at.
    private mutating func grow() {
        let (old, size) = (slots, mask + 1)
        slots = Self.free(size * 2)
        mask = size * 2 - 1
        for index in 0..<size where old[index].number >= 0 {
            var place = Int(old[index].hash) & mask
            while slots[place].number >= 0 { place = (place &+ 1) & mask }
            slots[place] = old[index]
        }
        GrowingBlock.release(old, size * Self.stride)
    }

    private mutating func wake() {
        GrowingBlock.release(slots, Self.stride)
        mask = 63
        while isFull { mask = mask * 2 + 1 }
        slots = Self.free(mask + 1)
        for (number, key) in keys.buffer.enumerated() {
            let hash = UInt32(truncatingIfNeeded: key.hash)
            slots[place(of: key, hash)] = Slot(hash: hash, number: Int32(number))
        }
    }

    private static var stride: Int { MemoryLayout<Slot>.stride }

    private static func free(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let slots = GrowingBlock.resize(nil, from: 0, to: count * stride).assumingMemoryBound(to: Slot.self)
        slots.initialize(repeating: Slot(hash: 0, number: -1), count: count)
        return slots
    }
}

/// Numbers pairs of 64-bit keys.
typealias KeyIndex = DenseIndex<WideKey>

extension DenseIndex<WideKey> {
    @inline(__always)
    mutating func number(_ one: UInt64, _ two: UInt64) -> Int { number(of: WideKey(one: one, two: two)) }
}

/// Numbers pairs of 32-bit keys.
typealias PairIndex = DenseIndex<UInt64>

extension DenseIndex<UInt64> {
    @inline(__always)
    mutating func number(_ one: UInt32, _ two: UInt32) -> Int { number(of: UInt64(one) << 32 | UInt64(two)) }

    @inline(__always)
    func pair(_ number: Int) -> (UInt32, UInt32) {
        (UInt32(keys[number] >> 32), UInt32(truncatingIfNeeded: keys[number]))
    }
}
