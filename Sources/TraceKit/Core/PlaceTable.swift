/// Finds the numbers of keys by their hashes; the keys are stored by the caller. Numbers are dense, from zero.
final class PlaceTable {
    /// By place, of which a key's is the lower bits of its hash, or one behind it: the number of the key, which is below the
    /// number of places, and above it the upper bits of the hash. Keys are only looked at where the hash is as good as equal.
    private var slots: UnsafeMutablePointer<UInt32>
    private var mask: UInt32 = 63
    private static var freeSlot: UInt32 { .max }
    /// Of the numbers given.
    private(set) var count = 0

    init() { slots = Self.free(64) }

    deinit { giveBack() }

    /// Where the key with this hash is, or would be. `isKey`: whether it is the one with that number.
    @inline(__always)
    func place(_ hash: UInt32, isKey: (Int) -> Bool) -> Int {
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
    @inline(__always)
    func insert(_ hash: UInt32, at place: Int, hashOf: (Int) -> UInt32) {
        count += 1
        if isFull { makeTable(hashOf) } else { slots[place] = (hash & ~mask) | UInt32(count - 1) }
    }

    /// Gives the next number to a new key without looking it up. Call `rest()` after the last one.
    @inline(__always)
    func skip() { count += 1 }

    /// Gives its memory back, and finds nothing until the next number is given.
    func rest() {
        giveBack()
        (slots, mask) = (Self.free(1), 0)
    }

    /// Takes the keys of another table, which gets those of this one.
    func exchange(with other: PlaceTable) {
        (slots, other.slots) = (other.slots, slots)
        (mask, other.mask) = (other.mask, mask)
        (count, other.count) = (other.count, count)
    }

    /// Two thirds: a key is then found within a cache line or two, and a table is seldom much longer than it has to be.
    private var isFull: Bool { count * 3 > Int(mask) * 2 }

    /// In the memory of the table before it. All keys differ, so they are not compared.
    @inline(never)
    private func makeTable(_ hashOf: (Int) -> UInt32) {
        giveBack()
        mask = max(63, mask)
        while isFull { mask = mask << 1 | 1 }
        slots = Self.free(Int(mask) + 1)
        for number in 0..<count {
            let hash = hashOf(number)
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
