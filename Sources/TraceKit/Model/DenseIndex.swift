/// Gives every distinct pair of 64-bit keys a dense number, in order of first appearance.
struct KeyIndex: ~Copyable {
    /// A slot of the hash table. Both keys and the number stand together: a look-up misses the cache once.
    private struct Slot: BitwiseCopyable {
        var one: UInt64 = 0
        var two: UInt64 = 0
        /// -1 = free.
        var number: Int32 = -1
    }

    private var slots = Column<Slot>(repeating: Slot(), count: 64)
    private(set) var count = 0

    @inline(__always)
    mutating func number(_ one: UInt64, _ two: UInt64) -> Int {
        let slots = slots
        let mask = slots.count - 1
        var place = Self.hash(one, two) & mask
        while slots.base[place].number >= 0 {
            if slots.base[place].one == one && slots.base[place].two == two { return Int(slots.base[place].number) }
            place = (place + 1) & mask
        }
        return add(Slot(one: one, two: two, number: Int32(count)), at: place)
    }

    @inline(never)
    private mutating func add(_ slot: Slot, at place: Int) -> Int {
        slots[place] = slot
        count += 1
        if count * 2 >= slots.count { grow() }
        return count - 1
    }

    private mutating func grow() {
        let old = slots
        let mask = old.count * 2 - 1
        slots = Column(repeating: Slot(), count: mask + 1)
        for slot in old.buffer where slot.number >= 0 {
            var place = Self.hash(slot.one, slot.two) & mask
            while slots[place].number >= 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    private static func hash(_ one: UInt64, _ two: UInt64) -> Int {
        let product = (one ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: two ^ 0xD6E8_FEB8_6659_FD93)
        let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 20)
    }
}

/// Gives every distinct pair of 32-bit keys a dense number, in order of first appearance.
struct PairIndex: ~Copyable {
    private struct Slot: BitwiseCopyable {
        var key: UInt64 = 0
        /// -1 = free.
        var number: Int32 = -1
    }

    private var slots = UnsafeMutablePointer<Slot>.allocate(capacity: 64)
    private var mask = 63
    private(set) var count = 0

    init() { slots.initialize(repeating: Slot(), count: 64) }

    deinit { slots.deallocate() }

    @inline(__always)
    mutating func number(_ one: UInt32, _ two: UInt32) -> Int {
        let key = UInt64(one) << 32 | UInt64(two)
        var place = Self.hash(key) & mask
        while slots[place].number >= 0 {
            if slots[place].key == key { return Int(slots[place].number) }
            place = (place &+ 1) & mask
        }
        return add(key, at: place)
    }

    @inline(never)
    private mutating func add(_ key: UInt64, at place: Int) -> Int {
        slots[place] = Slot(key: key, number: Int32(count))
        count += 1
        if count * 2 > mask { grow() }
        return count - 1
    }

    private mutating func grow() {
        let (old, size) = (slots, mask + 1)
        slots = .allocate(capacity: size * 2)
        slots.initialize(repeating: Slot(), count: size * 2)
        mask = size * 2 - 1
        for index in 0..<size where old[index].number >= 0 {
            var place = Self.hash(old[index].key) & mask
            while slots[place].number >= 0 { place = (place + 1) & mask }
            slots[place] = old[index]
        }
        old.deallocate()
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> Int {
        let product = (key ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}
