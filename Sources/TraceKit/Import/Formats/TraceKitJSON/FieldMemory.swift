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
