import Testing

@testable import TraceKit

/// Pairs of keys in, dense numbers out.
@Suite struct KeyIndexTests {
    @Test func `every pair keeps its number while the index grows`() {
        var index = KeyIndex()
        for count in 1...300 {
            var isKept = true
            for key in 1...count where index.number(UInt64(key), 7) != key - 1 { isKept = false }
            #expect(isKept && index.count == count, "\(count)")
        }
    }

    @Test func `both keys tell pairs apart`() {
        var index = KeyIndex()
        let pairs: [(UInt64, UInt64)] = [(0, 0), (0, 1), (1, 0), (1, 1), (.max, 0), (0, .max), (0, 0), (1, 0)]
        #expect(pairs.map { index.number($0, $1) } == [0, 1, 2, 3, 4, 5, 0, 2])
    }
}
