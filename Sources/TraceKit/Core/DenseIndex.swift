/// A key of a `DenseIndex`.
protocol DenseKey: BitwiseCopyable, Equatable {
    /// All of the key, mixed.
    var hash: UInt64 { get }
}

extension Int64: DenseKey {
    @inline(__always)
    var hash: UInt64 { HashMixer.mix(UInt64(bitPattern: self)) }
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

/// Gives every distinct key a dense number, in order of first appearance. Hold it in a constant: uses through a
/// variable of a class are checked for exclusive access, which takes as long as finding a key.
struct DenseIndex<Key: DenseKey>: ~Copyable {
    private let places = PlaceTable()
    /// By number. Apart from their places: keys that came one after the other are neighbours.
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

    /// The number of a key that has one.
    func find(_ key: Key) -> Int? { places.number(at: place(of: key, Self.hash(key))) }

    /// Frees the table that finds keys, but keeps the keys. The next request for a number makes it again; until then
    /// `find` finds nothing.
    func rest() { places.rest() }

    /// Takes a key that it does not have, without looking for it. It is not found before the table has rested.
    @inline(__always)
    func append(_ key: Key) {
        keys.append(key)
        places.skip()
    }

    func exchange(with other: borrowing DenseIndex) {
        keys.exchange(with: other.keys)
        places.exchange(with: other.places)
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

    @inline(__always)
    private static func hash(_ key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hash) }
}

/// Numbers pairs of 64-bit keys.
typealias KeyIndex = DenseIndex<WideKey>

extension DenseIndex<WideKey> {
    @inline(__always)
    func number(_ one: UInt64, _ two: UInt64) -> Int { number(of: WideKey(one: one, two: two)) }
}

/// Numbers pairs of 32-bit keys.
typealias PairIndex = DenseIndex<UInt64>

extension DenseIndex<UInt64> {
    @inline(__always)
    func number(_ one: UInt32, _ two: UInt32) -> Int { number(of: UInt64(one) << 32 | UInt64(two)) }

    @inline(__always)
    func pair(_ number: Int) -> (UInt32, UInt32) {
        (UInt32(keys[number] >> 32), UInt32(truncatingIfNeeded: keys[number]))
    }
}
