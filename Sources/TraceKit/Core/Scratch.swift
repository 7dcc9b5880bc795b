/// A table of plain values for one piece of work.
///
/// It is little more than a pointer: a loop over many rows keeps it in a register, but reloads the
/// block and count of a `Column` after every write. Indexes are checked in debug builds only.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
    // Not a buffer pointer: Swift 6.3 cannot compile writing through one here for the Thread Sanitizer.
    private let elements: UnsafeMutablePointer<Element>
    let count: Int

    init(repeating value: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.initialize(repeating: value, count: count)
        self.count = count
    }

    deinit { elements.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "index out of range")
            return elements[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "index out of range")
            elements[index] = newValue
        }
    }
}

/// The rows of a `SparseColumn` for a loop over many of them; valid until a value is set.
struct SparseRows<Element: BitwiseCopyable> {
    let values: UnsafeMutableBufferPointer<Element>
    let absent: Element

    @inline(__always)
    subscript(row: Int) -> Element { row < values.count ? values[row] : absent }
}

/// Items grouped by number; those of one number keep their order.
struct Buckets: ~Copyable {
    private let ends: Scratch<UInt32>
    private let items: Scratch<UInt32>

    init() {
        ends = Scratch(repeating: 0, count: 1)
        items = Scratch(repeating: 0, count: 0)
    }

    /// Groups the places 0 ..< `count` by `number`, which is below `numbers` (negative = left out),
    /// and keeps the `item` of each. A counting sort, which calls `number` twice.
    @inline(__always)
    init(_ count: Int, numbers: Int, number: (Int) -> Int, item: (Int) -> UInt32) {
        // The items of number n end at `ends[n + 1]`; while they are added, it is the position of the next one.
        let ends = Scratch<UInt32>(repeating: 0, count: numbers + 2)
        for place in 0..<count {
            let number = number(place)
            if number >= 0 { ends[number + 2] += 1 }
        }
        for number in 0..<numbers { ends[number + 2] += ends[number + 1] }
        let items = Scratch<UInt32>(repeating: 0, count: Int(ends[numbers + 1]))
        for place in 0..<count {
            let number = number(place)
            guard number >= 0 else { continue }
            let next = Int(ends[number + 1])
            items[next] = item(place)
            ends[number + 1] = UInt32(next + 1)
        }
        self.ends = ends
        self.items = items
    }

    /// The number of all items.
    var count: Int { items.count }

    var numbers: Int { max(0, ends.count - 2) }

    /// The item at a place; places are in order of the numbers.
    @inline(__always)
    subscript(place: Int) -> Int { Int(items[place]) }

    /// The places of the items of one number.
    @inline(__always)
    func places(_ number: Int) -> Range<Int> { Int(ends[number])..<Int(ends[number + 1]) }
}

/// Counts of a few kinds for each of many numbers.
struct CountTable: ~Copyable {
    private let counts: Scratch<Int32>
    /// The number of kinds, a power of two.
    private static let kinds = 8

    init(_ numbers: Int) { counts = Scratch(repeating: 0, count: numbers * Self.kinds) }

    /// - Parameter kind: 0 ..< 8.
    @inline(__always)
    func add(_ number: Int, _ kind: Int) { counts[number &* Self.kinds &+ kind] &+= 1 }

    func count(_ number: Int, _ kind: Int) -> Int { Int(counts[number * Self.kinds + kind]) }
}
