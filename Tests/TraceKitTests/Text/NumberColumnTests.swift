import Testing

@testable import TraceKit

/// Cells in, cells with their points under each other out.
@Suite struct NumberColumnTests {
    private func check(_ cells: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(NumberColumn.align(cells) == expected, sourceLocation: sourceLocation)
    }

    @Test func `points stand under each other`() {
        check(["104", "1.50", "12.25", "–"], ["104   ", "  1.50", " 12.25", "  –   "])
        check(["16.67 ms", "3 ms"], ["16.67 ms", " 3 ms   "])
    }

    @Test func `both sides of a comparison are aligned, and what did not change with the later one`() {
        check(["1 → 104", "14.5 → 2", "7"], [" 1   → 104", "14.5 →   2", "  7"])
        check(["1 -> 104", "14.5 -> 2"], [" 1   -> 104", "14.5 ->   2"])
    }

    @Test func `whole numbers and empty cells need nothing`() {
        check(["1", "22", ""], ["1", "22", ""])
        check(["1.5", ""], ["1.5", ""])
    }
}
