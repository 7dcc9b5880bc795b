import Testing

@testable import TraceKit

/// Pairs of keys in, dense numbers out.
@Suite struct KeyIndexTests {
    @Test func `every pair keeps its number while the index grows`() {
        let index = KeyIndex()
        for count in 1...300 {
            var isKept = true
            for key in 1...count where index.number(UInt64(key), 7) != key - 1 { isKept = false }
            #expect(isKept && index.count == count, "\(count)")
        }
    }

    @Test func `both keys tell pairs apart`() {
        let index = KeyIndex()
        let pairs: [(UInt64, UInt64)] = [(0, 0), (0, 1), (1, 0), (1, 1), (.max, 0), (0, .max), (0, 0), (1, 0)]
        #expect(pairs.map { index.number($0, $1) } == [0, 1, 2, 3, 4, 5, 0, 2])
    }
}

/// The same of smaller keys, which causes and paths have.
@Suite struct PairIndexTests {
    @Test func `every pair keeps its number while the index grows, whichever came first`() {
        for first in 0..<100 {
            let index = PairIndex()
            let keys = (0..<300).map { UInt32(first + $0) }
            #expect(keys.map { index.number($0, 7) } == Array(0..<300))
            #expect(keys.map { index.number($0, 7) } == Array(0..<300) && index.count == 300, "\(first)")
        }
    }

    @Test func `both keys tell pairs apart`() {
        let index = PairIndex()
        let pairs: [(UInt32, UInt32)] = [(0, 0), (0, 1), (1, 0), (1, 1), (.max, 0), (0, .max), (0, 0), (1, 0)]
        #expect(pairs.map { index.number($0, $1) } == [0, 1, 2, 3, 4, 5, 0, 2])
    }

    @Test func `a key that was added without looking for it is found`() {
        let index = PairIndex()
        for key in 0..<500 where key % 3 == 0 || index.number(of: UInt64(key * key)) != key {
            index.append(UInt64(key * key))
        }
        for key in 0..<500 { #expect(index.number(of: UInt64(key * key)) == key) }
        #expect(index.count == 500)
    }
}

/// The same of keys of any kind.
@Suite struct DenseIndexTests {
    private struct Key: DenseKey {
        let value: Int
        let hash: UInt64
    }

    /// Of 5,000 keys 1,500 are distinct.
    private static let values = (0..<5_000).map { $0 * 7_919 % 1_500 }

    @Test(
        arguments: [
            { _ in 0 }, { _ in .max }, { UInt64($0 % 3) << 31 }, { UInt64($0) }, { HashMixer.mix(UInt64($0)) },
        ] as [@Sendable (Int) -> UInt64])
    func `a hash that says nothing, or too much, changes no number`(hash: @Sendable (Int) -> UInt64) {
        let index = DenseIndex<Key>()
        var known: [Int: Int] = [:]
        for value in Self.values {
            let number = known[value] ?? known.count
            known[value] = number
            #expect(index.number(of: Key(value: value, hash: hash(value))) == number)
            #expect(index.keys[number].value == value)
        }
        #expect(index.count == 1_500)
    }

    @Test func `numbers of any sign are told apart`() {
        let index = DenseIndex<Int64>()
        #expect([7, -1, 7, .min, 0, .max, -1, 0].map { index.number(of: $0) } == [0, 1, 0, 2, 3, 4, 1, 3])
        #expect(index.keys.array == [7, -1, .min, 0, .max])
    }

    @Test func `keys stand in the column that was given`() {
        let keys = Column<UInt64>()
        let index = DenseIndex(keys: keys)
        _ = index.number(of: 5)
        #expect(keys.array == [5])
    }
}
