import Testing

@testable import TraceKit

/// 64-bit ids in, small handles out, in order of first mention.
@Suite struct IDIndexTests {
    private func index() -> (IDIndex, Column<UInt64>) {
        let ids = Column<UInt64>(repeating: 0, count: 1)
        return (IDIndex(ids: ids), ids)
    }

    private func check(_ mentioned: [UInt64], sourceLocation: SourceLocation = #_sourceLocation) {
        let (index, ids) = index()
        var handles: [UInt64: UInt32] = [:]
        for id in mentioned {
            let expected = handles[id] ?? UInt32(handles.count + 1)
            handles[id] = expected
            let handle = index.handle(of: id)
            guard handle == expected, ids[Int(handle)] == id else {
                #expect(handle == expected, "id \(id)", sourceLocation: sourceLocation)
                return
            }
        }
        #expect(ids.count == handles.count + 1, sourceLocation: sourceLocation)
    }

    @Test func `the first mention gives the next handle, later ones the same`() { check([5, 7, 5, 0, 7, 0, 1]) }

    @Test func `dense ids in any order`() {
        check(Array(0..<100_000) + Array(0..<100_000))
        check(Array((0..<100_000).reversed()) + [99_999, 0, 50_000])
    }

    @Test func `ids up to 2^64 - 1`() {
        check([.max, .max - 1, 1 << 63, 1 << 62, 0, .max, 1 << 63])
        check((0..<64).map { 1 << UInt64($0) } + (0..<64).map { 1 << UInt64($0) })
    }

    @Test func `an id that was far away is found again when the dense ones reach it`() {
        check([200_000] + Array(0..<150_000) + Array(150_000..<200_010) + [200_000])
    }

    @Test func `ids are found without being made`() {
        let (index, ids) = index()
        for id: UInt64 in 0..<2000 { _ = index.handle(of: id &* 0x9E37_79B9_7F4A_7C15) }
        for id: UInt64 in 0..<2000 {
            #expect(index.find(id &* 0x9E37_79B9_7F4A_7C15) == UInt32(id + 1))
            #expect(index.find((id + 2000) &* 0x9E37_79B9_7F4A_7C15) == nil)
        }
        #expect(ids.count == 2001)
    }

    @Test func `random mixtures of near and far ids`() {
        for seed in 0..<20 {
            var random = SeededNumbers(seed)
            check(
                (0..<5000).map { _ in
                    Bool.random(using: &random)
                        ? UInt64.random(in: 0...100_000, using: &random)
                        : UInt64.random(in: 0...500, using: &random) &* 0x9E37_79B9_7F4A_7C15
                })
        }
    }
}
