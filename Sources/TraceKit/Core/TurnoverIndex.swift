/// Numbers for keys that come and go: as many as there are at once, so that its memory does not grow with all that ever came.
struct TurnoverIndex: ~Copyable {
    private struct Slot: BitwiseCopyable {
        var key: WideKey
        /// -1 = free.
        var number: Int32
    }

    private var slots = UnsafeMutablePointer<Slot>.allocate(capacity: 64)
    private var mask = 63
    private var count = 0
    /// Numbers that were given back.
    private var free: [Int32] = []

    init() { Self.free(slots, 64) }

    deinit { slots.deallocate() }

    func find(_ key: WideKey) -> Int? {
        let number = slots[place(of: key)].number
        return number < 0 ? nil : Int(number)
    }

    mutating func number(of key: WideKey) -> Int {
        let place = place(of: key)
        if slots[place].number >= 0 { return Int(slots[place].number) }
        let number = free.popLast() ?? Int32(count)
        slots[place] = Slot(key: key, number: number)
        count += 1
        if count * 2 > mask { grow() }
        return Int(number)
    }

    /// Its number is given to another key.
    mutating func remove(_ key: WideKey) {
        var hole = place(of: key)
        guard slots[hole].number >= 0 else { return }
        free.append(slots[hole].number)
        count -= 1
        // What was put behind the key because its own place was taken moves up.
        var next = (hole + 1) & mask
        while slots[next].number >= 0 {
            let home = Int(truncatingIfNeeded: slots[next].key.hash) & mask
            if (next &- home) & mask >= (next &- hole) & mask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole].number = -1
    }

    /// Where the key is, or would be.
    private func place(of key: WideKey) -> Int {
        var place = Int(truncatingIfNeeded: key.hash) & mask
        while slots[place].number >= 0, slots[place].key != key { place = (place &+ 1) & mask }
        return place
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
