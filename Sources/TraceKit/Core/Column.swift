/// A growable column of plain values, shared by reference: traces hold millions of rows, which must
/// not be copied by accident.
final class Column<Element: BitwiseCopyable>: RandomAccessCollection {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = Swift.max(1, capacity)
        base = Self.resize(nil, to: self.capacity)
    }

    convenience init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        pad(to: count, with: value)
    }

    /// A column of `count` undefined elements; each must be set before it is read.
    static func unset(count: Int) -> Column {
        let column = Column(capacity: count)
        column.count = count
        return column
    }

    deinit { release(base) }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

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

    /// Sets the element at an index, which may be past the end; `filler` fills the gap.
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

    /// Appends the elements that `fill` writes into a buffer for `most`; it returns their number.
    func append<Failure: Error>(
        upTo most: Int, _ fill: (UnsafeMutablePointer<Element>) throws(Failure) -> Int
    ) throws(Failure) {
        if count + most > capacity { grow(to: count + most) }
        count += Swift.min(most, try fill(base + count))
    }

    /// Moves the elements of another column to the end of this one.
    func take(_ other: Column) {
        if isEmpty {
            (base, other.base, capacity, other.capacity) = (other.base, base, other.capacity, capacity)
            count = other.count
        } else {
            append(contentsOf: other.base, count: other.count)
        }
        other.free()
    }

    /// Moves the elements of another column to the end of this one, each changed.
    func take(_ other: Column, changed: (Element) -> Element) {
        if count + other.count > capacity { grow(to: count + other.count) }
        for element in other { append(changed(element)) }
        other.free()
    }

    /// Removes all elements and frees their memory.
    func free() {
        (count, capacity) = (0, 16)
        base = Self.resize(base, to: capacity)
    }

    func removeAll() { count = 0 }

    func removeLast(_ number: Int) { count -= Swift.min(number, count) }

    /// Removes the elements at indexes for which the closure returns false.
    func keep(_ isKept: (Int) -> Bool) {
        var kept = 0
        for index in indices where isKept(index) {
            self[kept] = self[index]
            kept += 1
        }
        count = kept
    }

    /// The elements as a buffer, valid until the column grows.
    @inline(__always)
    var buffer: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

    /// A copy of the elements.
    var array: [Element] { withExtendedLifetime(self) { Array(buffer) } }

    @inline(never)
    private func grow(to needed: Int) {
        capacity = Swift.max(needed, capacity + capacity / 2 + 16)
        base = Self.resize(base, to: capacity)
    }

    private static func resize(_ old: UnsafeMutablePointer<Element>?, to capacity: Int) -> UnsafeMutablePointer<Element>
    {
        let size = capacity * MemoryLayout<Element>.stride
        guard let block = realloc(old, size) else { fatalError("out of memory: a column needs \(size) bytes") }
        return block.assumingMemoryBound(to: Element.self)
    }
}

/// Frees a block of `realloc`; methods named `free` hide the C function.
private func release(_ block: UnsafeMutableRawPointer) { free(block) }

/// A column without cost until some row has a value: most exporters leave most optional fields out.
final class SparseColumn<Element: BitwiseCopyable> {
    private let values = Column<Element>()
    let absent: Element

    init(absent: Element) { self.absent = absent }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { index < values.count ? values[index] : absent }
        set { values.put(newValue, at: index, filler: absent) }
    }

    var isEmpty: Bool { values.isEmpty }

    @inline(__always)
    var rows: SparseRows<Element> { SparseRows(values: values.buffer, absent: absent) }

    /// Moves the values of another column to the rows from `first` on, each changed.
    func take(_ other: SparseColumn, at first: Int, changed: (Element) -> Element) {
        guard !other.isEmpty else { return }
        values.pad(to: first, with: absent)
        values.take(other.values, changed: changed)
    }

    /// Moves the value of row `order[i]` to row `i`; rows that `order` does not name are removed.
    func pick(_ order: [UInt32]) {
        guard !isEmpty else { return }
        for (row, value) in order.map({ self[Int($0)] }).enumerated() { self[row] = value }
        if order.count < values.count { values.keep { $0 < order.count } }
    }
}
