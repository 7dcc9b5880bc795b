/// A growable column of plain values.
///
/// Traces hold millions of rows, and memory must stay flat while they are read: the pages of a large block are moved
/// instead of copied when it grows, so a column never needs the old and the new block at once, as an array does. Columns
/// are shared by reference and never copied by accident.
final class Column<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = max(1, capacity)
        base = Self.resize(nil, from: 0, to: self.capacity)
    }

    convenience init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        base.initialize(repeating: value, count: count)
        self.count = count
    }

    /// A column of `count` elements that say nothing until each of them was set.
    static func unset(count: Int) -> Column {
        let column = Column(capacity: count)
        column.count = count
        return column
    }

    deinit { GrowingBlock.release(base, capacity * MemoryLayout<Element>.stride) }

    @inline(__always)
    func append(_ value: Element) {
        if count == capacity { grow(to: count + 1) }
        (base + count).initialize(to: value)
        count += 1
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "column index out of range")
            return base[index]
        }
        set {
            precondition(index >= 0 && index < count, "column index out of range")
            base[index] = newValue
        }
    }

    /// Puts a value at an index that may be behind the last element, and `filler` into what is left out between them.
    @inline(__always)
    func put(_ value: Element, at index: Int, filler: Element) {
        if index == count { return append(value) }
        if index > count { pad(to: index + 1, with: filler) }
        self[index] = value
    }

    /// Appends `value` until the column has `count` elements.
    @inline(never)
    func pad(to count: Int, with value: Element) {
        guard count > self.count else { return }
        if count > capacity { grow(to: count) }
        (base + self.count).initialize(repeating: value, count: count - self.count)
        self.count = count
    }

    func append(contentsOf bytes: UnsafePointer<Element>, count extra: Int) {
        if count + extra > capacity { grow(to: count + extra) }
        (base + count).update(from: bytes, count: extra)
        count += extra
    }

    /// Appends as many elements as `fill` puts into a room for `most`.
    func append<Failure: Error>(
        upTo most: Int, _ fill: (UnsafeMutablePointer<Element>) throws(Failure) -> Int
    ) throws(Failure) {
        if count + most > capacity { grow(to: count + most) }
        count += min(most, try fill(base + count))
    }

    /// Takes the elements of another column behind its own. The other one gives its memory back, which the next column can
    /// have.
    func take(_ other: Column) {
        if count == 0 { exchange(with: other) }
        append(contentsOf: other.base, count: other.count)
        other.free()
    }

    /// The same, with each element changed.
    func take(_ other: Column, changed: (Element) -> Element) {
        if count + other.count > capacity { grow(to: count + other.count) }
        let (target, source) = (base + count, other.base)
        for index in 0..<other.count { (target + index).initialize(to: changed(source[index])) }
        count += other.count
        other.free()
    }

    /// Removes all elements and gives their memory back.
    func free() {
        if capacity > 16 { exchange(with: Column()) }
        count = 0
    }

    func removeAll() { count = 0 }

    /// Takes the elements of another column, which gets those of this one.
    func exchange(with other: Column) {
        (base, other.base) = (other.base, base)
        (count, other.count) = (other.count, count)
        (capacity, other.capacity) = (other.capacity, capacity)
    }

    func removeLast(_ number: Int) { count -= min(number, count) }

    /// The elements as a buffer, valid until the column grows.
    @inline(__always)
    var buffer: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

    /// The elements as an array of their own.
    var array: [Element] { withExtendedLifetime(self) { Array(buffer) } }

    @inline(never)
    private func grow(to needed: Int) {
        let old = capacity
        capacity = max(needed, capacity + capacity / 2 + 16)
        base = Self.resize(base, from: old, to: capacity)
    }

    private static func resize(
        _ old: UnsafeMutablePointer<Element>?, from oldCapacity: Int, to capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let stride = MemoryLayout<Element>.stride
        return GrowingBlock.resize(old, from: oldCapacity * stride, to: capacity * stride)
            .assumingMemoryBound(to: Element.self)
    }
}

/// A column that costs nothing until some row has a value: most exporters leave most optional fields out.
final class SparseColumn<Element: BitwiseCopyable> {
    private let values = Column<Element>()
    let absent: Element

    init(absent: Element) { self.absent = absent }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { index < values.count ? values[index] : absent }
        set { values.put(newValue, at: index, filler: absent) }
    }

    var isEmpty: Bool { values.count == 0 }

    @inline(__always)
    var rows: SparseRows<Element> { SparseRows(values: values.buffer, absent: absent) }

    /// Takes the values of another column behind row `first` of this one, each changed.
    func take(_ other: SparseColumn, at first: Int, changed: (Element) -> Element) {
        guard !other.isEmpty else { return }
        values.pad(to: first, with: absent)
        values.take(other.values, changed: changed)
    }
}
