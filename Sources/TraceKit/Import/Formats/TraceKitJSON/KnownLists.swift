/// Lists of names as they stood in a file, and which they are: the same handful of properties changes again and again, and
/// a list that is written in the same bytes needs not be read again. Who makes one also frees it.
struct KnownLists: BitwiseCopyable {
    private struct Entry: BitwiseCopyable {
        /// How many bytes it has; zero = free.
        var count = 0
        var list = ListID.none
    }

    /// Longer lists are read every time.
    static var limit: Int { 64 }
    private static var slotCount: Int { 64 }
    private let entries: UnsafeMutablePointer<Entry>
    private let texts: UnsafeMutablePointer<UInt8>

    init() {
        entries = .allocate(capacity: Self.slotCount)
        entries.initialize(repeating: Entry(), count: Self.slotCount)
        texts = .allocate(capacity: Self.slotCount * Self.limit)
        texts.initialize(repeating: 0, count: Self.slotCount * Self.limit)
    }

    func free() {
        entries.deallocate()
        texts.deallocate()
    }

    /// A list whose bytes stand at `start`, of which there are `room`, and how many of them it has. `words` tell lists
    /// apart: those of a list that is remembered must be the same the next time.
    @inline(__always)
    func list(
        _ words: TwoWords, at start: UnsafePointer<UInt8>, room: Int
    ) -> (list: ListID, count: Int)? {
        let slot = Self.slot(words)
        let entry = entries[slot]
        guard entry.count > 0, entry.count <= room, equalBytes(start, texts + slot * Self.limit, entry.count) else {
            return nil
        }
        return (entry.list, entry.count)
    }

    func remember(_ words: TwoWords, _ text: ByteSlice, _ list: ListID) {
        guard text.count > 0, text.count <= Self.limit else { return }
        let slot = Self.slot(words)
        entries[slot] = Entry(count: text.count, list: list)
        (texts + slot * Self.limit).update(from: text.start, count: text.count)
    }

    /// Of lists with the same one the last stays.
    @inline(__always)
    private static func slot(_ words: TwoWords) -> Int {
        HashMixer.place(words.low, words.high, bits: 6)
    }
}
