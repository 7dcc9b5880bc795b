import Testing

@testable import TraceKit

/// Lists of numbers that are kept as distances without the bytes that are zero.
struct PackedListsTests {
    private static func packed(_ lists: [[UInt64]?]) -> PackedLists {
        var packed = PackedLists()
        for list in lists {
            guard let list else {
                packed.appendAbsent()
                continue
            }
            list.map(\.littleEndian).withUnsafeBytes { bytes in
                // Arrays of a recording stand wherever the one before them ends.
                let room = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 1, alignment: 8)
                defer { room.deallocate() }
                UnsafeMutableRawBufferPointer(start: room + 1, count: bytes.count).copyMemory(from: bytes)
                packed.append(room + 1, count: list.count)
            }
        }
        return packed
    }

    private static func unpacked(_ lists: PackedLists) -> [[UInt64]?] {
        (0..<UInt64(lists.count)).map { lists.list($0).map(Array.init) }
    }

    @Test func `numbers of every length are kept, and the distance to any other`() {
        var edges: [UInt64] = [0, .max, .max - 1]
        for bit in 0..<64 {
            let power = UInt64(1) << UInt64(bit)
            edges += [power, power - 1, ~power]
        }
        let lists: [[UInt64]?] = edges.flatMap { one in edges.map { other in [one, other] } }
        #expect(Self.unpacked(Self.packed(lists)) == lists)
    }

    @Test func `an empty list is one, and one that is absent is none`() {
        let lists: [[UInt64]?] = [[], nil, [15], nil, [], [7, 7, 7], nil, [0], [], nil, [1 << 63]]
        #expect(Self.unpacked(Self.packed(lists)) == lists)
        #expect(PackedLists().list(0) == nil)
        #expect(Self.packed(lists).list(UInt64(lists.count)) == nil && Self.packed(lists).list(.max) == nil)
    }

    /// Lengths up to 254 bytes stand in one byte.
    @Test func `lists of all lengths are found among others`() {
        var random = SeededNumbers(11)
        var lists: [[UInt64]?] = (0..<400).map { count in (0..<count).map { UInt64($0) } }
        lists += (0..<2000).map { _ in
            let bits = UInt64.random(in: 0..<64, using: &random)
            return (0..<Int.random(in: 0..<80, using: &random)).map { _ in random.next() >> bits }
        }
        lists.shuffle(using: &random)
        #expect(Self.unpacked(Self.packed(lists)) == lists)
    }

    @Test(arguments: [0, 1, 2, 3, 200])
    func `the first numbers and their count are known without the rest`(
        _ count: Int
    ) {
        let list = (0..<UInt64(count)).map { 1000 - $0 }
        let packed = Self.packed([list])
        let numbers = packed.list(0)
        #expect(numbers?.first == list.first)
        #expect(numbers?.firstTwo.map { [$0.first, $0.second] } == (count < 2 ? nil : [1000, 999]))
        #expect(numbers?.has(2) == (count == 2))
    }
}
