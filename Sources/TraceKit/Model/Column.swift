#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A growable column of plain values.
///
/// Traces hold millions of rows, and memory must stay flat while they are read. `realloc` moves the pages of
/// a large block instead of copying them, so a column never needs the old and the new block at once, as an
/// array does when it grows. Columns are shared by reference and never copied by accident.
final class Column<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = max(1, capacity)
        base = Self.resize(nil, to: self.capacity)
    }

    convenience init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        base.initialize(repeating: value, count: count)
        self.count = count
    }

    deinit { free(base) }

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

    /// Appends the elements of another column, each changed.
    func append(_ other: Column, changed: (Element) -> Element) {
        if count + other.count > capacity { grow(to: count + other.count) }
        for index in 0..<other.count { append(changed(other.base[index])) }
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

    @inline(never)
    private func grow(to needed: Int) {
        capacity = max(needed, capacity + capacity / 2 + 16)
        base = Self.resize(base, to: capacity)
    }

    private static func resize(_ old: UnsafeMutablePointer<Element>?, to capacity: Int) -> UnsafeMutablePointer<Element>
    {
        guard let block = realloc(old, capacity * MemoryLayout<Element>.stride) else {
            fatalError("out of memory: a column needs \(capacity * MemoryLayout<Element>.stride) bytes")
        }
        LargePages.use(block, capacity * MemoryLayout<Element>.stride)
        return block.assumingMemoryBound(to: Element.self)
    }
}

/// Long blocks of memory in large pages, where the system has them: there is less to hand out one by one, and the
/// processor finds more addresses without a look at its tables.
private enum LargePages {
    private static let page = 2 << 20
    /// What is shorter than two of them is left alone.
    static func use(_ block: UnsafeMutableRawPointer, _ bytes: Int) {
        #if os(Linux)
            guard bytes >= 2 * page else { return }
            let address = Int(bitPattern: block)
            let (first, end) = ((address + page - 1) & -page, (address + bytes) & -page)
            // Memory is the same memory where the system has no such pages.
            madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
        #endif
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

    /// Puts the values of another column behind row `first` of this one, each changed.
    func append(_ other: SparseColumn, at first: Int, changed: (Element) -> Element) {
        guard !other.isEmpty else { return }
        values.pad(to: first, with: absent)
        values.append(other.values, changed: changed)
    }
}
