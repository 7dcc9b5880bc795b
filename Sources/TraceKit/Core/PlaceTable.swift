/// Finds the numbers of keys by their hashes; the keys are stored by the caller. Numbers are dense, from zero.
final class PlaceTable {
    /// A slot holds a key's number in its lower bits, which is below the number of slots, and the
    /// upper bits of its hash above. A key's slot is given by the lower bits of its hash, or is the
    /// next free one. Keys are compared only if these parts of their hashes are equal.
    private var slots = Column<UInt32>(repeating: freeSlot, count: 64)
    private static var freeSlot: UInt32 { .max }
    /// The number of keys.
    private(set) var count = 0

    private var mask: UInt32 { UInt32(slots.count - 1) }

    /// The slot of the key with this hash, or the free slot for it. `isKey`: whether the number is
    /// that of the key.
    @inline(__always)
    func place(_ hash: UInt32, isKey: (Int) -> Bool) -> Int {
        let (slots, mask) = (slots.base, mask)
        var place = hash & mask
        while case let slot = slots[Int(place)], slot != Self.freeSlot,
            (slot ^ hash) > mask || !isKey(Int(slot & mask))
        {
            place = (place &+ 1) & mask
        }
        return Int(place)
    }

    /// The number in a slot; nil if it is free.
    @inline(__always)
    func number(at place: Int) -> Int? { slots[place] == Self.freeSlot ? nil : Int(slots[place] & mask) }

    /// Assigns the key of a free slot the next number. `hashOf`: the hash of each numbered key, including this one,
    /// from which a growing table is rebuilt.
    func insert(_ hash: UInt32, at place: Int, hashOf: (Int) -> UInt32) {
        slots[place] = (hash & ~mask) | UInt32(count)
        count += 1
        // Up to two thirds full, a key is found within a cache line or two, and few tables are much too long.
        guard count * 3 > slots.count * 2 else { return }
        slots = Column(repeating: Self.freeSlot, count: slots.count * 2)
        for number in 0..<count {
            let hash = hashOf(number)
            slots[self.place(hash) { _ in false }] = (hash & ~mask) | UInt32(number)
        }
    }
}
