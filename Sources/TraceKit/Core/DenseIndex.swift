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
    /// By place, of which a key's is the lower bits of its hash, or one behind it: the number of the key, which is below the
    /// number of places, and above it the upper bits of the hash. Keys stand apart, where those that came one after the other
    /// are neighbours, and are looked at where the hash is as good as equal.
    private var slots = Self.free(64)
    private var mask: UInt32 = 63
    private static var freeSlot: UInt32 { .max }
    /// By number.
    let keys = Column<Key>()

    var count: Int { keys.count }

    init() {}

    deinit { giveBack() }

    @inline(__always)
    mutating func number(of key: Key) -> Int {
        let hash = UInt32(truncatingIfNeeded: key.hash)
        let place = place(of: key, hash)
        return slots[place] != Self.freeSlot ? number(at: place) : add(key, hash, at: place)
    }

    /// The number of a key that has one.
    func find(_ key: Key) -> Int? {
        let place = place(of: key, UInt32(truncatingIfNeeded: key.hash))
        return slots[place] != Self.freeSlot ? number(at: place) : nil
    }

    /// Gives the memory of the table back that finds keys; the keys stay. The next number that is asked for makes it anew; until
    /// then `find` finds nothing.
    mutating func rest() {
        giveBack()
        (slots, mask) = (Self.free(1), 0)
    }

    @inline(__always)
    private func number(at place: Int) -> Int { Int(slots[place] & mask) }

    /// Where the key is, or would be.
    @inline(__always)
    private func place(of key: Key, _ hash: UInt32) -> Int {
        var place = hash & mask
        while case let slot = slots[Int(place)], slot != Self.freeSlot,
            (slot ^ hash) > mask || keys[Int(slot & mask)] != key
        {
            place = (place &+ 1) & mask
        }
        return Int(place)
    }

    /// Two thirds: a key is then found within a cache line or two, and a table is seldom much longer than it has to be.
    private var isFull: Bool { keys.count * 3 > Int(mask) * 2 }

    @inline(never)
    private mutating func add(_ key: Key, _ hash: UInt32, at place: Int) -> Int {
        let number = keys.count
        keys.append(key)
        if isFull { makeTable() } else { slots[place] = (hash & ~mask) | UInt32(number) }
        return number
    }

    /// The table of all keys, in the memory of the one before. All keys differ, so they are not compared.
    private mutating func makeTable() {
        giveBack()
        mask = max(63, mask)
        while isFull { mask = mask << 1 | 1 }
        slots = Self.free(Int(mask) + 1)
        for (number, key) in keys.buffer.enumerated() {
            let hash = UInt32(truncatingIfNeeded: key.hash)
            var place = hash & mask
            while slots[Int(place)] != Self.freeSlot { place = (place &+ 1) & mask }
            slots[Int(place)] = (hash & ~mask) | UInt32(number)
        }
    }

    private func giveBack() { GrowingBlock.release(slots, (Int(mask) + 1) * MemoryLayout<UInt32>.stride) }

    private static func free(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let bytes = count * MemoryLayout<UInt32>.stride
        let slots = GrowingBlock.resize(nil, from: 0, to: bytes).assumingMemoryBound(to: UInt32.self)
        slots.initialize(repeating: freeSlot, count: count)
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
