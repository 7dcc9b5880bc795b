/// What the fields of the records before were, for reading those of the next one: writers keep to few orders of keys and to
/// few texts, so that most of both need only be compared. Who makes one also frees it.
struct FieldMemory: BitwiseCopyable {
    /// A key that came behind some field, with its quotes and its colon, and what it stands for.
    struct Successor: BitwiseCopyable {
        fileprivate(set) var key = ShortText.none
        fileprivate(set) var match = FieldTable.Match(field: .record, unit: .nanoseconds, valueType: .name)
    }

    /// A text with the quote behind it, and its name.
    private struct LastText: BitwiseCopyable {
        var text = ShortText.none
        var name = NameID.none
    }

    /// How many keys are known to follow a field.
    private static var ways: Int { 6 }
    private static var places: Int { Field.allCases.count + 1 }

    /// By the field before, counted from 1; first of all for the beginning of a record.
    private let successors: UnsafeMutablePointer<Successor>
    /// By the field before, which of them was learnt last.
    private let learnt: UnsafeMutablePointer<Int>
    /// By field: what stood there last time.
    private let lastTexts: UnsafeMutablePointer<LastText>
    private let shortNames = ShortNames()
    let lists = KnownLists()

    init() {
        let places = Self.places
        successors = .allocate(capacity: places * Self.ways)
        successors.initialize(repeating: Successor(), count: places * Self.ways)
        learnt = .allocate(capacity: places)
        learnt.initialize(repeating: Self.ways - 1, count: places)
        lastTexts = .allocate(capacity: places)
        lastTexts.initialize(repeating: LastText(), count: places)
    }

    func free() {
        successors.deallocate()
        learnt.deallocate()
        lastTexts.deallocate()
        shortNames.free()
        lists.free()
    }

    // MARK: Keys

    /// The key that `words` begin with, where it followed the field before.
    @inline(__always)
    func successor(of last: Int, _ words: TwoWords) -> UnsafePointer<Successor>? {
        var successor = UnsafePointer(successors + last &* Self.ways)
        for _ in 0..<Self.ways {
            if successor.pointee.key.isPrefix(of: words) { return successor }
            successor += 1
        }
        return nil
    }

    func learn(_ key: ShortText, _ match: FieldTable.Match, behind last: Int) {
        learnt[last] = (learnt[last] + 1) % Self.ways
        successors[last * Self.ways + learnt[last]] = Successor(key: key, match: match)
    }

    // MARK: Values

    /// Reads a value that is short and written as usual for its field; false, and nothing read, for any other.
    @inline(__always)
    func readShortValue(
        _ match: FieldTable.Match, at place: inout UnsafePointer<UInt8>, _ windowEnd: UnsafePointer<UInt8>,
        _ names: NameTable, _ bits: inout UInt64
    ) -> Bool {
        switch match.valueType {
        case .name: return readShortName(match.field, at: &place, names, &bits)
        case .time, .id, .integer:
            guard match.unit == .nanoseconds, let number = Self.shortNumber(at: &place) else { return false }
            bits = number
        case .names:
            let room = windowEnd - place
            guard let (list, count) = lists.list(TwoWords(at: place), at: place, room: room) else { return false }
            bits = UInt64(list.rawValue)
            place += count
        default: return false
        }
        return true
    }

    @inline(__always)
    private func readShortName(
        _ field: Field, at place: inout UnsafePointer<UInt8>, _ names: NameTable, _ bits: inout UInt64
    ) -> Bool {
        guard place[0] == UInt8(ascii: "\"") else { return false }
        let text = place + 1
        let words = TwoWords(at: text)
        let last = lastTexts + Int(field.rawValue)
        if last.pointee.text.isPrefix(of: words) {
            bits = UInt64(last.pointee.name.rawValue)
            place = text + last.pointee.text.count
            return true
        }
        guard let count = JSONTokens.lengthOfPlain(words), text[count] == UInt8(ascii: "\"") else { return false }
        let name = shortNames.intern(words, count, at: text, in: names)
        last.pointee = LastText(text: ShortText(words, count: count &+ 1), name: name)
        bits = UInt64(name.rawValue)
        place = text + count + 1
        return true
    }

    /// Reads a whole number of up to fifteen digits that ends inside the window.
    @inline(__always)
    static func shortNumber(at place: inout UnsafePointer<UInt8>) -> UInt64? {
        guard let (number, count) = DigitWords.number(at: place), JSONReader.endsNumber(place[count]),
            place[0] != UInt8(ascii: "0") || count == 1
        else { return nil }
        place += count
        return number
    }
}

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
