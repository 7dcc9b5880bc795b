import Testing

@testable import TraceKit

/// Windows of rows in, the window of all out.
@Suite struct CommonWindowTests {
    private func check(_ rows: Int32..., window: Int?, sourceLocation: SourceLocation = #_sourceLocation) {
        var common = CommonWindow()
        for row in rows { common.add(row) }
        #expect(common.window == window, sourceLocation: sourceLocation)
    }

    @Test func `only rows of one window have a window`() {
        check(window: nil)
        check(0, window: 0)
        check(2, 2, window: 2)
        check(2, 3, window: nil)
        check(2, 3, 2, window: nil)
        check(2, -1, window: nil)
        check(-1, -1, window: nil)
    }
}
