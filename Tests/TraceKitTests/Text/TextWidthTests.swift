import Testing

@testable import TraceKit

/// Columns of a terminal: text in, its width out; and cutting, padding and wrapping to a width.
@Suite struct TextWidthTests {
    @Test func `wide characters take two columns, combining ones none`() {
        #expect(TextWidth.of("Row") == 3)
        #expect(TextWidth.of("Größe") == 5)
        #expect(TextWidth.of("e\u{301}") == 1)
        #expect(TextWidth.of("日本") == 4)
        #expect(TextWidth.of("😀") == 2)
        #expect(TextWidth.of("→ …") == 3)
    }

    @Test func `what is too long loses its middle`() {
        #expect(TextWidth.fit("LandmarkRow", 11) == "LandmarkRow")
        #expect(TextWidth.fit("LandmarkRow", 8) == "Land…Row")
        #expect(TextWidth.fit("LandmarkRow", 1) == "…")
        #expect(TextWidth.fit("LandmarkRow", 0) == "")
        #expect(TextWidth.fit("LandmarkRow", 9, mark: "...") == "Land...ow")
        for width in 1...12 { #expect(TextWidth.of(TextWidth.fit("日本語の名前です", width)) <= width) }
    }

    @Test func `padding fills up to the width, on either side`() {
        #expect(TextWidth.pad("ab", to: 4, rightAligned: false) == "ab  ")
        #expect(TextWidth.pad("ab", to: 4, rightAligned: true) == "  ab")
        #expect(TextWidth.pad("日", to: 4, rightAligned: true) == "  日")
        #expect(TextWidth.pad("abcde", to: 4, rightAligned: true) == "abcde")
    }

    @Test func `lines are wrapped at spaces`() {
        #expect(TextWidth.wrap("one two three", width: 8, indent: 0) == ["one two", "three"])
        #expect(TextWidth.wrap("one two three", width: 8, indent: 2) == ["one two", "  three"])
        #expect(TextWidth.wrap("", width: 8, indent: 0) == [])
        #expect(TextWidth.wrap("unbreakable", width: 4, indent: 0) == ["unbreakable"])
    }

    @Test func `texts of other letters are cut and wrapped where ASCII is`() {
        for seed in 0..<40 {
            var random = SeededNumbers(seed)
            let text = String((0..<60).map { _ in Array("aab.  ").randomElement(using: &random) ?? "a" })
            func accented(_ text: String) -> String { String(text.map { $0 == "a" ? "ä" : $0 }) }
            for width in [0, 1, 2, 7, 20, 59, 60, 61] {
                #expect(TextWidth.fit(accented(text), width) == accented(TextWidth.fit(text, width)), "seed \(seed)")
                let lines = TextWidth.wrap(text, width: width, indent: 2)
                #expect(TextWidth.wrap(accented(text), width: width, indent: 2) == lines.map(accented), "seed \(seed)")
                let options = RenderOptions()
                #expect(
                    TextLine.wrap(accented(text), width: width, indent: 2, options)
                        == TextLine.wrap(text, width: width, indent: 2, options).map(accented), "seed \(seed)")
            }
        }
    }

    @Test func `numbers look the same everywhere`() {
        #expect(Decimal.text(16.665, digits: 2) == "16.67" || Decimal.text(16.665, digits: 2) == "16.66")
        #expect(Decimal.text(0.05, digits: 1) == "0.1")
        #expect(Decimal.text(-0.04, digits: 1) == "0.0")
        #expect(Decimal.text(-1.5, digits: 0) == "-2")
        #expect(Decimal.text(12, digits: 3) == "12.000")
        #expect(Decimal.text(.nan, digits: 2) == "-")
        #expect(Decimal.shortest(8.3) == "8.3" && Decimal.shortest(5) == "5")
        #expect(Decimal.grouped(0) == "0" && Decimal.grouped(999) == "999" && Decimal.grouped(1000) == "1,000")
        #expect(Decimal.grouped(-1_234_567) == "-1,234,567")
        #expect(Decimal.grouped(.min) == "-9,223,372,036,854,775,808")
    }
}
