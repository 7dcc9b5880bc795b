import Testing

@testable import TraceKit

/// Text in, ASCII out.
@Suite struct ASCIITextTests {
    private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ASCIIText.escape(text) == expected, sourceLocation: sourceLocation)
    }

    @Test func `signs that reports draw have stand-ins`() {
        check("Tap → Row.body", "Tap -> Row.body")
        check("Land…Row, 1 – 2, 3 × 4", "Land...Row, 1 - 2, 3 x 4")
        check("▁▂▃▄▅▆▇█·", "_,-~=+*#.")
        check("████▌", "#####")
        check("██▏", "##")
    }

    @Test func `other characters are written as their codes`() {
        check("Größe", "Gr\\u{f6}\\u{df}e")
        check("日本", "\\u{65e5}\\u{672c}")
    }

    @Test func `what is dangerous is made visible as everywhere`() {
        check("a\u{1B}[31m\u{202E}", "a\\u{1b}[31m\\u{202e}")
    }

    @Test func `colours of a line that is drawn stay`() {
        #expect(ASCIIText.fold("\u{1B}[31m→\u{1B}[0m") == "\u{1B}[31m->\u{1B}[0m")
    }
}
