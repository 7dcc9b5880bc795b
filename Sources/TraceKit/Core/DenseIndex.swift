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
    /// Key and number stand together: a look-up misses the cache once.
    private struct Slot: BitwiseCopyable {
        var key: Key
        /// -1 = free.
        var number: Int32
    }

    private var slots = UnsafeMutablePointer<Slot>.allocate(capacity: 64)
    private var mask = 63
    private(set) var count = 0

    init() { Self.free(slots, 64) }

    deinit { slots.deallocate() }

    @inline(__always)
    mutating func number(of key: Key) -> Int {
        let place = place(of: key)
        return slots[place].number >= 0 ? Int(slots[place].number) : add(key, at: place)
    }

    /// The number of a key that has one.
    func find(_ key: Key) -> Int? {
        let number = slots[place(of: key)].number
        return number < 0 ? nil : Int(number)
    }

    /// Where the key is, or would be.
    @inline(__always)
    private func place(of key: Key) -> Int {
        var place = Int(truncatingIfNeeded: key.hash) & mask
        while slots[place].number >= 0, slots[place].key != key { place = (place &+ 1) & mask }
        return place
    }

    @inline(never)
    private mutating func add(_ key: Key, at place: Int) -> Int {
        slots[place] = Slot(key: key, number: Int32(count))
        count += 1
        if count * 2 > mask { grow() }
        return count - 1
    }

    private mutating func grow() {
        let (old, size) = (slots, mask + 1)
        slots = .allocate(capacity: size * 2)
        Self.free(slots, size * 2)
        mask = size * 2 - 1
        for index in 0..<size where old[index].number >= 0 { slots[place(of: old[index].key)] = old[index] }
        old.deallocate()
    }

    /// The keys of free slots are never looked at.
    private static func free(_ slots: UnsafeMutablePointer<Slot>, _ count: Int) {
        for index in 0..<count { slots[index].number = -1 }
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
}
