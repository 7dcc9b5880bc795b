import Testing

@testable import TraceKit

/// Hostile text in, what a terminal may see out.
@Suite struct VisibleTextTests {
    private func check(_ text: String, _ visible: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(VisibleText.escape(text) == visible, sourceLocation: sourceLocation)
    }

    @Test func `ordinary text of any script stays as it is`() {
        for text in ["", "LandmarkRow.body", "Größe", "行の表示", "صف", "a|b<c>`d`"] {
            check(text, text)
        }
    }

    @Test func `control characters and escape sequences are shown`() {
        check("\u{1B}[31mred\u{1B}[0m", "\\u{1b}[31mred\\u{1b}[0m")
        check("a\nb\tc\rd\0", "a\\u{a}b\\u{9}c\\u{d}d\\u{0}")
        check("\u{7F}\u{9B}31m", "\\u{7f}\\u{9b}31m")
    }

    @Test func `marks that reorder or hide text are shown`() {
        check("user\u{202E}gpj.exe", "user\\u{202e}gpj.exe")
        check("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}")
        check("a\u{200B}b\u{FEFF}", "a\\u{200b}b\\u{feff}")
        check("\u{E0041}", "\\u{e0041}")
        check("a\u{2028}b\u{85}", "a\\u{2028}b\\u{85}")
    }

    @Test func `emoji that are made of several stay whole, and nothing else does`() {
        for text in ["👩‍👩‍👧‍👦", "👩🏽‍💻 x", "❤️‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"] { check(text, text) }
        check("a\u{200D}b", "a\\u{200d}b")
        check("1\u{200D}2", "1\\u{200d}2")
        check("👩\u{200D}x\u{200D}", "👩\\u{200d}x\\u{200d}")
        check("\u{1F3F4}\u{E0041}\u{E007F}", "\u{1F3F4}\\u{e0041}\\u{e007f}")
    }

    @Test func `a mark behind a combining character is found too`() {
        check("e\u{301}\u{202E}", "e\u{301}\\u{202e}")
        check("\r\n", "\\u{d}\\u{a}")
    }

    @Test func `a diagnostic shows what is hostile in its file, its message and its fix`() {
        let diagnostic = Diagnostic(
            .error, at: Place(file: "a\nb", line: 1, column: 2), "found '\u{1B}'", fix: "type \u{7}")
        #expect(diagnostic.text == "a\\u{a}b:1:2: error: found '\\u{1b}'\n  fix: type \\u{7}")
    }
}
