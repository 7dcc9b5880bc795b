import Testing

@testable import TraceKit

/// Changed properties in, one text out.
@Suite struct PropertyListTests {
    private func check(_ items: String..., text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(PropertyList.text(items) == text, sourceLocation: sourceLocation)
    }

    @Test func `items are separated by semicolons`() {
        check(text: "")
        check("favorites", text: "favorites")
        check("@self", "@identity", "_count", text: "@self;@identity;_count")
    }

    @Test func `a semicolon inside an item is told from one between two`() {
        check("a;b", "c", text: "a\\;b;c")
        check("a;\u{301}", text: "a\\;\u{301}")
    }
}
