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
        sparse.pick([3, 1, 0, 2])
        #expect((0..<5).map { sparse[$0] } == [-1, 10, -1, -1, -1])
        sparse.pick([1, 0, 2, 3])
        #expect((0..<4).map { sparse[$0] } == [10, -1, -1, -1])
        let untouched = SparseColumn<Int>(absent: 7)
        untouched.pick([1, 0])
        #expect(untouched.isEmpty && untouched[0] == 7)
    }

    @Test func `of updates every column is moved`() {
        let updates = UpdateColumns()
        for row in 0..<2 {
            updates.append(
                start: Int64(row), duration: Int64(row), view: UInt32(row), id: UInt32(row),
                thread: NameID(rawValue: UInt32(row)), phase: row == 0 ? .update : .creation)
            for column in updates.optional {
                switch column.values {
                case .names(let names, _): names[row] = NameID(rawValue: UInt32(row + 1))
                case .lists(let lists): lists[row] = ListID(rawValue: UInt32(row + 1))
                case .groups(let groups): groups[row] = UInt32(row + 1)
                case .numbers(let numbers), .times(let numbers): numbers[row] = Int64(row + 1)
                }
            }
        }
        updates.pick([1, 0])
        #expect(updates.start[0] == 1 && updates.duration[0] == 1 && updates.view[0] == 1 && updates.id[0] == 1)
        #expect(updates.thread[0].rawValue == 1 && updates.phase[0] == .creation)
        for column in updates.optional {
            switch column.values {
            case .names(let names, _): #expect(names[0].rawValue == 2 && names[1].rawValue == 1)
            case .lists(let lists): #expect(lists[0].rawValue == 2 && lists[1].rawValue == 1)
            case .groups(let groups): #expect(groups[0] == 2 && groups[1] == 1)
            case .numbers(let numbers), .times(let numbers): #expect(numbers[0] == 2 && numbers[1] == 1)
            }
        }
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

    @Test func `few and many updates that begin at once are put in order, with all that belongs to them`() throws {
        for (seed, count) in [2, 3, 15, 16, 17, 60].enumerated() {
            var random = SeededNumbers(seed)
            let rows = (0..<3 * count).map { index in
                let duration = Int.random(in: 1...9, using: &random)
                return (start: index / count, duration: duration, name: "v\(Int.random(in: 10...99, using: &random))")
            }
            let lines = rows.map { row in
                "{\"view\": \"\(row.name)\", \"start_ns\": \(row.start), \"duration_ns\": \(row.duration), "
                    + "\"instance\": \"\(row.duration)\"}"
            }
            let records = try Traces.records(Traces.document("updates", lines))
            let updates = records.updates
            let sorted = (0..<updates.count).map { index in
                let view = records.names.text(records.views[Int(updates.view[index])].name) ?? ""
                return "\(updates.start[index]) \(updates.duration[index]) \(view)"
            }
            #expect(sorted == rows.map { "\($0.start) \($0.duration) \($0.name)" }.sorted(), "seed \(seed)")
            for index in 0..<updates.count {
                #expect(records.names.text(updates.instance[index]) == "\(updates.duration[index])")
            }
        }
    }
}
