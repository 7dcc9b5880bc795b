import Testing

@testable import TraceKit

/// Columns are sorted stably, and updates into an order that does not depend on the rows'.
@Suite struct SortingTests {
    private func column(_ values: [Int]) -> Column<Int> {
        let column = Column<Int>()
        for value in values { column.append(value) }
        return column
    }

    @Test func `equal elements keep their order`() {
        for seed in 0..<50 {
            var random = SeededNumbers(seed)
            let values = (0..<200).map { Int.random(in: 0...9, using: &random) * 1000 + $0 }
            let sorted = column(values)
            sorted.sort { $0 / 1000 < $1 / 1000 }
            #expect(Array(sorted.buffer) == values.sorted(), "seed \(seed)")
        }
    }

    @Test func `a sparse column follows the order, its missing values too`() {
        let sparse = SparseColumn<Int>(absent: -1)
        sparse[1] = 10
        sparse.permute([3, 1, 0, 2])
        #expect((0..<5).map { sparse[$0] } == [-1, 10, -1, -1, -1])
        sparse.permute([1, 0, 2, 3])
        #expect((0..<4).map { sparse[$0] } == [10, -1, -1, -1])
        let untouched = SparseColumn<Int>(absent: 7)
        untouched.permute([1, 0])
        #expect(untouched.isEmpty && untouched[0] == 7)
    }

    @Test func `updates are ordered by start, then id as a number, then content, untimed ones last`() throws {
        let records = try Traces.records(
            Traces.updates(
                "{\"view\": \"untimed\", \"changed\": []}",
                "{\"view\": \"f\", \"start_ns\": 7, \"duration_ns\": 2}",
                "{\"view\": \"e\", \"start_ns\": 7, \"duration_ns\": 2}",
                "{\"view\": \"d\", \"start_ns\": 7, \"duration_ns\": 1}",
                "{\"view\": \"c\", \"start_ns\": 7, \"duration_ns\": 9, \"id\": 10}",
                "{\"view\": \"b\", \"start_ns\": 7, \"duration_ns\": 9, \"id\": 9}",
                "{\"view\": \"a\", \"start_ns\": 6, \"duration_ns\": 9, \"id\": 11}"))
        let order = (0..<records.updates.count).map {
            records.names.text(records.views[Int(records.updates.view[$0])].name) ?? ""
        }
        #expect(order == ["a", "b", "c", "d", "e", "f", "untimed"])
    }
}
