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
/// The words of the formats' own vocabulary are interned first and in order, which makes `Word` a plain
/// comparison of integers. Ids count from 1 in order of first appearance.
final class NameTable {
    private let bytes = Column<UInt8>(capacity: 4096)
    private let ends = Column<Int>(capacity: 256)
    private let hashes = Column<UInt32>(capacity: 256)
    private var slots: Column<UInt32>
    private var mask: Int

    convenience init() { self.init(vocabulary: Word.allCases.map(\.text)) }

    /// A table whose first ids are these texts.
    init(vocabulary: [String]) {
        slots = Column(repeating: 0, count: 1024)
        mask = 1023
        ends.append(0)
        hashes.append(0)
        for word in vocabulary { _ = intern(word) }
    }

    /// The number of texts; valid ids are 1 ... count.
    var count: Int { ends.count - 1 }

    @inline(__always)
    func intern(_ start: UnsafePointer<UInt8>, _ length: Int) -> NameID {
        let hash = Self.hash(start, length)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let id = slots[slot]
            if id == 0 { return insert(start, length, hash: hash, slot: slot) }
            if hashes[Int(id)] == hash && matches(id, start, length) { return NameID(rawValue: id) }
            slot = (slot + 1) & mask
        }
    }

    @inline(__always)
    func intern(_ slice: ByteSlice) -> NameID { intern(slice.start, slice.count) }

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

    private func matches(_ id: UInt32, _ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let from = ends[Int(id) - 1]
        guard ends[Int(id)] - from == length else { return false }
        return equalBytes(bytes.base + from, start, length)
    }

    @inline(never)
    private func insert(_ start: UnsafePointer<UInt8>, _ length: Int, hash: UInt32, slot: Int) -> NameID {
        let id = UInt32(ends.count)
        bytes.append(contentsOf: start, count: length)
        ends.append(bytes.count)
        hashes.append(hash)
        slots[slot] = id
        if count * 2 > mask { rehash() }
        return NameID(rawValue: id)
    }

    private func rehash() {
        let size = (mask + 1) * 2
        mask = size - 1
        slots = Column(repeating: 0, count: size)
        for id in 1...count {
            var slot = Int(hashes[id]) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(id)
        }
    }

    /// Multiply-and-fold over eight bytes at a time. Not keyed: an adversary can cause long probes, but the
    /// table is kept at most half full and comparing is by hash first.
    @inline(__always)
    private static func hash(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
        let raw = UnsafeRawPointer(start)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: length)
        var offset = 0
        while offset + 8 <= length {
            state = mix(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < length {
            rest = rest << 8 | UInt64(start[offset])
            offset += 1
        }
        state = mix(state ^ rest)
        return UInt32(truncatingIfNeeded: state ^ (state >> 32))
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
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
    private var ids: [[NameID]: UInt32] = [:]
    private(set) var lists: [[NameID]] = [[]]

    func intern(_ list: [NameID]) -> ListID {
        if let id = ids[list] { return ListID(rawValue: id) }
        let id = UInt32(lists.count)
        lists.append(list)
        ids[list] = id
        return ListID(rawValue: id)
    }

    subscript(id: ListID) -> [NameID] { lists[Int(id.rawValue)] }
}
