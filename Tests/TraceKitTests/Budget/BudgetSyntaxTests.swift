import Testing

@testable import TraceKit

/// Relaxed JSON in; strict JSON of the same length out, with `_` for what was made blank.
@Suite struct BudgetSyntaxTests {
    private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let bytes = Array(text.utf8)
        let strict = try BudgetSyntax.strict(bytes)
        #expect(strict.count == bytes.count, sourceLocation: sourceLocation)
        let shown = zip(bytes, strict).map { old, new in old != new && new == 0x20 ? UInt8(ascii: "_") : new }
        #expect(String(decoding: shown, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    }

    @Test func `comments become blanks, line ends stay`() throws {
        try check("{} //a\n", "{} ___\n")
        // The blanks of a comment are blanks already.
        try check("{/*a\nb*/}", "{___\n___}")
        try check("[1, //\"x\"\r\n2]", "[1, _____\r\n2]")
        try check("//", "__")
    }

    @Test func `comments inside strings are text`() throws {
        try check(#"{"a//b": "/* */"}"#, #"{"a//b": "/* */"}"#)
        try check(#"["\"//", 1]"#, #"["\"//", 1]"#)
        try check(#"["\\"//x"#, #"["\\"___"#)
    }

    @Test func `a comma behind the last entry goes, any other stays`() throws {
        try check("[1,]", "[1_]")
        try check(#"{"a": 1 , }"#, #"{"a": 1 _ }"#)
        try check("[1, /*c*/]", "[1_ _____]")
        try check("[,]", "[,]")
        try check("{,}", "{,}")
        try check("[1,,]", "[1,,]")
        try check("[[1,],]", "[[1_]_]")
    }

    @Test func `a comment without an end is told by its beginning`() {
        #expect(throws: BudgetSyntax.OpenComment.self) { try BudgetSyntax.strict(Array("{} /* a *".utf8)) }
        #expect(throws: BudgetSyntax.OpenComment.self) { try BudgetSyntax.strict(Array("/*/".utf8)) }
    }

    @Test func `a slash alone is left to the reader`() throws { try check("[1 / 2]", "[1 / 2]") }

    @Test func `a key is found before its colon, escapes or not`() {
        for key in [#""a""#, #""""#, #""a\"b""#, #""\\""#, #""\"""#, #""a\\\"""#] {
            for space in ["", " ", "\n "] {
                let text = "{ \(key)\(space):"
                #expect(BudgetSyntax.startOfKey(Array(text.utf8), before: text.utf8.count) == 2, "\(text)")
            }
        }
    }
}
