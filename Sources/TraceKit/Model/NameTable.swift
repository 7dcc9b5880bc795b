/// An interned text. Zero means "no text"; an empty text has an id of its own.
struct NameID: Hashable, BitwiseCopyable {
    let rawValue: UInt32
    static let none = NameID(rawValue: 0)

    @inline(__always)
    var isPresent: Bool { rawValue != 0 }
    @inline(__always)
    var index: Int { Int(rawValue) }
}

/// Interns texts by the hash of their bytes, so that an event needs no `String`.
///
/// The formats' vocabulary is interned first and in order, so that `Keyword` compares integers. Ids count from 1 in
/// order of first appearance.
final class NameTable {
    private let bytes = Column<UInt8>(capacity: 4096)
    /// The end of each text, after a zero as the start of the first.
    private let ends = Column<Int>(repeating: 0, count: 1)
    private let places = PlaceTable()
    private let joined = Column<UInt8>()

    convenience init() { self.init(vocabulary: Keyword.allCases.map(\.text)) }

    /// A table whose first ids are these texts.
    init(vocabulary: [String]) {
        for word in vocabulary { _ = intern(word) }
    }

    /// The number of texts; valid ids are 1 ... count.
    var count: Int { ends.count - 1 }

    @inline(__always)
    func intern(_ start: UnsafePointer<UInt8>, _ length: Int) -> NameID {
        let hash = ByteHash.hash(start, length)
        let slot = place(start, length, hash)
        return id(at: slot) ?? insert(start, length, hash, at: slot)
    }

    @inline(__always)
    private func place(_ start: UnsafePointer<UInt8>, _ length: Int, _ hash: UInt32) -> Int {
        places.place(hash) { matches($0, start, length) }
    }

    @inline(__always)
    private func id(at place: Int) -> NameID? {
        places.number(at: place).map { NameID(rawValue: UInt32($0) + 1) }
    }

    @inline(__always)
    func intern(_ slice: ByteSlice) -> NameID { intern(slice.start, slice.count) }

    /// The id of a text; `none` if it is unknown.
    func find(_ slice: ByteSlice) -> NameID {
        id(at: place(slice.start, slice.count, ByteHash.hash(slice.start, slice.count))) ?? .none
    }

    /// Whether these bytes are the text of `id`.
    @inline(__always)
    func isText(_ id: NameID, _ slice: ByteSlice) -> Bool {
        id.isPresent && matches(id.index - 1, slice.start, slice.count)
    }

    /// The length of a text if `slice` begins with it, otherwise nil.
    @inline(__always)
    func length(of id: NameID, atStartOf slice: ByteSlice) -> Int? {
        guard id.isPresent else { return nil }
        let (from, length) = place(id.index - 1)
        return length <= slice.count && equalBytes(bytes.base + from, slice.start, length) ? length : nil
    }

    func intern(_ text: String) -> NameID {
        var text = text
        return text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else { return intern(emptyBytes, 0) }
            return intern(start, buffer.count)
        }
    }

    /// Interns the text of `id` followed by another one.
    func intern(_ id: NameID, with end: StaticString) -> NameID {
        joined.removeAll()
        let start = bytes(of: id)
        joined.append(contentsOf: start.baseAddress ?? emptyBytes, count: start.count)
        joined.append(contentsOf: end.utf8Start, count: end.utf8CodeUnitCount)
        return intern(joined.base, joined.count)
    }

    /// The bytes of a text, valid until the next `intern`.
    func bytes(of id: NameID) -> UnsafeBufferPointer<UInt8> {
        guard id.isPresent, id.index <= count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let (from, length) = place(id.index - 1)
        return UnsafeBufferPointer(start: bytes.base + from, count: length)
    }

    /// The text of `id`; `nil` for "no text".
    func text(_ id: NameID) -> String? {
        id.isPresent ? String(decoding: bytes(of: id), as: UTF8.self) : nil
    }

    /// The start and the length of a text.
    @inline(__always)
    private func place(_ number: Int) -> (from: Int, length: Int) {
        let from = ends[number]
        return (from, ends[number + 1] - from)
    }

    /// Texts number from zero, ids from one.
    @inline(__always)
    private func matches(_ number: Int, _ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let (from, own) = place(number)
        return own == length && ByteHash.areEqual(bytes.base + from, start, length)
    }

    @inline(never)
    private func insert(_ start: UnsafePointer<UInt8>, _ length: Int, _ hash: UInt32, at place: Int) -> NameID {
        bytes.append(contentsOf: start, count: length)
        ends.append(bytes.count)
        places.insert(hash, at: place) { number in
            let (from, length) = self.place(number)
            return ByteHash.hash(bytes.base + from, length)
        }
        return NameID(rawValue: UInt32(count))
    }
}

/// An interned list of names (changed properties). Zero means "no list"; an empty list has an id of its own.
struct ListID: Hashable, BitwiseCopyable {
    let rawValue: UInt32
    static let none = ListID(rawValue: 0)
    var isPresent: Bool { rawValue != 0 }
}

/// Interns lists of names. They are few and short, because the same properties change again and again.
final class ListTable {
    private(set) var lists: [[NameID]] = [[]]
    private var ids: [[NameID]: ListID] = [:]

    func intern(_ list: [NameID]) -> ListID {
        if let known = ids[list] { return known }
        let new = ListID(rawValue: UInt32(lists.count))
        lists.append(list)
        ids[list] = new
        return new
    }

    subscript(id: ListID) -> [NameID] { lists[Int(id.rawValue)] }
}
