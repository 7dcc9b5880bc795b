import Testing

@testable import TraceKit

/// Columns hold what was put in, however they grow and whatever is taken from others.
@Suite struct ColumnTests {
    private func column(_ values: some Sequence<Int>) -> Column<Int> {
        let column = Column<Int>(capacity: 1)
        for value in values { column.append(value) }
        return column
    }

    @Test func `elements are kept while it grows, and put over`() {
        let values = column(0..<100_000)
        for index in values.indices { values[index] += 1 }
        #expect(values.elementsEqual(1...100_000) && values.count == 100_000)
        values.removeLast(99_998)
        #expect(values.array == [1, 2])
        values.free()
        #expect(values.isEmpty)
        values.pad(to: 3, with: 7)
        values.put(9, at: 5, filler: 8)
        #expect(values.array == [7, 7, 7, 8, 8, 9])
    }

    @Test(arguments: [0, 1, 400]) func `another column's elements come behind`(own: Int) {
        let (values, others) = (column(0..<own), column(own..<own + 300))
        values.take(others)
        #expect(others.isEmpty && values.elementsEqual(0..<own + 300))
        values.take(column(0..<300)) { $0 + own + 300 }
        #expect(values.elementsEqual(0..<own + 600))
        others.append(5)
        #expect(others.array == [5])
    }

    @Test func `elements that are not kept are gone, in place`() {
        let values = column(0..<500)
        values.keep { $0 % 7 == 0 }
        #expect(values.elementsEqual(stride(from: 0, to: 500, by: 7)))
        values.pick((0..<UInt32(values.count)).reversed())
        #expect(values.array == stride(from: 0, to: 500, by: 7).reversed())
    }
}
