/// A text that occurs in a trace, stored once. Zero means "no text"; an empty text has an id of its own.
struct NameID: Hashable, BitwiseCopyable {
    let rawValue: UInt32
    static let none = NameID(rawValue: 0)

    @inline(__always)
    var isPresent: Bool { rawValue != 0 }
    @inline(__always)
    var index: Int { Int(rawValue) }
}

/// Interns texts by the hash of their bytes, so that an event costs no `String`.
///
/// The words of the formats' own vocabulary are interned first and in order, which makes `Keyword` a plain
/// comparison of integers. Ids count from 1 in order of first appearance.
final class NameTable {
    private let bytes = Column<UInt8>(capacity: 4096)
    private let ends = Column<Int>(capacity: 256)
    private let index = HashIndex()

    convenience init() { self.init(vocabulary: Keyword.allCases.map(\.text)) }

    /// A table whose first ids are these texts.
    init(vocabulary: [String]) {
        ends.append(0)
        for word in vocabulary { _ = intern(word) }
    }

    /// The number of texts; valid ids are 1 ... count.
    var count: Int { ends.count - 1 }

    @inline(__always)
    func intern(_ start: UnsafePointer<UInt8>, _ length: Int) -> NameID {
        let hash = ByteHash.hash(start, length)
        let (id, slot) = find(start, length, hash: hash)
        return id == 0 ? insert(start, length, hash: hash, slot: slot) : NameID(rawValue: id)
    }

    /// The id of a text with the slot that has it; zero with the slot that it would get where it is not known.
    @inline(__always)
    private func find(_ start: UnsafePointer<UInt8>, _ length: Int, hash: UInt32) -> (id: UInt32, slot: Int) {
        var slot = index.first(hash)
        while true {
            let id = index.id(at: slot, hash: hash)
            if id == 0 || id != HashIndex.other && matches(id, start, length) { return (id, slot) }
            slot = index.next(slot)
        }
    }

    @inline(__always)
    func intern(_ slice: ByteSlice) -> NameID { intern(slice.start, slice.count) }

    /// The same where the text is likely to be one that is known: looking it up is spared when it is.
    @inline(__always)
    func intern(_ slice: ByteSlice, likely: NameID) -> NameID {
        likely.isPresent && matches(likely.rawValue, slice.start, slice.count) ? likely : intern(slice)
    }

    /// The id of a text, `none` where it is not known.
    func find(_ slice: ByteSlice) -> NameID {
        let (id, _) = find(slice.start, slice.count, hash: ByteHash.hash(slice.start, slice.count))
        return NameID(rawValue: id)
    }

    /// The length of a text where `slice` begins with it, nil where it does not.
    @inline(__always)
    func length(of id: NameID, atStartOf slice: ByteSlice) -> Int? {
        guard id.isPresent else { return nil }
        let place = ends.base + id.index
        let (from, length) = (place[-1], place[0] - place[-1])
        return length <= slice.count && equalBytes(bytes.base + from, slice.start, length) ? length : nil
    }

    func intern(_ text: String) -> NameID {
        var text = text
        return text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else { return intern(emptyBytes, 0) }
            return intern(start, buffer.count)
        }
    }

    /// The bytes of a text, valid until the next `intern`.
    func bytes(of id: NameID) -> UnsafeBufferPointer<UInt8> {
        guard id.isPresent, id.index <= count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = ends[id.index - 1]
        return UnsafeBufferPointer(start: bytes.base + start, count: ends[id.index] - start)
    }

    /// The text of `id`; `nil` for "no text".
    func text(_ id: NameID) -> String? {
        id.isPresent ? String(decoding: bytes(of: id), as: UTF8.self) : nil
    }

    @inline(__always)
    private func matches(_ id: UInt32, _ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let place = ends.base + Int(id)
        let from = place[-1]
        guard place[0] - from == length else { return false }
        return ByteHash.areEqual(bytes.base + from, start, length)
    }

    @inline(never)
    private func insert(_ start: UnsafePointer<UInt8>, _ length: Int, hash: UInt32, slot: Int) -> NameID {
        let id = UInt32(ends.count)
        bytes.append(contentsOf: start, count: length)
        ends.append(bytes.count)
        index.insert(id, hash: hash, at: slot)
        return NameID(rawValue: id)
    }
}

/// Lists of names (changed properties), stored once. Zero means "no list"; an empty list has an id of its own.
struct ListID: Hashable, BitwiseCopyable {
    let rawValue: UInt32
    static let none = ListID(rawValue: 0)
    var isPresent: Bool { rawValue != 0 }
}

/// Interns lists of names. Lists are few and short: the same handful of properties changes again and again.
final class ListTable {
    private(set) var lists: [[NameID]] = [[]]
    private let items = Column<NameID>()
    private let ends = Column<Int>(repeating: 0, count: 1)
    private let index = HashIndex()

    func intern(_ list: [NameID]) -> ListID { list.withUnsafeBufferPointer { intern($0) } }

    func intern(_ list: UnsafeBufferPointer<NameID>) -> ListID {
        let bytes = UnsafeRawBufferPointer(list)
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? emptyBytes
        let hash = ByteHash.hash(start, bytes.count)
        var probe = index.first(hash)
        while true {
            let id = index.id(at: probe, hash: hash)
            if id == 0 { return insert(list, hash: hash, slot: probe) }
            if id != HashIndex.other && matches(id, start, bytes.count) { return ListID(rawValue: id) }
            probe = index.next(probe)
        }
    }

    subscript(id: ListID) -> [NameID] { lists[Int(id.rawValue)] }

    private func matches(_ id: UInt32, _ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let from = ends[Int(id) - 1]
        guard (ends[Int(id)] - from) * MemoryLayout<NameID>.stride == length else { return false }
        return equalBytes(UnsafeRawPointer(items.base + from).assumingMemoryBound(to: UInt8.self), start, length)
    }

    @inline(never)
    private func insert(_ list: UnsafeBufferPointer<NameID>, hash: UInt32, slot: Int) -> ListID {
        let id = UInt32(lists.count)
        lists.append(Array(list))
        for item in list { items.append(item) }
        ends.append(items.count)
        index.insert(id, hash: hash, at: slot)
        return ListID(rawValue: id)
    }
}
