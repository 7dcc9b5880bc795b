import Testing

@testable import TraceKit

/// A name as it is written in, the name that views pair by out.
@Suite struct ViewNameTests {
    private func check(_ raw: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ViewName.normalised(raw) == expected, sourceLocation: sourceLocation)
    }

    @Test func `the word body goes`() {
        check("LandmarkRow.body", "LandmarkRow")
        check("DashboardView body", "DashboardView")
        check("LandmarkRow", "LandmarkRow")
        check(".body", ".body")
    }

    @Test func `accessors are unwrapped, generic arguments stay`() {
        check("StaticBody<ViewBodyAccessor<Row>, MainThreadFlags>", "Row")
        check(
            "DynamicBody<ViewBodyAccessor<List<Row, (Int) -> Text>>, MainThreadFlags>.body", "List<Row, (Int) -> Text>")
        check("ModifiedContent<Row, Padding>.body", "ModifiedContent<Row, Padding>")
        check("StaticBody<", "StaticBody<")
    }

    @Test func `a mangled name is the innermost type, without what is its argument`() {
        check("$s9Landmarks11LandmarkRowV", "LandmarkRow")
        check("$s4Shop5OuterV3RowV", "Row")
        check("_$s4Shop3RowVyAA4ItemVG", "Row")
        check("$s4Shop3Row33_4F2A9C01D3E54B6FA1B2C3D4E5F60718LLVyAA4ItemVG", "Row")
    }

    @Test func `a mangled name without end, or with digits of other scripts, is read once`() {
        check("$s½Row", "$s½Row")
        check("$s٣4Shop3RowV", "Row")
        check("$s99999999999999999999Row", "$s99999999999999999999Row")
    }

    /// Names of so many bytes came with inputs that were made to be slow.
    @Test(arguments: [
        ("StaticBody<", "X", ">"), ("$s", "1a", ""), ("$s", "9", ""), ("A", "(", ""), ("A", "(x in _4F2A9C01", ""),
        ("", "(unknown context at ", ""), ("", "((x in _4F2A9C01D3E54B6F) ", ""), ("A", "0x", ""), ("A", "<", ".body"),
    ])
    func `a long name takes linear time`(_ head: String, _ unit: String, _ tail: String) {
        let times = 300_000 / unit.utf8.count
        let name =
            tail == ">"
            ? String(repeating: head, count: 20_000) + unit + String(repeating: tail, count: 20_000)
            : head + String(repeating: unit, count: times) + tail
        let time = ContinuousClock().measure { #expect(!ViewName.normalised(name).isEmpty) }
        #expect(time < .seconds(3), "\(head)\(unit)\(tail): \(time)")
    }

    @Test func `eight wrappers are removed, and no more`() {
        func wrapped(_ times: Int) -> String {
            (0..<times).reduce("Row") { name, _ in "StaticBody<\(name), Flags>" }
        }
        check(wrapped(8), "Row")
        check(wrapped(9), "StaticBody<Row, Flags>")
    }

    @Test func `an empty pair of parentheses is a type and stays`() {
        for name in ["Card<(String) -> ()>", "Holder<()>", "Holder<Optional<()>>", "List<(), Int>", "Pair<(), ()>"] {
            check(name, name)
            check("\(name).body", name)
            check("StaticBody<ViewBodyAccessor<\(name)>, MainThreadFlags>", name)
        }
        check("Card<(Row in _4F2A9C01D3E54B6FA1B2C3D4E5F60718), ()>", "Card<Row, ()>")
        // Of a marker they are what is left of it.
        check("Host<()>(0x600003a1c0)", "Host<()>")
        check("Host(0F8FAD5B-D9CB-469F-A165-70867728950E) ()", "Host ()")
    }

    @Test func `private contexts, addresses and identifiers go`() {
        check("App.(unknown context at $104a3f2c8).Row.body", "App.Row")
        check("(Row in _4F2A9C01D3E54B6FA1B2C3D4E5F60718)", "Row")
        check("Host at 0x600003a1c0 Row", "Host Row")
        check("Host(0x600003a1c0)", "Host")
        check("Row 0F8FAD5B-D9CB-469F-A165-70867728950E", "Row")
        check("Row0x1F", "Row0x1F")
        check("0x1", "0x1")
    }
}
