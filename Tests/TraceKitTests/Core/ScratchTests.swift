import Testing

@testable import TraceKit

/// Tables and counting sorts for the time of one piece of work.
@Suite struct ScratchTests {
    /// The items of every number, in order.
    private func sorted(_ numbers: [Int], below limit: Int) -> [[Int]] {
        let buckets = Buckets(
            numbers.count, numbers: limit, number: { numbers[$0] }, item: { UInt32($0 + 100) })
        #expect(buckets.numbers == limit)
        #expect(buckets.count == numbers.filter { $0 >= 0 }.count)
        var found: [[Int]] = []
        for number in 0..<limit { found.append(buckets.places(number).map { buckets[$0] }) }
        return found
    }

    @Test func `items of one number stand together in the order they came in`() {
        #expect(sorted([2, 0, 2, 1, 0], below: 4) == [[101, 104], [103], [100, 102], []])
    }

    @Test func `what has no number is left out`() {
        #expect(sorted([-1, 0, -1], below: 1) == [[101]])
        #expect(sorted([-1], below: 0) == [])
        #expect(Buckets().count == 0 && Buckets().numbers == 0)
    }

    @Test func `kinds are counted apart for every number`() {
        let counts = CountTable(2)
        for kind in [0, 7, 7] { counts.add(1, kind) }
        #expect((0..<8).map { counts.count(1, $0) } == [1, 0, 0, 0, 0, 0, 0, 2])
        #expect((0..<8).allSatisfy { counts.count(0, $0) == 0 })
    }

    @Test func `pairs are numbered in order of first appearance, across growth`() {
        let index = PairIndex()
        for round in 0..<2 {
            for number in 0..<1_000 {
                #expect(index.number(UInt32(number % 7), UInt32(number)) == number, "\(round)")
            }
        }
        #expect(index.count == 1_000)
        #expect(index.number(.max, .max) == 1_000)
    }

    @Test func `a row without a value has that of the column`() {
        let column = SparseColumn<Int32>(absent: -1)
        column[2] = 5
        let rows = column.rows
        #expect((0..<5).map { rows[$0] } == [-1, -1, 5, -1, -1])
    }
}
