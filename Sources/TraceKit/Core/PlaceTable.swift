/// Finds the numbers of keys by their hashes; the keys are stored by the caller. Numbers are dense, from zero.
final class PlaceTable {
    /// By place, of which a key's is the lower bits of its hash, or one behind it: the number of the key, which is below the
    /// number of places, and above it the upper bits of the hash. Keys are only looked at where the hash is as good as equal.
    private var slots = Column<UInt32>(repeating: freeSlot, count: 64)
    private static var freeSlot: UInt32 { .max }
    /// Of the numbers given.
    private(set) var count = 0

    private var mask: UInt32 { UInt32(slots.count - 1) }

    /// Where the key with this hash is, or would be. `isKey`: whether it is the one with that number.
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

    /// The number at a place; nil = it is free.
    @inline(__always)
    func number(at place: Int) -> Int? { slots[place] == Self.freeSlot ? nil : Int(slots[place] & mask) }

    /// Gives the next number to the key whose place is free. `hashOf`: the hash of each that has a number, this one among
    /// them; the table is made anew from them when it grows.
    func insert(_ hash: UInt32, at place: Int, hashOf: (Int) -> UInt32) {
        slots[place] = (hash & ~mask) | UInt32(count)
        count += 1
        // Two thirds: a key is then found within a cache line or two, and a table is seldom much longer than it has to be.
        guard count * 3 > slots.count * 2 else { return }
        slots = Column(repeating: Self.freeSlot, count: slots.count * 2)
        for number in 0..<count {
            let hash = hashOf(number)
            slots[self.place(hash) { _ in false }] = (hash & ~mask) | UInt32(number)
        }
    }
}
