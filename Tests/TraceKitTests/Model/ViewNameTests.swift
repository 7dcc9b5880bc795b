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
