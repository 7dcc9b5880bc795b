/// The names of short texts that came lately, found by their bytes as two words: most texts of a trace are short and come
/// again and again. What is not found here is interned as any text. Who makes one also frees it.
struct ShortNames: BitwiseCopyable {
    private struct Entry: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// Tells `a` from a text that goes on with zero bytes; -1 = free.
        var count: Int32 = -1
        var name = NameID.none
    }

    private static var slotCount: Int { 1024 }
    private let entries: UnsafeMutablePointer<Entry>

    init() {
        entries = .allocate(capacity: Self.slotCount)
        entries.initialize(repeating: Entry(), count: Self.slotCount)
    }

    func free() { entries.deallocate() }

    /// The name of the first `count` bytes (up to sixteen) at `start`, which begin with `words`.
    @inline(__always)
    func intern(
        _ words: TwoWords, _ count: Int, at start: UnsafePointer<UInt8>, in names: NameTable
    ) -> NameID {
        let text = words.prefix(count)
        let entry = entries + Self.slot(text)
        if entry.pointee.low == text.low && entry.pointee.high == text.high
            && entry.pointee.count == Int32(truncatingIfNeeded: count)
        {
            return entry.pointee.name
        }
        let name = Self.internNew(start, count, in: names)
        entry.pointee = Entry(
            low: text.low, high: text.high, count: Int32(truncatingIfNeeded: count), name: name)
        return name
    }

    @inline(__always)
    func intern(_ text: ByteSlice, in names: NameTable) -> NameID {
        guard text.count <= ShortText.limit else { return Self.internNew(text.start, text.count, in: names) }
        return intern(TwoWords(at: text.start), text.count, at: text.start, in: names)
    }

    @inline(never)
    private static func internNew(_ start: UnsafePointer<UInt8>, _ count: Int, in names: NameTable) -> NameID {
        names.intern(start, count)
    }

    @inline(__always)
    private static func slot(_ text: TwoWords) -> Int {
        HashMixer.place(text.low, text.high, bits: 10)
    }
}
