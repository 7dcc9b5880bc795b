/// A key of a `DenseIndex`.
protocol DenseKey: BitwiseCopyable, Equatable {
    /// A hash of the whole key.
    var hash: UInt64 { get }
}

extension Int64: DenseKey {
    var hash: UInt64 { HashMixer.mix(UInt64(bitPattern: self)) }
}

extension UInt64: DenseKey {
    var hash: UInt64 { HashMixer.mix(self) }
}

/// Two keys as one.
struct WideKey: DenseKey, Hashable {
    let one: UInt64
    let two: UInt64

    var hash: UInt64 { HashMixer.mix(one, two) }
}

/// Assigns every distinct key a dense number, in order of first appearance. Keep it in a constant: each use through a
/// variable of a class is checked for exclusive access, which takes as long as finding a key.
struct DenseIndex<Key: DenseKey>: ~Copyable {
    private let places = PlaceTable()
    /// The keys by number. They are separate from the slots, so that keys added in sequence are neighbours.
    let keys: Column<Key>

    /// - Parameter keys: where to store them; empty.
    init(keys: Column<Key> = Column()) { self.keys = keys }

    var count: Int { keys.count }

    @inline(__always)
    func number(of key: Key) -> Int {
        let hash = Self.hash(key)
        let place = place(of: key, hash)
        return places.number(at: place) ?? add(key, hash, at: place)
    }

    /// The number of a key; nil if it has none.
    func find(_ key: Key) -> Int? { places.number(at: place(of: key, Self.hash(key))) }

    /// Adds a key that must be new, without searching for it.
    func append(_ key: Key) {
        let hash = Self.hash(key)
        _ = add(key, hash, at: places.place(hash) { _ in false })
    }

    @inline(__always)
    private func place(of key: Key, _ hash: UInt32) -> Int {
        let keys = keys
        return places.place(hash) { keys[$0] == key }
    }

    @inline(never)
    private func add(_ key: Key, _ hash: UInt32, at place: Int) -> Int {
        let keys = keys
        keys.append(key)
        places.insert(hash, at: place) { Self.hash(keys[$0]) }
        return keys.count - 1
    }

    private static func hash(_ key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hash) }
}

/// Numbers pairs of 64-bit keys.
typealias KeyIndex = DenseIndex<WideKey>

extension DenseIndex<WideKey> {
    func number(_ one: UInt64, _ two: UInt64) -> Int { number(of: WideKey(one: one, two: two)) }
}

/// Numbers pairs of 32-bit keys.
typealias PairIndex = DenseIndex<UInt64>

extension DenseIndex<UInt64> {
    func number(_ one: UInt32, _ two: UInt32) -> Int { number(of: UInt64(one) << 32 | UInt64(two)) }

    func pair(_ number: Int) -> (UInt32, UInt32) {
        (UInt32(keys[number] >> 32), UInt32(truncatingIfNeeded: keys[number]))
    }
}
