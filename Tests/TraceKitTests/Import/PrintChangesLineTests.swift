import Testing

@testable import TraceKit

/// A line in; type and properties out, or nil where it is no line of `_printChanges`.
@Suite struct PrintChangesLineTests {
    private func check(
        _ line: String, _ expected: [String]?, isUnmistakable: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (found, isSure) = withSlice(line) { slice -> ([String]?, Bool) in
            guard let changes = PrintChangesLine(slice) else { return (nil, isUnmistakable) }
            var parts = [changes.type.text]
            changes.forEachProperty { parts.append($0.text) }
            return (parts, changes.isUnmistakable)
        }
        #expect(found == expected, sourceLocation: sourceLocation)
        #expect(isSure == isUnmistakable, sourceLocation: sourceLocation)
    }

    @Test func `the names of SwiftUI's own are properties`() {
        check("ContentView: @dependencies changed.", ["ContentView", "@dependencies"])
        check("ChildView: @dependencies, @self changed.", ["ChildView", "@dependencies", "@self"])
        check(
            "ContentModel: @self, @identity, _sheetShown, _counter changed.",
            ["ContentModel", "@self", "@identity", "_sheetShown", "_counter"])
        check("List.Container: @16, @184, _dispatch changed.", ["List.Container", "@16", "@184", "_dispatch"])
    }

    @Test func `unchanged is an empty list`() {
        check("ContentModel: unchanged.", ["ContentModel"])
    }

    @Test func `commas and colons inside brackets separate nothing`() {
        check(
            "Row<Pair<Int, String>, (A, B) -> C>: @self, _item changed.",
            ["Row<Pair<Int, String>, (A, B) -> C>", "@self", "_item"])
        check(
            #"List.Box: \Storage<Optional<Status>>.output changed."#,
            ["List.Box", #"\Storage<Optional<Status>>.output"#])
        check(
            #"Map: \Dictionary<String, [Int: Bool]>.count, @self changed."#,
            ["Map", #"\Dictionary<String, [Int: Bool]>.count"#, "@self"])
        check(#"A: \B.<computed 0x0000000104f2c8 (Int)> changed."#, ["A", #"\B.<computed 0x0000000104f2c8 (Int)>"#])
    }

    @Test func `types may be private, nested or in any script`() {
        check("(unknown context at $104a3f2c8).Row: @self changed.", ["(unknown context at $104a3f2c8).Row", "@self"])
        check("_ViewList_View: unchanged.", ["_ViewList_View"])
        check("Übersicht: _größe changed.", ["Übersicht", "_größe"])
    }

    @Test func `spaces and line ends around a line do not matter`() {
        check("  ContentView: @self changed. \r", ["ContentView", "@self"])
    }

    @Test func `a plain name is a property, and what an app might have printed`() {
        check("Settings: theme changed.", ["Settings", "theme"], isUnmistakable: false)
    }

    @Test func `other prints are none`() {
        for line in [
            "", ":", "A", "A:", "A: ", "A: changed.", "A:  changed.", "A: unchanged", "A: @self changed",
            "REQ: https://example.com/a changed.", "200: https://example.com/a", "onReceive \"favorites\" changed.",
            "onReceive: _rows changed.", "Error in View: @self changed.", "View: the model changed.",
            "View: _a, changed.", "View: _a,_b changed.", "View: _a, , _b changed.", "View: @other changed.",
            "View: @ changed.", #"View: \ changed."#, "View: @self has changed.", "View<A: @self changed.",
            "View>: @self changed.", "View.: @self changed.", "1View: @self changed.", #"View: \A<B changed."#,
            "View: @self changed. View: @self changed.", "View\u{1}: @self changed.", "View: _a\u{7}b changed.",
        ] { check(line, nil) }
    }

    @Test func `no prefix of a line is one, and none is a crash`() {
        let line = #"Row<Int, String>: @self, _item, \Model<A, B>.name, @16 changed."#
        for length in 0..<line.utf8.count { check(String(line.prefix(length)), nil) }
    }
}
